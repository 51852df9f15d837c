"""The door: seats, drafts, commits, deadlines, rewinds, and what each may see."""
import json
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
import toy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from toy import NOW, entropy

from engine.contract import encode
from engine.deadline import later
from engine.systems import SYSTEMS
from engine.table import Refused, Table
from engine.verify import verify

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def _duel(monkeypatch):
    monkeypatch.setitem(SYSTEMS, "toy", toy)


@pytest.fixture
def duel(tmp_path):
    file = tmp_path / "duel.yaml"
    file.write_text(toy.SCENARIO)
    return str(file)


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path / "games.db", entropy())
    yield table
    table.close()


def started(table, duel, period=None, name="Dawn"):
    key = table.open(duel, name, NOW, period).id
    table.seat(key, "red", "ann", NOW)
    table.seat(key, "blue", "bob", NOW)
    return key


def refused(code, ask, *args, **named):
    """The sentence of a refusal with that code; nothing has been stored."""
    with pytest.raises(Refused) as caught:
        ask(*args, **named)
    assert caught.value.code == code, str(caught.value)
    assert len(str(caught.value)) > 15 and "rror" not in str(caught.value) and "nvalid" not in str(caught.value)
    return str(caught.value)


def kinds(table, key):
    return [entry.kind for entry in table.journal.read(key)]


def moods(table, key):
    return table._shelf.find(key).state.game.moods


# opening and seats

def test_a_game_opens_with_a_promise(table, duel):
    game = table.open(duel, "  Dawn\nDuel ", NOW, 3600)
    assert (game.id, game.name, game.system, game.scenario) == ("duel-1", "Dawn Duel", "toy", "duel")
    assert list(game.sides) == ["red", "blue"] and game.seats == {"red": "", "blue": ""}
    assert (game.started, game.over, game.phase, game.due, game.period) == (False, False, None, None, 3600)
    assert kinds(table, game.id) == ["opened", "promised"]
    assert table.open(duel, "", NOW).id == "duel-2" and table.game("duel-2").name == "The Duel"
    (news,) = table.bulletins("duel-1")
    assert news.kind == "opened" and len(news.promise) == 64 and news.lines[0] == "Dawn Duel"


def test_the_last_seat_starts_the_game(table, duel):
    key = table.open(duel, "Dawn", NOW, 60).id
    assert not table.seat(key, "", "ann", NOW).started
    game = table.seat(key, "The Blues", "bob", later(NOW, 5))
    assert game.started and game.phase.name == "strike" and game.phase.sides == ("red",) and game.due == later(NOW, 65)
    assert game.seats == {"red": "ann", "blue": "bob"}
    assert kinds(table, key)[2:] == ["seated", "seated", "locked", "happened", "revealed", "promised"]
    news = table.bulletins(key)[-1]
    assert news.kind == "seated" and news.side == "blue" and news.player == "bob" and news.secret and news.promise
    assert news.lines[0] == "The Blues: the seat is taken." and news.lines[1].startswith("opening: ") and news.phase == game.phase


def test_one_person_may_hold_all_seats(table, duel):
    key = table.open(duel, "", NOW).id
    assert not table.seat(key, "", "ann", NOW).started
    assert table.seat(key, "", "ann", NOW).seats == {"red": "ann", "blue": "ann"}


def test_seats_are_given_up_and_taken_over(table, duel):
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
    assert (table.bulletins(key)[-1].kind, table.bulletins(key)[-1].player) == ("left", "ann")
    game = table.seat(key, "red", "eve", NOW)
    assert game.seats["red"] == "eve" and game.phase.turn == 1 and kinds(table, key).count("locked") == 1


def test_games_are_found_by_id_name_or_beginning(table, duel):
    dawn, dusk = started(table, duel, name="Dawn"), started(table, duel, name="Dusk of Dreams")
    assert table.game("DAWN").id == table.game("daw").id == table.game(dawn).id == dawn
    assert table.game("dusk").id == table.game(" duel-2 ").id == dusk
    assert "duel-1" in refused("ambiguous-game", table.game, "duel") and "Dusk" in refused("ambiguous-game", table.game, "d")
    assert "Dusk" in refused("no-such-game", table.game, "noon")
    refused("no-such-game", table.game, "")
    again = started(table, duel, name="Dawn")
    refused("ambiguous-game", table.game, "Dawn")
    table.commit(dawn, "red", NOW, text="concede")
    assert table.game("Dawn").id == again and table.game("dawn").id == again and table.game(dawn).over
    assert [game.id for game in table.games()] == ["duel-1", "duel-2", "duel-3"]


