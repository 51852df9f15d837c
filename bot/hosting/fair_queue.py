"""A fair queue of long calculations: each person in turn, whoever has asked for how much."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from math import ceil
from typing import TypeVar

from engine.contract import counted
from engine.errors import Refused

T = TypeVar("T")
MOST = 4
"""Calculations that one person may have under way, running and waiting."""
REMEMBERED = 20
"""Calculations whose mean duration is what the next one is expected to take."""
UNKNOWN = 2.0
"""Seconds that a calculation is expected to take before any was timed."""


class FairQueue:
    """Lets so many calculations run at once.  The next is that of the person whose last one began longest ago, so ten
    requests of one person delay another's by one at most; where several may run, one place is left for others.

    Only for one event loop.  ``clock`` gives seconds.
    """

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._places, self._clock = places, clock
        self._each = max(1, places - 1)
        self._running = Counter[str]()
        self._waiting = dict[str, deque[asyncio.Future[None]]]()
        self._last = dict[str, int]()
        """When the last calculation of each person with any under way began, as a number that counts up."""
        self._begun = 0
        self._took = deque[float](maxlen=REMEMBERED)

    async def run(self, person: str, calculate: Callable[[], Awaitable[T]]) -> T:
        """The result of a calculation, which begins when it is this person's turn.  Refused busy, with the seconds that
        their own take, if they have too many under way.
        """
        mine = self._running[person] + len(self._waiting.get(person, ()))
        if mine >= MOST:
            raise Refused(
                "busy",
                f"{mine} of your calculations are still under way, and {MOST} is the most for one person. "
                f"Ask again in about {counted(self._wait(mine), 'second')}.",
            )
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append(turn)
        self._admit()
        try:
            await turn
        except asyncio.CancelledError:
            self._withdraw(person, turn)
            raise
        with self._timed(person):
            return await calculate()

    def _wait(self, count: int) -> int:
        """Seconds that so many calculations of one person take; at least one."""
        usual = sum(self._took) / len(self._took) if self._took else UNKNOWN
        return max(1, ceil(usual * count / self._each))

    @contextmanager
    def _timed(self, person: str) -> Iterator[None]:
        """Frees the place of a calculation when it ends, however it ends."""
        began = self._clock()
        try:
            yield
        finally:
            self._took.append(self._clock() - began)
            self._leave(person)

    def _admit(self) -> None:
        """Let the next calculations begin, as many as there are places."""
        while self._running.total() < self._places:
            able = [one for one in self._waiting if self._running[one] < self._each]
            if not able:
                return
            person = min(able, key=lambda one: self._last.get(one, 0))
            turn = self._waiting[person].popleft()
            if not self._waiting[person]:
                del self._waiting[person]
            if not turn.cancelled():
                self._begun += 1
                self._last[person] = self._begun
                self._running[person] += 1
                turn.set_result(None)

    def _withdraw(self, person: str, turn: asyncio.Future[None]) -> None:
        """Somebody no longer waits; the turn may have been given to them at that very moment."""
        if turn.done() and not turn.cancelled():
            self._leave(person)
            return
        queue = self._waiting.get(person, deque())
        if turn in queue:
            queue.remove(turn)
        if not queue:
            self._waiting.pop(person, None)
            self._forget(person)

    def _leave(self, person: str) -> None:
        self._running[person] -= 1
        if not self._running[person]:
            del self._running[person]
        self._forget(person)
        self._admit()

    def _forget(self, person: str) -> None:
        """Nothing is kept of somebody who has nothing under way."""
        if person not in self._waiting and person not in self._running:
            self._last.pop(person, None)
