"""The bot with its games on a PostgreSQL server: played in Discord and from a terminal, killed, and started again."""

import time
from pathlib import Path

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.server import Server as Discord
from bot.bench.private_postgresql import Server
from bot.hosting.deadline_clock import LONGEST_WAIT
from bot.hosting.utc_now import utc_now
from engine.log.verify import verify
from engine.table import Table
from tests.discord.loopback.games import is_phase, newest_phase_post, start_game
from tests.support.toy_system import entropy

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.long
async def test_a_bot_on_a_server(alone: Discord, postgresql_server: Server, tmp_path: Path) -> None:
    """A terminal's commit is posted at once, not at the clock's next look; a second bot is refused; after a kill every
    deadline is run once, and every entry is posted once."""
    address = postgresql_server.new_database()
    bot = await Bot(alone, tmp_path, {"FIELDPOST_DB": address}).start()
    second = Bot(alone, tmp_path, {"FIELDPOST_DB": address})
    second.prints = tmp_path / "second.log"
    await second.spawn()
    assert await second.exit(20) == 1 and "Another bot already serves" in second.log and "Traceback" not in second.log
    room = alone.world.open_room("on-a-server")
    alice, bob = Player(alone, "Alice", room), Player(alone, "Bob", room)
    match = await start_game(alice, bob, deadline="8s")
    first = await newest_phase_post(alice)
    table = Table(address, entropy())
    phase = table.game(match.id).phase
    assert phase
    began = time.monotonic()
    table.commit(match.id, phase.sides[0], utc_now(), text="choose a")
    await alice.wait_for_post(is_phase, after=first)
    assert time.monotonic() - began < LONGEST_WAIT / 2
    await bot.kill()
    before = table.journal.read(match.id)
    await bot.start()
    await alice.wait_for_post(lambda post: "Time is up" in post.text, seconds=40)
    assert await bot.stop() == 0, bot.log
    entries = table.journal.read(match.id)
    assert entries[: len(before)] == before and len(entries) > len(before)
    assert verify(table.export(match.id)).holds and "Traceback" not in bot.log
    texts = [post.text for post in alice.posts()]
    assert len(texts) == len(set(texts)), "nothing is posted twice"
    table.close()