def test_what_cannot_be_opened(table, duel, tmp_path):
    assert "none has been opened" in refused("no-such-game", table.game, "x")
    assert "raid-on-danville" in refused("no-such-scenario", table.open, "raid-on-danvile", "", NOW)
    refused("no-such-scenario", table.open, str(tmp_path / "none.yaml"), "", NOW)
    refused("no-such-scenario", table.open, str(tmp_path), "", NOW)
    refused("no-such-scenario", table.open, "a\0b.yaml", "", NOW)
    (tmp_path / "bad.yaml").write_text("system: toy\nname: [")
    refused("no-such-scenario", table.open, str(tmp_path / "bad.yaml"), "", NOW)
    refused("bad-deadline", table.open, duel, "", NOW, 0)
    assert table.games() == ()


def test_a_game_does_not_depend_on_its_file(table, duel):
    key = started(table, duel)
    Path(duel).unlink()
    table._shelf._folds.clear()
    assert list(table.game(key).sides) == ["red", "blue"]


# drafts

def test_a_draft_is_kept_until_it_is_committed(table, duel):
    key = started(table, duel)
    reply = table.write(key, "red", "R1 hit B1\nR1 fly", NOW)
    assert [v.accepted for v in reply.verdicts] == [True, False] and reply.echo == "R1 hit B1"
    assert reply.receipt == table.journal.read(key)[-1].digest[:8] and reply.at == NOW
    assert table.draft(key, "red") == "R1 hit B1\nR1 fly" and table.draft(key, "blue") == ""
    table.write(key, "red", "R1 hit B1", later(NOW, 1))
    assert table.draft(key, "red") == "R1 hit B1"
    table.commit(key, "red", NOW)
    assert table.draft(key, "red") == ""
    refused("nothing-written", table.commit, key, "red", NOW)


def test_an_empty_draft_clears_the_one_before(table, duel):
    key = started(table, duel)
    table.write(key, "red", "R1 hit B1", NOW)
    table.write(key, "red", " \n", NOW)
    assert table.draft(key, "red") == ""
    length = table.game(key).length
    assert table.write(key, "red", "", NOW).receipt != "" and table.game(key).length == length + 1
    assert table.write(key, "blue", "", NOW).receipt == "" and table.game(key).length == length + 1


def test_checking_stores_nothing(table, duel):
    key = started(table, duel)
    length = table.game(key).length
    reply = table.check(key, "red", "R1 hit R1")
    assert reply.problems[0].code == "invalid-target" and reply.receipt == reply.at == ""
    assert table.game(key).length == length


def test_orders_given_at_once_leave_the_draft(table, duel):
    key = started(table, duel)
    table.write(key, "red", "R1 hit B1", NOW)
    table.commit(key, "red", NOW, text="standing mood wild")
    assert table.draft(key, "red") == "R1 hit B1"


def test_limits(table, duel):
    key = started(table, duel)
    assert "200" in refused("too-long", table.write, key, "red", "hit\n" * 201, NOW)
    refused("too-long", table.commit, key, "red", NOW, text="x" * 8001)
    refused("too-long", table.check, key, "red", "x" * 8001)
    refused("too-long", table.rule, key, "x" * 8001, NOW, "ref")
    table.write(key, "red", "\ud800\0🙂", NOW)
    assert table.draft(key, "red") == "?\0🙂"


# commits

def test_a_commit_is_one_chain_of_entries(table, duel):
    key = started(table, duel)
    before = table.game(key).length
    table.write(key, "red", "R1 hit B1\nR1 hit R1", NOW)
    news = table.commit(key, "red", NOW, nonce="77")
    entries = table.journal.read(key, before)
    assert [entry.kind for entry in entries] == ["written", "written", "locked", "happened", "revealed", "promised"]
    orders, lock = json.loads(entries[1].body), json.loads(entries[2].body)
    assert orders == {"as": "orders", "draft": entries[0].seq, "lines": [[1, "R1 hit B1"], [2, "R1 hit R1"]]}
    assert lock["orders"] == {"red": entries[1].digest} and lock["nonce"] == "77" and lock["lock"] == 2 and lock["beacon"] is None
    assert (news.kind, news.seq, news.side) == ("report", entries[-1].seq, "red")
    assert news.secret == json.loads(entries[4].body)["secret"] and news.promise == json.loads(entries[5].body)["promise"]
    assert any("needs 4+" in line for line in news.lines) and any("R1 is no enemy" in line for line in news.lines)


