"""What a load run measures while it goes on: delays of the generator itself, moments of commits, memory."""

import asyncio
import time
from collections.abc import Sequence
from math import ceil
from pathlib import Path

from bot.bench.loopback.server import Server
from engine.database.address import Address
from engine.table import Table

TICK = 0.01
"""Seconds between two looks at the clock, and at the journal."""
LATE = 0.02
"""Seconds by which the generator may be late before its times are marked."""
PENDING = 5.0
"""Seconds after which a request without an answer is one that a kill cut off."""


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that so many per cent of the values do not exceed; 0 without values."""
    ordered = sorted(values)
    return ordered[max(0, ceil(len(ordered) * percent / 100) - 1)] if ordered else 0.0


class Lateness:
    """How late the generator is, measured by a clock that should tick every ``TICK`` seconds.

    ``spells``: from when to when it was more than ``LATE`` late, by the monotonic clock.
    """

    def __init__(self) -> None:
        self.spells, self._ends = list[tuple[float, float]](), list[float]()

    async def watch(self) -> None:
        while True:
            due = time.monotonic() + TICK
            await asyncio.sleep(TICK)
            now = time.monotonic()
            if now - due > LATE:
                self.spells.append((due, now))

    def overlaps(self, start: float, end: float) -> bool:
        """Whether the generator was late at some moment between these."""
        return any(began < end and start < ended for began, ended in self.spells)

    @property
    def longest(self) -> float:
        return max((ended - began for began, ended in self.spells), default=0.0)


class Commits:
    """When each game's entries were seen in the journal, read beside the bot."""

    def __init__(self, address: Address) -> None:
        self._table = Table(address, bytes)
        journal = self._table.journal
        self._change = journal.rows.last_change()
        self._before = {game: journal.length(game) for game in journal.games()}
        self._seen = dict[str, list[tuple[int, float]]]()
        """Game -> number of its last entry, and when that was first seen, in seconds since 1970."""

    async def watch(self) -> None:
        rows = self._table.journal.rows
        while True:
            await asyncio.sleep(TICK)
            if (latest := rows.last_change()) != self._change:
                for game in rows.changed_since(self._change):
                    self._seen.setdefault(game, []).append((self._table.journal.length(game), time.time()))
                self._change = latest

    def moment(self, game: str, seq: int) -> float | None:
        """When that entry was first seen; None if it was there before."""
        if seq <= self._before.get(game, 0):
            return None
        return next((moment for last, moment in self._seen.get(game, ()) if last >= seq), None)

    def close(self) -> None:
        self._table.close()


class Memory:
    """The most memory that the bot and its worker processes had, in megabytes; 0 where /proc does not say."""

    def __init__(self) -> None:
        self.bot = self.workers = 0.0

    def look(self, process: int) -> None:
        self.bot = max(self.bot, _megabytes(process, "VmHWM"))
        children = Path(f"/proc/{process}/task/{process}/children")
        try:
            numbers = [int(number) for number in children.read_text().split()]
        except OSError:
            return
        self.workers = max(self.workers, sum(_megabytes(number, "VmRSS") for number in numbers))


def _megabytes(process: int, line: str) -> float:
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0.0
    found = next((words.split() for words in status.splitlines() if words.startswith(line)), ["", "0"])
    return int(found[1]) / 1000


class Requests:
    """When the bot sent what counts against Discord's limits.  ``posts``: channel -> moments; ``counted``: all of them.

    What was sent is dropped once it is counted: three minutes of pictures would fill the memory.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self.posts, self.counted = dict[str, list[float]](), list[float]()

    def look(self) -> None:
        calls = self._server.calls
        recent = time.monotonic() - PENDING
        done = next((number for number, call in enumerate(calls) if not call.status and call.at > recent), len(calls))
        for call in calls[:done]:
            kind, *rest = call.path.strip("/").split("/")
            if kind in ("interactions", "webhooks"):
                continue
            self.counted.append(call.at)
            if call.method == "POST" and kind == "channels" and rest[1:] == ["messages"] and call.status in (0, 200):
                self.posts.setdefault(rest[0], []).append(call.at)
        del calls[:done]
        for key, (name, _) in self._server.world.files.items():
            self._server.world.files[key] = (name, b"")


def busiest(moments: Sequence[float], seconds: float) -> int:
    """The most moments within so many seconds."""
    ordered, first, most = sorted(moments), 0, 0
    for number, moment in enumerate(ordered):
        while moment - ordered[first] >= seconds:
            first += 1
        most = max(most, number - first + 1)
    return most
