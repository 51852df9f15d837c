"""Sandboxes of a table's games: private copies that neither touch a game nor tell anything of its dice."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.log.journal import Journal
from engine.sandbox.record import write_record
from engine.sandbox.sandbox import HEAD, KEY, MOST_MOVES, Sandbox
from engine.table import Table
from tests.engine.table_games import moods, refused, secrets_phase, started, where
from tests.support.toy_system import NOW, entropy


def hits(game: Table | Sandbox, key: str, side: str, count: int) -> list[str]:
    """What comes of so many hits, one commit each."""
    unit, target = ("R1", "B1") if side == "red" else ("B1", "R1")
    found = list[str]()
    for _ in range(count):
        if game.game(key).over:
            break
        game.write(key, side, f"{unit} hit {target}", NOW)
        found += [line for line in game.commit(key, side, NOW).lines if line != HEAD]
    return found


def test_a_game_does_not_learn_of_its_sandboxes(table: Table, duel: str) -> None:
    key = started(table, duel)
    table.write(key, "red", "R1 hit B1", NOW)
    before, log = table.journal.read(key), table.export(key)
    sandbox = table.open_sandbox(key, "red").sandbox
    assert sandbox.draft(KEY, "red") == ""
    hits(sandbox, KEY, "red", 2)
    sandbox.done(KEY, "red", NOW)
    sandbox.undo()
    assert table.journal.read(key) == before and table.export(key) == log
    assert table.draft(key, "red") == "R1 hit B1" and table.journal.games() == (key,)


def test_its_player_orders_for_every_side(table: Table, duel: str) -> None:
    sandbox = table.open_sandbox(started(table, duel), "blue").sandbox
    assert sandbox.mover == "red"
    sandbox.done(KEY, "red", NOW)
    assert sandbox.mover == "blue"
    sandbox.done(KEY, "blue", NOW)
    for side, number in (("red", 7), ("blue", 8)):
        sandbox.write(KEY, side, f"{side[0]}1 plan {number}", NOW)
        news = sandbox.done(KEY, side, NOW)
    assert news.lines[0] == HEAD and "red planned 7" in news.lines and "blue planned 8" in news.lines


def test_any_number_of_steps_is_taken_back_one_by_one(table: Table, duel: str) -> None:
    sandbox = table.open_sandbox(started(table, duel), "red").sandbox
    first = sandbox.picture(KEY)
    hits(sandbox, KEY, "red", 2)
    sandbox.write(KEY, "red", "R1 hit B1\nR1 hit B1", NOW)
    assert sandbox.undo().line == "R1 hit B1" and sandbox.draft(KEY, "red") == "R1 hit B1"
    assert sandbox.undo().line == "R1 hit B1" and sandbox.draft(KEY, "red") == ""
    assert sandbox.undo().rewritten == {"red": "R1 hit B1"} and sandbox.draft(KEY, "red") == "R1 hit B1"
    assert len(sandbox.record.moves) == 1
    sandbox.undo()
    sandbox.undo()
    sandbox.undo()
    assert sandbox.picture(KEY) == first
    assert "as it was opened" in refused("nothing-written", sandbox.undo)
    hits(sandbox, KEY, "red", 1)
    sandbox.restart()
    assert sandbox.picture(KEY) == first and sandbox.record.throws == 3


def test_dice_never_fall_twice(table: Table, duel: str) -> None:
    """The same order after an undo is thrown anew; after a restart of the program the old dice are as they were."""
    sandbox = table.open_sandbox(started(table, duel), "red").sandbox
    thrown = set[str]()
    for _ in range(30):
        thrown.update(hits(sandbox, KEY, "red", 1))
        again = table.reopen_sandbox(write_record(sandbox.record))
        assert again.log(KEY) == sandbox.log(KEY) and again.record == sandbox.record
        sandbox.undo()
        sandbox.undo()
    assert len(thrown) >= 5


def test_no_die_of_the_game_depends_on_a_sandbox_or_can_be_read_from_one(
    table: Table, duel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is made without the game's secret, and its dice are the same whatever that secret is."""
    key = started(table, duel)
    other = Table(":memory:", entropy("another secret"))
    twin = started(other, duel)
    assert table._cache.find(key).promise != other._cache.find(twin).promise
    monkeypatch.setattr(table, "_entropy", lambda count: bytes(count))
    monkeypatch.setattr(other, "_entropy", lambda count: bytes(count))
    with monkeypatch.context() as closed:
        closed.setattr(Journal, "secret", _never)
        one, two = table.open_sandbox(key, "red").sandbox, other.open_sandbox(twin, "red").sandbox
        tried = hits(one, KEY, "red", 4), hits(two, KEY, "red", 4)
    assert tried[0] == tried[1] and len(set(tried[0])) > 1
    other.close()


def _never(self: Journal, game: str, promise: str) -> bytes:
    raise AssertionError("a sandbox asks for a secret of the game")


def test_its_dice_are_not_those_that_then_fall(table: Table, duel: str) -> None:
    key = started(table, duel)
    alike = 0
    for _ in range(12):
        tried = hits(table.open_sandbox(key, "red").sandbox, KEY, "red", 1)
        alike += tried == hits(table, key, "red", 1)
        if table.game(key).over:
            break
    assert alike < 4


