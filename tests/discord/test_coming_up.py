"""The bot comes up while Discord is down, without a token, or without its server."""

import asyncio
import re
from pathlib import Path

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.server import Server
from tests.bot.command_line import fieldpost

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.long
async def test_the_bot_waits_for_a_gateway_that_is_down_at_the_start(alone: Server, tmp_path: Path) -> None:
    bot = Bot(alone, tmp_path)
    await alone.close_gateway()
    await bot.spawn()
    await asyncio.sleep(2)
    assert not bot.ended, bot.log
    await alone.open_gateway()
    await alone.world.until(lambda: alone.gateway.identified or bot.ended, 20)
    assert await bot.stop() == 0, bot.log


@pytest.mark.long
async def test_the_bot_waits_for_an_api_that_is_down_at_the_start(alone: Server, tmp_path: Path) -> None:
    bot = Bot(alone, tmp_path)
    alone.fail("GET /users/@me", "503", times=2)
    alone.fail("PUT /applications", "503")
    await bot.start(30)
    assert await bot.stop() == 0, bot.log


@pytest.mark.long
async def test_a_wrong_token_is_explained(alone: Server, tmp_path: Path) -> None:
    bot = Bot(alone, tmp_path, {"DISCORD_TOKEN": "MTIz.wrong.token"})
    await bot.spawn()
    assert await bot.exit(20) == 1, bot.log
    assert "token" in bot.log
    assert "Traceback" not in bot.log
    assert len(re.findall(r"(?m)^.*token.*$", bot.log, re.I)) <= 4, bot.log


async def test_a_missing_token_is_explained(tmp_path: Path) -> None:
    code, _, err = await asyncio.to_thread(fieldpost, "serve", cwd=tmp_path)
    assert code == 2 and "DISCORD_TOKEN=... fieldpost serve" in err and len(err.splitlines()) < 10


@pytest.mark.long
async def test_a_server_without_the_bot_is_named_and_the_others_are_served(alone: Server, tmp_path: Path) -> None:
    bot = Bot(alone, tmp_path, {"FIELDPOST_GUILD": "1104200000000000000"})
    await bot.start()
    alice = Player(alone, "Alice", alone.world.open_room("war-room"))
    assert "is open" in (await alice.slash("game new", scenario="millers-bridge")).text
    assert "1104200000000000000" in bot.log
    assert "Traceback" not in bot.log
    assert await bot.stop() == 0
