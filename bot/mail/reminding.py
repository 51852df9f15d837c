"""Reminders of deadlines as mails: queued once for everybody who is here by mail, dropped when they come too late."""

import hashlib
from typing import NamedTuple

from bot.hosting.engine_thread import EngineData
from bot.hosting.mail_queue import QueuedMail
from bot.hosting.reminding import people_to_remind
from bot.hosting.utc_now import utc_now
from engine.contract import Phase, Record, decode, encode
from engine.game.at_deadline import AtDeadline
from engine.table import Game

from .identity import DOOR

REMINDER = "reminder"
"""The kind of a queued mail."""


class TooLate(Exception):
    """A reminder is of no use any more: its deadline has passed, or its reader is not awaited."""


class ReminderBody(Record, frozen=True):
    """A reminder of the deadline ``due``."""

    due: str


class AboutReminder(NamedTuple):
    """What a reminder tells: the deadline, the key of the reader's first side, their time zone, and what would run of
    the drafts of their sides that are awaited.
    """

    game: Game
    phase: Phase
    due: str
    key: str
    zone: str
    drafts: dict[str, AtDeadline]


def queue_reminders(data: EngineData, game: str) -> int:
    """In a transaction: queue the reminder that the deadline clock has handed over.  Returns the number of mails."""
    if not (due := data.reminders.take(game, DOOR)):
        return 0
    now = utc_now()
    key, queued = data.table.game(game).phase_key, 0
    for player in people_to_remind(data, game, due, now):
        for contact in [found for found in data.people.contacts(player, DOOR) if found.state == "confirmed"][:1]:
            words = encode(ReminderBody(due)).decode()
            id_ = _local_id(game, key, due, contact.address)
            data.mails.add(QueuedMail(id_, REMINDER, game, player, contact.address, words, b"", 0, now))
            queued += 1
    return queued


def _local_id(game: str, phase_key: str, due: str, address: str) -> str:
    """One for each deadline of a phase and each address: queued twice it is still one mail."""
    who, opened = hashlib.sha256(address.encode()).hexdigest()[:8], phase_key.rpartition(".")[2]
    return f"{game}.{opened}.remind-{''.join(c for c in due if c.isalnum())}.{who}"


def check_not_late(data: EngineData, mail: QueuedMail) -> None:
    """Raises TooLate."""
    about(data, mail)


def about(data: EngineData, mail: QueuedMail) -> AboutReminder:
    """Raises TooLate."""
    body: ReminderBody = decode(mail.body, ReminderBody)
    sides = people_to_remind(data, mail.game, body.due, utc_now()).get(mail.player, ())
    game = data.table.game(mail.game)
    if not sides or game.phase is None:
        raise TooLate("the deadline has passed, or nothing is awaited of its reader")
    key = data.people.seat_key(game.id, sides[0], mail.player)
    drafts = {side: data.table.at_deadline(game.id, side) for side in sides}
    return AboutReminder(game, game.phase, body.due, key, data.people.zone(mail.player), drafts)
