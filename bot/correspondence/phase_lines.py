"""The line of a report that only says which phase comes next is left out where the call for orders says so below it."""

from collections.abc import Mapping, Sequence

from bot.hosting import wording
from engine.contract import Phase, Side


def names_phase(line: str, phase: Phase, sides: Mapping[str, Side]) -> bool:
    """Whether the line says no more than which phase this is, and perhaps whose turn it is: ``Missile fire of B: The
    Reivers``, ``Morale: waiting for The Reivers.`` or ``C aircraft placement``.
    """
    title, _, who = line.strip().rstrip(".").casefold().partition(": ")
    names = wording.join_list([wording.side_name(sides, side) for side in phase.sides]).casefold()
    known = phase.title.casefold()
    if not who:
        return title.split()[-len(known.split()) :] == known.split() and len(title) <= len(known) + 2
    return bool(title) and (title in known or known in title) and who.removeprefix("waiting for ") == names


def without_phase_line(lines: Sequence[str], phase: Phase | None, sides: Mapping[str, Side]) -> tuple[str, ...]:
    """The lines of a report without the last one that only names the phase; rolls for its beginning may follow it."""
    naming = [number for number, line in enumerate(lines) if phase and names_phase(line, phase, sides)]
    return tuple([line for number, line in enumerate(lines) if number not in naming[-1:]])
