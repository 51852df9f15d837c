"""The topic in which games are opened: there is one as long as Fieldpost runs."""

import logging

from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.forum_lanes import lane_of_game
from bot.hosting.forum_queue import LOBBY
from bot.hosting.utc_now import utc_now

from .connectors.connector import Connector, ForumTrouble, Gone, Hidden, TopicState, read_place

log = logging.getLogger("fieldpost.forum")


class Lobby:
    def __init__(self, engine: EngineThread, connector: Connector) -> None:
        self._engine, self._connector = engine, connector

    async def open(self) -> bool:
        """A new one is queued unless there is one.  Whether that is known; other posts do not wait for it."""
        place = await self._engine.use_data(_place)
        try:
            state = await self._connector.topic_state(read_place(place), None) if place else GONE
        except Hidden as hidden:
            log.warning("the topic in which games are opened is not shown to this account; may it read it? %s", hidden)
            return True
        except Gone:
            state = GONE
        except ForumTrouble as trouble:
            log.warning("nobody knows whether the topic in which games are opened is there: %s", trouble)
            return False
        if state.trouble and not state.deleted:
            log.warning("%s: open it again, or games can only be opened by private message", state.trouble)
        if state.deleted:
            await self._engine.use_data(_queue_another)
        return True


GONE = TopicState("it is gone", deleted=True)


def _place(data: EngineData) -> str:
    lobby = data.forum.topic(LOBBY)
    return lobby.place if lobby else ""


def _queue_another(data: EngineData) -> None:
    """A new lobby, unless one is on its way; answers in the old one will never be sent."""
    lane = lane_of_game(LOBBY)
    with data.table.journal.transaction():
        waiting = [row for row in data.forum.unfinished() if row.place == lane]
        if not _place(data) and any(row.kind == "topic" for row in waiting):
            return
        if _place(data):
            log.warning("the topic in which games are opened was deleted: there will be a new one")
        for row in waiting:
            data.forum.mark(row.n, "refused")
        data.forum.forget_topic(LOBBY)
        data.forum.add_topic(LOBBY, "")
        data.forum.add(LOBBY, "topic", lane, "", utc_now())
