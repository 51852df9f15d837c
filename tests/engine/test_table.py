"""The table: games, seats, drafts and commits."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from engine.contract import canonical, encode
from engine.dice.commit_secret import CommitSecret
from engine.dice.sealed import orders_digest
from engine.log.deadline import add_seconds
from engine.log.verify import verify
from engine.lookups.requests import matching_names
from engine.table import Table
from tests.engine.table_games import kinds, moods, phase_of, present, refused, started
from tests.support.toy_system import NOW, entropy


def test_a_game_opens_with_a_promise(table: Table, duel: str) -> None:
    game = table.open(duel, "  Dawn\nDuel ", NOW, 3600)
    assert (game.id, game.name, game.system, game.scenario) == ("duel-1", "Dawn Duel", "toy", "duel")
    assert list(game.sides) == ["red", "blue"] and game.seats == {"red": "", "blue": ""}
    assert (game.started, game.over, game.phase, game.due, game.period) == (False, False, None, None, 3600)
    assert kinds(table, game.id) == ["opened", "promised"]
    assert table.open(duel, "", NOW).id == "duel-2" and table.game("duel-2").name == "The Duel"
    (news,) = table.news("duel-1")
    assert news.kind == "opened" and news.link == table.journal.read("duel-1")[-1].link and news.lines[0] == "Dawn Duel"


def test_the_last_seat_starts_the_game(table: Table, duel: str) -> None:
    key = table.open(duel, "Dawn", NOW, 60).id
    assert not table.seat(key, "", "ann", NOW).started
    game = table.seat(key, "The Blues", "bob", add_seconds(NOW, 5))
    assert (
        game.started
        and present(game.phase).name == "strike"
        and present(game.phase).sides == ("red",)
        and game.due == add_seconds(NOW, 65)
    )
    assert game.seats == {"red": "ann", "blue": "bob"}
    assert kinds(table, key)[2:] == ["seated", "seated", "locked", "happened", "revealed", "promised"]
    news = table.news(key)[-1]
    assert news.kind == "seated" and news.side == "blue" and news.player == "bob"
    assert (
        news.lines[0] == "The Blues: the seat is taken."
        and news.lines[1].startswith("opening: ")
        and news.phase == game.phase
    )


def test_one_person_may_hold_all_seats(table: Table, duel: str) -> None:
    key = table.open(duel, "", NOW).id
    assert not table.seat(key, "", "ann", NOW).started
    assert table.seat(key, "", "ann", NOW).seats == {"red": "ann", "blue": "ann"}


def test_seats_are_given_up_and_taken_over(table: Table, duel: str) -> None:
    key = started(table, duel)
    refused("seat-taken", table.seat, key, "red", "eve", NOW)
    refused("seat-taken", table.seat, key, "", "eve", NOW)
    refused("not-your-seat", table.leave, key, "red", "bob", NOW)
    refused("not-your-seat", table.leave, key, "red", "", NOW)
    refused("no-such-side", table.seat, key, "green", "eve", NOW)
    refused("no-such-side", table.leave, key, "", "eve", NOW)
    length = table.game(key).length
    assert table.seat(key, "red", "ann", NOW).length == length
    assert table.leave(key, "red", "ann", NOW).seats["red"] == ""
    assert (table.news(key)[-1].kind, table.news(key)[-1].player) == ("left", "ann")
    game = table.seat(key, "red", "eve", NOW)
    assert game.seats["red"] == "eve" and present(game.phase).turn == 1 and kinds(table, key).count("locked") == 1


def test_games_are_found_by_id_name_or_beginning(table: Table, duel: str) -> None:
    dawn, dusk = started(table, duel, name="Dawn"), started(table, duel, name="Dusk of Dreams")
    assert table.game("DAWN").id == table.game("daw").id == table.game(dawn).id == dawn
    assert table.game("dusk").id == table.game(" duel-2 ").id == dusk
    assert "duel-1" in refused("ambiguous-game", table.game, "duel") and "Dusk" in refused(
        "ambiguous-game", table.game, "d"
    )
    assert "Dusk" in refused("no-such-game", table.game, "noon")
    refused("no-such-game", table.game, "")
    again = started(table, duel, name="Dawn")
    refused("ambiguous-game", table.game, "Dawn")
    table.commit(dawn, "red", NOW, text="concede")
    assert table.game("Dawn").id == again and table.game("dawn").id == again and table.game(dawn).over
    assert [game.id for game in table.games()] == ["duel-1", "duel-2", "duel-3"]


def test_what_cannot_be_opened(table: Table, duel: str, tmp_path: Path) -> None:
    assert "No game has been opened" in refused("no-such-game", table.game, "x")
    assert "raid-on-danville" in refused("no-such-scenario", table.open, "raid-on-danvile", "", NOW)
    refused("no-such-scenario", table.open, str(tmp_path / "none.yaml"), "", NOW)
    refused("no-such-scenario", table.open, str(tmp_path), "", NOW)
    refused("no-such-scenario", table.open, "a\0b.yaml", "", NOW)
    (tmp_path / "bad.yaml").write_text("system: toy\nname: [")
    refused("no-such-scenario", table.open, str(tmp_path / "bad.yaml"), "", NOW)
    refused("bad-deadline", table.open, duel, "", NOW, 0)
    assert table.games() == ()


def test_a_game_does_not_depend_on_its_file(table: Table, duel: str) -> None:
    key = started(table, duel)
    Path(duel).unlink()
    table._cache._folds.clear()
    assert list(table.game(key).sides) == ["red", "blue"]


def test_a_draft_is_kept_until_it_is_committed(table: Table, duel: str) -> None:
    key = started(table, duel)
    reply = table.write(key, "red", "R1 hit B1\nR1 fly", NOW)
    assert [v.accepted for v in reply.verdicts] == [True, False] and reply.echo == "R1 hit B1"
    assert reply.receipt == table.journal.read(key)[-1].digest[:8] and reply.at == NOW
    assert table.draft(key, "red") == "R1 hit B1\nR1 fly" and table.draft(key, "blue") == ""
    table.write(key, "red", "R1 hit B1", add_seconds(NOW, 1))
    assert table.draft(key, "red") == "R1 hit B1"
    table.commit(key, "red", NOW)
    assert table.draft(key, "red") == ""
    refused("nothing-written", table.commit, key, "red", NOW)


def test_an_empty_draft_clears_the_one_before(table: Table, duel: str) -> None:
    key = started(table, duel)
    table.write(key, "red", "R1 hit B1", NOW)
    table.write(key, "red", " \n", NOW)
    assert table.draft(key, "red") == ""
    length = table.game(key).length
    assert table.write(key, "red", "", NOW).receipt != "" and table.game(key).length == length + 1
    assert table.write(key, "blue", "", NOW).receipt == "" and table.game(key).length == length + 1


def test_checking_stores_nothing(table: Table, duel: str) -> None:
    key = started(table, duel)
    length = table.game(key).length
    reply = table.check(key, "red", "R1 hit R1")
    assert reply.problems[0].code == "invalid-target" and reply.receipt == reply.at == ""
    assert table.game(key).length == length


def test_orders_given_at_once_leave_the_draft(table: Table, duel: str) -> None:
    key = started(table, duel)
    table.write(key, "red", "R1 hit B1", NOW)
    table.commit(key, "red", NOW, text="standing mood wild")
    assert table.draft(key, "red") == "R1 hit B1"


def test_limits(table: Table, duel: str) -> None:
    key = started(table, duel)
    assert "200" in refused("too-long", table.write, key, "red", "hit\n" * 201, NOW)
    refused("too-long", table.commit, key, "red", NOW, text="x" * 8001)
    refused("too-long", table.check, key, "red", "x" * 8001)
    refused("too-long", table.rule, key, "x" * 8001, NOW, "ref")
    table.write(key, "red", "\ud800\0🙂", NOW)
    assert table.draft(key, "red") == "?\0🙂"


def test_a_commit_is_one_chain_of_entries(table: Table, duel: str) -> None:
    key = started(table, duel)
    before = table.game(key).length
    table.write(key, "red", "R1 hit B1\nR1 hit R1", NOW)
    news = table.commit(key, "red", NOW, nonce="discord:77")
    entries = table.journal.read(key, before)
    assert [entry.kind for entry in entries] == ["written", "written", "locked", "happened", "revealed", "promised"]
    orders, lock = json.loads(entries[1].body), json.loads(entries[2].body)
    assert orders == {"as": "orders", "draft": entries[0].seq, "lines": [[1, "R1 hit B1"], [2, "R1 hit R1"]]}
    assert (lock["nonce"], lock["runs"]) == ("discord:77", ["red"])
    assert lock["lock"]["orders"] == {"red": orders_digest(entries[1].salt, ["R1 hit B1", "R1 hit R1"])}
    assert lock["lock"]["lock"] == 2 and lock["lock"]["beacon"] is None
    assert (news.kind, news.seq, news.side) == ("report", entries[-1].seq, "red")
    assert news.link == entries[-1].link
    assert any("needs 4+" in line for line in news.lines) and any("R1 is no enemy" in line for line in news.lines)


def test_the_secret_is_nowhere_before_the_reveal(table: Table, duel: str, tmp_path: Path) -> None:
    key = started(table, duel)
    promised = json.loads(table.journal.read(key)[-1].body)["promise"]
    before = [entry.link for entry in table.journal.read(key)][-2]
    secret = CommitSecret(table.journal.secret(key, promised), ("red", "blue"), before).secret
    entries = b"".join(encode(entry) for entry in table.journal.read(key))
    assert secret.hex().encode() not in entries + table.export(key)
    table.commit(key, "red", NOW, text="R1 hit B1")
    assert secret.hex().encode() in table.export(key)


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("\u200b", "The Duel"),
        ("\0\0", "The Duel"),
        ("\u200d \u202e", "The Duel"),
        ("\x1b[31mred", "[31mred"),
        ("ab\u202ecd\r\n", "ab cd"),
        ("👨\u200d👩\u200d👧 day", "👨\u200d👩\u200d👧 day"),
        ("x" * 500, "x" * 100),
        ("\ud800", "?"),
    ],
)
def test_a_name_can_be_seen_and_steers_no_screen(table: Table, duel: str, name: str, kept: str) -> None:
    assert table.open(duel, name, NOW).name == kept


def test_a_game_that_is_over_leaves_the_memory_and_can_be_taken_up_again(table: Table, duel: str) -> None:
    key, other = started(table, duel), started(table, duel)
    table.commit(key, "red", NOW, text="concede")
    over, running = table.games()
    assert over.over and not running.over and set(table._cache._folds) == {other}
    assert table.games() == (table.game(key), running) and table.log(key)
    table.rewind(key, over.length - 1, NOW, "ref")
    assert not table.games()[0].over and set(table._cache._folds) == {key, other}


def test_a_refusal_names_no_more_games_than_can_be_read(table: Table, duel: str) -> None:
    for n in range(40):
        table.open(duel, f"Same name {n}", NOW)
    says = refused("ambiguous-game", table.game, "same")
    assert (
        "or one of 35 more" in says
        and says.count("Same name") == refused("no-such-game", table.game, "other").count("Same name") == 5
    )


def test_the_same_orders_have_the_same_dice_however_often_they_are_tried(duel: str, tmp_path: Path) -> None:
    """Whoever runs the bot knows the secret; running a commit again, on a copy or after a crash, gives nothing to
    choose from.
    """
    table = Table(tmp_path / "first.db", entropy("first"))
    key = started(table, duel)
    table.close()
    tries = set()
    for n in range(4):
        shutil.copy(tmp_path / "first.db", tmp_path / f"{n}.db")
        again = Table(tmp_path / f"{n}.db", entropy(f"again {n}"))
        tries.add(again.commit(key, "red", NOW, "discord:77", "R1 hit B1\nR1 hit B1").lines)
        again.close()
    assert len(tries) == 1


def test_the_same_message_runs_once(table: Table, duel: str) -> None:
    key = started(table, duel)
    first = table.commit(key, "red", NOW, nonce="discord:77", text="R1 hit B1")
    table.commit(key, "red", NOW, nonce="discord:78", text="R1 hit B1")
    length = table.game(key).length
    assert table.commit(key, "red", NOW, nonce="discord:77", text="R1 hit B1") == first
    assert table.done(key, "red", NOW, nonce="discord:77") == first
    assert table.game(key).length == length and kinds(table, key).count("locked") == 3


def test_who_may_commit_what(table: Table, duel: str) -> None:
    key = table.open(duel, "Dawn", NOW).id
    assert "The Reds and The Blues" in refused("not-started", table.write, key, "red", "R1 hit B1", NOW)
    refused("not-started", table.commit, key, "red", NOW, text="concede")
    refused("not-started", table.done, key, "red", NOW)
    refused("not-started", table.rewind, key, 2, NOW, "ref")
    assert table.ideas(key, "red") == ()
    table.seat(key, "", "ann", NOW)
    table.seat(key, "", "ann", NOW)
    assert "The Reds" in refused("not-your-phase", table.done, key, "blue", NOW)
    refused("not-your-phase", table.commit, key, "blue", NOW, text="B1 hit R1")
    refused("not-your-phase", table.commit, key, "blue", NOW)
    assert "R1 is no enemy" in refused("nothing-written", table.commit, key, "red", NOW, text="R1 hit R1")
    refused("no-such-side", table.commit, key, "green", NOW, text="concede")
    table.commit(key, "blue", NOW, text="standing mood calm\nB1 hit R1")
    assert moods(table, key) == {"blue": "calm"}
    news = table.commit(key, "blue", NOW, text="concede")
    assert (news.kind, news.phase, news.due) == ("over", None, None)
    game = table.game(key)
    assert (game.over, game.winner, game.reason, game.phase, game.due) == (True, "red", "conceded", None, None)
    assert kinds(table, key)[-1] == "closed"
    for ask in (table.commit, table.done):
        refused("game-over", ask, key, "red", NOW)
    refused("game-over", table.write, key, "red", "R1 hit B1", NOW)
    refused("game-over", table.seat, key, "", "eve", NOW)
    refused("game-over", table.leave, key, "red", "ann", NOW)
    assert table.expire(key, add_seconds(NOW, 10**9)) is None


def test_done_runs_the_draft_and_ends_the_phase(table: Table, duel: str) -> None:
    key = started(table, duel)
    table.write(key, "red", "R1 hit B1", NOW)
    news = table.done(key, "red", NOW)
    assert (
        news.lines[0].startswith("R1 hits B1")
        and news.lines[-1] == "Turn 1: strike of blue"
        and present(news.phase).sides == ("blue",)
    )
    assert "done" in kinds(table, key)


def test_done_in_the_draft_does_not_end_the_next_phase_too(table: Table, duel: str) -> None:
    """Were the sides' phases to follow each other, the second ``done`` would take away a turn."""
    key = started(table, duel)
    for side in ("red", "blue"):
        table.done(key, side, NOW)
    table.done(key, "blue", NOW)
    table.write(key, "red", "R1 plan 3\ndone", NOW)
    news = table.done(key, "red", NOW)
    assert present(news.phase).turn == 2 and present(news.phase).sides == ("red",)


