"""A form is the first answer, within three seconds: it never waits for a calculation in a worker."""

from pathlib import Path
from typing import Any

import discord
import pytest

from bot.discord.commands import orders
from bot.discord.commands.context import Context, Services
from bot.discord.messages.address import write_address
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.postponement import Postponement
from engine.lookups import legal_orders
from engine.toolkit.long_calculations import CalculateElsewhere
from tests.support.toy_system import NOW

GUILD, CHANNEL = 7, 8


def _open(data: EngineData) -> str:
    game = data.table.open("millers-bridge", "", NOW)
    for side in game.sides:
        data.table.seat(game.id, side, "ann", NOW)
    data.outbox.set_destination(game.id, write_address(GUILD, CHANNEL), "tag")
    return game.id


async def test_examples_are_left_out_of_a_form_if_they_are_not_at_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = EngineThread(tmp_path / "games.db")
    services: Any = Services(engine, None, None)  # type: ignore[arg-type]
    context = Context(services, "ann", GUILD, CHANNEL, CHANNEL, "discord:1", discord.Permissions.all(), 1_000_000)
    try:
        game = await engine.use_data(_open)
        _, side, draft, examples = await orders.read_draft(context, game, None)
        assert draft == "" and examples

        def postpone(gate: Postponement, calculation: Any, values: Any) -> Any:
            raise CalculateElsewhere(calculation, values)

        async def never(*_: object) -> object:
            raise AssertionError("the form waits for a worker")

        monkeypatch.setattr(Postponement, "__call__", postpone)
        monkeypatch.setattr(engine._calculations, "run_urgent", never)
        assert (await orders.read_draft(context, game, None))[3] == examples, "what is known is shown"
        legal_orders._best_orders.clear()
        assert (await orders.read_draft(context, game, None))[3] == ()
        await engine.use_table(lambda table: table.write(game, side, "choose a", NOW))
        assert (await orders.read_draft(context, game, None))[2:] == ("choose a", ())
    finally:
        engine.close()
