"""One bot in several processes: each serves its shards, and what a dead one has left is done by another, once."""

import asyncio
import os
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
import pytest_asyncio

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.server import Server as Discord
from bot.bench.private_postgresql import Server
from bot.hosting.claims import BEAT, PATIENCE
from bot.hosting.deadline_clock import LONGEST_WAIT
from bot.hosting.utc_now import utc_now
from engine.errors import Refused
from engine.log.verify import verify
from engine.table import Table
from tests.discord.loopback.games import (
    Match,
    check_posted_once,
    is_phase,
    newest_phase_post,
    open_table,
    start_game,
    wait_for_news,
)
from tests.engine.table_games import phase_of
from tests.support.sampling import share
from tests.support.toy_system import entropy

pytestmark = pytest.mark.asyncio(loop_scope="session")
KILLS = int(os.environ.get("FIELDPOST_KILLS", share(3, 1)))
"""How many kills at random moments; each takes about ten seconds."""
HANGING = 60
"""Seconds that the loopback lets a request hang, also that of a process which was not killed for it."""
POST = r"POST /channels/\d+/messages$"


class Processes:
    """Some shards, and a server with two players for each."""

    def __init__(self, discord: Discord, home: Path, database: str = "", shards: int = 2) -> None:
        self.discord, self.home, self.database, self.started = discord, home, database, list[Bot]()
        discord.world.divide(shards)
        rooms = [discord.world.open_room(f"shard-{n}", guild=guild) for n, guild in enumerate(discord.world.guilds)]
        self.players = [
            (Player(discord, f"Ann{n}", room), Player(discord, f"Bob{n}", room)) for n, room in enumerate(rooms)
        ]

    def process(self, shards: str, connections: int = 1) -> Bot:
        """One that serves these; not started."""
        home = self.home / shards.replace("/", "-")
        home.mkdir(exist_ok=True)
        environment = {"FIELDPOST_SHARDS": shards, "FIELDPOST_GUILD": ""}
        made = Bot(
            self.discord,
            home,
            environment | ({"FIELDPOST_DB": self.database} if self.database else {}),
            shards=connections,
        )
        self.started.append(made)
        return made


Divide = Callable[..., Processes]


@pytest_asyncio.fixture(loop_scope="session")
async def divide(alone: Discord, tmp_path: Path) -> AsyncIterator[Divide]:
    """Makes the stage of a test; no process outlives the test, however it ends."""
    stages = list[Processes]()

    def make(database: str = "", shards: int = 2) -> Processes:
        stages.append(Processes(alone, tmp_path, database, shards))
        return stages[-1]

    yield make
    for bot in (bot for stage in stages for bot in stage.started if not bot.ended):
        await bot.kill()


@pytest.mark.long
async def test_one_process_serves_several_shards(alone: Discord, divide: Divide) -> None:
    """It needs no server for that: a bot in so many servers that Discord wants it divided."""
    stage = divide()
    bot = await stage.process("0-1/2", 2).start()
    for host, guest in stage.players:
        await start_game(host, guest)
        await newest_phase_post(host)
    assert {session.shard for session in alone.gateway.sessions.values()} == {(0, 2), (1, 2)}
    assert await bot.stop() == 0 and "Traceback" not in bot.log
    part = stage.process("0/2")
    await part.spawn()
    assert await part.exit() == 2 and "PostgreSQL" in part.log and "FIELDPOST_SHARDS=0-1/2" in part.log


@pytest.mark.long
async def test_two_processes_serve_a_bot(alone: Discord, postgresql_server: Server, divide: Divide) -> None:
    """Each answers and posts for its own servers; nobody else may serve their shards."""
    stage = divide(postgresql_server.new_database())
    bots = [await stage.process(f"{n}/2").start() for n in range(2)]
    matches = [await start_game(*players) for players in stage.players]
    for (host, guest), match in zip(stage.players, matches, strict=True):
        await play_a_phase(host, guest, match, stage.database)
    for shards, says in (
        ("1/2", "already serves shard 1"),
        ("2/3", "share 2 shards"),
        ("", "Another bot already serves"),
    ):
        late = stage.process(shards)
        await late.spawn()
        assert await late.exit(20) == 1 and says in late.log and "Traceback" not in late.log
    for bot, own in zip(bots, range(2), strict=True):
        assert await bot.stop() == 0 and "Traceback" not in bot.log, bot.log
        assert f"connected as {alone.world.me['username']}" in bot.log, own
    check(stage, matches)


