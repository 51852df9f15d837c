"""Orders in a message: given as a draft, run as far as they say, or what is held already is run."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.hosting import open_battle_sides
from bot.hosting.engine_thread import EngineData
from bot.hosting.questions import hold
from engine.game import turn_text
from engine.table import AskAgain, Given, News, Refused, Table

from .answers import Section, said
from .commands import Command
from .emphasis import spoken
from .message import Seat, only_ends
from .times import own_time
from .unread_lines import Unread
from .verdict_text import verdict_lines


def _nowhere(_: EngineData, __: str) -> None:
    """Of a league that needs no place of its own."""


class Writer(NamedTuple):
    """Who writes, from where and when.

    ``key``: the message's own, so that it is never carried out twice.  ``doubt``: why nothing may run, so that orders
    are only kept as a draft ("" = they may run).  ``open_game``: makes a place for a game that was opened or joined
    here.  ``phase``: the key of the phase in which they were called, "" if that is not known; a ``done`` ends no other.
    ``open_league``: the same for a league.  ``reliability``: theirs in percent, if they enter a league that asks for it
    and it is known.
    """

    player: str
    door: str
    key: str
    now: str
    doubt: str
    open_game: Callable[[EngineData, str], None]
    phase: str = ""
    open_league: Callable[[EngineData, str], None] = _nowhere
    reliability: int | None = None

    @property
    def nonce(self) -> str:
        """What a commit that the message sets off is known by."""
        return f"{self.door}:{self.key}"

    @property
    def in_public(self) -> bool:
        """Whether everybody reads the message and knows who wrote it."""
        return self.key.startswith("topic:")


class Done(NamedTuple):
    """``changed``: games in which something happened; ``leagues``: those whose log has grown; ``lookups``: what is
    shown below it.
    """

    section: Section
    changed: tuple[str, ...] = ()
    leagues: tuple[str, ...] = ()
    lookups: tuple[Command, ...] = ()


def give(data: EngineData, writer: Writer, seat: Seat, orders: Sequence[str], adds: bool) -> Given:
    """The orders in place of the draft, or added to it; run as far as they say if nothing is in doubt.

    Lines of which none is accepted are not stored if they would replace a draft, or run when the side's phase opens.
    """
    whole = with_draft(data.table, seat, orders, adds)
    reply = data.table.check(seat.game, seat.side, whole)
    held, phase = data.table.draft(seat.game, seat.side), data.table.game(seat.game).phase
    later = phase is not None and seat.side not in phase.sides
    if (held.strip() or later) and not any(verdict.accepted for verdict in reply.verdicts):
        return Given(reply, kept=held)
    if writer.doubt:
        return hold(data.table, seat.game, seat.side, whole, writer.now, writer.doubt)
    shown = writer.phase if only_ends(orders) else ""
    return data.table.give(seat.game, seat.side, whole, writer.now, writer.nonce, shown)


def with_draft(table: Table, seat: Seat, orders: Sequence[str], adds: bool) -> str:
    """The orders below the draft if they are added to it, or say no more than when it runs; else the orders alone."""
    draft = table.draft(seat.game, seat.side) if adds or only_ends(orders) else ""
    return "\n".join([*([draft.rstrip()] if draft.strip() else []), *orders])


def word_for_draft(table: Table, seat: Seat, orders: Sequence[str]) -> str:
    """The word that runs the draft as it is held: the only one that is said, or one for all where the draft has such
    words itself; "" if the orders say more."""
    if not only_ends(orders):
        return ""
    draft = table.draft(seat.game, seat.side)
    if len(orders) > 1 and not turn_text.runs_by_itself(table.check(seat.game, seat.side, draft).verdicts):
        return ""
    return "done" if "done" in orders else "commit"


def run_held(data: EngineData, writer: Writer, seat: Seat, word: str, sure: str = "") -> Done:
    """Run the draft that is held, and with ``done`` end the side's part of the phase.

    ``sure``: the code of a question whether to go on without what is refused.
    """
    if writer.doubt:
        raise Refused("unconfirmed", writer.doubt)
    try:
        news = _commit(data, writer, seat, word, sure)
    except AskAgain as again:
        raise Refused("ask-again", f'{again} To go on all the same, answer "yes {word} {again.token}".') from again
    except Refused as no:
        if no.code != "earlier-phase":
            raise
        raise Refused(no.code, f"{no} You answered an earlier mail. To end the phase that is open now, {_HERE}") from no
    kept = _kept(data.table.draft(seat.game, seat.side), data.table.why_stopped(seat.game, seat.side))
    return Done(said(*ran(news), *kept), (seat.game,))


def _commit(data: EngineData, writer: Writer, seat: Seat, word: str, sure: str) -> News:
    """Raises AskAgain if something would be lost and ``sure`` does not answer the question."""
    if word == "commit":
        return data.table.commit(seat.game, seat.side, writer.now, writer.nonce, phase=writer.phase, sure=sure)
    others = open_battle_sides.sides_ending_too(data.table, data.table.game(seat.game), seat.side, writer.player)
    return data.table.done(seat.game, seat.side, writer.now, writer.nonce, others, writer.phase, sure)


_HERE = 'answer this one with "done".'


def ran(news: News) -> tuple[str, ...]:
    """The heading and what follows: of orders that ran, or of which the dice are awaited."""
    if news.kind == "locked":
        return "Your orders are locked", *news.lines, "The report follows by itself as soon as the dice have fallen."
    return "Your orders ran", "The report follows by itself."


def given_sections(data: EngineData, seat: Seat, given: Given, unread: tuple[Unread, ...]) -> list[Section]:
    """The verdicts, what ran or why not, and what is left."""
    sections = [Section("", verdict_lines(given.reply, unread), fixed=True)] if given.reply.verdicts else []
    if given.news:
        return [*sections, said(*ran(given.news), *_kept(given.kept, given.why))]
    if given.asks:
        word = "done" if any(verdict.ends for verdict in given.reply.verdicts) else "commit"
        yes = f'To run them all the same, answer with the line "yes {word} {given.token}".' if given.token else ""
        return [*sections, said("Nothing has run yet", *filter(None, (spoken(given.asks), yes)))]
    if given.reply.ahead:
        return [*sections, said("Kept for your next phase", "They are checked again when it opens, and run then.")]
    if not any(verdict.accepted for verdict in given.reply.verdicts):
        again = "None of these lines can run as they are. Send them again, corrected; the newest message counts."
        if not given.reply.receipt:
            again = "None of these lines can run as they are, so they are not kept. Send them again, corrected."
        held = "Until then your draft of before is held." if given.kept.strip() and not given.reply.receipt else ""
        return [*sections, said("Nothing has run yet", *filter(None, (again, held)))]
    due = data.table.game(seat.game).due
    player = data.table.game(seat.game).holder(seat.side)
    until = f"At {own_time(data, player, due)} what is held runs by itself." if due else ""
    hint = 'It is held. Answer "commit" to run it, or "done" to end your part of the phase as well.'
    if (phase := data.table.game(seat.game).phase) and seat.side not in phase.sides:
        hint = "It is held. It is not your turn; when it is, you are asked for orders, and can run it then."
    return [*sections, said("Nothing has run yet", *filter(None, (hint, until)))]


def _kept(draft: str, why: str) -> tuple[str, ...]:
    if not draft:
        return ()
    first = f"The rest has not run. {spoken(why)}" if why else "Kept, and not run yet:"
    return (first, *(f"  held  {line}" for line in draft.splitlines() if line.strip()))
