"""Sixty requests while three people have big odds calculated."""

import asyncio
import contextlib
import itertools
import time
from collections.abc import Sequence
from pathlib import Path

from bot.bench.loopback.interactions import Interaction
from bot.bench.loopback.player import NoSuchThing, Player, Silence
from bot.bench.loopback.screen import Post

from .measurements import Lateness
from .people import BIG_BATTLE, Person, command
from .plan import Plan
from .stage import Stage, background

REQUESTS, WITHIN, CALCULATING = 60, 3.0, 3
"""So many requests within so many seconds, while so many people have odds calculated without end."""
GAMES = 5
QUESTIONS = tuple(map(command, ("map", "units", "log", "game info", "orders show", "game list")))
BEFORE = 1.0
"""Seconds that the odds are under way before the first request."""


class Rush(Stage):
    """``lateness``: how late the generator was."""

    def __init__(self, home: Path) -> None:
        super().__init__(Plan(2 * GAMES, GAMES), home)
        self.lateness = Lateness()

    async def go(self) -> tuple[list[Interaction], list[Interaction]]:
        """The requests spread over ``WITHIN`` seconds, and the same at once; before them a round to warm up."""
        async with self.running() as people:
            await self._send(people, WITHIN)
            with background(self.lateness.watch(), *map(self._calculate, range(CALCULATING))):
                await asyncio.sleep(BEFORE)
                return await self._measured(people, WITHIN), await self._measured(people, 0)

    async def _measured(self, people: Sequence[Person], within: float) -> list[Interaction]:
        begin, ids = time.monotonic(), {person.player.id for person in people}
        await self._send(people, within)
        asked = self.server.answers.asked.values()
        return [one for one in asked if one.since >= begin and one.person["id"] in ids]

    async def _send(self, people: Sequence[Person], within: float) -> None:
        """Every third request opens an order form, the others are questions."""
        sent = list[asyncio.Task[object]]()
        for number in range(REQUESTS):
            sent.append(asyncio.create_task(self._ask(people[number % len(people)].player, number)))
            await asyncio.sleep(within / REQUESTS)
        await asyncio.gather(*sent)

    async def _ask(self, player: Player, number: int) -> None:
        with contextlib.suppress(Silence, NoSuchThing):
            if number % 3 == 0:
                await player.wait(player.pressed(_last_call(player), "Write orders"))
            else:
                await QUESTIONS[number % len(QUESTIONS)](player)

    async def _calculate(self, number: int) -> None:
        """Odds without end, of a battle that differs each time: what is known would be answered at once."""
        player = Player(self.server, f"Reckoner {number}", self.played[0])
        player.patience = 60.0
        for count in itertools.count(1):
            infantry = 30 + number + CALCULATING * count
            with contextlib.suppress(Silence):
                await player.slash("odds", battle=BIG_BATTLE.replace("30 inf", f"{infantry} inf"))


def _last_call(player: Player) -> Post:
    """The newest call for orders in the room, whoever is called: orders may be written ahead."""
    return next(post for post in reversed(player.posts()) if "Write orders" in post.buttons)
