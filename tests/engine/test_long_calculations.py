"""Long calculations: kept, or asked of a gate; a game through a gate that refuses everything first is the same."""

import hashlib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.errors import AskAgain, Refused
from engine.systems import SYSTEMS
from engine.table import Table
from engine.toolkit.long_calculations import (
    CalculateElsewhere,
    LongCalculation,
    Values,
    if_at_hand,
    long_calculation,
    through_gate,
)
from tests.support import random_games
from tests.support.databases import sqlite_connection
from tests.support.sampling import share

NOW = "2026-01-31T18:00:00Z"


@long_calculation(2)
def _square(number: int) -> int:
    CALLS.append(number)
    return number * number


CALLS = list[int]()


def test_results_are_kept_and_the_oldest_is_dropped() -> None:
    CALLS.clear()
    _square.clear()
    assert [_square(n) for n in (1, 2, 1, 3, 1, 2)] == [1, 4, 1, 9, 1, 4]
    assert CALLS == [1, 2, 3, 2], "1 was used last when 3 came, so 2 was dropped"


def test_only_where_a_gate_is_open_it_is_asked_for_what_is_missing() -> None:
    asked = list[Values]()

    def gate(calculation: LongCalculation[..., Any], values: Values) -> Any:
        asked.append(values)
        raise CalculateElsewhere(calculation, values)

    _square.clear()
    _square(1)
    with through_gate(gate):
        assert _square(1) == 1
        with pytest.raises(CalculateElsewhere) as missing:
            _square(5)
        missing.value.calculation.keep(missing.value.values, 25)
        assert _square(5) == 25
    assert _square(6) == 36
    assert asked == [(5,)]


def test_what_is_not_at_hand_is_done_without() -> None:
    _square.clear()
    _square(7)
    with through_gate(_refuse):
        assert (if_at_hand(lambda: _square(7), -1), if_at_hand(lambda: _square(8), -1)) == (49, -1)
    assert if_at_hand(lambda: _square(8), -1) == 64, "without a gate everything is at hand"


class _Interrupted:
    """A table whose every call is begun anew after each calculation that it lacks, as the bot's engine thread does."""

    def __init__(self, table: Table) -> None:
        self.table, self.postponed = table, 0

    def __getattr__(self, name: str) -> Any:
        def call(*values: Any, **named: Any) -> Any:
            while True:
                try:
                    with through_gate(_refuse):
                        return getattr(self.table, name)(*values, **named)
                except CalculateElsewhere as missing:
                    self.postponed += 1
                    missing.calculation.keep(missing.values, missing.calculation.calculate(*missing.values))

        return call


def _refuse(calculation: LongCalculation[..., Any], values: Values) -> Any:
    raise CalculateElsewhere(calculation, values)


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_call_that_was_undone_for_a_calculation_leaves_nothing_behind(name: str, tmp_path: Path) -> None:
    """The same game twice, once with every call interrupted at every calculation: the logs are equal."""
    stem = random_games.shipped(SYSTEMS[name])[-1]
    plain, interrupted = (_table(tmp_path / f"{n}.db") for n in range(2))
    again = _Interrupted(interrupted)
    try:
        logs = [_play(table, stem, Random(name), share(40, 6)) for table in (plain, again)]
        assert logs[0] == logs[1]
        assert again.postponed
    finally:
        plain.close()
        interrupted.close()


def _table(path: Path) -> Table:
    """Its secrets depend only on what is stored, so that what is undone does not change them."""

    def entropy(count: int) -> bytes:
        (stored,) = sqlite_connection(table.journal).execute("select count(*) from entry").fetchone()
        return hashlib.shake_256(str(stored).encode()).digest(count)

    table = Table(path, entropy)
    return table


def _play(table: Any, stem: str, choose: Random, phases: int) -> bytes:
    game = table.open(stem, "", NOW, 3600)
    for side in game.sides:
        table.seat(game.id, side, "ann", NOW)
    for number in range(phases):
        game = table.game(game.id)
        if game.over or not game.phase:
            break
        side = game.phase.sides[0]
        ideas = [one for one in table.ideas(game.id, side) if not one.startswith(("done", "commit", "concede"))]
        text = "\n".join(choose.sample(ideas, min(5, len(ideas))))
        table.examples(game.id, side)
        table.picture(game.id, side, draft=text)
        if number % 2:
            table.give(game.id, side, f"{text}\ndone\n{text}", NOW, f"discord:{number}")
            continue
        table.write(game.id, side, text, NOW)
        try:
            table.done(game.id, side, NOW, f"discord:{number}")
        except AskAgain as ask:
            table.done(game.id, side, NOW, f"discord:{number}", sure=ask.token)
        except Refused:
            table.give(game.id, side, "done", NOW, f"discord:{number}")
    return bytes(table.export(game.id))
