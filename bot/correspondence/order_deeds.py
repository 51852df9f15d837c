"""Orders in a message: given as a draft, run as far as they say, or what is held already is run."""

from collections.abc import Callable
from typing import NamedTuple

from bot.hosting import open_battle_sides
from bot.hosting.engine_thread import EngineData
from engine.table import AskAgain, Given, Refused

from .answers import Section, said
from .emphasis import spoken
from .message import Seat
from .times import local_time
from .unread import Unread
from .verdict_text import verdict_lines

RUNNING = ("commit", "done")
"""Lines that, without any other order, run what is held already."""


class Writer(NamedTuple):
    """Who writes, from where and when.

    ``key``: the message's own, so that it is never carried out twice.  ``doubt``: why nothing may run, so that orders
    are only kept as a draft ("" = they may run).  ``open_game``: makes a place for a game that was opened or joined
    here.
    """

    player: str
    door: str
    key: str
    now: str
    doubt: str
    open_game: Callable[[EngineData, str], None]


class Done(NamedTuple):
    section: Section
    changed: tuple[str, ...] = ()


def give(data: EngineData, writer: Writer, seat: Seat, text: str, adds: bool) -> Given:
    """The orders in place of the draft, or added to it; run as far as they say if nothing is in doubt."""
    draft = data.table.draft(seat.game, seat.side) if adds else ""
    whole = f"{draft.rstrip()}\n{text}" if draft.strip() else text
    if writer.doubt:
        return Given(data.table.write(seat.game, seat.side, whole, writer.now), asks=writer.doubt)
    return data.table.give(seat.game, seat.side, whole, writer.now, writer.key)


def run_held(data: EngineData, writer: Writer, seat: Seat, word: str) -> Done:
    """Run the draft that is held, and with ``done`` end the side's part of the phase."""
    if writer.doubt:
        raise Refused("unconfirmed", writer.doubt)
    try:
        commit(data, writer, seat, word)
    except AskAgain as again:
        raise Refused("ask-again", f'{again} To go on all the same, answer "yes {word} {again.token}".') from again
    return Done(said("Your orders ran", "The report follows by itself."), (seat.game,))


def commit(data: EngineData, writer: Writer, seat: Seat, word: str, sure: str = "") -> None:
    """Raises AskAgain if something would be lost and ``sure`` does not answer the question."""
    if word == "commit":
        data.table.commit(seat.game, seat.side, writer.now, writer.key, sure=sure)
        return
    others = open_battle_sides.sides_ending_too(data.table, data.table.game(seat.game), seat.side, writer.player)
    data.table.done(seat.game, seat.side, writer.now, writer.key, others, sure=sure)


def given_sections(data: EngineData, seat: Seat, given: Given, unread: tuple[Unread, ...]) -> list[Section]:
    """The verdicts, what ran or why not, and what is left."""
    sections = [Section("", verdict_lines(given.reply, unread), fixed=True)] if given.reply.verdicts else []
    if given.news:
        return [*sections, said("Your orders ran", "The report follows by itself.", *_kept(given.kept))]
    if given.asks:
        word = "done" if any(verdict.ends for verdict in given.reply.verdicts) else "commit"
        yes = f'To run them all the same, answer with the line "yes {word} {given.token}".' if given.token else ""
        return [*sections, said("Nothing has run yet", *filter(None, (spoken(given.asks), yes)))]
    if given.reply.ahead:
        return [*sections, said("Kept for your next phase", "They are checked again when it opens, and run then.")]
    if not any(verdict.accepted for verdict in given.reply.verdicts):
        again = "None of these lines can run as they are. Send them again, corrected; the newest message counts."
        return [*sections, said("Nothing has run yet", again)]
    due = data.table.game(seat.game).due
    zone = data.people.zone(data.table.game(seat.game).seats[seat.side])
    until = f"At {local_time(due, zone)} what is held runs by itself." if due else ""
    hint = 'It is held. Answer "commit" to run it, or "done" to end your part of the phase as well.'
    return [*sections, said("Nothing has run yet", *filter(None, (hint, until)))]


def _kept(text: str) -> tuple[str, ...]:
    return (
        ("Kept, and not run yet:", *(f"  held  {line}" for line in text.splitlines() if line.strip())) if text else ()
    )