def test_secret_orders_of_others_are_not_in_it(table: Table, duel: str) -> None:
    key = secrets_phase(table, duel)
    table.commit(key, "red", NOW, text="R1 plan 77")
    table.commit(key, "red", NOW, text="standing mood wild")
    table.write(key, "red", "R1 plan 78", NOW)
    for side, knows in (("red", True), ("blue", False)):
        sandbox = table.open_sandbox(key, side).sandbox
        state = str(sandbox._cache.find(KEY).state.game.plans)
        shown = f"{sandbox.picture(KEY).alt} {sandbox.text_map(KEY)} {sandbox.log(KEY)} {state}"
        assert ("77" in state) is knows and ("77" in shown) is knows and "78" not in shown
        assert moods(sandbox, KEY).get("red", "") == ("wild" if knows else "")  # type: ignore[arg-type]


def test_who_has_set_up_in_secret_may_do_so_again(table: Table) -> None:
    key = table.open("twin-hamlets", "", NOW).id
    table.seat(key, "", "ann", NOW)
    west, east = table.seat(key, "", "ann", NOW).sides
    order = next(idea for idea in table.ideas(key, west) if " deploy " in idea)
    public = where(table, key)
    table.commit(key, west, NOW, text=order)
    table.done(key, west, NOW)
    welcome = table.open_sandbox(key, east)
    assert "The Lord of Westham ordered in secret: here you write those orders yourself." in welcome.says
    sandbox = welcome.sandbox
    assert sandbox.mover == west and where(table, key, east) == public
    assert {piece.id: piece.at for piece in sandbox.picture(KEY).pieces} == public
    sandbox.write(KEY, west, order, NOW)
    sandbox.done(KEY, west, NOW)
    sandbox.done(KEY, east, NOW)
    assert {piece.id: piece.at for piece in sandbox.picture(KEY).pieces} != public
    own = table.open_sandbox(key, west).sandbox
    assert own.mover == east and {piece.id: piece.at for piece in own.picture(KEY).pieces} != public


@pytest.mark.parametrize(
    ("words", "turn", "phase"),
    [
        ("", 2, "strike"),
        ("now", 2, "strike"),
        ("turn 1", 1, "strike"),
        ("1 secret", 1, "secret"),
        ("Turn 2", 2, "strike"),
    ],
)
def test_where_it_begins(table: Table, duel: str, words: str, turn: int, phase: str) -> None:
    key = secrets_phase(table, duel)
    table.done(key, "red", NOW)
    table.done(key, "blue", NOW)
    found = table.open_sandbox(key, "red", words).sandbox.game(KEY).phase
    assert found and (found.turn, found.name) == (turn, phase)


def test_a_past_position_holds_what_was_known_then(table: Table, duel: str) -> None:
    key = secrets_phase(table, duel)
    table.commit(key, "red", NOW, text="R1 plan 77")
    sealed = table.game(key).length
    table.done(key, "red", NOW)
    table.done(key, "blue", NOW)
    assert "77" in " ".join(table.log(key))
    past = table.open_sandbox(key, "blue", f"entry {sealed}").sandbox
    assert "77" not in f"{past.picture(KEY)} {past.log(KEY)}"
    later = table.open_sandbox(key, "blue", f"entry {table.game(key).length}").sandbox
    assert later.record.seq == table.game(key).length


@pytest.mark.parametrize(
    "words", ["turn 99", "entry 999999", "entry 1", "yesterday", "turn 1 nap", "0", "-1", "٣", "x" * 5000]
)
def test_what_is_no_place_in_the_game(table: Table, duel: str, words: str) -> None:
    says = refused("no-such-entry", table.open_sandbox, started(table, duel), "red", words)
    assert len(says) < 400


def test_a_game_that_is_over_can_be_tried_from_a_turn(table: Table, duel: str) -> None:
    key = started(table, duel)
    table.commit(key, "red", NOW, text="concede")
    assert "turn 1" in refused("game-over", table.open_sandbox, key, "red")
    assert table.open_sandbox(key, "red", "turn 1").sandbox.mover == "red"


def test_a_game_that_has_not_started_has_none(table: Table, duel: str) -> None:
    refused("not-started", table.open_sandbox, table.open(duel, "", NOW).id, "red")


def test_it_has_room_for_so_many_commits(table: Table, duel: str) -> None:
    sandbox = table.open_sandbox(started(table, duel), "red").sandbox
    assert "restart" in refused("sandbox-full", _play_on, sandbox)
    assert len(sandbox.record.moves) == MOST_MOVES
    sandbox.undo()
    sandbox.done(KEY, sandbox.mover, NOW)


def _play_on(sandbox: Sandbox) -> None:
    for _ in range(MOST_MOVES + 1):
        sandbox.done(KEY, sandbox.mover, NOW)


@pytest.mark.parametrize(
    "change", [lambda kept: kept[:-1], lambda kept: "", lambda kept: kept.replace('"seq":', '"seq":9')]
)
def test_what_is_kept_of_it_is_checked(table: Table, duel: str, change: Callable[[str], str]) -> None:
    kept = write_record(table.open_sandbox(started(table, duel), "red").sandbox.record)
    refused("damaged", table.reopen_sandbox, change(kept))


def test_a_rewind_of_the_game_leaves_a_sandbox_what_it_was(table: Table, duel: str) -> None:
    key = started(table, duel)
    first = table.game(key).length
    hits(table, key, "red", 1)
    sandbox: Any = table.open_sandbox(key, "red").sandbox
    shown = sandbox.picture(KEY)
    table.rewind(key, first, NOW, "ref")
    assert table.reopen_sandbox(write_record(sandbox.record)).picture(KEY) == shown