def test_the_secret_is_nowhere_before_the_reveal(table, duel, tmp_path):
    key = started(table, duel)
    promised = table.bulletins(key)[-1].promise
    secret = table.journal.secret(key, promised)
    entries = b"".join(encode(entry) for entry in table.journal.read(key))
    assert secret.hex().encode() not in entries + table.export(key)
    assert table.commit(key, "red", NOW, text="R1 hit B1").secret == secret.hex()
    assert secret.hex().encode() in table.export(key)


def test_the_same_message_runs_once(table, duel):
    key = started(table, duel)
    first = table.commit(key, "red", NOW, nonce="77", text="R1 hit B1")
    table.commit(key, "red", NOW, nonce="78", text="R1 hit B1")
    length = table.game(key).length
    assert table.commit(key, "red", NOW, nonce="77", text="R1 hit B1") == first
    assert table.done(key, "red", NOW, nonce="77") == first
    assert table.game(key).length == length and kinds(table, key).count("locked") == 3


def test_who_may_commit_what(table, duel):
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
    assert (news.kind, news.phase, news.due, news.promise) == ("over", None, None, "")
    game = table.game(key)
    assert (game.over, game.winner, game.reason, game.phase, game.due) == (True, "red", "conceded", None, None)
    assert kinds(table, key)[-1] == "closed"
    for ask in (table.commit, table.done):
        refused("game-over", ask, key, "red", NOW)
    refused("game-over", table.write, key, "red", "R1 hit B1", NOW)
    refused("game-over", table.seat, key, "", "eve", NOW)
    assert table.expire(key, later(NOW, 10 ** 9)) is None


def test_done_runs_the_draft_and_ends_the_phase(table, duel):
    key = started(table, duel)
    table.write(key, "red", "R1 hit B1", NOW)
    news = table.done(key, "red", NOW)
    assert news.lines[0].startswith("R1 hits B1") and news.lines[-1] == "Turn 1: strike of blue" and news.phase.sides == ("blue",)
    assert "done" in kinds(table, key)


def test_done_in_the_draft_does_not_end_the_next_phase_too(table, duel):
    """Were the sides' phases to follow each other, the second ``done`` would take away a turn."""
    key = started(table, duel)
    for side in ("red", "blue"):
        table.done(key, side, NOW)
    table.done(key, "blue", NOW)
    table.write(key, "red", "R1 plan 3\ndone", NOW)
    news = table.done(key, "red", NOW)
    assert news.phase.turn == 2 and news.phase.sides == ("red",)


def test_a_lock_names_the_one_before(table, duel):
    key = started(table, duel)
    for _ in range(3):
        table.commit(key, "red", NOW, text="R1 hit B1")
    import hashlib
    locks = [entry.body for entry in table.journal.read(key) if entry.kind == "locked"]
    assert [json.loads(lock)["lock"] for lock in locks] == [1, 2, 3, 4]
    assert [json.loads(lock)["previous"] for lock in locks] == ["", *(hashlib.sha256(lock.encode()).hexdigest() for lock in locks[:-1])]


# deadlines

def test_a_deadline_runs_what_is_written_and_the_defaults(table, duel):
    key = started(table, duel, 3600)
    table.write(key, "red", "R1 hit B1", NOW)
    assert table.expire(key, later(NOW, 3599)) is None
    news = table.expire(key, later(NOW, 3600))
    assert news.lines[0].startswith("Time is up for The Reds") and news.lines[1].startswith("R1 hits B1")
    assert news.phase.sides == ("blue",) and news.due == later(NOW, 7200) and table.draft(key, "red") == ""
    assert table.expire(key, later(NOW, 3600)) is None


def test_after_a_long_sleep_one_phase_is_run_and_the_next_has_its_whole_time(table, duel):
    key = started(table, duel, 3600)
    awake = later(NOW, 36000)
    assert table.expire(key, awake).due == later(awake, 3600)
    assert table.expire(key, awake) is None


