"""A past position as people name it: by its turn and phase, or by an entry of the log."""

import re
from collections.abc import Sequence
from itertools import groupby

from engine.contract import counted
from engine.errors import Refused
from engine.log.fold import Fold
from engine.log.past_positions import beginnings, line_of_play, position_words
from engine.log.transactions import Transaction
from engine.lookups.requests import clean_name

LISTED = 12
"""Phases that a refusal lists, at most."""
_ENTRY = re.compile(r"(?:(?:log\s+)?entry\s*|log\s+|#\s*)?([0-9]{1,9})", re.IGNORECASE)
_TURN = re.compile(r"(?:turn|round)\s*([0-9]{1,9})(?:[\s,:]+(.+))?", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_SKIPPED = frozenset(("the", "of", "a", "phase", "s"))
"""Words that tell no phase from another, unless nothing else is said."""


def find_past_entry(fold: Fold, words: str) -> int:
    """The entry after which the position meant was reached: ``turn 3``, ``turn 3 fire``, ``fire``, ``57``.

    A phase without a turn is the last of that name.  What a rewind undid is meant only where nothing else is.
    Refused no-such-entry, with what there is; ambiguous-phase, with each that it could be.
    """
    said = clean_name(words).strip(" ,.:;")
    if found := _ENTRY.fullmatch(said):
        return int(found[1])
    for phases in (_counted(fold), [*beginnings(fold, iter(fold.transactions))]):
        named = _named(fold, phases, said)
        if len(named) == 1:
            return named[0].seq
        if named:
            lines = "; ".join(position_words(fold, made) for made in named)
            raise Refused(
                "ambiguous-phase",
                f"{said[:60]!r} could be several phases: {lines}. Name its entry, such as {named[-1].seq}.",
            )
    raise Refused("no-such-entry", _unknown(fold, said))


def _counted(fold: Fold) -> list[Transaction]:
    """The beginnings of the phases that led to the present position."""
    return [*beginnings(fold, reversed([*line_of_play(fold)]))]


def _named(fold: Fold, phases: Sequence[Transaction], said: str) -> list[Transaction]:
    """The phases that the words mean: all of one turn, the last that has any."""
    turn = _TURN.fullmatch(said)
    words = (turn[2] or "") if turn else said
    turns = [(number, [*run]) for number, run in groupby(phases, lambda made: int(made.state.turn))]
    for number, run in reversed(turns):
        if turn and number != int(turn[1]):
            continue
        if turn and not words:
            return run[:1]
        if named := _of_name(fold, run, words):
            return named
    return []


def _of_name(fold: Fold, run: Sequence[Transaction], words: str) -> list[Transaction]:
    """Those called exactly so, else those of which each word is the beginning of one of theirs."""
    said, exact = words.casefold(), list[Transaction]()
    wanted = [word for word in _WORD.findall(said) if word not in _SKIPPED] or _WORD.findall(said)
    fitting = list[Transaction]()
    for made in run:
        phase = fold.system.phase(made.state)
        assert phase is not None
        sides = () if phase.sealed else phase.sides
        names = [side for key in sides for side in (key, fold.scenario.sides[key].name)]
        known = _WORD.findall(" ".join((phase.name, phase.title, *names)).casefold())
        if said in (phase.name.casefold(), phase.title.casefold()):
            exact.append(made)
        if wanted and all(any(one.startswith(word) for one in known) for word in wanted):
            fitting.append(made)
    return exact or fitting


def _unknown(fold: Fold, said: str) -> str:
    """What there is instead: the phases of the turn named, else the last phases of the game."""
    phases, turn = _counted(fold), _TURN.fullmatch(said)
    of_turn = [made for made in phases if turn and int(made.state.turn) == int(turn[1])]
    if turn and not of_turn:
        turns = dict.fromkeys(int(made.state.turn) for made in phases)
        listed = (
            f"its turns so far: {', '.join(map(str, turns))}" if len(turns) <= LISTED else f"it has had {max(turns)}"
        )
        return f"{fold.opened.name} has had no turn {int(turn[1])}; {listed}."
    shown = (of_turn or phases)[-LISTED:]
    lines = "; ".join(position_words(fold, made) for made in shown)
    more = len(of_turn or phases) - len(shown)
    earlier = f"; before these {counted(more, 'phase')} more" if more else ""
    return f"{said[:60]!r} is no phase of {fold.opened.name}. It has had {lines}{earlier}. A number is an entry."


def past_phases(fold: Fold) -> tuple[tuple[int, str], ...]:
    """The phases that led to the present position, the last first: the entry after which each began, and its words."""
    return tuple((made.seq, position_words(fold, made)) for made in reversed(_counted(fold)))
