"""Posts that wait for a moderator: they are looked for, and never sent again."""

import logging
import math

from bot.correspondence.deeds import RETRY
from bot.hosting import wording
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.forum_queue import OutgoingPost
from bot.hosting.utc_now import utc_now
from engine.log.deadline import add_seconds
from engine.table import Refused

from .connectors.connector import ForumTrouble, Gone, TooFast
from .pace import Pace
from .posting import Poster

log = logging.getLogger("fieldpost.forum")


SELDOM = 900.0
"""The most seconds between two looks for one post."""
SLOWER = 10
"""A post that waits for so many minutes is looked for every minute."""
PATIENCE = 7 * 86_400
"""Seconds after which a moderator has refused the post, or forgotten it."""
MOST = 5
"""Posts that are looked for in one poll."""


class ModeratedPosts:
    def __init__(self, engine: EngineThread, poster: Poster, pace: Pace) -> None:
        self._engine, self._poster, self._pace = engine, poster, pace
        self._seen = dict[int, set[int]]()
        """For each post that waits, the posts among which it is not."""

    async def look(self) -> None:
        """Those that have appeared are sent.  Raises TooFast, or Refused for what is the host's trouble; whatever else
        one of them meets holds up nothing.
        """
        for row in await self._engine.use_data(lambda data: _due(data, utc_now())):
            if await self._is_settled(row):
                self._seen.pop(row.n, None)
            else:
                later = add_seconds(utc_now(), self._pause(row))
                await self._engine.use_data(lambda data, n=row.n, due=later: data.forum.put_off(n, due, 0))  # type: ignore[misc]

    def _pause(self, row: OutgoingPost) -> int:
        """Seconds until the next look: the longer it has waited, the more."""
        return math.ceil(min(max(_age(row) / SLOWER, self._pace.near), SELDOM))

    async def _is_settled(self, row: OutgoingPost) -> bool:
        """Whether it has arrived or is given up."""
        seen = self._seen.setdefault(row.n, set())
        seen |= await self._engine.use_data(lambda data: _known_posts(data, row))
        try:
            if found := await self._poster.find(row, seen):
                await self._poster.arrive(row, found)
                return True
        except TooFast:
            raise
        except Gone as gone:
            return await self._give_up(row, str(gone))
        except ForumTrouble as trouble:
            log.warning("post %d of %s waits for a moderator: %s", row.n, row.game, trouble)
        except Exception as fault:
            if isinstance(fault, Refused) and fault.code in RETRY:
                raise
            log.exception("post %d of %s cannot be looked for", row.n, row.game)
        return _age(row) > PATIENCE and await self._give_up(row, "no moderator has let it through in a week")

    async def _give_up(self, row: OutgoingPost, why: str) -> bool:
        log.warning("post %d of %s, which waited for a moderator, is given up: %s", row.n, row.game, why)
        await self._poster.give_up(row)
        return True


def _age(row: OutgoingPost) -> float:
    """Seconds since it was first sent."""
    now = utc_now()
    return wording.seconds(now) - wording.seconds(row.tried or now)


def _due(data: EngineData, now: str) -> list[OutgoingPost]:
    waiting = [row for row in data.forum.unfinished() if row.state == "queued" and row.due <= now]
    return sorted(waiting, key=lambda row: row.due)[:MOST]


def _known_posts(data: EngineData, row: OutgoingPost) -> frozenset[int]:
    """The posts where it will appear that are known to be others."""
    lane, _, game = row.place.partition(":")
    topic = data.forum.topic(game) if lane == "game" else None
    return data.forum.done(topic.place if topic else row.place).known
