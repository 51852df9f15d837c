"""A game that is halted: its people are told by mail, once."""

import hashlib

from bot.correspondence.answers import Answer, said
from bot.hosting.engine_thread import EngineData
from bot.hosting.halting import people_to_tell
from bot.hosting.utc_now import utc_now

from .identity import DOOR
from .queueing import AnswerBody, queue_answer


def queue_halted(data: EngineData, game: str) -> bool:
    """Queue what the game's people are to be told, unless they have been; whether that makes any mails."""
    queued, now = False, utc_now()
    with data.table.journal.transaction():
        if not (text := data.halted.telling(game, DOOR)):
            return False
        for player in people_to_tell(data, game):
            for contact in [found for found in data.people.contacts(player, DOOR) if found.state == "confirmed"][:1]:
                body = AnswerBody(Answer("", "", (said("A game is halted", text),)), f"{game} is halted", "", now)
                key = hashlib.sha256(f"halted {text} {contact.address}".encode()).hexdigest()
                queue_answer(data, key, player, contact.address, body, now)
                data.people.forget_notices(player, [text])
                queued = True
        data.halted.told(game, DOOR)
    return queued