@pytest.mark.long
async def test_the_work_of_a_dead_process_is_taken_over(
    alone: Discord, postgresql_server: Server, divide: Divide
) -> None:
    """It is killed after a post has arrived and before it knows; the next deadline is its server's, and comes while it
    is dead.  The other process does both within 30 seconds, answers its players, and gives all back when it is back.
    """
    stage = divide(postgresql_server.new_database())
    first, second = [await stage.process(f"{n}/2").start() for n in range(2)]
    host, guest = stage.players[1]
    await asyncio.sleep(BEAT + 1)  # until the first knows of the second, it may make the posts of both
    match = await start_game(host, guest, deadline="20s")
    before, fault = await newest_phase_post(host), alone.fail(POST, "hang_after")
    began = time.monotonic()
    await play_a_phase(host, guest, match, stage.database, posted=False)
    await asyncio.wait_for(fault.reached.wait(), 10)
    await second.kill()
    alone.faults.clear()
    killed = time.monotonic()
    await host.wait_for_post(is_phase, after=before, seconds=BEAT + PATIENCE + LONGEST_WAIT)
    await host.wait_for_post(lambda post: "Time is up" in post.text, seconds=30)
    assert time.monotonic() - killed < 30 + 20 - (killed - began), "within 30 seconds of the kill, or of the deadline"
    assert "have no process" in first.log
    assert "millers-bridge" in (await host.slash("game info", game=match.id)).text
    sessions = alone.gateway.sessions
    assert all(session.socket for session in sessions.values()) and len(sessions) == 2, "its shard is served"
    await second.start()
    assert "shard 1 is no longer served here" in first.log
    newest = await newest_phase_post(host)
    await play_a_phase(host, guest, match, stage.database)
    assert (await newest_phase_post(host)).id != newest.id
    for bot in (first, second):
        assert await bot.stop() == 0 and "Traceback" not in bot.log, bot.log
    check(stage, [match])


@pytest.mark.long
@pytest.mark.timeout(240 + 30 * KILLS)
async def test_processes_killed_at_any_moment(alone: Discord, postgresql_server: Server, divide: Divide) -> None:
    """Three processes, each with a game whose deadlines pass all the time.  Some are started again at once, others when
    their work has been taken over: all is run once and posted once, in order.
    """
    stage, chance = divide(postgresql_server.new_database(), 3), random.Random(1942)
    bots = [await stage.process(f"{n}/3").start() for n in range(3)]
    matches = [await start_game(*players, deadline="4s") for players in stage.players]
    for _ in range(KILLS):
        with open_table(bots[0]) as table:
            for match in matches:  # a game in which nobody does anything would stop by itself
                commit_for_mover(table, match)
        await asyncio.sleep(chance.uniform(0, 5))
        number = chance.randrange(3)
        bot, room = bots[number], matches[number].room
        if chance.random() < 0.5:
            fault = alone.fail(rf"POST /channels/{room.id}/messages$", chance.choice(("hang", "hang_after")))
            await asyncio.wait_for(fault.reached.wait(), 30)
        await bot.kill()
        alone.faults.clear()
        if chance.random() < 0.5:
            await asyncio.sleep(BEAT + PATIENCE + 5)
        await bot.start()
    with open_table(bots[0]) as table:
        for match in matches:
            commit_for_mover(table, match, "concede")
    for bot, match, (host, _) in zip(bots, matches, stage.players, strict=True):
        assert "Traceback" not in bot.log, bot.log
        await wait_for_news(bot, match, host, BEAT + PATIENCE + HANGING)
        check_posted_once(bot, match, host)
        with open_table(bot) as table:
            assert verify(table.export(match.id)).holds
        assert sum("Time is up" in post.text for post in host.posts()) > KILLS
    for bot in bots:
        assert await bot.stop() == 0


def commit_for_mover(table: Table, match: Match, text: str = "") -> None:
    """Commit a text, or the first idea, for the side to move; its time may be up before it is run."""
    for _ in range(20):
        side = phase_of(table, match.id).sides[0]
        with suppress(Refused):
            table.commit(match.id, side, utc_now(), text=text or table.ideas(match.id, side)[0])
            return
    raise AssertionError(f"nothing could be committed in {match.id}")


async def play_a_phase(host: Player, guest: Player, match: Match, database: str, posted: bool = True) -> None:
    """The side to move is done, in Discord; ``posted``: and what follows is posted."""
    before = await newest_phase_post(host)
    with closing(Table(database, entropy())) as table:
        mover = {"reeve": host, "reivers": guest}[phase_of(table, match.id).sides[0]]
    await mover.done()
    if posted:
        await host.wait_for_post(is_phase, after=before)


def check(stage: Processes, matches: list[Match]) -> None:
    """Every log verifies, and nothing was posted twice."""
    table = Table(stage.database, entropy())
    for match, (host, _) in zip(matches, stage.players if len(matches) > 1 else stage.players[1:], strict=True):
        assert verify(table.export(match.id)).holds
        texts = [post.text for post in host.posts()]
        assert len(texts) == len(set(texts)) > 2, "nothing is posted twice"
    table.close()
