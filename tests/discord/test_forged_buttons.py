"""Forged and outdated ids of buttons and forms: each is answered with a sentence, and none does what it may not."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest

from bot.discord.commands import orders, presses
from bot.discord.commands.context import Context, Services
from bot.discord.commands.replies import run_action
from bot.discord.messages.address import write_address
from bot.discord.messages.components import Pressed, read_custom_id, read_form
from bot.hosting.engine_thread import EngineThread
from tests.support.sampling import share

NOW = "2026-01-31T18:00:00Z"
ACTIONS = (
    *("join", "show", "commit", "done", "sure-commit", "sure-done", "leave", "concede", "move", "write", "written"),
    *("accept", "decline", "give-up", "", "x", "Join", "joi\u0301n"),
)
WORDS = (
    *("", "0", "1", "2", "99", "-1", "01", "²", "٣", "1e3", "9" * 60, "red", "a", "a|", "|", "||", "0|0", "a|b|c"),
    *("1.missile.9|0,1", "1.missile.9|99", "1..|²", "1.missile.9|0|deadbeef", "None", "\x00", "🎲" * 20, "a:b:c"),
)
GAMES = ("millers-1", "", "millers", "Millers", "nothing", "battle-1", "two-1", "%", "' or 1=1", "\x00", "🎲", "9" * 60)


class Nobody:
    """A publisher and doors that nobody listens to."""

    def notify(self, game: str = "") -> None: ...
    def changed(self, game: str) -> None: ...
    async def wait_until_posted(self, game: str, timeout: float) -> bool:
        return True


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    """Ann in the channel of a game that waits for players, one that runs, and an open battle."""
    engine = EngineThread(tmp_path / "games.db")
    services: Any = Services(engine, Nobody(), Nobody())  # type: ignore[arg-type]
    yield Context(services, "ann", 1, 2, 2, "discord:7", discord.Permissions.all(), 10**7)
    engine.close()


async def open_games(context: Context) -> None:
    def work(data: Any) -> None:
        for key in (
            data.table.open("millers-bridge", "", NOW).id,
            data.table.open("two-shores", "", NOW).id,
            data.table.open_battle("land: 6 inf vs 5 inf", "", NOW).id,
        ):
            data.outbox.set_destination(key, write_address(1, 2), "ab")
        for key in ("two-1", "battle-1"):
            for number, side in enumerate(data.table.game(key).sides):
                data.table.seat(key, side, ("ann", "bob")[number % 2], NOW)

    await context.services.engine.use_data(work)


def forged(chance: Random) -> Pressed:
    return Pressed(chance.choice(ACTIONS), chance.choice(GAMES), chance.choice(WORDS))


def test_every_forged_button_is_answered_with_a_sentence(context: Context) -> None:
    async def press_all() -> None:
        await open_games(context)
        for seed in range(share(4000, 200)):
            press = forged(Random(f"forged {seed}"))
            pressing = replace(context, nonce=f"discord:{seed}", player=("ann", "bob", "cid")[seed % 3])
            answer = await run_action(lambda who, press=press: presses.perform(who, press), pressing)  # type: ignore[misc]
            assert answer.text and "Internal error" not in answer.text, (seed, press, answer.text)
            side, phase = orders.read_form_word(press.word)
            written = await run_action(
                lambda who, game=press.game, side=side, phase=phase: orders.replace_draft(  # type: ignore[misc]
                    who, game, side, "done", phase
                ),
                pressing,
            )
            assert written.text and "Internal error" not in written.text, (seed, press, written.text)

    asyncio.run(press_all())


def test_ids_and_forms_of_other_programs_are_read_without_a_fault() -> None:
    for seed in range(share(20_000, 1_000)):
        chance = Random(f"id {seed}")
        parts = [chance.choice(("fp", "", "x", *ACTIONS, *WORDS, *GAMES)) for _ in range(chance.randrange(7))]
        found = read_custom_id(":".join(parts)[:100])
        assert found is None or all(isinstance(part, str) for part in found)
        assert read_form(_form(chance, 4)) in (None, "text")


def _form(chance: Random, depth: int) -> Any:
    """What a form may hold: nested as Discord nests it, and as it never does."""
    inner = chance.choice((None, 7, "text", [], {})) if not depth else _form(chance, depth - 1)
    return chance.choice(
        (
            inner,
            [inner, inner],
            {"components": inner},
            {"components": [inner]},
            {"component": inner},
            {"custom_id": "orders", "value": chance.choice(("text", None, 5))},
            {"custom_id": 5, "value": inner},
        )
    )
