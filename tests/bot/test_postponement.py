"""What would hold up the engine's thread is calculated in a worker, and the question asked again."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.hosting import postponement
from bot.hosting.engine_thread import EngineThread
from bot.hosting.postponement import Postponement, asker
from engine.errors import Refused
from engine.systems.baker.rules.combat import odds
from engine.table import Table
from engine.toolkit.long_calculations import CalculateElsewhere, LongCalculation, long_calculation, through_gate
from tests.support.databases import new_database

NOW = "2026-01-31T18:00:00Z"
BATTLE = "land: 14 inf 6 art 5 tank 4 fighter vs 15 inf 4 art 5 tank 3 fighter"


@long_calculation(0)
def double(number: int) -> int:
    return 2 * number


class Clock:
    def __init__(self, *moments: float) -> None:
        self._moments = list(moments)

    def __call__(self) -> float:
        return self._moments.pop(0)


def test_a_calculation_that_took_long_is_postponed_until_it_is_quick_again() -> None:
    gate = Postponement(Clock(0.0, 0.001, 1.0, 1.5))
    with through_gate(gate):
        assert double(4) == 8
        assert double(4) == 8, "it took 1 ms, so it is calculated here again; now it took half a second"
        with pytest.raises(CalculateElsewhere):
            double(4)
        for _ in range(postponement.REMEMBERED):
            gate.note(double, (4,), 0.002)
    with through_gate(Postponement(Clock(0.0, 0.0))):
        assert double(5) == 10


def test_an_attempt_decides_where_there_is_one() -> None:
    def small(number: int) -> int | None:
        return 2 * number if number < 10 else None

    attempted: LongCalculation[[int], int] = LongCalculation(double.calculate, 0, small)
    with through_gate(Postponement(Clock())):
        assert attempted(9) == 18
        with pytest.raises(CalculateElsewhere):
            attempted(10)


@pytest_asyncio.fixture
async def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[EngineThread]:
    monkeypatch.setenv("FIELDPOST_WORKERS", "1")
    odds._posted_forecast.clear()
    made = EngineThread(new_database(tmp_path / "games.db"))
    yield made
    made.close()


@pytest.mark.long
async def test_others_are_answered_while_a_large_battle_is_calculated(engine: EngineThread) -> None:
    order = list[str]()

    async def ask(name: str, question: Any) -> Any:
        asker.set(name)
        found = await engine.use_table(question)
        order.append(name)
        return found

    large, small = await asyncio.gather(
        asyncio.create_task(ask("ann", _open_whole_battle)),
        asyncio.create_task(ask("bob", lambda table: table.journal.games())),
    )
    assert order == ["bob", "ann"]
    assert small == (), "ann's battle is undone while its odds are calculated"
    assert [item for item in large if "expected" in item.casefold()], large
    assert await engine.use_table(lambda table: len(table.journal.games())) == 1


async def test_without_a_worker_it_is_calculated_on_the_engine_s_thread(
    engine: EngineThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: Any) -> Any:
        raise Refused("busy", "no worker today")

    monkeypatch.setattr(engine._calculations, "run", refuse)
    monkeypatch.setattr(odds, "SOON_POSITIONS", 1)
    assert await engine.use_table(lambda table: _open_whole_battle(table, "land: 2 inf vs 2 inf"))


def _open_whole_battle(table: Table, words: str = BATTLE) -> tuple[str, ...]:
    """The report of a battle that one person opened and fought to its end."""
    with table.journal.transaction():
        game = table.open_battle(words, "", NOW, None, "all")
        for side in game.sides:
            table.seat(game.id, side, "ann", NOW)
        first, *rest = game.sides
        table.done(game.id, first, NOW, "discord:1", tuple(rest))
    return table.log(game.id)