def test_a_commit_does_not_put_off_the_deadline(table, duel):
    key = started(table, duel, 3600)
    table.commit(key, "red", later(NOW, 1800), text="R1 hit B1")
    assert table.game(key).due == later(NOW, 3600)
    assert table.done(key, "red", later(NOW, 2000)).due == later(NOW, 5600)


def test_silent_players_never_block_a_game(table, duel):
    key, now = started(table, duel, 60), NOW
    for _ in range(9):
        now = later(now, 61)
        assert table.expire(key, now)
    assert table.game(key).phase.turn == 4


def test_a_sealed_phase_at_its_deadline(table, duel):
    key = started(table, duel, 60)
    table.done(key, "red", NOW)
    table.done(key, "blue", NOW)
    table.commit(key, "red", NOW, text="R1 plan 7")
    table.done(key, "red", NOW)
    table.write(key, "blue", "B1 plan 9", NOW)
    news = table.expire(key, later(NOW, 60))
    assert "red planned 7" in news.lines and "blue planned 9" in news.lines
    assert [line for line in news.lines if "Time is up" in line] == [
        "Time is up for The Blues: what was written is run, the rules fill the rest."]


def test_without_a_deadline_nothing_expires(table, duel):
    assert table.expire(started(table, duel), later(NOW, 10 ** 9)) is None


# secrets

def secrets_phase(table, duel):
    key = started(table, duel)
    table.done(key, "red", NOW)
    table.done(key, "blue", NOW)
    return key


def test_sealed_orders_are_for_their_writer_alone(table, duel):
    key = secrets_phase(table, duel)
    news = table.commit(key, "red", NOW, text="R1 plan 77")
    assert news.lines == ("The Reds: orders committed; they stay secret for now.",)
    assert "77" in table.picture(key, "red").alt and "planned" in [mark.kind for mark in table.picture(key, "red").marks]
    for viewer in ("", "blue"):
        assert "77" not in table.picture(key, viewer).alt and "planned" not in [mark.kind for mark in table.picture(key, viewer).marks]
    assert "77" not in "".join(table.log(key))
    table.done(key, "red", NOW)
    assert "red planned 77" in table.done(key, "blue", NOW).lines


def test_a_log_holds_nothing_that_is_not_public(table, duel):
    key = secrets_phase(table, duel)
    table.write(key, "blue", "B1 plan 42", NOW)
    table.commit(key, "red", NOW, text="R1 plan 77")
    table.commit(key, "red", NOW, text="standing mood wild")
    for word in (b"plan", b"mood", b"wild", b'"number"'):
        assert word not in table.export(key)
    table.done(key, "red", NOW)
    for word in (b"plan", b"mood", b"wild", b'"number"'):
        assert word not in table.export(key)
    table.done(key, "blue", NOW)
    shown = table.export(key)
    for word in (b'[1,"R1 plan 77"]', b'"number":77', b'[1,"B1 plan 42"]', b'"number":42'):
        assert word in shown
    for word in (b"mood", b"wild", b'"as":"draft"'):
        assert word not in shown
    table.commit(key, "red", NOW, text="concede")
    shown = table.export(key)
    for word in (b"standing all mood wild", b'"mood":"wild"', b'"text":"B1 plan 42"'):
        assert word in shown
    assert b'"digest"' not in shown


def test_an_undone_secret_stays_secret_until_the_end(table, duel):
    key = started(table, duel)
    strike = table.game(key).length
    table.done(key, "red", NOW)
    table.done(key, "blue", NOW)
    table.commit(key, "red", NOW, text="R1 plan 77")
    table.rewind(key, strike, NOW, "ref")
    assert b"77" not in _bodies(table.export(key))
    table.done(key, "red", NOW)
    assert b"77" not in _bodies(table.export(key))
    table.commit(key, "red", NOW, text="concede")
    assert b"plan 77" in table.export(key)


def test_what_was_public_stays_public_after_a_rewind(table, duel):
    key = secrets_phase(table, duel)
    table.commit(key, "red", NOW, text="R1 plan 77")
    sealed = table.game(key).length
    table.done(key, "red", NOW)
    table.done(key, "blue", NOW)
    table.rewind(key, sealed, NOW, "ref")
    assert b"plan 77" in table.export(key)


