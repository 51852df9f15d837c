"""Press as mails: one to each reader who is here by mail, with their own seat's address to answer to."""

import hashlib

from bot.correspondence.answers import Answer, said
from bot.hosting.engine_thread import EngineData
from bot.hosting.press import press_heading, press_lines
from bot.hosting.utc_now import utc_now

from .identity import DOOR
from .queueing import AnswerBody, queue_answer


def queue_press(data: EngineData, game: str) -> int:
    """In a transaction: queue what waits.  Returns the number of mails."""
    queued, now = 0, utc_now()
    for number, player, side in data.table.press.take(game, DOOR):
        contacts = [contact for contact in data.people.contacts(player, DOOR) if contact.state == "confirmed"]
        now_on, message = data.table.game(game), data.table.press.find(game, number)
        if not contacts or now_on.holder(side) != player:
            continue  # the seat is somebody else's by now
        hint = f'To answer, write a line "press {message.sender}: ..." in a mail to this address.'
        section = said("Press", *press_lines(now_on, (message,)), "", hint, fixed=True)
        body = AnswerBody(Answer(game, side, (section,)), press_heading(now_on, message), "", message.at)
        key = hashlib.sha256(f"press {game} {number} {contacts[0].address}".encode()).hexdigest()
        queue_answer(data, key, player, contacts[0].address, body, now)
        queued += 1
    return queued
