"""Starting the bot: one bot for a database, and each command once in a server, whatever an earlier start has left."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.server import Server
from bot.discord.messages.address import write_address
from bot.hosting.database import CommandFailed, open_database
from bot.hosting.outbox import Outbox
from bot.hosting.serve_lock import lock_file, serve_lock
from tests.support.databases import sqlite_connection

pytestmark = pytest.mark.asyncio(loop_scope="session")
ROOT = Path(__file__).parents[2]


@pytest.mark.long
async def test_a_second_bot_on_a_database_says_so_and_ends(alone: Server, tmp_path: Path) -> None:
    first, second = Bot(alone, tmp_path), Bot(alone, tmp_path)
    second.prints = tmp_path / "second.log"
    await first.start()
    assert lock_file(first.database).stat().st_mode & 0o777 == 0o600
    await second.spawn()
    assert await second.exit(20) == 1
    assert "Another bot already serves" in second.log and f"process {first.process.pid} on" in second.log
    assert "Traceback" not in second.log and len(second.log.splitlines()) == 1
    with open_database(first.database) as table:
        assert table.open("millers-bridge", "", "2026-11-23T12:00:00Z").id, "terminals share it with a running bot"
    await first.kill()
    await second.start()
    assert await second.stop() == 0, second.log


async def test_another_name_of_the_database_is_the_same_database(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "games.db")
    second = serve_lock(tmp_path / "link.db")
    with serve_lock(tmp_path / "games.db"), pytest.raises(CommandFailed, match="already serves"), second:
        pass
    with serve_lock(tmp_path / "link.db"):
        pass


async def test_a_folder_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandFailed, match="cannot be opened"), serve_lock(tmp_path / "nowhere" / "games.db"):
        pass


async def shown(server: Server, everywhere: int, here: int) -> None:
    """Wait until Discord shows so many commands of the bot in every server, and so many in ours alone."""
    async with asyncio.timeout(10):
        while [len(server.world.commands.get(scope, [])) for scope in ("", server.world.guild)] != [everywhere, here]:
            await asyncio.sleep(0.05)


@pytest.mark.long
async def test_no_server_shows_a_command_twice(alone: Server, tmp_path: Path) -> None:
    """With FIELDPOST_GUILD, without it, and with it again, on the same account."""
    guild = alone.world.guild
    bot = await Bot(alone, tmp_path, {"FIELDPOST_GUILD": ""}).start()
    commands = len(alone.world.commands[""])
    assert commands > 10
    await shown(alone, commands, 0)
    for chosen, everywhere, here in ((guild, 0, commands), ("", commands, 0), (guild, 0, commands)):
        assert await bot.stop() == 0, bot.log
        bot.extra = {"FIELDPOST_GUILD": chosen}
        await bot.start()
        await shown(alone, everywhere, here)
    assert await bot.stop() == 0, bot.log


@pytest.mark.parametrize(
    "damage", ["update destination set address = 'discord:nowhere'", "drop table entry", "pragma user_version = 99"]
)
@pytest.mark.long
async def test_a_damaged_database_is_a_sentence_when_the_bot_starts(alone: Server, tmp_path: Path, damage: str) -> None:
    bot = Bot(alone, tmp_path)
    with open_database(bot.database) as table:
        Outbox(table.journal).set_destination("millers-1", write_address(1, 2), "ab")
        sqlite_connection(table.journal).execute(damage)
    await bot.spawn()
    assert await bot.exit(20) == 1, bot.log
    said = [line for line in bot.log.strip().splitlines() if "is not configured" not in line]
    assert "Traceback" not in bot.log and len(said) == 1, bot.log


@pytest.mark.long
async def test_a_running_bot_does_not_stop_to_look_through_everything_it_holds() -> None:
    """In a process of its own: how often garbage is looked for is a setting of the whole process.

    So is how long a thread may keep others waiting.
    """
    program = (
        "import gc, sys, bot.serve, bot.hosting.interpreter as interpreter\n"
        "made = len(gc.get_objects())\n"
        "interpreter.tune_interpreter()\n"
        "runs = gc.get_stats()[2]['collections']\n"
        "kept = [[number] for number in range(200_000)]\n"
        "print(gc.get_freeze_count() >= made * 0.9, gc.get_stats()[2]['collections'] - runs, sys.getswitchinterval())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split() == ["True", "0", "0.001"]
