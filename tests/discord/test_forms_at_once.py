"""A form is the first answer, within three seconds: it waits neither for a worker nor for other answers."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.discord.commands import form_priority, orders
from bot.discord.commands.context import Context, Services
from bot.discord.messages.address import write_address
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.postponement import Postponement
from engine.lookups import legal_orders
from engine.toolkit.long_calculations import CalculateElsewhere
from tests.discord.loopback.games import newest_phase_post, start_game
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


@pytest.mark.asyncio(loop_scope="session")
async def test_a_form_goes_before_answers_that_were_asked_for_with_it(bot: Bot, enter: Callable[[str], Player]) -> None:
    ann, bob = enter("Ann"), enter("Bob")
    await start_game(ann, bob)
    call = await newest_phase_post(ann)
    asked = [asyncio.create_task(ann.slash(name)) for name in ("map", "units", "log", "game info") * 3]
    form = asyncio.create_task(ann.press_form(call, "Write orders"))
    answers = await asyncio.gather(*asked)
    opened = (await form).asked
    first = min(answer.asked.since + answer.asked.waited for answer in answers)
    assert opened.since + opened.waited < first


async def test_a_form_that_does_not_open_holds_nobody_up_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(form_priority, "LONGEST", 0.01)
    forms = form_priority.FormPriority()
    with forms.opening():
        await asyncio.wait_for(forms.give_way(), 5)
    with suppress(RuntimeError), forms.opening():
        raise RuntimeError
    monkeypatch.setattr(form_priority, "LONGEST", 60)
    await asyncio.wait_for(forms.give_way(), 5)
