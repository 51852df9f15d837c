"""Sandboxes in a conversation: what is kept of them, and what lines of any kind are answered."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.correspondence.sandboxes import HELP, SandboxAnswer, Visit, use_sandbox
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.sandboxes import DAYS, MOST
from engine.database.address import Address
from engine.log.deadline import add_seconds
from engine.sandbox.record import write_record
from engine.sandbox.sandbox import HEAD, KEY
from engine.systems import SYSTEMS
from engine.table import Refused, Table
from tests.engine.table_games import refused, secrets_phase, started
from tests.support.random_games import shipped
from tests.support.toy_system import NOW, entropy


def test_one_is_kept_for_each_person_and_game(data: EngineData) -> None:
    data.sandboxes.put("ann", "raid-1", "first", NOW)
    data.sandboxes.put("ann", "raid-1", "second", NOW)
    data.sandboxes.put("bob", "raid-1", "his", NOW)
    assert [data.sandboxes.find(*of) for of in (("ann", "raid-1"), ("bob", "raid-1"), ("ann", "raid-2"))] == [
        "second",
        "his",
        "",
    ]
    data.sandboxes.drop("ann", "raid-1")
    assert (data.sandboxes.find("ann", "raid-1"), data.sandboxes.find("bob", "raid-1")) == ("", "his")


def test_old_ones_are_deleted_and_a_person_has_only_so_many(data: EngineData) -> None:
    data.sandboxes.put("carol", "raid-1", "old", NOW)
    for number in range(MOST + 2):
        data.sandboxes.put("ann", f"raid-{number}", "kept", add_seconds(NOW, 60 + number))
    kept = [number for number in range(MOST + 2) if data.sandboxes.find("ann", f"raid-{number}")]
    assert kept == [*range(2, MOST + 2)] and data.sandboxes.find("carol", "raid-1")
    data.sandboxes.put("dora", "raid-1", "new", add_seconds(NOW, DAYS * 86_400 + 1))
    assert not data.sandboxes.find("carol", "raid-1") and data.sandboxes.find("ann", "raid-6")


class Visitor:
    """Somebody who writes to the sandbox of a duel, whose program may be restarted."""

    def __init__(self, engine: EngineThread, game: str, side: str) -> None:
        self.engine, self.game, self.side = engine, game, side

    def says(self, text: str, side: str = "") -> SandboxAnswer:
        return asyncio.run(use_sandbox(self.engine, "ann", self.game, side.split() or [self.side], text, NOW))


@pytest.fixture
def engine(address: Address) -> Iterator[EngineThread]:
    with closing(EngineThread(address)) as opened:
        yield opened


@pytest.fixture
def ann(engine: EngineThread, duel: str) -> Visitor:
    return Visitor(engine, asyncio.run(engine.use_table(lambda table: secrets_phase(table, duel))), "red")


def test_it_lives_on_after_a_restart(duel: str, address: Address) -> None:
    with closing(EngineThread(address)) as engine:
        ann = Visitor(engine, asyncio.run(engine.use_table(lambda table: secrets_phase(table, duel))), "red")
        before = first_lines(ann)
    with closing(EngineThread(address)) as engine:
        ann.engine = engine
        told = ann.says("show\ndone\nB1 plan 8\ndone").lines
        assert "red planned 7" in told and "blue planned 8" in told and told[-1].startswith("Next: orders of The Reds")
        assert "removed: B1 plan 8" in ann.says("undo 2").lines
        assert asyncio.run(ann.engine.use_table(lambda table: table.export(ann.game))) == before


def first_lines(ann: Visitor) -> bytes:
    before = asyncio.run(ann.engine.use_table(lambda table: table.export(ann.game)))
    opened = ann.says("")
    assert opened.lines[0] == HEAD and HELP in opened.lines and opened.scene and opened.scene.stamp
    assert "  written: R1 plan 7" in ann.says("R1 plan 7").lines
    return before


def test_a_new_one_replaces_it_and_leave_forgets_it(ann: Visitor) -> None:
    ann.says("R1 plan 7")
    assert HELP in ann.says("new").lines
    assert not [line for line in ann.says("show").lines if "plan 7" in line]
    told = " ".join(ann.says("from turn 1").lines)
    assert "as The Reds knew it after entry" in told and "Turn 1, strikes" in told
    assert ann.says("leave").scene is None
    assert HELP in ann.says("show").lines


def test_who_has_both_seats_goes_on_with_the_sandbox_there_is(ann: Visitor) -> None:
    ann.says("R1 plan 7")
    assert "  written: R1 plan 7" in ann.says("show", side="blue red").lines
    assert "as The Blues knows it now" in " ".join(ann.says("new", side="blue red").lines)


def test_who_has_another_seat_now_gets_another_sandbox(ann: Visitor) -> None:
    ann.says("R1 plan 7")
    told = ann.says("show", side="blue").lines
    assert "as The Blues knows it now" in " ".join(told) and "plan 7" not in " ".join(told)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("from yesterday", "no place in the game"),
        ("undo", "nothing to undo"),
        ("undo 0", "no number of steps"),
        ("undo ٣", "no number of steps"),
        ("log x", "not the number of a turn"),
        ("nonsense", "not an order"),
        ("commit", "no orders to run"),
        ("R1 plan 1\nR1 hit B1; done", "part of the line was refused"),
        ("nonsense\ndone\nR1 plan 7", "'done' waits, and so does what is below it: 'nonsense' was refused"),
        ("\n".join(["show"] * 70), "at most 60 lines"),
        ("help plan", "plan"),
        ("x" * 30_000, "characters"),
    ],
)
def test_what_cannot_be_done_is_said(ann: Visitor, line: str, says: str) -> None:
    ann.says("new")
    try:
        told = " ".join(ann.says(line).lines)
    except Refused as no:
        told = str(no)
    assert says in told, told


def test_a_damaged_row_is_said_and_replaced_by_a_new_one(ann: Visitor) -> None:
    asyncio.run(ann.engine.use_data(lambda data: data.sandboxes.put("ann", ann.game, "{}", NOW)))
    assert "cannot be read" in refused("damaged", ann.says, "show")
    assert HELP in ann.says("new").lines and ann.says("show").lines


WORDS = ("done", "commit", "undo", "undo 3", "show", "map", "units", "log", "log 1", "ideas", "help", "restart", "odds")


@pytest.mark.parametrize("name", list(SYSTEMS))
def test_any_lines_are_answered_in_every_game(name: str, tmp_path: Path) -> None:
    chance = Random(f"lines {name}")
    with closing(Table(tmp_path / "games.db", entropy(name))) as table:
        game = table.open(shipped(SYSTEMS[name])[0], "", NOW)
        for side in game.sides:
            table.seat(game.id, side, "ann", NOW)
        length = table.game(game.id).length
        sandbox = table.open_sandbox(game.id, chance.choice(list(game.sides))).sandbox
        for _ in range(25):
            mover = sandbox.mover
            ideas = sandbox.ideas(KEY, mover) if mover else ()
            lines = [chance.choice((*ideas[:40], *WORDS, "done", "x; done", "if: ;", "é{}", '"')) for _ in range(3)]
            visit = Visit(sandbox)
            visit.play("\n".join(lines))
            told = visit.answer()
            assert told.lines[0] == HEAD and told.lines[-1], lines
            sandbox = table.reopen_sandbox(write_record(sandbox.record))
        assert table.game(game.id).length == length


def test_the_started_duel_is_unharmed(engine: EngineThread, duel: str) -> None:
    key = asyncio.run(engine.use_table(lambda table: started(table, duel)))
    asyncio.run(use_sandbox(engine, "ann", key, ("red",), "R1 hit B1\ncommit\nconcede; commit\nundo\ndone", NOW))
    assert not asyncio.run(engine.use_table(lambda table: table.game(key))).over