def test_a_lock_names_the_one_before(table: Table, duel: str) -> None:
    key = started(table, duel)
    for _ in range(3):
        table.commit(key, "red", NOW, text="R1 hit B1")
    locks = [json.loads(entry.body)["lock"] for entry in table.journal.read(key) if entry.kind == "locked"]
    assert [lock["lock"] for lock in locks] == [1, 2, 3, 4]
    assert [lock["previous"] for lock in locks] == [
        "",
        *(hashlib.sha256(canonical(lock)).hexdigest() for lock in locks[:-1]),
    ]


def chooser(path: Path) -> tuple[Table, str]:
    """A game of MiniWars in which the Reeve's men, who have the only bowmen, won the first choice."""
    for seed in range(40):
        table = Table(path / f"{seed}.db", entropy(str(seed)))
        key = table.open("millers-bridge", "Choice", NOW).id
        for side in ("reeve", "reivers"):
            table.seat(key, side, "ann", NOW)
        if phase_of(table, key).sides == ("reeve",):
            return table, key
    raise LookupError("no seed gives the choice to the Reeve's men")


@pytest.mark.parametrize(
    "text, left", [("choose a", ""), ("choose a\nBO hold", "BO hold"), ("choose a\ndone", ""), ("choose a; done", "")]
)
def test_done_ends_the_phase_that_was_shown_and_no_other(tmp_path: Path, text: str, left: str) -> None:
    table, key = chooser(tmp_path)
    table.write(key, "reeve", text, NOW)
    table.done(key, "reeve", NOW)
    assert phase_of(table, key).name == "a-missile", "the choice ends its phase, and the press adds nothing"
    assert table.draft(key, "reeve") == left, "what stands below is for the next phase"
    assert verify(table.export(key)).holds


def test_an_id_goes_before_a_name_and_both_before_a_beginning() -> None:
    names = {"duel-1": "Dusk", "duel-2": "duel-1", "duel-3": "DAWN", "dawn-1": "Last light"}
    assert matching_names("Duel-1", names) == ["duel-1"] and matching_names(" dawn ", names) == ["duel-3"]
    assert matching_names("duel", names) == ["duel-1", "duel-2", "duel-3"] and matching_names("l", names) == ["dawn-1"]
    assert matching_names("", names) == matching_names("noon", names) == []
