"""How many units a hex holds, and the obstacles in it (FA 7.1, 16.1)."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from engine.contract import Refusal, SameObject, kept_for_latest

from ...state.position import State, Unit, card, is_ground, units_in
from ...tables.rows import Fortification, UnitCard


def has_room(state: State, unit: Unit, at: str) -> bool:
    """FA 7.1, 7.3: whether a ground unit may stay in a hex with its side's units there; it itself, riders,
    aircraft and obstacles do not count.
    """
    if not is_ground(state, unit):
        return True
    most, vehicles = state.setup.stack
    held = others_stacked(state, unit, at)
    if len(held) >= most:
        return False
    return card(state, unit).kind != "vehicle" or sum(card(state, other).kind == "vehicle" for other in held) < vehicles


def others_stacked(state: State, unit: Unit, at: str) -> tuple[Unit, ...]:
    """FA 7.1: the other units of its side that count in a hex."""
    there = units_in(state, at, unit.side)
    return tuple(other for other in there if other.id != unit.id and other.aboard is None and is_ground(state, other))


def stacking_objection(state: State, unit: Unit, at: str, field: str = "path") -> Refusal | None:
    """FA 7.1: why the unit may not stay in a hex; None: it may."""
    if has_room(state, unit, at):
        return None
    held, (most, vehicles) = others_stacked(state, unit, at), state.setup.stack
    listed = ", ".join(other.id for other in held)
    cars = "vehicle" if vehicles == 1 else "vehicles"
    says = (
        f"{at} already holds {len(held)} of your units ({listed}; limit {most}, {vehicles} {cars}): "
        f"{unit.id} can pass through but not stay there"
    )
    return Refusal(field, "stacking", says, "FA 7.1")


def fortifications_in(state: State, at: str) -> Iterator[tuple[Unit, Fortification]]:
    """FA 16: the obstacles in a hex, each with what it does."""
    return ((it, effect) for it in obstacles(state).get(at, ()) if (effect := fortification(state, it)) is not None)


def fortification(state: State, unit: Unit) -> Fortification | None:
    """What an obstacle does: the row of the chart that its type, or a word of its card, names; None: nothing."""
    rows = state.setup.charts.obstacles
    return next((rows[word] for word in (unit.type, *card(state, unit).sub) if word in rows), None)


@kept_for_latest
def obstacles(state: State) -> Mapping[str, tuple[Unit, ...]]:
    """The obstacles on the map by hex, each hex's in the order of the scenario."""
    return _obstacles(SameObject(state.units), SameObject(state.cards), state.roster)


@lru_cache(32)
def _obstacles(
    units: SameObject[Mapping[str, Unit]], cards: SameObject[Mapping[str, UnitCard]], roster: tuple[str, ...]
) -> dict[str, tuple[Unit, ...]]:
    found = dict[str, tuple[Unit, ...]]()
    for unit in (units.it[key] for key in roster):
        if unit.here and unit.at and cards.it[unit.type].kind == "obstacle":
            found[unit.at] = (*found.get(unit.at, ()), unit)
    return found
