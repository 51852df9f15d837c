"""What every run needs: a loopback Discord, the bot on it, games that are opened and joined, people who play them."""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.rate_limits import OVERALL, TRUE, Bucket
from bot.bench.loopback.rooms import Room
from bot.bench.loopback.server import Server
from bot.bench.private_postgresql import private_server
from engine.database.address import Address

from .people import Person
from .plan import Plan

OPENING = 8
"""Games that are opened at the same time, before the run."""


class Stage:
    """``played``: where the games are played, in the order of their numbers."""

    def __init__(self, plan: Plan, home: Path) -> None:
        self.plan, self.server, self._home = plan, Server(), home
        self.bots = [Bot(self.server, home)]
        """Its processes, in the order of the servers that they serve."""
        self.rooms = dict[str, list[Room]]()
        """Game -> the channel of its announcement and its thread."""
        self.played = list[Room]()

    @property
    def address(self) -> Address:
        """Where the games are."""
        return self.bots[0].address

    @asynccontextmanager
    async def running(self) -> AsyncIterator[list[Person]]:
        """Everything runs, and the people have their games; afterwards nothing is left."""
        await self.server.start()
        with ExitStack() as stack:
            if self.plan.processes > 1:
                self.bots = self._divided(stack.enter_context(private_server(sync=True)).new_database())
            try:
                for bot in self.bots:
                    await bot.start()
                people = await self.open_games()
                self.keep_limits()
                yield people
            finally:
                for bot in self.bots:
                    await bot.kill()
                await self.server.stop()

    def _divided(self, address: str) -> list[Bot]:
        """A process for each shard, and a server for each process."""
        count = self.plan.processes
        self.server.world.divide(count)
        environments = (
            {"FIELDPOST_DB": address, "FIELDPOST_SHARDS": f"{shard}/{count}", "FIELDPOST_GUILD": ""}
            for shard in range(count)
        )
        homes = [self._home / f"process-{shard}" for shard in range(count)]
        for home in homes:
            home.mkdir()
        return [Bot(self.server, home, each) for home, each in zip(homes, environments, strict=True)]

    def keep_limits(self) -> None:
        """From now on Discord allows no more than it really does."""
        self.server.limits.be(TRUE)
        self.server.limits.overall = Bucket(*OVERALL)

    async def open_games(self) -> list[Person]:
        players = [Player(self.server, f"P{n}", Room("", "", "")) for n in range(self.plan.players)]
        several = asyncio.Semaphore(OPENING)
        self.played = await asyncio.gather(
            *(
                self._open_game(n, [players[seat] for seat in self.plan.seats(n)], several)
                for n in range(self.plan.games)
            )
        )
        chance = random.Random(self.plan.seed)
        return [
            Person(
                player,
                [self.played[game] for game in self.plan.games_of(n)],
                random.Random(chance.getrandbits(32)),
                self.plan,
            )
            for n, player in enumerate(players)
        ]

    async def _open_game(self, number: int, seats: list[Player], several: asyncio.Semaphore) -> Room:
        """The room it is played in, once its first phase is called."""
        async with several:
            guilds = self.server.world.guilds
            channel = self.server.world.open_room(f"channel-{number}", guild=guilds[number % len(guilds)])
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


@contextmanager
def background(*work: Coroutine[Any, Any, None]) -> Iterator[None]:
    """The work goes on beside what is done meanwhile, and ends with it."""
    tasks = [asyncio.create_task(one) for one in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
