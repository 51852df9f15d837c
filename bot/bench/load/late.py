"""A thousand deadlines that have passed at the same time, and people who ask something meanwhile."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from secrets import token_bytes

from bot.bench.loopback.interactions import Interaction
from bot.bench.many_games import copy_game
from bot.discord.messages.address import write_address
from bot.hosting.outbox import Outbox
from bot.hosting.utc_now import utc_now
from engine.database.address import Address
from engine.table import Table

from .measurements import Lateness
from .people import Person
from .plan import Plan
from .stage import Stage, background

GAMES, OTHERS = 1000, 5
"""Games whose deadline has passed, and games of the people who ask."""
CHANNEL = 10
"""Late games in one channel."""
PERIOD, AGO = 3600, 86400
"""Seconds that a phase of a late game lasts, and for which it has been waiting."""
PAUSES = (0.2, 0.6)
LOOK = 0.25
"""Seconds between two looks at what is left."""
AT_MOST = 180.0
"""Seconds that the bot has to run and to post all of them."""


class Late(Stage):
    """``ran``, ``posted``: seconds until every deadline was run, and until all was posted; ``left``: what was not."""

    def __init__(self, home: Path, games: int = GAMES) -> None:
        super().__init__(Plan(2 * OTHERS, OTHERS, pauses=PAUSES), home)
        self.lateness, self.games, self.left = Lateness(), games, list[str]()
        self.ran = self.posted = 0.0

    async def go(self) -> list[Interaction]:
        """What was asked while the deadlines were run."""
        async with self.running() as people:
            table = Table(self.address, token_bytes)
            await self._act(people, 2 * PAUSES[1])
            await asyncio.to_thread(add_late_games, self.address, self.server.world.guild, self._channels(), self.games)
            with background(self.lateness.watch(), self._act(people, AT_MOST)):
                begin = await self._run_out(table)
                asked = [one for one in self.server.answers.asked.values() if one.since >= begin]
            table.close()
            return asked

    def _channels(self) -> list[int]:
        return [int(self.server.world.open_room(f"late-{n}").id) for n in range((self.games - 1) // CHANNEL + 1)]

    async def _act(self, people: list[Person], seconds: float) -> None:
        until = time.monotonic() + seconds
        await asyncio.gather(*(person.live(lambda: time.monotonic() < until) for person in people))

    async def _run_out(self, table: Table) -> float:
        """Wait until every deadline is run and posted.  Returns when the first was run, by the monotonic clock."""
        outbox, give_up = Outbox(table.journal), time.monotonic() + AT_MOST
        begin = await _until(lambda: len(table.due(utc_now())) < self.games, give_up)
        self.ran = await _until(lambda: not table.due(utc_now()), give_up) - begin
        self.posted = await _until(lambda: not outbox.waiting_games(), give_up) - begin
        self.left = [f"{game}: its deadline was not run" for game in table.due(utc_now())]
        self.left += [f"{game}: not all was posted" for game in outbox.waiting_games()]
        return begin


async def _until(true: Callable[[], bool], give_up: float) -> float:
    """When it was first seen to be true, by the monotonic clock, or when nobody waits for it any longer."""
    while not true() and time.monotonic() < give_up:
        await asyncio.sleep(LOOK)
    return time.monotonic()


def add_late_games(address: Address, guild: str, channels: list[int], games: int) -> None:
    """Running games whose deadline passed long ago, beside the bot; all that happened in them so far is posted."""
    table = Table(address, token_bytes)
    began = (datetime.now(UTC) - timedelta(seconds=AGO)).strftime("%Y-%m-%dT%H:%M:%SZ")
    journal = table.journal
    with journal.transaction():
        source = table.open("millers-bridge", "Late", began, PERIOD).id
        for number, side in enumerate(table.game(source).sides):
            table.seat(source, side, str(number + 1), began)
        last = journal.length(source)
        for number in range(games - 1):
            copy_game(journal, source, f"late-{number}")
        for number, game in enumerate([source, *(f"late-{number}" for number in range(games - 1))]):
            address = write_address(int(guild), channels[number // CHANNEL])
            row = (game, address, f"t{number}", last)
            journal.database.execute("insert into destination values (?, ?, ?, ?, '', '')", row)
    table.close()