def test_a_sealed_set_up_of_miniwars(table):
    key = table.open("twin-hamlets", "", NOW).id
    table.seat(key, "", "ann", NOW)
    west, east = table.seat(key, "", "ann", NOW).sides
    order = next(idea for idea in table.ideas(key, west) if " deploy " in idea)
    unit, _, place = order.split()
    ground = table.export(key).split(b"\n", 2)[2]
    public = where(table, key)
    table.commit(key, west, NOW, text=order)
    table.commit(key, west, NOW, text="standing initiative b")
    table.done(key, west, NOW)
    assert where(table, key) == where(table, key, east) == public != where(table, key, west)
    shown = table.export(key).split(b"\n", 2)[2].replace(ground[:-4], b"")
    for word in (f'"{unit}"', f'"{place}"', order, "initiative"):
        assert word.encode() not in shown
    assert unit not in "".join(table.log(key))
    table.done(key, east, NOW)
    assert where(table, key) == where(table, key, east) == where(table, key, west) != public
    assert f'[1,"{order}"]'.encode() in table.export(key) and b"standing" not in _bodies(table.export(key))
    table.commit(key, east, NOW, text="concede")
    assert b"initiative b" in _bodies(table.export(key))


def where(table, key, viewer=""):
    return {piece.id: piece.at for piece in table.picture(key, viewer).pieces}


WORDS = "RE BO MA R1 0502 9999 move fire attack advance rally done standing all choose a if gone: ; # \"x concede draw 🙂 \ud800 \0"
ASKED = st.tuples(st.integers(0, 8), st.sampled_from(["reeve", "reivers", "", "r", "x"]),
                  st.lists(st.sampled_from(WORDS.split(" ")) | st.text(max_size=5), max_size=8))


def ask(table, key, what, side, text, now):
    match what:
        case 0:
            table.write(key, side, text, now)
        case 1:
            table.commit(key, side, now, text=text)
        case 2:
            table.commit(key, side, now, text[:3])
        case 3:
            table.done(key, side, now)
        case 4:
            table.seat(key, side, text, now)
        case 5:
            table.expire(key, now)
        case 6:
            table.rewind(key, len(text), now, text)
        case 7:
            table.picture(key, side, draft=text, at=len(text))
        case 8:
            table.game(text)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ASKED, max_size=12))
def test_whatever_people_say_nothing_breaks(asked):
    """Anything may be asked in any order: it is done, or refused with a sentence, and the log holds all the time."""
    table = Table(":memory:", entropy())
    key = table.open("millers-bridge", "", NOW, 60).id
    now = NOW
    for what, side, words in asked:
        text = " ".join(words)
        now = later(now, 25)
        with suppress(Refused):
            ask(table, key, what, side, text, now)
    assert verify(table.export(key)).holds and table.bulletins(key)


def _bodies(log):
    entries = [entry for entry in json.loads(log)["entries"] if entry["kind"] in ("written", "happened")]
    return b"\n".join(json.dumps(entry.get("body")).encode() for entry in entries)


# rewinding and ruling

def test_a_rewind_erases_nothing(table, duel):
    key = started(table, duel, 60)
    table.commit(key, "red", NOW, text="R1 hit B1")
    then, twin, scene = table.game(key).length, table.twin(key), table.picture(key)
    entries = table.journal.read(key)
    table.write(key, "blue", "B1 hit R1", NOW)
    table.done(key, "red", NOW)
    table.commit(key, "blue", NOW, text="B1 hit R1\nB1 hit R1\nB1 hit R1")
    locks = kinds(table, key).count("locked")
    news = table.rewind(key, then + 2, later(NOW, 30), "ref\n")
    assert news.kind == "rewound" and news.player == "ref" and news.phase.sides == ("red",) and news.due == later(NOW, 90)
    assert table.twin(key) == twin and table.picture(key) == scene and table.draft(key, "blue") == ""
    assert table.journal.read(key)[:len(entries)] == entries
    table.commit(key, "red", NOW, text="R1 hit B1")
    last = [json.loads(entry.body) for entry in table.journal.read(key) if entry.kind == "locked"][-1]
    assert last["lock"] == locks + 1
    refused("no-such-entry", table.rewind, key, 3, NOW, "ref")
    refused("no-such-entry", table.rewind, key, 10 ** 6, NOW, "ref")
    refused("no-such-entry", table.rewind, key, -1, NOW, "ref")


