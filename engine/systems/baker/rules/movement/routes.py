"""The routes of land units and ships: which one is taken, and what blocks it (BK 11.1 to 11.6, 11.9)."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Literal

from engine.contract import Refusal

from ...state.position import NONCOMBAT, Counts, State, is_land
from ...tables import LAND, NAVAL, UNITS
from ...wording import WORDS, ipcs_in_words
from ..board.area_control import closing_areas, defended, defenders, enterable, friendly, hostile, neutral
from .movable_units import counts_in_words

Way = tuple[str, ...]
"""A route: every area from the first to the last."""
Bar = Literal["gate-closed", "blocked", "too-far"]
BARS: tuple[Bar, ...] = ("gate-closed", "blocked", "too-far")
"""The things that can block a route, in the order in which refusals name them."""
Weight = tuple[int, tuple[int, ...]]
"""BK 11.9: the value by which routes are compared: the number of unfriendly areas, then the indices of all areas."""


def land_and_sea_ways(
    state: State, side: str, kind: str, start: str, lifted: tuple[Bar, ...] = ()
) -> Mapping[str, Way]:
    """BK 11.9: area -> the route that a type of unit takes there, for all areas in range.

    ``lifted``: obstacles that are ignored.
    """
    order = tuple(state.areas)
    rank = {area: index for index, area in enumerate(order)}
    most = len(order) if "too-far" in lifted else UNITS[kind].move
    found: dict[str, Way] = {start: (start,)}
    edge: dict[str, Weight] = {start: (0, (rank[start],))}
    for _ in range(most):
        edge = _next_areas(state, side, kind, edge, found, lifted, rank)
        for area, (_, places) in edge.items():
            found[area] = tuple(order[place] for place in places)
        if not edge:
            break
    return {area: way for area, way in found.items() if area != start}


def _next_areas(
    state: State,
    side: str,
    kind: str,
    edge: Mapping[str, Weight],
    found: Mapping[str, Way],
    lifted: tuple[Bar, ...],
    rank: Mapping[str, int],
) -> dict[str, Weight]:
    """The areas one step further that are not reached yet, each with its best route."""
    after = dict[str, Weight]()
    for area, (strange, places) in edge.items():
        if len(places) > 1 and "blocked" not in lifted and not can_pass(state, side, area):
            continue
        for other in state.map.known[area].next:
            if (
                other in found
                or not can_enter_terrain(state, kind, other)
                or ("gate-closed" not in lifted and closing_areas(state, side, area, other))
            ):
                continue
            weight = strange + (is_land(state, other) and not friendly(state, side, other)), (*places, rank[other])
            after[other] = min(weight, after.get(other, weight))
    return after


def can_pass(state: State, side: str, area: str) -> bool:
    """BK 11.4, 11.5, 11.11: whether units may pass through an area: it is undefended, in non-combat movement not
    hostile, and never neutral.
    """
    return not (hostile if state.phase == NONCOMBAT else defended)(state, side, area) and not neutral(state, area)


def can_enter_terrain(state: State, kind: str, area: str) -> bool:
    """BK 11.2, 11.11: whether a type can be in an area at all: land or sea as it needs; if neutral, for a price."""
    if is_land(state, area) != (kind not in NAVAL):
        return False
    return not neutral(state, area) or (kind in LAND and enterable(state, area))


def route(state: State, side: str, kind: str, start: str, to: str, via: Way = ()) -> Way:
    """The route of an order without objections."""
    return (start, *via, to) if via else land_and_sea_ways(state, side, kind, start)[to]


# objections
def objections(seen: State, side: str, kind: str, start: str, to: str, via: Way = ()) -> Iterator[Refusal]:
    """The most important objection to a route (*Route* in section Orders)."""
    if via:
        yield from _named(seen, side, kind, (start, *via, to))
    elif to not in land_and_sea_ways(seen, side, kind, start):
        for number, bar in enumerate(BARS, 1):
            ways = land_and_sea_ways(seen, side, kind, start, BARS[:number])
            if to in ways:
                yield _barred(seen, side, kind, ways[to], bar)
                return
        yield impassable(seen, kind, start, to)


def _named(seen: State, side: str, kind: str, way: Way) -> Iterator[Refusal]:
    """The objections to a route that the player has named, area by area."""
    if apart := not_adjacent(seen, way):
        yield apart
    elif not all(can_enter_terrain(seen, kind, area) for area in way[1:]):
        yield impassable(
            seen, kind, *next((a, b) for a, b in pairwise(way) if not can_enter_terrain(seen, kind, b)), "via"
        )
    elif any(closing_areas(seen, side, a, b) for a, b in pairwise(way)):
        yield gate_closed(seen, side, way)
    elif not all(can_pass(seen, side, area) for area in way[1:-1]):
        yield _barred(seen, side, kind, way, "blocked")
    elif len(way) - 1 > UNITS[kind].move:
        yield _too_far(kind, way)


def not_adjacent(seen: State, way: Way) -> Refusal | None:
    """``not-adjacent``: the first step of a route between areas that do not touch; None if all do."""
    pair = next(((a, b) for a, b in pairwise(way) if b not in seen.map.known[a].next), None)
    if pair is None:
        return None
    one, other = pair
    touches = f"; {one} touches {', '.join(seen.map.known[one].next) or 'nothing'}"
    says = (
        f"{one} and {other} do not touch{touches}"
        if one != other
        else f"{one} is listed twice: via names only the areas in between"
    )
    return Refusal("via", "not-adjacent", says, "BK 11.9")


def _barred(seen: State, side: str, kind: str, way: Way, bar: Bar) -> Refusal:
    """The refusal that names the obstacle on a route."""
    if bar == "gate-closed":
        return gate_closed(seen, side, way)
    return blocked_way(seen, side, way) if bar == "blocked" else _too_far(kind, way)


def gate_closed(seen: State, side: str, way: Way) -> Refusal:
    """``gate-closed``: the first closed border on a route."""
    one, other, keys = next((a, b, keys) for a, b in pairwise(way) if (keys := closing_areas(seen, side, a, b)))
    late = [area for area in keys if area in seen.game.captured and friendly(seen, side, area)]
    why = f"{late[0]} was taken only this turn" if late else f"you do not hold {' and '.join(keys)}"
    return Refusal("to", "gate-closed", f"{one}/{other} is closed: {why}", "BK 11.6")


def blocked_way(seen: State, side: str, way: Way) -> Refusal:
    """``blocked``: the first area between start and end that units cannot pass through."""
    area = next(area for area in way[1:-1] if not can_pass(seen, side, area))
    if neutral(seen, area):
        return Refusal("to", "blocked", f"{area} is neutral: units that enter it stop there", "BK 11.11")
    units = defenders(seen, side, area)
    if not units:
        return Refusal(
            "to", "blocked", f"{area} is the enemy's: only tanks in combat movement pass through it", "BK 11.5"
        )
    return blocked_by(area, units, "ships" if not is_land(seen, area) else "units")


def blocked_by(area: str, units: Counts, what: str, field: str = "to") -> Refusal:
    """``blocked``: the enemy units that block the way."""
    return Refusal(field, "blocked", f"enemy {what} in {area} block the way: {counts_in_words(units)}", "BK 11.4")


def _too_far(kind: str, way: Way) -> Refusal:
    return too_far(kind, way, UNITS[kind].move)


def too_far(kind: str, way: Way, most: int, rule: str = "BK 11.1") -> Refusal:
    """``too-far``: the distance, and how far the unit moves."""
    says = f"{way[-1]} is {len(way) - 1} away from {way[0]}; {article(kind)} {kind} moves {most}"
    return Refusal("to", "too-far", says, rule)


def article(kind: str) -> str:
    """``a`` or ``an``, for the name of a type."""
    return "an" if kind[0] in "aei" else "a"


def closed_neutral(seen: State, field: str, to: str) -> Refusal:
    """``impassable``: the area is neutral, and these units may not enter it now."""
    if seen.setup.neutral_price is None:
        return Refusal(field, "impassable", f"{to} is neutral: no one may enter", "BK 11.2")
    says = f"{to} is neutral: only land units enter it, overland and in combat movement"
    return Refusal(field, "impassable", f"{says}, for {ipcs_in_words(seen.setup.neutral_price)}", "BK 11.11")


def impassable(seen: State, kind: str, start: str, to: str, field: str = "to") -> Refusal:
    """``impassable``: the area is neutral, or there is no route by land or sea at all."""
    if neutral(seen, to):
        return closed_neutral(seen, field, to)
    ground = "sea" if kind in NAVAL else "land"
    if not can_enter_terrain(seen, kind, to):
        return Refusal(field, "impassable", f"{WORDS[kind][1]} go over {ground} areas; {to} is not one", "BK 11.2")
    hint = "" if kind in NAVAL else f"; by sea: ship 1 {kind} {start} to {to}"
    return Refusal(field, "impassable", f"there is no way by {ground} from {start} to {to}{hint}", "BK 11.2")
