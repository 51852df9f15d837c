"""`deploy rest`: places what is left in hand towards the enemy (BK 15.5); what is lost by ending a phase now."""

from collections import Counter, deque
from collections.abc import Iterator, Mapping

from engine.contract import NoDice, Refusal, Turn, kept_for_latest

from ...orders import DeployRest, PlaceUnits
from ...state.apply import apply
from ...state.events import LostAtSea, Placed
from ...state.position import NONCOMBAT, PLACEMENT, State
from ...tables import CATALOGUE, COMPLEX, NAVAL
from ...wording import counted_units
from ..board import complexes
from ..board.area_control import hostile
from ..movement import aircraft_return
from . import default_placement, placement


def objections(seen: State, side: str, _: DeployRest) -> Iterator[Refusal]:
    if not placements(seen, side):
        has = "that can be placed now" if any(seen.powers[side].buys.values()) else "to place"
        yield Refusal("verb", "not-enough-units", f"you have nothing in hand {has}", "BK 15.5")


def run(turn: Turn[State], side: str, _: DeployRest) -> None:
    for order in placements(turn.state, side):
        placement.run(turn, side, order)


def placements(seen: State, side: str) -> tuple[PlaceUnits, ...]:
    """The orders that place what is left, ships first, unit by unit: where the enemy is nearest, then where fewest have
    been placed; complexes on the richest land without one.
    """
    known = _placements_in(seen)
    if side not in known:
        known[side] = _placements(seen, side)
    return known[side]


@kept_for_latest
def _placements_in(seen: State) -> dict[str, tuple[PlaceUnits, ...]]:
    """What was found for a position, by side: the check of the order asks for it, and then its run."""
    return {}


def _placements(seen: State, side: str) -> tuple[PlaceUnits, ...]:
    planned, near = Turn(seen, NoDice(), apply), _distances_to_enemy(seen, side)
    placed = dict[tuple[str, str, str | None], int]()
    for kind in sorted(CATALOGUE, key=lambda kind: kind not in NAVAL):
        while order := _best(planned.state, side, kind, near, placed):
            placement.run(planned, side, order)
            key = kind, order.area, order.start
            placed[key] = placed.get(key, 0) + 1
    return tuple(PlaceUnits(((number, kind),), area, start) for (kind, area, start), number in placed.items())


def _best(
    seen: State, side: str, kind: str, near: Mapping[str, int], placed: Mapping[tuple[str, str, str | None], int]
) -> PlaceUnits | None:
    """The placement of one more unit of a type; None if there is none, or none in hand."""
    if not seen.powers[side].buys.get(kind):
        return None
    areas = complexes.placement_sites(seen, side, kind)
    if kind != COMPLEX:
        so_far = {area: sum(n for (_, there, _), n in placed.items() if there == area) for area in areas}
        areas = tuple(sorted(areas, key=lambda area: (near.get(area, len(seen.areas)), so_far[area])))
    sources = {area: complexes.complexes_beside(seen, side, area) if kind in NAVAL else (None,) for area in areas}
    orders = (PlaceUnits(((1, kind),), area, start) for area in areas for start in sources[area])
    return next((order for order in orders if next(placement.objections(seen, side, order), None) is None), None)


def _distances_to_enemy(seen: State, side: str) -> dict[str, int]:
    """Area -> how many areas away the nearest enemy is."""
    near = {area: 0 for area in seen.areas if area not in seen.setup.neutral and hostile(seen, side, area)}
    waiting = deque(near)
    while waiting:
        area = waiting.popleft()
        for other in seen.map.known[area].next:
            if other not in near:
                near[other] = near[area] + 1
                waiting.append(other)
    return near


# what is left
def left_behind(seen: State, side: str) -> tuple[str, ...]:
    """What the side loses, or leaves to the rules' default, by ending its phase now."""
    if seen.active != side:
        return ()
    match seen.phase:
        case phase if phase == NONCOMBAT:
            return tuple(_aircraft_lost(seen, side))
        case phase if phase == PLACEMENT:
            return tuple(_left_to_default(seen, side))
        case _:
            return ()


def _aircraft_lost(seen: State, side: str) -> Iterator[str]:
    """BK 15.1"""
    turn = Turn(seen, NoDice(), apply)
    aircraft_return.return_aircraft(turn, side)
    lost = [(event.type, event.start) for event in turn.events if isinstance(event, LostAtSea)]
    for kind, area in dict.fromkeys(lost):
        number = lost.count((kind, area))
        yield f"{counted_units(number, kind)} in {area} cannot land anywhere and {'is' if number == 1 else 'are'} lost"


def _left_to_default(seen: State, side: str) -> Iterator[str]:
    """BK 15.5: units that the rules would place worse than ``deploy rest``, and complexes."""
    hand, chosen = seen.powers[side].buys, placements(seen, side)
    turn = Turn(seen, NoDice(), apply)
    default_placement.place_rest(turn, side)
    usual = Counter[tuple[str, str]]()
    for event in turn.events:
        if isinstance(event, Placed):
            usual.update({(kind, event.area): number for kind, number in event.units.items()})
    better = Counter[tuple[str, str]]()
    for order in chosen:
        better.update({(kind, order.area): number for number, kind in order.what if kind != COMPLEX})
    units = {kind: number for kind, number in hand.items() if number and kind != COMPLEX}
    if better - usual:
        where = ", ".join(dict.fromkeys(area for _, area in usual))
        what = ", ".join(counted_units(number, kind) for kind, number in units.items())
        yield f"{what} not placed (the rules put them in {where}; `deploy rest` sends them towards the enemy)"
    if hand.get(COMPLEX) and any(kind == COMPLEX for order in chosen for _, kind in order.what):
        yield f"{counted_units(hand[COMPLEX], COMPLEX)} not placed (you get the price back)"
