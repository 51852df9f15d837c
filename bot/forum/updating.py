"""The status posts: edited once a phase, and only where they would say something else."""

import logging

from bot.correspondence.deeds import RETRY
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.forum_lanes import lane_of_game
from bot.hosting.forum_queue import LOBBY
from bot.hosting.forum_tables import GameTopic
from bot.hosting.halting import halt_for_fault
from bot.hosting.utc_now import utc_now
from engine.log.deadline import add_seconds
from engine.table import Refused

from .connectors.connector import Connector, ForumTrouble, Gone, RefusedForGood, TooFast
from .halting import halt, trouble_of
from .identity import DOOR
from .markdown import mark, marked
from .writing import Writer

log = logging.getLogger("fieldpost.forum")

A_DAY = 86_400


class StatusUpdater:
    def __init__(self, engine: EngineThread, connector: Connector) -> None:
        self._engine, self._connector, self._writer = engine, connector, Writer(engine, connector)
        self._stale = set[str]()

    def notify(self, game: str) -> None:
        """Something has happened in the game."""
        self._stale.add(game)

    async def look_at_all(self) -> None:
        """At the start: whatever happened meanwhile."""
        self._stale |= {topic.game for topic in await self._engine.use_data(lambda data: data.forum.topics())}

    async def update(self) -> None:
        """Edit what is out of date.  What cannot be edited now is tried again at the next call."""
        for game in sorted(self._stale):
            try:
                if await self._update(game):
                    self._stale.discard(game)
            except TooFast as slow:
                log.info("%s: its first post waits: %s", game, slow)
                return
            except ForumTrouble as trouble:
                log.warning("%s: its first post waits: %s", game, trouble)
            except Exception as fault:
                if isinstance(fault, Refused) and fault.code in RETRY:
                    raise
                await halt_for_fault(self._engine, game, "its first post in the forum", fault)
                self._stale.discard(game)

    async def _update(self, game: str) -> bool:
        """Whether nothing is left to be done."""
        due = await self._engine.use_data(lambda data: _out_of_date(data, game))
        if due is None:
            return True
        topic, phase = due
        if not topic.place:
            return False
        text = await self._writer.status(game)
        if text != topic.shown:
            try:
                await self._connector.edit(topic.post, marked(text, mark(game, topic.n, 0, shown=False), shown=False))
            except (RefusedForGood, Gone) as refused:
                await self._note_refused(game, phase, refused)
                return True
        await self._engine.use_data(lambda data: data.forum.set_shown(game, text, phase))
        return True

    async def _note_refused(self, game: str, phase: str, refused: ForumTrouble) -> None:
        """A game whose topic is gone halts; where only the edit is refused, a new post takes its place."""
        if trouble := await trouble_of(self._engine, self._connector, game):
            await halt(self._engine, game, trouble)
        else:
            log.warning("%s: its first post cannot be edited: %s", game, refused)
            await self._engine.use_data(lambda data: _post_anew(data, game, phase))


def _out_of_date(data: EngineData, game: str) -> tuple[GameTopic, str] | None:
    """The topic, and the phase that is to be shown; None if that is shown already."""
    topic, destination = data.forum.topic(game), data.outboxes[DOOR].destination(game)
    if topic is None or destination is None or destination.trouble or game == LOBBY:
        return None
    now_on = data.table.game(game)
    seats = "".join(f" {side}={holder}" for side, holder in now_on.seats.items())
    votes = "".join(f" {motion.seq}:{len(motion.waiting)}" for motion in now_on.motions)
    time = f" {now_on.due}" if now_on.due or now_on.paused else ""
    phase = f"{'over' if now_on.over else now_on.phase_key}{seats}{time}{votes}"
    return None if topic.place and topic.phase == phase else (topic, phase)


def _post_anew(data: EngineData, game: str, phase: str) -> None:
    """A new status post takes the place of one that can no longer be edited; at most one a day, because the edits of
    each may be refused.
    """
    with data.table.journal.transaction():
        if (topic := data.forum.topic(game)) is None:
            return
        shown_by = data.forum.find(topic.n)
        if shown_by.kind != "status" or shown_by.tried < add_seconds(utc_now(), -A_DAY):
            data.forum.add(game, "status", lane_of_game(game), "", utc_now())
        data.forum.set_shown(game, topic.shown, phase)
