"""The units that can still move this turn, and which of several equal ones move (BK 11.1, 11.10)."""

from collections.abc import Callable, Iterator

from engine.contract import Refusal

from ...state.position import COMBAT_MOVEMENT, Counts, State, counts, power_name
from ...table_rows import LOADED
from ...tables import AIR, CATALOGUE, TRANSPORT
from ...wording import counted_units

Force = tuple[tuple[int, str], ...]
"""The units of an order: pairs of a number and a type; 0 means all."""
KINDS = (*CATALOGUE, LOADED)


def movable_count(state: State, side: str, area: str, kind: str) -> int:
    """How many units of a type can still move. ``transport`` counts empty ones, ``loaded`` those with cargo."""
    if kind == LOADED:
        return len(movable_loaded(state, side, area))
    if kind in AIR:
        return len(movement_spent(state, side, area, kind))
    moved = state.game.moved.get(area, {}).get(kind, 0)
    if kind == TRANSPORT:
        cargo = state.areas[area].cargo.get(side, ())
        moved += len(movable_loaded(state, side, area))
        return max(0, counts(state, area, side).get(kind, 0) - max(moved, len(cargo)))
    return max(0, counts(state, area, side).get(kind, 0) - moved)


def movable_loaded(state: State, side: str, zone: str) -> tuple[int, ...]:
    """The indices in the cargo list of the loaded transports that can still move."""
    cargo = state.areas[zone].cargo.get(side, ())
    return tuple(index for index, ship in enumerate(cargo) if not ship.moved and ship.to is None)


def movement_spent(state: State, side: str, area: str, kind: str) -> tuple[int, ...]:
    """The movement spent by each aircraft of a type that can still fly, in ascending order.

    In combat movement each aircraft flies once; in non-combat movement it may use the movement it has left.
    """
    here = counts(state, area, side).get(kind, 0)
    spent = state.game.flown.get(area, {}).get(kind, ())
    fresh = (0,) * max(0, here - len(spent))
    return fresh if state.phase == COMBAT_MOVEMENT else (*fresh, *spent)


def wanted_units(what: Force, has: Callable[[str], int]) -> Counts:
    """The number of units of each type in an order, in catalogue order. ``has``: how many "all" means."""
    found = dict[str, int]()
    for number, kind in what:
        found[kind] = found.get(kind, 0) + number if number else max(has(kind), found.get(kind, 0))
    return {kind: found[kind] for kind in KINDS if kind in found}


def too_few(state: State, side: str, area: str, want: Counts) -> Iterator[Refusal]:
    """``not-enough-units`` for each type of which too few can still move."""
    for kind, number in want.items():
        able = movable_count(state, side, area, kind)
        if not number or able < number:
            yield Refusal(
                "what",
                "not-enough-units",
                f"{area} has {counted_units(able, kind)} that can still move{_asked_for(number)}"
                f"{_of_others(state, side, area, kind)}",
                "BK 11.1",
            )


def _of_others(state: State, side: str, area: str, kind: str) -> str:
    """Whose units of the type are there, if none are the side's own."""
    if counts(state, area, side).get(kind):
        return ""
    owners = [power_name(state, other) for other in state.powers if counts(state, area, other).get(kind)]
    return f"; those there belong to {' and '.join(owners)}" if owners else ""


def _asked_for(number: int) -> str:
    return f"; you asked for {number}" if number else ""


def counts_in_words(units: Counts) -> str:
    """``2 infantry, 1 tank``"""
    return ", ".join(counted_units(number, kind) for kind, number in units.items() if number)
