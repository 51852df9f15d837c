"""One run: games are opened and joined, people play them, the bot is killed and started again, all is checked."""

import asyncio
import contextlib
import resource
import time
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.interactions import Interaction
from bot.hosting.claims import BEAT, PATIENCE
from bot.hosting.outbox import Outbox
from engine.table import Table

from .audit import Findings, audit
from .measurements import Commits, Lateness, Memory, Requests
from .people import Person
from .plan import Plan
from .stage import Stage, background

DRAIN = 120.0
"""Seconds that the bot has to post what is left when everybody has stopped."""
SETTLING = 3.0
"""Seconds after a start in which what is asked first is read, drawn and imported anew."""
CHANNEL_POSTS, CHANNEL_SECONDS = 5, 5.5
"""A channel with so many posts in so many seconds has reached Discord's limit, or nearly so."""
TAKEN_OVER = BEAT + PATIENCE + 5.0
"""Seconds after which another process serves the shard of a dead one."""
AFTERWARDS = 15.0
"""The fewest seconds that people play on after the last time the bot, or the shard of a process, was away."""
MOMENT = 5.0
"""Seconds that a kill waits for a post to be on its way."""


class Delay(Enum):
    """What held up a post: nothing, a kill and the start after it, or Discord's limit for its channel."""

    NONE = "none"
    KILL = "kill"
    LIMIT = "limit"


@dataclass
class Result:
    """What a run found.  Moments by the monotonic clock; ``asked``: every interaction of the run.

    ``posted``: of each report seconds from its commit to its last post, and what held it up.  ``down``: from when to
    when the bot was away.  CPU in seconds of one core.
    """

    plan: Plan
    findings: Findings
    asked: list[Interaction]
    down: list[tuple[float, float]]
    posted: list[tuple[float, Delay]]
    lateness: Lateness
    memory: Memory
    requests: Requests
    refused: int
    seconds: float
    cpu_bot: float
    cpu_generator: float
    violations: list[str] = field(default_factory=list)


class Run(Stage):
    """A load run: true rate limits, people who play, and kills."""

    def __init__(self, plan: Plan, home: Path) -> None:
        super().__init__(plan, home)
        self.down = list[tuple[float, float]]()
        self.lateness, self.memory, self.requests = Lateness(), Memory(), Requests(self.server)

    async def go(self) -> Result:
        start = cpu()
        async with self.running() as people:
            return await self.measure(people, start)

    async def measure(self, people: list[Person], cpu_before: tuple[float, float]) -> Result:
        self.server.answers.asked.clear()
        self.requests.look()
        self.requests.posts.clear()
        self.requests.counted.clear()
        commits, begin = Commits(self.address), time.monotonic()
        with background(self.lateness.watch(), commits.watch(), self._look()):
            kills = asyncio.create_task(self._kill_sometimes(begin))
            await asyncio.gather(kills, *(person.live(lambda: self._goes_on(begin, kills)) for person in people))
            seconds = time.monotonic() - begin
            await self._drain()
        self.requests.look()
        for bot in self.bots:
            await bot.stop(30)
        cpu_generator, cpu_bot = (after - before for after, before in zip(cpu(), cpu_before, strict=True))
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
            cpu_bot,
            cpu_generator,
            self.server.violations,
        )

    def _goes_on(self, begin: float, kills: asyncio.Task[None]) -> bool:
        """As long as the plan says, and always for a while after the last kill."""
        back = max((end for _, end in self.down), default=begin)
        now = time.monotonic()
        return not kills.done() or now < max(begin + self.plan.seconds, back + AFTERWARDS)

    async def _kill_sometimes(self, begin: float) -> None:
        """The kills, at equal distances; every other one between a post's arrival and the news of it.  Of several
        processes each second one that is killed stays away until its work has been taken over.
        """
        for number in range(self.plan.kills):
            at = begin + self.plan.seconds * (number + 1) / (self.plan.kills + 1)
            await asyncio.sleep(max(0.0, at - time.monotonic()))
            bot = self.bots[number % len(self.bots)]
            if number % 2 == 0:
                fault = self.server.fail(self._posts_of(bot), "hang_after")
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(MOMENT):
                        await fault.reached.wait()
            killed = time.monotonic()
            await bot.kill()
            self.server.faults.clear()
            if len(self.bots) > 1 and number % 2 == 0:
                await asyncio.sleep(TAKEN_OVER)
                self.down.append((killed, time.monotonic()))
                await asyncio.sleep(SETTLING)
                await bot.start(60)
            else:
                await bot.start(60)
                self.down.append((killed, time.monotonic()))

    def _posts_of(self, bot: Bot) -> str:
        """What matches the posts that a process makes: those to the rooms of its server."""
        guild = self.server.world.guilds[self.bots.index(bot)]
        rooms = (room.id for room in self.server.world.rooms.values() if room.guild == guild)
        return rf"POST /channels/({'|'.join(rooms)})/messages$"

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(0.5)
            self.requests.look()
            for bot in self.bots:
                if not bot.ended:
                    self.memory.look(bot.process.pid)

    async def _drain(self) -> None:
        """Until everything is posted, or ``DRAIN`` seconds have passed: then the audit says what is missing."""
        table = Table(self.address, bytes)
        outbox = Outbox(table.journal)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DRAIN):
                while outbox.waiting_games():
                    await asyncio.sleep(0.1)
        table.close()

    def _audit(self, asked: list[Interaction]) -> Findings:
        played = {room.id: game for game, rooms in self.rooms.items() for room in rooms}
        answered = dict[str, list[Interaction]]()
        for one in asked:
            answered.setdefault(played[one.room.id], []).append(one)
        table = Table(self.address, bytes)
        try:
            return audit(table, answered, self.rooms, self.server.world.me["id"])
        finally:
            table.close()

    def _posted(self, findings: Findings, commits: Commits) -> list[tuple[float, Delay]]:
        """As ``Result.posted``."""
        since_1970 = time.time() - time.monotonic()
        found = list[tuple[float, Delay]]()
        for (game, seq), arrived in findings.arrived.items():
            if (commit := commits.moment(game, seq)) is not None:
                delay = self._delay(game, commit - since_1970, arrived - since_1970)
                found.append((max(0.0, arrived - commit), delay))
        return found

    def _delay(self, game: str, commit: float, arrived: float) -> Delay:
        """What held up a post, besides the bot."""
        if any(start < arrived and commit < end + SETTLING for start, end in self.down):
            return Delay.KILL
        before = [
            moment
            for room in self.rooms[game]
            for moment in self.requests.posts.get(room.id, ())
            if arrived - CHANNEL_SECONDS <= moment <= arrived
        ]
        return Delay.LIMIT if len(before) >= CHANNEL_POSTS else Delay.NONE


def cpu() -> tuple[float, float]:
    """Seconds of CPU of this process, and of its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time(), children.ru_utime + children.ru_stime
