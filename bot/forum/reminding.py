"""Reminders of deadlines as replies: one in the game's topic that names all who are awaited, or none if it is late."""

from collections.abc import Mapping

from bot.correspondence.deadline_words import time_left
from bot.correspondence.markdown import escape
from bot.correspondence.times import local_time
from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.forum_queue import OutgoingPost
from bot.hosting.reminding import FOR_ALL, people_to_remind
from bot.hosting.utc_now import utc_now
from engine.contract import Phase, Record, decode, encode
from engine.table import Game

from .bodies import lane_of_game
from .freezing import queue_frozen
from .identity import DOOR, people_of
from .news import queue_news
from .reports import People

REMINDER = "reminder"
"""The kind of a post on its way."""


class TooLate(Exception):
    """A reminder is of no use any more: its deadline has passed, or nobody is awaited."""


class ReminderBody(Record, frozen=True):
    """A reminder of the deadline ``due``."""

    due: str


def queue_news_and_reminder(data: EngineData, game: str) -> bool:
    """What is new in a game that has a topic, and the reminder that the deadline clock has handed over; whether it has
    one.
    """
    if data.frozen.fault(game):
        return queue_frozen(data, game)
    if not queue_news(data, game):
        return False
    with data.table.journal.transaction():
        _queue_reminder(data, game)
    return True


def _queue_reminder(data: EngineData, game: str) -> None:
    """If it reaches anybody here."""
    now, due = utc_now(), data.reminders.take(game, DOOR)
    people = people_of(data, data.table.game(game)) if due else {}
    if due and any(people[player].mention for player in people_to_remind(data, game, due, now)):
        data.forum.add(game, REMINDER, lane_of_game(game), encode(ReminderBody(due)).decode(), now)


def check_not_late(data: EngineData, row: OutgoingPost) -> None:
    """Raises TooLate for a reminder that is; every other post is always of use."""
    if row.kind == REMINDER:
        reminder_text(data, row)


def reminder_text(data: EngineData, row: OutgoingPost) -> str:
    """What it says now.  Raises TooLate."""
    body: ReminderBody = decode(row.body, ReminderBody)
    now, game = utc_now(), data.table.game(row.game)
    awaited = people_to_remind(data, row.game, body.due, now)
    if not awaited or game.phase is None:
        raise TooLate(f"the reminder of {row.game} is not posted: the deadline has passed, or nobody is awaited")
    return _text(game, game.phase, body.due, now, awaited, people_of(data, game))


def _text(game: Game, phase: Phase, due: str, now: str, awaited: Mapping[str, tuple[str, ...]], people: People) -> str:
    """It never says who has a draft: that is a secret."""
    calls = [
        f"{people[player].mention or escape(people[player].name)}"
        f" ({wording.join_list([escape(wording.side_name(game.sides, side)) for side in sides])})"
        for player, sides in awaited.items()
    ]
    where = "in a private message to me" if phase.sealed else "here or in a private message to me"
    return "\n\n".join(
        (
            f"**Reminder:** *{escape(wording.phase_title(phase))}* still waits for {wording.join_list(calls)}. The"
            f" deadline is **{local_time(due)}**, {time_left(due, now)} after this post.",
            f"{FOR_ALL} To be done before, write orders {where}, with a line `done` at their end; `done` alone runs"
            " your draft.",
            "You are reminded once before each deadline; a line `remind off` ends that.",
        )
    )
