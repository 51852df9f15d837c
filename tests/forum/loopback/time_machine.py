"""A time at which days pass at once."""

import asyncio

from bot.hosting.utc_now import utc_now
from engine.log.deadline import add_seconds

from .clubhouse import Clubhouse


class TimeMachine:
    """``ahead``: seconds by which it is later than it is."""

    ahead = 0

    def now(self) -> str:
        return add_seconds(utc_now(), self.ahead)

    async def pass_by(self, house: Clubhouse, seconds: int) -> None:
        """So much time passes, also in the forum; deadlines are looked at."""
        self.ahead += seconds
        house.forum.ahead += seconds
        house.doors.clock.notify()
        await asyncio.sleep(0.3)
