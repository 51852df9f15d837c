"""The pace of posts: so many at a time that Discord rejects none."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

MOST_A_SECOND = 40
"""Posts of all games and processes; Discord allows 50 requests a second, and other requests need some of them."""


EDIT_PAUSE = 5.0
"""Seconds between two edits of status messages in one channel: Discord allows five edits in that time, and other
messages are edited, too.
"""
MOST_REMEMBERED = 1000
"""Channels whose last edit is remembered."""


class EditPace:
    """Games take turns at the edits of a channel, in the order in which they asked."""

    def __init__(self) -> None:
        self._free, self._turns = dict[int, float](), dict[tuple[int, str], float]()

    def reserve(self, channel: int, game: str, now: float) -> float:
        """Seconds until this game may edit, 0: now.  A game that asks again keeps its turn."""
        turn = self._turns.get((channel, game))
        if turn is None:
            turn = self._turns[channel, game] = max(now, self._free.get(channel, now))
            self._free[channel] = turn + EDIT_PAUSE
        if turn > now:
            return turn - now
        del self._turns[channel, game]
        if len(self._free) > MOST_REMEMBERED:
            self._free = {channel: free for channel, free in self._free.items() if free > now}
        return 0.0


class Pace:
    """One post at a time in a channel, so that Discord's answer says when the next may come, and ``MOST_A_SECOND`` in
    all.

    discord.py alone sends what it has at once, and learns of a limit when Discord rejects a post. Too many rejected
    requests close Discord to the bot's address for a while.
    """

    def __init__(self) -> None:
        self._channels = WeakValueDictionary[int, asyncio.Lock]()
        self.processes = 1
        """How many there are; each keeps to its part."""
        self._next = 0.0
        """When the next post may be sent, by the event loop's clock."""

    @asynccontextmanager
    async def turn(self, channel: int) -> AsyncIterator[None]:
        """A post to the channel may be made ready and sent inside."""
        lock = self._channels.setdefault(channel, asyncio.Lock())
        async with lock:
            yield

    async def wait(self) -> None:
        """Until a post may be sent, to whatever channel: just before it is."""
        now = asyncio.get_running_loop().time()
        pause = max(0.0, self._next - now)
        self._next = now + pause + self.processes / MOST_A_SECOND
        if pause:
            await asyncio.sleep(pause)