def test_a_game_that_is_over_can_be_taken_up_again(table, duel):
    key = started(table, duel)
    before = table.game(key).length
    table.commit(key, "red", NOW, text="concede")
    assert table.rewind(key, before, NOW, "ref").promise
    assert not table.game(key).over
    assert table.commit(key, "red", NOW, text="R1 hit B1").kind == "report"


def test_a_ruling_changes_nothing(table, duel):
    key = started(table, duel)
    twin = table.twin(key)
    news = table.rule(key, "Be civil.\nBoth of you.", NOW, "ref")
    assert (news.kind, news.lines, news.player) == ("ruled", ("Be civil.", "Both of you."), "ref")
    assert table.twin(key) == twin
    refused("nothing-written", table.rule, key, "  ", NOW, "ref")


# looking

def test_pictures_show_what_happened_since_the_phase_began(table, duel):
    key = started(table, duel)
    assert [mark.kind for mark in table.picture(key).marks] == ["rolled", "phase"]
    first = table.commit(key, "red", NOW, text="R1 hit B1").seq
    count = len(table.picture(key).marks)
    table.commit(key, "red", NOW, text="R1 hit B1")
    assert len(table.picture(key).marks) > count
    table.done(key, "red", NOW)
    assert table.picture(key).marks[-1].kind == "phase" and table.picture(key).marks[0].kind == "rolled"
    table.rule(key, "Go on.", NOW, "ref")
    assert table.picture(key).marks[-1].kind == "phase"
    table.commit(key, "blue", NOW, text="B1 hit R1")
    assert "phase" not in [mark.kind for mark in table.picture(key).marks]
    assert len(table.picture(key, at=first).marks) == len(table.picture(key, at=first + 1).marks) == count
    assert table.picture(key, at=0).marks == () and table.picture(key, at=10 ** 9) == table.picture(key)
    assert table.picture(key).title.game == "Dawn"


def test_a_draft_is_drawn_for_its_side_alone(table, duel):
    key = started(table, duel)
    marks = table.picture(key, "red", draft="R1 hit B1\nR1 hit R1").marks
    assert [mark.text for mark in marks if mark.kind == "draft"] == ["hit", "hit"]
    assert table.picture(key, "", draft="R1 hit B1") == table.picture(key)


def test_ideas_can_be_written_back(table, duel):
    key = started(table, duel)
    assert table.ideas(key, "red") == ("R1 hit B1",) and table.ideas(key, "blue") == ()
    assert table.check(key, "red", "\n".join(table.ideas(key, "red"))).problems == ()


def test_bulletins_can_be_made_again_word_for_word(table, duel, tmp_path):
    key = secrets_phase(table, duel)
    table.commit(key, "red", NOW, text="R1 plan 7")
    table.done(key, "red", NOW)
    table.rule(key, "Hm.", NOW, "ref")
    news = table.bulletins(key)
    other = Table(tmp_path / "games.db", entropy("other"))
    assert other.bulletins(key) == news
    assert [one.seq for one in news] == sorted(one.seq for one in news)
    assert other.bulletins(key, after=news[3].seq) == news[4:] and other.bulletins(key, after=news[3].seq - 1) == news[3:]
    assert other.log(key) == table.log(key) and other.picture(key) == table.picture(key)
    other.close()


def test_the_log_of_a_turn(table, duel):
    key = secrets_phase(table, duel)
    table.done(key, "red", NOW)
    table.done(key, "blue", NOW)
    table.commit(key, "red", NOW, text="R1 hit B1")
    assert table.log(key, 1)[-1] == "Turn 2: strike of red" and table.log(key, 2)[0].startswith("R1 hits B1") and table.log(key, 3) == ()
    assert set(table.log(key, 1)) < set(table.log(key))


# the world

