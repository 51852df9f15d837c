"""Reminders of deadlines as mails: queued once for everybody who is here by mail, dropped when they come too late."""

import hashlib
from typing import NamedTuple

from bot.hosting.deputies import name_as
from bot.hosting.engine_thread import EngineData
from bot.hosting.mail_queue import QueuedMail
from bot.hosting.own_settings import OwnSettings
from bot.hosting.reminder_times import Kind
from bot.hosting.reminders import Deadline, Given
from bot.hosting.reminding import AwaitedSides, idle_units, still_awaited
from bot.hosting.utc_now import utc_now
from engine.contract import Phase, Record, decode, encode
from engine.game.at_deadline import AtDeadline
from engine.table import Game

from .identity import DOOR

REMINDER = "reminder"
"""The kind of a queued mail."""


DEPUTY = ", whose deputy you are"
LATE = "the deadline has passed, or nothing is awaited of its reader"


class TooLate(Exception):
    """A reminder is of no use any more: its deadline has passed, or its reader is not awaited."""


class ReminderBody(Record, frozen=True):
    """A reminder of the deadline ``due``; ``also``: deadlines of other games, told in the same mail."""

    due: str
    kind: Kind = "reminder"
    also: tuple[Deadline, ...] = ()


class AlsoDue(NamedTuple):
    """Another game of which the same mail tells: the names of its sides that are awaited, and the key of the first."""

    game: Game
    due: str
    names: tuple[str, ...]
    key: str


class AboutReminder(NamedTuple):
    """What a reminder tells: the deadline, the key of the reader's first side ("" for a deputy), their settings, what
    would run of the drafts of their sides that are awaited, the names of these, and which units have no order.
    """

    game: Game
    phase: Phase
    due: str
    kind: Kind
    key: str
    own: OwnSettings
    drafts: dict[str, AtDeadline]
    names: dict[str, str]
    idle: tuple[str, ...] = ()
    also: tuple[AlsoDue, ...] = ()


def queue_reminders(data: EngineData, game: str) -> int:
    """In a transaction: queue the reminders that the deadline clock has handed over.  Returns the number of mails."""
    now, queued = utc_now(), 0
    for given in data.reminders.take(game, DOOR):
        key = data.table.game(game).phase_key
        contacts = [found for found in data.people.contacts(given.player, DOOR) if found.state == "confirmed"]
        for contact in contacts[:1] if still_awaited(data, given, now) else ():
            words = encode(ReminderBody(given.due, given.kind, given.also)).decode()
            id_ = _local_id(game, key, given, contact.address)
            data.mails.add(QueuedMail(id_, REMINDER, game, given.player, contact.address, words, b"", 0, now))
            queued += 1
    return queued


def _local_id(game: str, phase_key: str, given: Given, address: str) -> str:
    """One for each deadline of a phase and each address: queued twice it is still one mail."""
    who, opened = hashlib.sha256(address.encode()).hexdigest()[:8], phase_key.rpartition(".")[2]
    kind = "remind" if given.kind == "reminder" else "last"
    return f"{game}.{opened}.{kind}-{''.join(c for c in given.due if c.isalnum())}.{who}"


def check_not_late(data: EngineData, mail: QueuedMail) -> None:
    """Raises TooLate."""
    if not _awaited(data, mail):
        raise TooLate(LATE)


def _awaited(data: EngineData, mail: QueuedMail) -> tuple[AwaitedSides, ...]:
    body: ReminderBody = decode(mail.body, ReminderBody)
    return still_awaited(data, Given(mail.game, mail.player, body.kind, body.due, body.also), utc_now())


def about(data: EngineData, mail: QueuedMail) -> AboutReminder:
    """Raises TooLate."""
    awaited = _awaited(data, mail)
    game = data.table.game(awaited[0].game) if awaited else None
    if game is None or game.phase is None:
        raise TooLate(LATE)
    body: ReminderBody = decode(mail.body, ReminderBody)
    first, *others = awaited
    drafts = {side: data.table.at_deadline(game.id, side) for side in first.sides}
    also = tuple(_also_due(data, one, mail.player) for one in others)
    key, own = _key(data, first, mail.player), data.settings.find(mail.player)
    own_sides = game.sides_of(mail.player)
    names = {side: game.sides[side].name + ("" if side in own_sides else DEPUTY) for side in first.sides}
    return AboutReminder(game, game.phase, first.due, body.kind, key, own, drafts, names, idle_units(data, first), also)


def _also_due(data: EngineData, awaited: AwaitedSides, player: str) -> AlsoDue:
    game = data.table.game(awaited.game)
    names = tuple(name_as(game, side, player) for side in awaited.sides)
    return AlsoDue(game, awaited.due, names, _key(data, awaited, player))


def _key(data: EngineData, awaited: AwaitedSides, player: str) -> str:
    """That of their first side's seat; "" for a deputy, who has none."""
    if awaited.sides[0] not in data.table.game(awaited.game).sides_of(player):
        return ""
    return data.people.seat_key(awaited.game, awaited.sides[0], player)
