"""Where a sandbox begins: now, at a turn, at a phase of a turn, or after an entry of the log."""

import re
from itertools import groupby
from typing import Any

from engine.contract import System, replace
from engine.errors import Refused
from engine.game.not_now import not_started
from engine.log.fold import Fold
from engine.log.past_positions import beginnings, is_playable
from engine.log.transactions import Transaction
from engine.lookups.requests import clean_name

_ENTRY = re.compile(r"(?:entry|log|#)\s*([0-9]{1,9})", re.IGNORECASE)
_TURN = re.compile(r"(?:(?:turn|round)\s+)?([0-9]{1,9})(?:[\s,]+(.+))?", re.IGNORECASE)


def find_start(fold: Fold, words: str) -> Transaction:
    """The transaction that left the position meant: ``""`` or ``now``, ``turn 3``, ``turn 3 movement``, ``entry 57``.

    Of a turn that was played again after a rewind, the last time counts.  Refused not-started, game-over,
    no-such-entry.
    """
    if not fold.started:
        raise not_started(fold)
    said = clean_name(words).casefold().removeprefix("from ").strip()
    if said in ("", "now"):
        if fold.over:
            raise Refused(
                "game-over",
                f"{fold.opened.name} is over, so nothing can be tried from now on. Begin at a turn: {_example(fold)}",
            )
        return fold.transactions[-1]
    if found := _ENTRY.fullmatch(said):
        return _after_entry(fold, int(found[1]))
    if found := _TURN.fullmatch(said):
        return _at_turn(fold, int(found[1]), found[2] or "")
    raise Refused(
        "no-such-entry",
        f"{clean_name(words)[:60]!r} is no place in the game. Write now, {_example(fold)}, or entry {fold.seq}.",
    )


def _after_entry(fold: Fold, seq: int) -> Transaction:
    playable = [made for made in fold.transactions if is_playable(fold, made)]
    first = playable[0].seq
    made = fold.after(seq)
    if not first <= seq <= fold.seq or not is_playable(fold, made):
        raise Refused(
            "no-such-entry",
            f"{fold.opened.name} can be tried from entries {first} to {playable[-1].seq}, not from {seq}.",
        )
    return made


def _at_turn(fold: Fold, turn: int, phase: str) -> Transaction:
    phases = [*beginnings(fold, iter(fold.transactions))]
    times = [list(run) for number, run in groupby(phases, lambda made: int(made.state.turn)) if number == turn]
    if not times:
        turns = [made.state.turn for made in phases]
        raise Refused(
            "no-such-entry",
            f"{fold.opened.name} has had turns {min(turns)} to {max(turns)}, not {turn}. Begin at {_example(fold)}.",
        )
    named = [made for run in times for made in run if _is_named(fold, made, phase)] if phase else [times[-1][0]]
    if not named:
        titles = dict.fromkeys(fold.system.phase(made.state).title for run in times for made in run)  # type: ignore[union-attr]
        raise Refused(
            "no-such-entry",
            f"Turn {turn} had no phase {phase[:60]!r} that waited for orders; it had {', '.join(titles)}.",
        )
    return named[-1]


def _is_named(fold: Fold, made: Transaction, words: str) -> bool:
    phase = fold.system.phase(made.state)
    return phase is not None and (words in phase.name.casefold() or words in phase.title.casefold())


def _example(fold: Fold) -> str:
    return f"turn {next(made.state.turn for made in fold.transactions if is_playable(fold, made))}"


def playable_view(system: System[Any], state: Any, side: str) -> Any:
    """What a side sees of a position, as a position of its own.

    Of a sealed phase the secret orders of others are not in it, so whoever else has given theirs may do so again.
    """
    seen = system.view(state, side)
    done = getattr(seen, "done", ())
    phase = system.phase(seen)
    if phase is None or not phase.sealed or all(other == side for other in done):
        return seen
    return replace(seen, done=tuple(other for other in done if other == side))
