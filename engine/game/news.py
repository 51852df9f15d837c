"""Public news of a game, made from the journal alone, so that it can be made again word for word."""

from collections.abc import Iterator, Sequence

import msgspec

from engine.contract import Event, Phase, counted
from engine.errors import Refused
from engine.log.awaited_dice import beacon_chain
from engine.log.deadline import from_unix
from engine.log.decision_words import ruling_line
from engine.log.decisions import TAKE_BACK
from engine.log.fold import Fold
from engine.log.head import head_line
from engine.log.nonces import AHEAD
from engine.log.past_positions import position_words
from engine.log.schedule import deadline_of
from engine.log.transactions import RecordedEvent, Transaction, phase_key
from engine.luck.game_luck import game_luck
from engine.luck.report import report_of_game

_SETS_OFF = ("report", "began", "ruled", "decided", "timed", "left")
"""Kinds of news after which something may happen by itself."""


class News(msgspec.Struct, frozen=True):
    """One piece of public news: one for each commit.

    ``kind``: opened, seated, left, locked (its dice are awaited), report, over, rewound, ruled.  ``seq``: the last
    entry it reports.  ``lines``: the report, one fact a line; ``turns``: the turn of each.  ``phase``: the phase that
    follows; ``due`` its deadline.  ``link``: of entry ``seq``; it stands for all that the log holds up to there.
    ``phase_key``: of that phase, as ``Game.phase_key``.  ``luck``: of a game that is over, sentences.
    ``completes``: the last entry of the news that its orders were locked, 0 if there was none; ``locked``: the head
    of the log as that news gave it.  ``by_itself``: nobody did it just then, what was done before it
    set it off; ``ahead``: the line that says so of orders which a side wrote ahead.  ``goes_on``: its deadlines and
    orders run again after a pause.
    """

    kind: str
    seq: int
    at: str
    lines: tuple[str, ...]
    phase: Phase | None = None
    due: str | None = None
    side: str = ""
    player: str = ""
    link: str = ""
    phase_key: str = ""
    turns: tuple[int, ...] = ()
    luck: tuple[str, ...] = ()
    completes: int = 0
    locked: str = ""
    why: str = ""
    by_itself: bool = False
    ahead: str = ""
    goes_on: bool = False


def news(fold: Fold, transaction: Transaction) -> News:
    waits = transaction.kind == "locked" or (fold.awaited and transaction is fold.transactions[-1])
    phase = (
        fold.system.phase(transaction.state) if transaction.started and not waits and not transaction.closed else None
    )
    kind = "over" if transaction.closed else transaction.kind
    lines = tuple(_lines(fold, transaction))
    return News(
        kind,
        transaction.seq,
        transaction.at,
        tuple([line for _, line in lines]),
        phase,
        deadline_of(fold, transaction, phase),
        transaction.side,
        transaction.player,
        transaction.link,
        phase_key(phase, transaction.opened),
        tuple([turn for turn, _ in lines]),
        _luck(fold, transaction) if kind == "over" else (),
        transaction.completes,
        _lock_head(fold, transaction.completes),
        transaction.text if transaction.kind == "left" else "",
        bool(transaction.cause),
        f"{_name(fold, transaction)}, as written ahead:" if transaction.cause == AHEAD else "",
        bool(transaction.kind == "timed" and not transaction.paused and _was_paused(transaction)),
    )


def _was_paused(transaction: Transaction) -> bool:
    return transaction.earlier is not None and transaction.earlier.paused


def _lock_head(fold: Fold, seq: int) -> str:
    return head_line(fold.id, seq, fold.after(seq).link) if seq else ""


def _luck(fold: Fold, transaction: Transaction) -> tuple[str, ...]:
    """How lucky each side was up to the end; nothing of a game without dice."""
    try:
        first, *rest = report_of_game(game_luck(fold, transaction.seq), fold.scenario.sides).closing
    except Refused:
        return ()
    return f"Luck: {first}", *rest


def joined(items: Sequence[News]) -> News:
    """The news of several commits or decisions, one right after the other, as one."""
    told, before, facts = _most_telling(items), items[0].side, list[tuple[int, str]]()
    for item in items:
        mine = list(zip(item.turns, item.lines, strict=True))
        facts += [(mine[0][0], item.ahead)] if mine and item.ahead and item.side != before else []
        facts += mine
        before = item.side
    turns, lines = tuple([turn for turn, _ in facts]), tuple([line for _, line in facts])
    made = msgspec.structs.replace(items[-1], kind=told.kind, side=told.side, lines=lines, turns=turns)
    return msgspec.structs.replace(made, completes=items[0].completes, locked=items[0].locked, by_itself=False)


def _most_telling(items: Sequence[News]) -> News:
    """The one of several that says what they are together: the end of the game before orders that were run, these
    before the decision that they follow.
    """
    last = items[-1]
    if last.kind == "over":
        return msgspec.structs.replace(last, side=items[0].side)
    if run := next((item for item in items if item.kind == "report"), None):
        return run
    return last if items[0].kind == "decided" and last.kind in ("rewound", "timed") else items[0]


def joined_turns(items: Sequence[News]) -> Iterator[News]:
    """The same news, but what a deed set off at once is told with it: what somebody had written ahead for the phase
    that it opened, what a side did in the phases that its own commit opened, and what a vote decided.
    """
    turn = list[News]()
    for item in items:
        if turn and not _follows(turn[-1], item):
            yield joined(turn)
            turn = []
        turn.append(item)
    if turn:
        yield joined(turn)


def _follows(before: News, item: News) -> bool:
    """Whether the news before it is of what set this off, or of the same side's commit that opened its phase."""
    if before.at != item.at or before.kind not in _SETS_OFF:
        return False
    if item.by_itself:
        return item.kind != "locked"
    reports = before.kind == "report" and item.kind in ("report", "over")
    return reports and before.side == item.side != "" and before.phase is not None and item.side in before.phase.sides


