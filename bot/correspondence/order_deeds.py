"""Orders in a message: given as a draft, run as far as they say, or what is held already is run."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.hosting import open_battle_sides
from bot.hosting.engine_thread import EngineData
from bot.hosting.questions import hold
from engine.table import AskAgain, Given, Refused, Table

from .answers import Section, said
from .emphasis import spoken
from .message import Seat, only_ends
from .times import local_time
from .unread_lines import Unread
from .verdict_text import verdict_lines


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


def give(data: EngineData, writer: Writer, seat: Seat, orders: Sequence[str], adds: bool) -> Given:
    """The orders in place of the draft, or added to it; run as far as they say if nothing is in doubt."""
    whole = with_draft(data.table, seat, orders, adds)
    if writer.doubt:
        return hold(data.table, seat.game, seat.side, whole, writer.now, writer.doubt)
    return data.table.give(seat.game, seat.side, whole, writer.now, writer.key)


def with_draft(table: Table, seat: Seat, orders: Sequence[str], adds: bool) -> str:
    """The orders below the draft if they are added to it, or say no more than when it runs; else the orders alone."""
    draft = table.draft(seat.game, seat.side) if adds or only_ends(orders) else ""
    return "\n".join([*([draft.rstrip()] if draft.strip() else []), *orders])


def run_held(data: EngineData, writer: Writer, seat: Seat, word: str) -> Done:
    """Run the draft that is held, and with ``done`` end the side's part of the phase."""
    if writer.doubt:
        raise Refused("unconfirmed", writer.doubt)
    try:
        commit(data, writer, seat, word)
    except AskAgain as again:
        raise Refused("ask-again", f'{again} To go on all the same, answer "yes {word} {again.token}".') from again
    return _ran(data.table, seat)


def run_all_the_same(data: EngineData, writer: Writer, seat: Seat, word: str, token: str) -> Done:
    """The answer to the question that came with the token: run the draft without what was refused."""
    try:
        commit(data, writer, seat, word, token)
    except AskAgain as again:
        raise Refused("ask-again", f'{again} If so, answer with the line "yes {word} {again.token}".') from again
    return _ran(data.table, seat)


def commit(data: EngineData, writer: Writer, seat: Seat, word: str, sure: str = "") -> None:
    """Raises AskAgain if something would be lost and ``sure`` does not answer the question."""
    if word == "commit":
        data.table.commit(seat.game, seat.side, writer.now, writer.key, sure=sure)
        return
    others = open_battle_sides.sides_ending_too(data.table, data.table.game(seat.game), seat.side, writer.player)
    data.table.done(seat.game, seat.side, writer.now, writer.key, others, sure=sure)


def _ran(table: Table, seat: Seat) -> Done:
    kept = _kept(table.draft(seat.game, seat.side), table.why_stopped(seat.game, seat.side))
    return Done(said(*RAN, *kept), (seat.game,))


RAN = ("Your orders ran", "The report follows by itself.")


def given_sections(data: EngineData, seat: Seat, given: Given, unread: tuple[Unread, ...]) -> list[Section]:
    """The verdicts, what ran or why not, and what is left."""
    sections = [Section("", verdict_lines(given.reply, unread), fixed=True)] if given.reply.verdicts else []
    if given.news:
        return [*sections, said(*RAN, *_kept(given.kept, given.why))]
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


def _kept(draft: str, why: str) -> tuple[str, ...]:
    if not draft:
        return ()
    first = f"The rest has not run. {spoken(why)}" if why else "Kept, and not run yet:"
    return (first, *(f"  held  {line}" for line in draft.splitlines() if line.strip()))
