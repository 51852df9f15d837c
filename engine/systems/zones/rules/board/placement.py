"""Room for models: who is where, and the rules' objections to places (ZC 1.4, 1.5, 3.4)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.contract import Refusal, SameObject, kept_for_latest
from engine.toolkit.wording import inches, point_text

from ...state.position import Spot, State, Unit, are_friends, model_name, units_on_table
from .geometry import (
    bases_overlap,
    coherency_distance,
    count_groups,
    diameter,
    is_on_table,
    point_to_spot,
    spot_distance,
)

ENTRIES = {"deep-strike": "by deep strike", "ambush": "by ambush", "reserve": "from reserve"}
"""How a unit that waits off the table enters, in words."""
Places = Mapping[int, Spot]
"""Model number -> the place that an order gives it, in rising number."""


class PlacedModel(NamedTuple):
    """A model on the table: its place, its diameter, its side, unit and number, and its name for people."""

    at: Spot
    diameter: int
    side: str
    unit: str
    number: int
    name: str


@kept_for_latest
def placed_models(state: State) -> tuple[PlacedModel, ...]:
    """All models on the table, in the scenario's order."""
    return _placed_models(_ModelsKey(state))


def enemy_models(state: State, side: str) -> tuple[PlacedModel, ...]:
    """ZC 3.6: the models of other teams on the table."""
    return _enemy_models(_ModelsKey(state), side)


class _ModelsKey(SameObject[State]):
    """A cache key for a state that compares only its units, roster, types and sides, by identity."""

    def __hash__(self) -> int:
        return id(self.it.units)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ModelsKey) and all(
            one is two for one, two in zip(self._parts(), other._parts(), strict=True)
        )

    def _parts(self) -> tuple[object, ...]:
        return self.it.units, self.it.roster, self.it.types, self.it.sides


@lru_cache(64)
def _placed_models(stand: _ModelsKey) -> tuple[PlacedModel, ...]:
    state = stand.it
    widths = [(unit, diameter(state, unit)) for unit in units_on_table(state)]
    return tuple(
        PlacedModel(model.at, width, unit.side, unit.id, model.number, model_name(unit, model))
        for unit, width in widths
        for model in unit.models
    )


@lru_cache(64)
def _enemy_models(stand: _ModelsKey, side: str) -> tuple[PlacedModel, ...]:
    hostile = {other.id: not are_friends(stand.it, other.id, side) for other in stand.it.sides}
    return tuple(body for body in _placed_models(stand) if hostile[body.side])


# objections
def entry_hint(unit: Unit) -> str:
    """How a unit that is still off the table will arrive: the end of a refusal; "" if it is out of play."""
    return f": it arrives later, {ENTRIES[unit.where]}" if unit.where in ENTRIES else ""


def off_board_objections(seen: State, unit: Unit, ways: Mapping[int, Sequence[Spot]]) -> Iterator[Refusal]:
    """ZC 1.5, 6.3: bases that would leave the table at a corner of their path; a place is a path of one corner."""
    width = diameter(seen, unit)
    for number, way in ways.items():
        for at in way:
            if not is_on_table(seen.table, at, width):
                rim = (width + 1) // 2
                right, top = (length - rim for length in point_to_spot((seen.table.width, seen.table.height)))
                says = (
                    f"{unit.id}.{number} would leave the table at {point_text(at)}: "
                    f"its centre must stay between {point_text((rim, rim))} and {point_text((right, top))}"
                )
                yield Refusal("to", "off-board", says, "ZC 1.5")


def overlap_objections(seen: State, unit: Unit, places: Places) -> Iterator[Refusal]:
    """ZC 1.4, 6.3: bases that would overlap another, including those of the same order at their new places."""
    width = diameter(seen, unit)
    others = [body for body in placed_models(seen) if body.unit != unit.id or body.number not in places]
    fresh = [PlacedModel(at, width, unit.side, unit.id, number, f"{unit.id}.{number}") for number, at in places.items()]
    reach = max((other.diameter for other in others), default=0) + width
    for body in fresh:
        x, y = body.at
        near = [other for other in others if abs(other.at[0] - x) < reach and abs(other.at[1] - y) < reach]
        met = (
            other
            for other in (*near, *fresh)
            if other is not body and bases_overlap(body.at, width, other.at, other.diameter)
        )
        if other := next(met, None):
            gap, far = inches((width + other.diameter) / 200), inches(spot_distance(body.at, other.at) / 100)
            says = (
                f"{body.name} at {point_text(body.at)} would overlap {other.name}: "
                f"their centres would be {far} apart and need {gap}"
            )
            yield Refusal("to", "occupied", says, "ZC 1.4")


def coherency_objections(seen: State, unit: Unit, places: Places, before: int) -> Iterator[Refusal]:
    """ZC 3.4, 3.5: a unit that would be in more groups than ``before``; models without a new place stay where they
    are.
    """
    width = diameter(seen, unit)
    spots = {model.number: places.get(model.number, model.at) for model in unit.models}
    count = count_groups(width, tuple(spots.values()))
    if count > before:
        reach = inches(coherency_distance(width) / 100)
        stray = _stray_model(unit, spots, coherency_distance(width))
        says = f"{unit.id} would be split into {count} groups: keep its models within {reach} of one another{stray}"
        yield Refusal("to", "out-of-coherency", says, "ZC 3.5")


def _stray_model(unit: Unit, spots: Places, reach: int) -> str:
    """A model that would be out of reach of all others, and the distance to the nearest."""
    for number, at in spots.items():
        near, nearest = min((spot_distance(at, other), key) for key, other in spots.items() if key != number)
        if near > reach:
            return f"; {unit.id}.{number} would be {inches(near / 100)} from {unit.id}.{nearest}"
    return ""
