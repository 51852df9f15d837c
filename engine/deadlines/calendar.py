"""A calendar of deadlines: from the moment at which a phase begins to the moment at which it ends.

No clock is read.  What a calendar gives is written into the log with the phase that it is for, so that a log stays
true even if a country changes its time zone later.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

import msgspec

DAY, WEEK = 86_400, 7 * 86_400
DAYS_LOOKED_AT, MOST_SHIFTED = 12, 3
"""Days in which the next deadline at a fixed time is found; a zone that leaves out a day moves its deadlines by one."""
LEAST_SHARE = 2
"""A phase that begins with less than this part of the usual gap left, a half, gets the deadline after the next."""


class Calendar(msgspec.Struct, frozen=True):
    """When phases end.

    ``length``: seconds of a phase, 0 if none is said; ``lengths``: of kinds of phase, by a word of their name or title
    (0: without a deadline).  ``times``: minutes after midnight in ``zone`` at which deadlines are, on ``days`` (0 is
    Monday; none: every day).  ``skipped``: weekdays without any deadline.  ``first``: by how much the first phase is
    longer.  ``early``: whether a phase ends as soon as all are done.  ``least``: seconds that each phase lasts at least
    (None: half of the usual gap between two deadlines).  ``grace``: seconds for whoever has written nothing by the
    deadline.  ``bank``: seconds that each side may be late in all.
    """

    length: int = 0
    lengths: tuple[tuple[str, int], ...] = ()
    days: tuple[int, ...] = ()
    times: tuple[int, ...] = ()
    zone: str = "UTC"
    skipped: tuple[int, ...] = ()
    first: int = 1
    early: bool = True
    least: int | None = None
    grace: int = 0
    bank: int = 0

    @property
    def ends_phases(self) -> bool:
        """Whether any phase ends by it."""
        return self.length > 0 or bool(self.times) or any(seconds for _, seconds in self.lengths)

    @property
    def is_plain(self) -> bool:
        """Whether it says no more than how long each phase lasts."""
        return self == Calendar(length=self.length) and self.length > 0

    @property
    def gap(self) -> int:
        """Seconds of the shortest gap between two deadlines at fixed times; 0 without these."""
        rings = sorted(day * DAY + minute * 60 for day in self.days or range(7) for minute in self.times)
        return min(((b - a) % WEEK or WEEK for a, b in zip(rings, [*rings[1:], *rings[:1]], strict=True)), default=0)

    @property
    def shortest(self) -> int:
        """Seconds that the shortest phase with a deadline lasts at least; 0 if no phase has a deadline."""
        at_least = [seconds for _, seconds in self.lengths if seconds]
        if self.times:
            return min([self.least if self.least is not None else self.gap // LEAST_SHARE, *at_least])
        return min([*at_least, *([self.length] if self.length else [])], default=0)

    def length_of(self, words: str) -> int:
        """Seconds of a phase with these words in its name or title; 0 without a length of its own or for all."""
        return self._own_length(words) or 0

    def _own_length(self, words: str) -> int | None:
        said = words.casefold()
        found = (seconds for word, seconds in self.lengths if word in said)
        return next(found, self.length or None)

    def due(self, began: str, words: str = "", *, first: bool = False) -> str | None:
        """The deadline of a phase that began at that time (UTC, as text); None without one.

        ``words``: the phase's name and title.  ``first``: whether it is the game's first.
        """
        own = self._own_length(words)
        if own == 0 or (own is None and not self.times):
            return None
        start = datetime.fromisoformat(began).astimezone(UTC)
        end = self._end(start, timedelta(seconds=own or 0))
        if end and first and self.first > 1:
            end = self._end(start, (end - start) * self.first)
        return f"{end:%Y-%m-%dT%H:%M:%SZ}" if end else None

    @property
    def has_fixed_moments(self) -> bool:
        """Whether deadlines can only be at certain times or on certain days."""
        return bool(self.times or self.skipped)

    def allowed_from(self, at: str) -> str:
        """The first moment from ``at`` on (UTC, as text) at which the calendar can have a deadline."""
        asked = datetime.fromisoformat(at).astimezone(UTC)
        try:
            found = self._next_ring(asked) if self.times else self._not_skipped(asked)
        except OverflowError:
            return at
        return f"{found:%Y-%m-%dT%H:%M:%SZ}"

    def _end(self, start: datetime, length: timedelta) -> datetime | None:
        try:
            if not self.times:
                return self._not_skipped(start + length)
            least = timedelta(seconds=self.least if self.least is not None else self.gap // LEAST_SHARE)
            return self._next_ring(start + max(length, least, timedelta(seconds=1)))
        except OverflowError:
            return None

    def _next_ring(self, earliest: datetime) -> datetime:
        """The first deadline at a fixed time from then on.  A time that a change of the clocks leaves out is as much
        later as they are put forward; one that comes twice is its first.
        """
        day, found = earliest.astimezone(_zone(self.zone)).date() - timedelta(days=1), list[datetime]()
        for number in range(DAYS_LOOKED_AT):
            found += [moment for moment in self._rings_on(day + timedelta(days=number)) if moment >= earliest]
            if found and number > MOST_SHIFTED:
                break
        return min(found)

    def _rings_on(self, day: date) -> Iterator[datetime]:
        if day.weekday() in (self.days or range(7)) and day.weekday() not in self.skipped:
            for minute in self.times:
                yield datetime.combine(day, time(*divmod(minute, 60)), _zone(self.zone)).astimezone(UTC)

    def _not_skipped(self, end: datetime) -> datetime:
        """The same time of day on the next day that may have a deadline."""
        local = end.astimezone(_zone(self.zone))
        if local.weekday() not in self.skipped:
            return end
        while local.weekday() in self.skipped:
            local += timedelta(days=1)  # in wall time: the same hour, whatever the clocks do in between
        return max(end, local.astimezone(UTC))


NO_CALENDAR = Calendar()
"""Of a game without deadlines."""
PACES: Mapping[str, Calendar] = {
    "live": Calendar(length=900, first=2, bank=1800),
    "fast": Calendar(length=DAY, first=2, grace=3 * 3600),
    "slow": Calendar(length=3 * DAY, first=2, skipped=(5, 6), grace=DAY // 2),
}
"""The calendars that are named by one word."""


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)
