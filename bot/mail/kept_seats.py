"""Seats that are kept for somebody who is here by mail: a letter says so, and how to take one."""

import hashlib

from bot.correspondence.answers import Answer, said
from bot.hosting.engine_thread import EngineData
from bot.hosting.kept_seats import letters_to_bring
from bot.hosting.utc_now import utc_now

from .identity import DOOR
from .queueing import AnswerBody, queue_answer


def queue_kept_seats(data: EngineData, game: str) -> int:
    """In a transaction: queue what waits.  Returns the number of mails."""
    queued, now = 0, utc_now()
    for player, text in letters_to_bring(data, game, DOOR):
        contacts = [contact for contact in data.people.contacts(player, DOOR) if contact.state == "confirmed"]
        for contact in contacts[:1]:
            body = AnswerBody(Answer("", "", (said("A seat", text),)), f"[{game}] A seat for you", "", now)
            key = hashlib.sha256(f"seat {text} {now} {contact.address}".encode()).hexdigest()
            queue_answer(data, key, player, contact.address, body, now)
            queued += 1
    return queued
