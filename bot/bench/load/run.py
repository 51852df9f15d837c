"""One run: games are opened and joined, people play them, the bot is killed and started again, all is checked."""

import asyncio
import contextlib
import random
import re
import resource
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.guild import Room
from bot.bench.loopback.interactions import Interaction
from bot.bench.loopback.player import Player
from bot.bench.loopback.rate_limits import OVERALL, TRUE, Bucket
from bot.bench.loopback.server import Server
from bot.hosting.outbox import Outbox
from engine.table import Table

from .audit import Findings, audit
from .measurements import Commits, Lateness, Memory, Requests
from .people import Person
from .plan import Plan

POST = r"POST /channels/\d+/messages$"
OPENING = 8
"""Games that are opened at the same time, before the run."""
DRAIN = 120.0
"""Seconds that the bot has to post what is left when everybody has stopped."""
MOMENT = 5.0
"""Seconds that a kill waits for a post to be on its way."""


@dataclass
class Result:
    """What a run found.  Moments by the monotonic clock; ``asked``: every interaction of the run.

    ``posted``: of each report seconds from its commit to its last post, and whether the bot was killed in between.
    ``down``: from when to when the bot was away.  CPU in seconds of one core.
    """

    plan: Plan
    findings: Findings
    asked: list[Interaction]
    down: list[tuple[float, float]]
    posted: list[tuple[float, bool]]
    lateness: Lateness
    memory: Memory
    requests: Requests
    refused: int
    seconds: float
    cpu_bot: float
    cpu_generator: float
    violations: list[str] = field(default_factory=list)


class Run:
    """A loopback Discord with true rate limits, the bot on it, and everybody who plays."""

    def __init__(self, plan: Plan, home: Path) -> None:
        self.plan, self.server = plan, Server()
        self.bot = Bot(self.server, home)
        self.rooms = dict[str, list[Room]]()
        """Game -> the channel of its announcement and its thread."""
        self.down = list[tuple[float, float]]()
        self.lateness, self.memory, self.requests = Lateness(), Memory(), Requests(self.server)
        self._played = list[Room]()
        """Where the games are played, in the order of their numbers."""

    async def go(self) -> Result:
        await self.server.start()
        start = cpu()
        try:
            await self.bot.start()
            people = await self.open_games()
            self.server.limits.be(TRUE)
            self.server.limits.overall = Bucket(*OVERALL)
            return await self.measure(people, start)
        finally:
            await self.bot.kill()
            await self.server.stop()

    # before the run
    async def open_games(self) -> list[Person]:
        players = [Player(self.server, f"P{n}", Room("", "", "")) for n in range(self.plan.players)]
        several = asyncio.Semaphore(OPENING)
        self._played = await asyncio.gather(
            *(
                self._open_game(n, [players[seat] for seat in self.plan.seats(n)], several)
                for n in range(self.plan.games)
            )
        )
        chance = random.Random(self.plan.seed)
        return [
            Person(
                player,
                [self._played[game] for game in self.plan.games_of(n)],
                random.Random(chance.getrandbits(32)),
                self.plan,
            )
            for n, player in enumerate(players)
        ]

    async def _open_game(self, number: int, seats: list[Player], several: asyncio.Semaphore) -> Room:
        """The room it is played in, once its first phase is called."""
        async with several:
            channel = self.server.world.open_room(f"channel-{number}")
            host = seats[0]
            host.enter(channel)
            answer = await host.slash("game new", scenario=self.plan.scenario(number))
            found = re.search(r"id `([^`]+)`.*<#(\d+)>", answer.text)
            assert found, f"no game was opened: {answer.text}"
            room = self.server.world.rooms[found[2]]
            self.rooms[found[1]] = [channel, room]
            for player in seats:
                player.enter(room)
                await player.slash("game join", game=found[1])
            await host.wait_for_post(lambda post: "Waiting for" in post.text and "Done" in post.buttons, seconds=60)
            return room

    # the run
    async def measure(self, people: list[Person], cpu_before: tuple[float, float]) -> Result:
        self.server.answers.asked.clear()
        self.requests.look()
        self.requests.posts.clear()
        self.requests.counted.clear()
        commits, begin = Commits(self.bot.database), time.monotonic()
        with background(self.lateness.watch(), commits.watch(), self._look()):
            end = begin + self.plan.seconds
            await asyncio.gather(self._kill_sometimes(begin), *(person.live(end) for person in people))
            seconds = time.monotonic() - begin
            await self._drain()
        self.requests.look()
        await self.bot.stop(30)
        generator, bot = (after - before for after, before in zip(cpu(), cpu_before, strict=True))
        asked = list(self.server.answers.asked.values())
        findings = self._audit(asked)
        posted = self._posted(findings, commits)
        commits.close()
        return Result(
            self.plan,
            findings,
            asked,
            self.down,
            posted,
            self.lateness,
            self.memory,
            self.requests,
            self.server.limits.exceeded,
            seconds,
            bot,
            generator,
            self.server.violations,
        )

    async def _kill_sometimes(self, begin: float) -> None:
        """The kills, at equal distances; every other one between a post's arrival and the news of it."""
        for number in range(self.plan.kills):
            at = begin + self.plan.seconds * (number + 1) / (self.plan.kills + 1)
            await asyncio.sleep(max(0.0, at - time.monotonic()))
            if number % 2 == 0:
                fault = self.server.fail(POST, "hang_after")
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(fault.reached.wait(), MOMENT)
            killed = time.monotonic()
            await self.bot.kill()
            self.server.faults.clear()
            await self.bot.start(60)
            self.down.append((killed, time.monotonic()))

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(0.5)
            self.requests.look()
            if not self.bot.ended:
                self.memory.look(self.bot.process.pid)

    async def _drain(self) -> None:
        """Until everything is posted, or ``DRAIN`` seconds have passed: then the audit says what is missing."""
        table = Table(self.bot.database, bytes)
        outbox = Outbox(table.journal)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DRAIN):
                while outbox.waiting_games():
                    await asyncio.sleep(0.1)
        table.close()

    # after the run
    def _audit(self, asked: list[Interaction]) -> Findings:
        played = {room.id: game for game, rooms in self.rooms.items() for room in rooms}
        answered = dict[str, list[Interaction]]()
        for one in asked:
            answered.setdefault(played[one.room.id], []).append(one)
        table = Table(self.bot.database, bytes)
        try:
            return audit(table, answered, self.rooms, self.server.world.me["id"])
        finally:
            table.close()

    def _posted(self, findings: Findings, commits: Commits) -> list[tuple[float, bool]]:
        """As ``Result.posted``."""
        since_1970 = time.time() - time.monotonic()
        down = [(start + since_1970, end + since_1970) for start, end in self.down]
        found = list[tuple[float, bool]]()
        for (game, seq), arrived in findings.arrived.items():
            if (commit := commits.moment(game, seq)) is not None:
                killed = any(start < arrived and commit < end for start, end in down)
                found.append((max(0.0, arrived - commit), killed))
        return found


def cpu() -> tuple[float, float]:
    """Seconds of CPU of this process, and of its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time(), children.ru_utime + children.ru_stime


@contextmanager
def background(*work: Coroutine[Any, Any, None]) -> Iterator[None]:
    """The work goes on beside what is done meanwhile, and ends with it."""
    tasks = [asyncio.create_task(one) for one in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