def test_two_processes_on_one_game(table, duel, tmp_path):
    """Two tables in two threads, each committing all the time: every commit is there once, and the chain holds."""
    key = started(table, duel)
    before = kinds(table, key).count("locked")

    def play(side, policy):
        mine = Table(tmp_path / "games.db", entropy(side))
        for _ in range(30):
            mine.commit(key, side, NOW, text=f"standing mood {policy}")
        mine.close()
    threads = [threading.Thread(target=play, args=each) for each in (("red", "wild"), ("blue", "calm"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert kinds(table, key).count("locked") == before + 60 and moods(table, key) == {"red": "wild", "blue": "calm"}
    fresh = Table(tmp_path / "games.db", entropy("fresh"))
    assert fresh.game(key) == table.game(key)
    fresh.close()


def test_who_was_overtaken_judges_again(table, duel, tmp_path):
    """Red is done in one process while another still believes that red is to move."""
    key = started(table, duel)
    other = Table(tmp_path / "games.db", entropy("other"))
    assert other.game(key).phase.sides == ("red",)
    find = other._shelf.find

    def find_then_lose(asked):
        fold = find(asked)
        other._shelf.find = find
        table.done(key, "red", NOW)
        return fold
    other._shelf.find = find_then_lose
    refused("not-your-phase", other.commit, key, "red", NOW, text="R1 hit B1")
    assert kinds(table, key).count("locked") == 2
    other.close()


def test_an_entry_changed_behind_its_back(table, duel, tmp_path):
    key = started(table, duel)
    table.close()
    other = sqlite3.connect(tmp_path / "games.db")
    other.execute("drop trigger entry_no_update")
    other.execute("update entry set body = replace(body, 'ann', 'eve') where kind = 'seated'")
    other.commit()
    other.close()
    again = Table(tmp_path / "games.db", entropy())
    assert "Entry 3" in refused("damaged", again.game, key)
    assert again.games() == ()
    again.close()


def test_what_a_transaction_around_it_undid_is_forgotten(table, duel):
    def lost():
        with pytest.raises(RuntimeError), table.journal.transaction():
            yield
            raise RuntimeError
    for _ in lost():
        assert table.open(duel, "Dawn", NOW).id == "duel-1" == table.game("Dawn").id
    refused("no-such-game", table.game, "duel-1")
    refused("no-such-game", table.game, "Dawn")
    key = started(table, duel, name="Dusk")
    assert key == "duel-1" == table.game("Dusk").id
    before = table.game(key)
    for _ in lost():
        table.commit(key, "red", NOW, text="concede")
        assert table.game(key).over
    assert table.game(key) == before
    table.commit(key, "red", NOW, text="R1 hit B1")


def test_a_missing_secret(table, duel):
    key = started(table, duel)
    table.journal.connection.execute("delete from secret")
    refused("damaged", table.commit, key, "red", NOW, text="R1 hit B1")


def test_a_game_of_unknown_rules(table, duel, monkeypatch):
    key = started(table, duel)
    table._shelf._folds.clear()
    monkeypatch.delitem(SYSTEMS, "toy")
    refused("newer", table.game, key)


def test_killed_at_any_moment_of_a_commit(table, duel, tmp_path):
    """A process that commits all the time is killed many times; each time the game goes on, and no commit is half there."""
    key = started(table, duel)
    code = f"""
import sys; sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / "tests")!r}]
import secrets
import toy
from engine.systems import SYSTEMS
from engine.table import Table
SYSTEMS["toy"] = toy
table = Table({str(tmp_path / "games.db")!r}, secrets.token_bytes)
print("ready", flush=True)
while True:
    table.commit({key!r}, "blue", "{NOW}", text="standing mood wild")
"""
    grown = 0
    for attempt in range(12):
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
        process.stdout.readline()
        time.sleep(0.003 + 0.002 * attempt)
        process.kill()
        process.wait()
        process.stdout.close()
        before, grown = grown, table.game(key).length
        assert table._shelf.find(key).whole and grown >= before
    assert grown > 30
    assert table.commit(key, "red", NOW, text="R1 hit B1").lines


def test_the_cost_of_a_commit_does_not_grow_with_the_game(table, duel):
    """As many statements and calls of functions after 400 commits as after 20."""
    key = started(table, duel)

    def cost():
        statements, calls = [], []
        table.journal.connection.set_trace_callback(statements.append)
        sys.setprofile(lambda frame, event, arg: calls.append(event) if "call" in event else None)
        table.commit(key, "blue", NOW, text="standing mood wild")
        sys.setprofile(None)
        table.journal.connection.set_trace_callback(None)
        return len(statements), len(calls)
    for _ in range(20):
        table.commit(key, "blue", NOW, text="standing mood wild")
    statements, calls = cost()
    for _ in range(380):
        table.commit(key, "blue", NOW, text="standing mood wild")
    more, later_calls = cost()
    assert more == statements < 25 and later_calls < 1.1 * calls < 5000
