"""Long calculations beside the bot: odds, verified logs, army lists, each in a worker process, in a fair order.

The engine's functions take a position and give a result, so they can run anywhere; a process of its own holds up
neither the database nor the connection to Discord.
"""

import asyncio
import os
import signal
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING, TypeVar

from engine.errors import Refused

from .fair_queue import FairQueue
from .settings import value

if TYPE_CHECKING:
    from pebble import ProcessPool

T = TypeVar("T")
MOST_WORKERS = 32
LIMIT = 60
"""Seconds that a calculation may take in a worker process, from when it begins."""
NICE = 5
"""How much less urgent a worker is than the bot itself, as ``nice`` counts."""


class Calculations:
    """Runs calculations for people.  ``workers``: processes; 0: one thread of this process, which nothing can stop."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._long, self._urgent = FairQueue(max(1, workers - 1)), FairQueue(max(1, workers))
        self._pool: ProcessPool | None = None
        self._thread = ThreadPoolExecutor(1, "calculation")

    async def run(self, person: str, function: Callable[..., T], *values: object) -> T:
        """The result of a function of a module, called with values that can be copied to another process.

        Raises what it raises.  Refused busy (too many of this person's under way, or the worker ended) and too-long
        (over ``LIMIT`` seconds).
        """
        return await self._long.run(person, lambda: self._calculate(function, values))

    async def run_urgent(self, person: str, function: Callable[..., T], *values: object) -> T:
        """The same, for what an answer waits for: of several processes one is always left for these."""
        return await self._urgent.run(person, lambda: self._calculate(function, values))

    async def _calculate(self, function: Callable[..., T], values: tuple[object, ...]) -> T:
        if not self._workers:
            return await asyncio.get_running_loop().run_in_executor(self._thread, function, *values)
        from pebble import ProcessExpired

        for _ in range(2):
            try:
                return await self._in_worker(function, values)
            except ProcessExpired:
                continue  # the worker was killed, for want of memory perhaps; a new one tries once more
        raise Refused("busy", "The calculation was interrupted twice. Ask for something smaller, or again later.")

    async def _in_worker(self, function: Callable[..., T], values: tuple[object, ...]) -> T:
        from pebble import ProcessPool

        if self._pool is None:
            context = get_context("spawn")
            self._pool = ProcessPool(self._workers, initializer=prepare_worker, context=context)
        future = self._pool.schedule(function, args=list(values), timeout=LIMIT)
        try:
            return await asyncio.wrap_future(future)
        except TimeoutError:
            raise Refused(
                "too-long",
                f"This calculation was stopped after {LIMIT} seconds. Ask for something smaller; on your own machine "
                "`fieldpost odds` and `fieldpost verify` have no limit.",
            ) from None

    def close(self) -> None:
        """Stop at once; nobody waits for a result any more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._pool is not None:
            self._pool.stop()  # type: ignore[no-untyped-call]
            self._pool.join()


def prepare_worker() -> None:
    """In a new worker: leave Ctrl-C to the bot, and give way to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)


def worker_count(environ: Mapping[str, str]) -> int:
    """The number of worker processes: $FIELDPOST_WORKERS, or one less than the cores, 2 to 4.  Refused bad-setting."""
    said = value(environ, "FIELDPOST_WORKERS")
    if not said:
        return min(4, max(2, (os.cpu_count() or 1) - 1))
    if not (said.isascii() and said.isdecimal() and int(said) <= MOST_WORKERS):
        raise Refused(
            "bad-setting",
            f"FIELDPOST_WORKERS is {said!r}; it must be a whole number from 0 (no worker processes) to {MOST_WORKERS}, "
            "such as FIELDPOST_WORKERS=2.",
        )
    return int(said)
