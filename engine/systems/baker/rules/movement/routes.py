"""The ways of land units and ships: which is taken, and what bars one (BK 11.1 to 11.6, 11.9)."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Literal

from engine.contract import Refusal

from ...state.position import NONCOMBAT, Counts, State, is_land
from ...tables import NAVAL, UNITS
from ...wording import WORDS
from ..board.area_control import closing_areas, defended, defenders, friendly, hostile, neutral
from .movable_units import counts_in_words

Way = tuple[str, ...]
"""Every area from the first to the last."""
Bar = Literal["gate-closed", "blocked", "too-far"]
BARS: tuple[Bar, ...] = ("gate-closed", "blocked", "too-far")
"""What may bar a way, in the order in which it is said."""
Weight = tuple[int, tuple[int, ...]]
"""BK 11.9: the areas that are not friendly; the places of all areas in the scenario's order."""


def land_and_sea_ways(
    state: State, side: str, kind: str, start: str, lifted: tuple[Bar, ...] = ()
) -> Mapping[str, Way]:
    """BK 11.9: area -> the way that counts, for all a type of unit comes to from there.  ``lifted``: what is taken not to bar it."""
    order = tuple(state.areas)
    rank = {area: nth for nth, area in enumerate(order)}
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
    """One step on from the areas that were reached last: those not reached yet, each by its best way."""
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
    """BK 11.4, 11.5: whether units may go on from there: no enemy bars it; through enemy land only in combat movement."""
    return not (hostile if state.phase == NONCOMBAT else defended)(state, side, area)


def can_enter_terrain(state: State, kind: str, area: str) -> bool:
    """BK 11.2: whether it is ground for the type at all: land or sea, not neutral."""
    return is_land(state, area) == (kind not in NAVAL) and not neutral(state, area)


def route(state: State, side: str, kind: str, start: str, to: str, via: Way = ()) -> Way:
    """The way of an order without objections."""
    return (start, *via, to) if via else land_and_sea_ways(state, side, kind, start)[to]


# what speaks against one
def objections(seen: State, side: str, kind: str, start: str, to: str, via: Way = ()) -> Iterator[Refusal]:
    """*Route* of section Orders: the first that holds."""
    if via:
        yield from _named(seen, side, kind, (start, *via, to))
    elif to not in land_and_sea_ways(seen, side, kind, start):
        lifted = next((nth for nth in (1, 2, 3) if to in land_and_sea_ways(seen, side, kind, start, BARS[:nth])), 0)
        if not lifted:
            yield impassable(seen, kind, start, to)
        else:
            yield _barred(
                seen, side, kind, land_and_sea_ways(seen, side, kind, start, BARS[:lifted])[to], BARS[lifted - 1]
            )


def _named(seen: State, side: str, kind: str, way: Way) -> Iterator[Refusal]:
    """A way as ordered, area by area."""
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
    """``not-adjacent``: the first step of a way between areas that do not touch."""
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
    """What bars the best way there would be without it."""
    if bar == "gate-closed":
        return gate_closed(seen, side, way)
    return blocked_way(seen, side, way) if bar == "blocked" else _too_far(kind, way)


def gate_closed(seen: State, side: str, way: Way) -> Refusal:
    """``gate-closed``: the first shut border of a way."""
    one, other, keys = next((a, b, keys) for a, b in pairwise(way) if (keys := closing_areas(seen, side, a, b)))
    late = [area for area in keys if area in seen.game.captured and friendly(seen, side, area)]
    why = f"{late[0]} was taken only this turn" if late else f"you do not hold {' and '.join(keys)}"
    return Refusal("to", "gate-closed", f"{one}/{other} is closed: {why}", "BK 11.6")


def blocked_way(seen: State, side: str, way: Way) -> Refusal:
    """``blocked``: the first area between start and end that is not passed."""
    area = next(area for area in way[1:-1] if not can_pass(seen, side, area))
    units = defenders(seen, side, area)
    if not units:
        return Refusal(
            "to", "blocked", f"{area} is the enemy's: only tanks in combat movement pass through it", "BK 11.5"
        )
    return blocked_by(area, units, "ships" if not is_land(seen, area) else "units")


def blocked_by(area: str, units: Counts, what: str, field: str = "to") -> Refusal:
    """``blocked`` by so many enemies."""
    return Refusal(field, "blocked", f"Enemy {what} in {area} block the way: {counts_in_words(units)}", "BK 11.4")


def _too_far(kind: str, way: Way) -> Refusal:
    return too_far(kind, way, UNITS[kind].move)


def too_far(kind: str, way: Way, most: int, rule: str = "BK 11.1") -> Refusal:
    """``too-far``"""
    says = f"{way[-1]} is {len(way) - 1} away from {way[0]}; {article(kind)} {kind} moves {most}"
    return Refusal("to", "too-far", says, rule)


def article(kind: str) -> str:
    """Before the name of a type."""
    return "an" if kind[0] in "aei" else "a"


def impassable(seen: State, kind: str, start: str, to: str, field: str = "to") -> Refusal:
    """``impassable``: neutral, or no way at all over the ground of the type."""
    if neutral(seen, to):
        return Refusal(field, "impassable", f"{to} is neutral: no one may enter", "BK 11.2")
    ground = "sea" if kind in NAVAL else "land"
    if not can_enter_terrain(seen, kind, to):
        return Refusal(
            field, "impassable", f"{WORDS[kind][1].capitalize()} go over {ground} areas; {to} is not one", "BK 11.2"
        )
    hint = "" if kind in NAVAL else f"; by sea: ship 1 {kind} {start} to {to}"
    return Refusal(field, "impassable", f"There is no way by {ground} from {start} to {to}{hint}", "BK 11.2")
