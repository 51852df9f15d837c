"""A halted game in Discord: its players are told in its channel, its commands answer with a sentence, it goes on."""

from pathlib import Path

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.server import Server
from bot.hosting import halting
from bot.hosting.engine_thread import EngineData
from bot.hosting.halted_games import FAULT, Halted
from bot.hosting.utc_now import utc_now
from tests.bot.command_line import process
from tests.discord.loopback.games import (
    Match,
    check_posted_once,
    find_game,
    newest_phase_post,
    start_game,
    wait_for_news,
)
from tests.discord.test_reminders import lone_bot, until

pytestmark = pytest.mark.asyncio(loop_scope="session")
__all__ = ["lone_bot"]


def halt(bot: Bot, match: Match) -> None:
    """As another process does in which something has failed in the game."""
    data = EngineData(bot.database)
    halted = Halted(match.id, FAULT, "its deadline: KeyError", "c0ffee", utc_now())
    assert halting.halt(data, halted, halting.fault_notice(data, halted))
    data.close()


@pytest.mark.long
async def test_its_players_are_told_once_and_it_goes_on_when_it_is_resumed(lone_bot: Bot, alone: Server) -> None:
    alice, bob = (Player(alone, name, alone.world.open_room("halted")) for name in ("Alice", "Bob"))
    bob.enter(alice.room)
    match = await start_game(alice, bob, deadline="2s")
    await wait_for_news(lone_bot, match, alice)
    halt(lone_bot, match)
    told = await alice.wait_for_post(lambda post: "is halted" in post.text)
    assert told.pings == ["Alice"] and f"fieldpost resume {match.id}" in told.text
    before = find_game(lone_bot, match)
    mover = alice if f"<@{alice.id}>" in (await newest_phase_post(alice)).text else bob
    refused = await mover.slash("orders line", text="choose a")
    assert "is halted since" in refused.text and "was not kept" in refused.text and "nternal" not in refused.text
    assert "is halted since" in (await alice.slash("game info")).text
    assert find_game(lone_bot, match).length == before.length, "its deadline passed long ago"
    code, out, err = process("resume", match.id, cwd=Path(lone_bot.home), FIELDPOST_DB=str(lone_bot.database))
    assert (code, err) == (0, "") and f"{match.id} goes on" in out, out
    await until(lambda: find_game(lone_bot, match).phase_key != before.phase_key)
    await alice.wait_for_post(lambda post: "was halted from" in post.text)
    await alice.slash("game concede")
    assert sum("is halted" in post.text for post in alice.posts()) == 1, "told once"
    await wait_for_news(lone_bot, match, alice)
    check_posted_once(lone_bot, match, alice)
