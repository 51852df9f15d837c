"""A form is the first answer, within three seconds: it waits neither for a worker nor for other answers."""

import asyncio
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord.commands import form_priority, orders, presses, replies
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


def _interaction() -> Any:
    return SimpleNamespace(response=SimpleNamespace())


async def test_a_form_goes_before_answers_that_were_asked_for_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    services, order, asked = Services(None, None, None), list[str](), _interaction()  # type: ignore[arg-type]

    async def filled(*_: object) -> None:
        await asyncio.sleep(0.02)

    async def send_form(*_: object) -> None:
        order.append("form")

    async def defer(**_: object) -> None:
        order.append("answer")

    monkeypatch.setattr(presses, "read_context", lambda *_: None)
    monkeypatch.setattr(presses, "_filled_form", filled)
    asked.response.send_modal, asked.response.defer = send_form, defer
    answers = [replies.acknowledge(services, asked) for _ in range(3)]
    forms = [presses.open_form(services, asked, None, None) for _ in range(2)]
    await asyncio.gather(*answers, *forms)
    assert order == ["form"] * 2 + ["answer"] * 3


async def test_a_form_that_does_not_open_holds_nobody_up_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(form_priority, "LONGEST", 0.01)
    forms = form_priority.FormPriority()
    with forms.opening():
        await asyncio.wait_for(forms.give_way(), 5)
    with suppress(RuntimeError), forms.opening():
        raise RuntimeError
    monkeypatch.setattr(form_priority, "LONGEST", 60)
    await asyncio.wait_for(forms.give_way(), 5)
