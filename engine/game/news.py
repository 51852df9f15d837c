"""Public news, made from the journal alone, so that it can be made again word for word."""

from collections.abc import Iterator, Sequence

import msgspec

from engine.contract import Event, Phase
from engine.log.deadline import due
from engine.log.fold import Deed, Fold, Happening


class News(msgspec.Struct, frozen=True):
    """One public piece of news: one for each commit.

    ``kind``: opened, seated, left, report, over, rewound, ruled.  ``seq``: the last entry it tells of.  ``lines``: the report, one fact
    a line.  ``phase``: the phase that is awaited after it; ``due`` its deadline.  ``secret`` and ``promise``: the revealed secret and the
    next promise, hex.
    """

    kind: str
    seq: int
    at: str
    lines: tuple[str, ...]
    phase: Phase | None = None
    due: str | None = None
    side: str = ""
    player: str = ""
    secret: str = ""
    promise: str = ""


def news(fold: Fold, deed: Deed) -> News:
    phase = fold.system.phase(deed.state) if deed.started else None
    kind = "over" if deed.lock and phase is None else deed.kind
    return News(
        kind,
        deed.seq,
        deed.at,
        tuple(_lines(fold, deed)),
        phase,
        due(fold, deed, phase),
        deed.side,
        deed.player,
        deed.secret,
        deed.promise,
    )


def told(fold: Fold, happened: Happening) -> str:
    """The public line of an event, "" if there is none."""
    _, before, event = happened
    seen = fold.system.witness(before, event, "")
    return fold.system.tell(fold.system.view(before, ""), seen) if seen else ""


def witnessed(fold: Fold, deed: Deed, viewer: str) -> list[Event]:
    """The recent events at the time of a deed, as the viewer may know them; behind a phase that is all secret yet, those before it."""
    seen = _seen(fold, deed.recent, viewer)
    if deed.recent and not _seen(fold, deed.recent, ""):
        return _seen(fold, fold.after(deed.first.seq - 1).recent, viewer) + seen
    return seen


def _seen(fold: Fold, recent: Sequence[Happening], viewer: str) -> list[Event]:
    known = (fold.system.witness(before, event, viewer) for _, before, event in recent)
    return [event for event in known if event is not None]


def _lines(fold: Fold, deed: Deed) -> Iterator[str]:
    name = fold.scenario.sides[deed.side].name if deed.side in fold.scenario.sides else ""
    match deed.kind:
        case "opened":
            yield from filter(None, (fold.opened.name, fold.scenario.about.strip()))
        case "seated":
            yield f"{name}: the seat is taken."
        case "left":
            yield f"{name}: the seat is free again."
        case "ruled":
            yield from deed.text.splitlines()
        case "rewound":
            yield f"The game goes back to the position after entry {deed.to}; what came later stays on record and no longer counts."
    for side in (side for side, by in deed.done.items() if by == "deadline"):
        yield f"Time is up for {fold.scenario.sides[side].name}: what was written is run, the rules fill the rest."
    lines = [line for happened in deed.happened if (line := told(fold, happened))]
    yield from lines
    if deed.kind == "report" and not lines and name:
        yield f"{name}: " + ("done with this phase." if deed.done else "orders committed; they stay secret for now.")


def log(fold: Fold, turn: int | None) -> tuple[str, ...]:
    """The public report of one turn, or of all; a rewind is told where it was made, and what it undid is still there."""
    lines = list[str]()
    for deed in fold.deeds:
        if turn is None:
            lines += _lines(fold, deed) if deed.kind != "opened" else ()
        elif deed.kind in ("report", "seated"):
            lines += (
                line for happened in deed.happened if happened.before.turn == turn and (line := told(fold, happened))
            )
    return tuple(lines)
