"""A game whose topic is closed or gone waits: nothing is posted, its deadlines stand still, and its owner is told."""

import logging

from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.halted_games import Halted
from bot.hosting.halting import people_to_tell
from bot.hosting.utc_now import utc_now

from .bodies import queue_notice
from .connectors.connector import Connector, Gone, read_place
from .identity import DOOR

log = logging.getLogger("fieldpost.forum")


async def halt(engine: EngineThread, game: str, trouble: str) -> None:
    """``trouble``: why nothing can be posted in its topic."""
    if await engine.use_data(lambda data: _halt(data, game, trouble)):
        log.warning("%s waits: %s", game, trouble)


async def trouble_of(engine: EngineThread, connector: Connector, game: str) -> str:
    """Why nothing can be posted in the game's topic, "" if the forum says that it is open.  Raises ForumTrouble."""
    topic = await engine.use_data(lambda data: data.forum.topic(game))
    if topic is None or not topic.place:
        return "there is no topic"
    try:
        return (await connector.topic_state(read_place(topic.place), None)).trouble
    except Gone as gone:
        return str(gone)


async def resume(engine: EngineThread, game: str) -> bool:
    """The topic is open again; whether it was not."""
    resumed = await engine.use_data(lambda data: _resume(data, game))
    if resumed:
        log.warning("%s goes on: its topic is open again", game)
    return resumed


def keep_halted(data: EngineData) -> None:
    """At the start: games whose topics an earlier program found closed stay halted until they are found open."""
    for destination in data.outboxes[DOOR].destinations():
        if destination.address and destination.trouble:
            data.halted.halt(Halted(destination.game, DOOR, destination.trouble, "", utc_now(), lasting=False))


def _halt(data: EngineData, game: str, trouble: str) -> bool:
    outbox, topic = data.outboxes[DOOR], data.forum.topic(game)
    destination = outbox.destination(game)
    if topic is None or destination is None or (destination.trouble and data.halted.of_game(game)):
        return False
    with data.table.journal.transaction():
        outbox.block(game, trouble)
        if not data.halted.halt(Halted(game, DOOR, trouble, "", utc_now(), lasting=False)):
            return False
        text = (
            f"Nothing can be posted in the topic of the game {game}: {trouble}. The game waits, and its deadlines stand"
            " still, until a moderator opens the topic again. Private messages about it are answered as before."
        )
        if topic.owner and not data.table.game(game).over:
            queue_notice(data, game, topic.owner, text, utc_now())
    return True


def _resume(data: EngineData, game: str) -> bool:
    outbox = data.outboxes[DOOR]
    destination = outbox.destination(game)
    if destination is None or not destination.trouble:
        return False
    with data.table.journal.transaction():
        outbox.block(game, "")
        data.halted.resume(game, DOOR)
    return True


def queue_halted(data: EngineData, game: str) -> bool:
    """A game in which something has failed: its people are told in private messages, once; whether any are here."""
    queued = False
    with data.table.journal.transaction():
        if not (text := data.halted.telling(game, DOOR)):
            return False
        for player in people_to_tell(data, game):
            for contact in data.people.contacts(player, DOOR)[:1]:
                queue_notice(data, game, contact.address, text, utc_now())
                data.people.forget_notices(player, [text])
                queued = True
        data.halted.told(game, DOOR)
    return queued
