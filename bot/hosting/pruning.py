"""What the queues of mail and forum need no more is deleted, a little at a time, as long as Fieldpost serves."""

import logging

from engine.log.deadline import add_seconds
from engine.table import Refused

from .engine_thread import EngineData, EngineThread

log = logging.getLogger("fieldpost.clock")

KEPT = 65 * 86_400
"""Seconds for which it is remembered what came and what was sent.  Mail servers deliver again for five days or so; a
mail that has lain in the mailbox for longer than ``mail_queue.STALE`` is not read at all.
"""
AT_ONCE = 100
"""Rows of a table that one question deletes: others come in between."""
AT_A_LOOK = 20
"""Questions of one look."""
PAUSE = 6 * 3_600
"""Seconds between two looks, if the last one found nothing more."""


class Pruning:
    """Belongs to the deadline clock."""

    def __init__(self, engine: EngineThread) -> None:
        self._engine, self._next = engine, ""

    async def look(self, moment: str) -> None:
        """A failure waits for the next look: nothing depends on what is deleted."""
        if moment < self._next:
            return
        self._next = add_seconds(moment, PAUSE)
        before = add_seconds(moment, -KEPT)
        try:
            for _ in range(AT_A_LOOK):
                if not await self._engine.use_data(lambda data: prune(data, before, AT_ONCE)):
                    return
            self._next = ""  # there is more
        except Refused as refused:
            log.warning("old rows of the queues stay for now: %s", refused)
        except Exception:
            log.exception("old rows of the queues stay for now")


def prune(data: EngineData, before: str, most: int) -> bool:
    """Delete so many rows of a table of what is older; whether there were any."""
    with data.table.journal.transaction():
        return bool(data.mails.prune(before, most) + data.forum.prune(before, most))