def public_line(fold: Fold, recorded: RecordedEvent) -> str:
    """The line of an event in the public report, "" if there is none."""
    _, before, event = recorded
    seen = fold.system.witness(before, event, "")
    return fold.system.tell(fold.system.view(before, ""), seen) if seen else ""


def witnessed_events(fold: Fold, transaction: Transaction, viewer: str) -> list[Event]:
    """The recent events at the time of a transaction, as the viewer may know them.

    After a phase that is still entirely secret, the events before it come first.
    """
    seen = _known_events(fold, transaction.recent, viewer)
    if transaction.recent and not _known_events(fold, transaction.recent, ""):
        return _known_events(fold, fold.after(transaction.first.seq - 1).recent, viewer) + seen
    return seen


def _known_events(fold: Fold, recent: Sequence[RecordedEvent], viewer: str) -> list[Event]:
    known = (fold.system.witness(before, event, viewer) for _, before, event in recent)
    return [event for event in known if event is not None]


def _lines(fold: Fold, transaction: Transaction) -> Iterator[tuple[int, str]]:
    """What is reported of it, each line with its turn."""
    phase = transaction.phase or (fold.system.phase(transaction.state) if transaction.started else None)
    turn, events = phase.turn if phase else 0, _lines_of_events(fold, transaction)
    yield from ((turn, line) for line in _what_was_done(fold, transaction))
    yield from ((turn, line) for line in _of_beacon(fold, transaction))
    yield from ((turn, line) for line in _time_is_up(fold, transaction))
    yield from events
    name = _name(fold, transaction)
    if transaction.kind == "report" and not events and name:
        done = "done with this phase." if transaction.done else "orders committed; they are secret for now."
        yield turn, f"{name}: {done}"


def _lines_of_events(fold: Fold, transaction: Transaction) -> list[tuple[int, str]]:
    """The public lines of its events, each with its turn: the event with which a turn begins is in that already."""
    events = transaction.events
    after = [*(recorded.before for recorded in events[1:]), transaction.state]
    told = ((state.turn, public_line(fold, recorded)) for recorded, state in zip(events, after, strict=False))
    return [(turn, line) for turn, line in told if line]


def _name(fold: Fold, transaction: Transaction) -> str:
    return fold.scenario.sides[transaction.side].name if transaction.side in fold.scenario.sides else ""


def _what_was_done(fold: Fold, transaction: Transaction) -> Iterator[str]:
    name = _name(fold, transaction)
    match transaction.kind:
        case "opened":
            yield from filter(None, (fold.opened.name, fold.scenario.about.strip()))
        case "seated":
            yield f"{name}: the seat is taken."
        case "left":
            yield f"{name}: the seat is free again{f', {transaction.text}' if transaction.text else ''}."
            yield from transaction.closed_motions
        case "ruled" | "timed" | "decided":
            yield from transaction.text.splitlines()
        case "rewound":
            yield from _rewind_lines(fold, transaction)


def _rewind_lines(fold: Fold, transaction: Transaction) -> Iterator[str]:
    to = position_words(fold, fold.after(transaction.to))
    if transaction.text == TAKE_BACK:
        yield "Taken back."
        yield f"The game goes back to {to}."
    else:
        yield ruling_line(transaction.player, f"the game is rewound to {to}.", transaction.text)
    yield "Everything after it stays on record but no longer counts."


def _of_beacon(fold: Fold, transaction: Transaction) -> Iterator[str]:
    """Which round of the beacon the dice wait for, or that they fell without it."""
    choice = fold.opened.beacon_choice
    if choice is None or not transaction.round:
        return
    chain = beacon_chain(choice)
    if transaction.lock and not transaction.silent:
        yield f"The dice are made with round {transaction.round} of the public beacon {chain.name}."
    elif transaction.silent:
        waited = counted(choice.patience, "second")
        yield f"The public beacon {chain.name} was silent for {waited}: these dice fell without it."
    elif not transaction.lock:
        who = _name(fold, transaction)
        what = "The game begins with its first dice" if transaction.kind == "seated" else "The dice fall"
        locked = f"{who}: orders are locked. " if who and transaction.kind == "locked" else ""
        at = from_unix(chain.published_at(transaction.round))
        yield f"{locked}{what} at {at[11:19]} UTC, with round {transaction.round} of the public beacon {chain.name}."


def _time_is_up(fold: Fold, transaction: Transaction) -> Iterator[str]:
    """A line for each side whose part of the phase was ended at the deadline, by the rules or by its own draft.

    In a sealed phase it is secret whether a side has written anything.
    """
    is_open = transaction.phase is not None and not transaction.phase.sealed
    for side in dict.fromkeys((*transaction.orders, *transaction.done)) if transaction.late else ():
        rest = ", and the rules fill in the rest" if side in transaction.done else ""
        what = f"their written orders are run{rest}"
        if is_open and side not in transaction.orders:
            what = "no written order is run, so the rules decide"
        yield f"Time is up for {fold.scenario.sides[side].name}: {what}."


def public_report(fold: Fold, turn: int | None) -> tuple[str, ...]:
    """The public report of one turn, or of all.  A rewind is reported where it was made; the lines it undid stay."""
    lines = list[str]()
    for transaction in fold.transactions:
        if turn is None:
            told = _lines(fold, transaction) if transaction.kind != "opened" else ()
            lines += (line for _, line in told)
        elif transaction.kind in ("report", "seated"):
            lines += (line for number, line in _lines_of_events(fold, transaction) if number == turn)
    return tuple(lines)
