"""Room for models: the rules' objections to places (ZC 1.4, 1.5, 3.4)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.contract import Refusal
from engine.toolkit.wording import inches, point_text

from ...state.position import Rectangle, Spot, State, Unit
from .bases import PlacedModel
from .geometry import (
    bases_overlap,
    coherency_distance,
    count_groups,
    diameter,
    is_box_on_table,
    is_on_table,
    point_to_spot,
    spot_distance,
)

ENTRIES = {"deep-strike": "by deep strike", "ambush": "by ambush", "reserve": "from reserve"}
"""How a unit that waits off the table enters, in words."""
Places = Mapping[int, Spot]
"""Model number -> the place that an order gives it, in rising number."""


# objections
def entry_hint(unit: Unit) -> str:
    """How a unit that is still off the table will arrive: the end of a refusal; "" if it is out of play."""
    return f": it arrives later, {ENTRIES[unit.where]}" if unit.where in ENTRIES else ""


def off_board_objections(
    seen: State, unit: Unit, ways: Mapping[int, Sequence[Spot]], box: Rectangle, width: int
) -> Iterator[Refusal]:
    """ZC 1.5, 6.3: bases that would leave the table at a corner of their path; a place is a path of one corner.

    ``box`` holds all corners; ``width``: the diameter of the bases.
    """
    if is_box_on_table(seen.table, box, width):
        return
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


def overlap_objections(unit: Unit, places: Places, beside: Iterable[PlacedModel], width: int) -> Iterator[Refusal]:
    """ZC 1.4, 6.3: bases that would overlap another, including those of the same order at their new places.

    ``beside``: the models that could be in the way, in the scenario's order; ``width``: the diameter of the bases.
    """
    if not places:
        return
    near = [body for body in beside if body.unit != unit.id or body.number not in places]
    if not near and not _any_overlap(width, list(places.values())):
        return
    fresh = [PlacedModel(at, width, unit.side, unit.id, number) for number, at in places.items()]
    for body in fresh:
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


def _any_overlap(width: int, spots: Sequence[Spot]) -> bool:
    """ZC 1.4: whether any two bases of this diameter overlap."""
    for nth, (x, y) in enumerate(spots, 1):
        for at in spots[nth:]:
            if abs(at[0] - x) < width and abs(at[1] - y) < width and bases_overlap((x, y), width, at, width):
                return True
    return False


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
