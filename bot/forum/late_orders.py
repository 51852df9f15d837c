"""Orders that were posted after a deadline which had not run yet: they wait until it has, and become a draft then."""

import logging

from bot.correspondence.answers import Section, said
from bot.correspondence.commands import RUNNING
from bot.correspondence.deeds import RETRY
from bot.correspondence.message import Message, Seat
from bot.correspondence.times import own_time
from bot.correspondence.verdict_text import verdict_lines
from bot.hosting.engine_thread import EngineData
from engine.contract import Record, Unreadable, decode, encode
from engine.log.deadline import add_seconds, has_passed, is_time
from engine.table import Refused

from .connectors.connector import SeenPost
from .reading.post_text import MOST_CHARACTERS

log = logging.getLogger("fieldpost.forum")

GRACE = 2
"""Seconds after a deadline that still count: the forum's clock and ours are compared to the second."""
_NOTES = "late:"
_OF_THE_DRAFT = ("clear", "yes")
"""Commands that change a draft, or run it."""


class LatePost(Record, frozen=True):
    """``letter``: the title of the letter that it stands in.  ``due``: the deadline of ``game`` that it has missed."""

    post: SeenPost
    letter: str
    game: str
    due: str


def our_time(at: str, ahead: float) -> str:
    """A moment of a clock that is so many seconds ahead, by our own; "" if the forum has not named any."""
    return add_seconds(at, -round(ahead)) if is_time(at) else ""


def touches_draft(message: Message) -> bool:
    return bool(message.orders) or any(command.word in _OF_THE_DRAFT for command in message.commands)


def missed_deadline(data: EngineData, seat: Seat, at: str, now: str) -> str:
    """The deadline that has passed, is still to be run, and was over when the post was written; "" without one.
    The deadlines of a halted game stand still: none of them has passed.
    """
    game = data.table.game(seat.game)
    if not at or game.over or not game.phase or not game.due or data.halted.of_game(seat.game):
        return ""
    return game.due if has_passed(game.due, now) and at > add_seconds(game.due, GRACE) else ""


def keep_for_later(data: EngineData, late: LatePost) -> None:
    """The post is kept until its deadline has run."""
    raw = _whole_lines(late.post.raw, 2 * MOST_CHARACTERS).encode("utf-8", "replace").decode()
    kept = LatePost(late.post._replace(raw=raw), late.letter, late.game, late.due)
    data.forum.set_note(_name(late.post), encode(kept).decode())


def _whole_lines(raw: str, most: int) -> str:
    """As much of a text as has so many characters; its last line is whole."""
    return raw if len(raw) <= most else raw[:most].rpartition("\n")[0]


def forget(data: EngineData, post: SeenPost) -> bool:
    """The post need not be kept any longer; whether it was."""
    return data.forum.forget_note(_name(post))


def waiting(data: EngineData) -> bool:
    """Whether any post is kept."""
    return bool(data.forum.notes(_NOTES))


def ready(data: EngineData) -> tuple[LatePost, ...]:
    """The posts whose deadline has run, the oldest first.  Raises Refused for what is the host's trouble."""
    found = list[LatePost]()
    for name, text in data.forum.notes(_NOTES):
        try:
            late: LatePost = decode(text, LatePost)
            if data.table.game(late.game).due != late.due:
                found.append(late)
        except (Unreadable, ValueError, Refused) as unreadable:
            if isinstance(unreadable, Refused) and unreadable.code in RETRY:
                raise
            log.error("the late post %s cannot be read from the database: %s", name, unreadable)
            data.forum.forget_note(name)
    return tuple(sorted(found, key=lambda late: (late.post.at, late.post.id)))


def as_draft(
    data: EngineData, seat: Seat, message: Message, times: tuple[str, str], now: str
) -> tuple[Message, list[Section]]:
    """``times``: when it was posted, and the deadline.  Returns what is left to be carried out, and what is answered:
    its orders are the draft for what comes next, if any of them would be accepted and there is no draft yet.
    """
    commands = tuple(command for command in message.commands if command.word not in _OF_THE_DRAFT)
    left = message._replace(orders=(), adds=False, commands=commands)
    game = data.table.game(seat.game)
    at, due = (own_time(data, game.holder(seat.side), moment) for moment in times)
    says = f"You posted this on {at}. The deadline was on {due}, so nothing of it ran."
    text = "\n".join(order for order in message.orders if order not in (*RUNNING, "concede"))
    if not text:
        return left, [said("After the deadline", says)]
    try:
        reply = data.table.check(seat.game, seat.side, text)
        accepted = any(verdict.accepted for verdict in reply.verdicts)
        if data.table.draft(seat.game, seat.side).strip():
            then = "You have a draft for what comes next, so these orders were not kept."
        elif not accepted:
            then = "None of these orders would run now, so they were not kept."
        else:
            data.table.write(seat.game, seat.side, text, now)
            then = 'These orders are your draft for what comes next. Answer "done" to run them, or write new ones.'
    except Refused as no:
        return left, [said("After the deadline", says, str(no))]
    return left, [
        said("After the deadline", says, then),
        Section("", verdict_lines(reply, message.unread), fixed=True),
    ]


def _name(post: SeenPost) -> str:
    return f"{_NOTES}{post.place.key}/{post.id}"
