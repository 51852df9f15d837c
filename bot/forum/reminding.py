"""Reminders of deadlines as replies: one in the game's topic that names all who are awaited, or none if it is late."""

from collections.abc import Mapping

from bot.correspondence.deadline_words import time_left
from bot.correspondence.markdown import escape
from bot.correspondence.times import local_time
from bot.hosting import wording
from bot.hosting.deputies import name_as
from bot.hosting.engine_thread import EngineData
from bot.hosting.forum_lanes import lane_of_game
from bot.hosting.forum_queue import OutgoingPost
from bot.hosting.reminder_times import Kind
from bot.hosting.reminders import Deadline, Given
from bot.hosting.reminding import FOR_ALL, people_to_remind, still_awaited
from bot.hosting.utc_now import utc_now
from engine.contract import Phase, Record, decode, encode
from engine.table import Game

from .bodies import queue_notice
from .halting import queue_halted
from .identity import DOOR, Person, people_of
from .kept_seats import queue_kept_seats
from .news import queue_news
from .press import queue_press
from .reports import People

REMINDER = "reminder"
"""The kind of a post on its way."""


class TooLate(Exception):
    """A reminder is of no use any more: its deadline has passed, or nobody is awaited."""


class ReminderBody(Record, frozen=True):
    """A reminder of the deadline ``due`` for these people (none named = for everybody who is awaited).

    ``also``: deadlines of other games of some of them, told in the same reply.
    """

    due: str
    kind: Kind = "reminder"
    players: tuple[str, ...] = ()
    also: Mapping[str, tuple[Deadline, ...]] = {}


def queue_news_and_reminder(data: EngineData, game: str) -> bool:
    """What is new in a game that has a topic, and the reminder that the deadline clock has handed over; whether it has
    one.
    """
    with data.table.journal.transaction():
        brought = queue_kept_seats(data, game)
    if data.halted.fault(game):
        return queue_halted(data, game)
    if not queue_news(data, game):
        return brought
    with data.table.journal.transaction():
        _queue_reminder(data, game)
        queue_press(data, game)
    return True


def _queue_reminder(data: EngineData, game: str) -> None:
    """If it reaches anybody here."""
    now, together = utc_now(), dict[tuple[Kind, str], list[Given]]()
    people = None
    for given in data.reminders.take(game, DOOR):
        now_on = data.table.game(game)
        if now_on.anonymous:
            _remind_in_private(data, now_on, given, now)
            continue
        people = people or people_of(data, now_on)
        if given.player in people and people[given.player].mention and still_awaited(data, given, now):
            together.setdefault((given.kind, given.due), []).append(given)
    for (kind, due), found in together.items():
        also = {given.player: given.also for given in found if given.also}
        body = ReminderBody(due, kind, tuple(given.player for given in found), also)
        data.forum.add(game, REMINDER, lane_of_game(game), encode(body).decode(), now)


def _remind_in_private(data: EngineData, game: Game, given: Given, now: str) -> None:
    """A letter, where a reply to all would say who plays."""
    mine = next((one for one in still_awaited(data, given, now) if one.game == game.id), None)
    if mine is None or game.phase is None:
        return
    body, people = ReminderBody(given.due, given.kind), {given.player: Person("you", "")}
    text = "\n\n".join(_text(game, game.phase, body, now, {given.player: mine.sides}, people))
    for contact in data.people.contacts(given.player, DOOR)[:1]:
        queue_notice(data, game.id, contact.address, text, now)


def check_not_late(data: EngineData, row: OutgoingPost) -> None:
    """Raises TooLate for a reminder that is; every other post is always of use."""
    if row.kind == REMINDER:
        reminder_text(data, row)


def reminder_text(data: EngineData, row: OutgoingPost) -> str:
    """What it says now.  Raises TooLate."""
    body: ReminderBody = decode(row.body, ReminderBody)
    now, game = utc_now(), data.table.game(row.game)
    awaited = people_to_remind(data, row.game, body.due, now)
    awaited = {player: sides for player, sides in awaited.items() if not body.players or player in body.players}
    if not awaited or game.phase is None:
        raise TooLate(f"the reminder of {row.game} is not posted: the deadline has passed, or nobody is awaited")
    people = people_of(data, game)
    return "\n\n".join((*_text(game, game.phase, body, now, awaited, people), *_also(data, body, people, now)))


def _text(
    game: Game, phase: Phase, body: ReminderBody, now: str, awaited: Mapping[str, tuple[str, ...]], people: People
) -> tuple[str, ...]:
    """It never says who has a draft: that is a secret."""
    calls = [
        f"{people[player].mention or escape(people[player].name)}"
        f" ({wording.join_list([escape(name_as(game, side, player)) for side in sides])})"
        for player, sides in awaited.items()
    ]
    where = "in a private message to me" if phase.sealed else "here or in a private message to me"
    last = body.kind == "last"
    ends = "This is the last call before the deadline" if last else "You are reminded once before each deadline"
    return (
        f"**{'Last call' if last else 'Reminder'}:** *{escape(wording.phase_title(phase))}* still waits for"
        f" {wording.join_list(calls)}. The deadline is **{local_time(body.due)}**, {time_left(body.due, now)} after"
        " this post.",
        f"{FOR_ALL} To be done before, write orders {where}, with a line `done` at their end; `done` alone runs"
        " your draft.",
        f"{ends}; a line `remind off` ends that.",
    )


def _also(data: EngineData, body: ReminderBody, people: People, now: str) -> tuple[str, ...]:
    """A line for each person of whom more games wait in this forum."""
    lines = list[str]()
    for player, deadlines in body.also.items():
        open_ = [one for one in deadlines if not data.table.game(one.game).anonymous]
        waiting = [one for one in open_ if player in people_to_remind(data, one.game, one.due, now)]
        games = [f"{escape(data.table.game(one.game).name)} ({one.game}, **{local_time(one.due)}**)" for one in waiting]
        if games and player in people:
            who = people[player].mention or escape(people[player].name)
            lines.append(f"{wording.join_list(games)} also wait for {who}.")
    return tuple(lines)
