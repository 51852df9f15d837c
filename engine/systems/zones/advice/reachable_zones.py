"""What a unit could win in its next turn: the zones within a move of where it stands (ZC 14.1, 14.3)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.contract import kept_for_latest

from ..rules.board.geometry import Rectangle, diameter, hundredths, spot_distance
from ..state.position import Spot, State, Unit, team, unit_type
from ..state.zone_grid import ZONE_SIZE, zone_box, zone_names
from .evaluation import middle, middle_of
from .zone_value import rounds_left, standing, units_by_zone, zone_values

REACHING = (0.0, 1.0, 0.8)
"""What it is worth that a zone can be won in the next turn: in the last round, the one before it, and earlier.

Measured against random play, 24 games on each of the four smallest boards: 91 of 96 won; 87 at half of these, 84
without the last of them, 79 with none.
"""
REMAINS = (1.0, 0.7, 0.7)
"""How often another unit that is in a zone now will still be there: in the last round, the one before it, and
earlier.
"""
BEYOND = 400
"""Hundredths of an inch beyond a unit's move at which a place is worth half as much."""


class Post(NamedTuple):
    """A rectangle, edge or corner that a unit can hold zones from, and what these are worth."""

    box: Rectangle
    value: float


def reach_value(seen: State, unit: Unit, spots: Sequence[Spot]) -> float:
    """What the best post is worth for the unit with its models in these places: less if it is out of reach."""
    weight = REACHING[rounds_left(seen)]
    if not weight:
        return 0.0
    at, move, best = middle(spots), hundredths(unit_type(seen, unit).move), 0.0
    for post in _posts(seen, unit):
        if post.value <= best:
            break
        if (worth := _worth_from(at, move, post)) > best:
            best = worth
    return weight * best


def best_posts(seen: State, unit: Unit, most: int) -> list[Spot]:
    """The nearest points of the posts that are worth most to the unit, the best first; none in the last round."""
    if not REACHING[rounds_left(seen)]:
        return []
    at, move = middle_of(unit), hundredths(unit_type(seen, unit).move)
    best = sorted(_posts(seen, unit), key=lambda post: -_worth_from(at, 2 * move, post))
    return [_nearest_point(at, post.box) for post in best[:most]]


def _worth_from(at: Spot, move: int, post: Post) -> float:
    short = max(0, spot_distance(at, _nearest_point(at, post.box)) - move)
    return post.value * BEYOND / (BEYOND + short)


def _nearest_point(at: Spot, box: Rectangle) -> Spot:
    left, low, right, high = box
    return min(max(at[0], left), right), min(max(at[1], low), high)


def _posts(seen: State, unit: Unit) -> Sequence[Post]:
    """The most valuable first."""
    known = _known_posts(seen)
    if unit.id not in known:
        known[unit.id] = tuple(sorted(_found_posts(seen, unit), key=lambda post: -post.value))
    return known[unit.id]


@kept_for_latest
def _known_posts(seen: State) -> dict[str, tuple[Post, ...]]:
    return {}


def _found_posts(seen: State, unit: Unit) -> Iterator[Post]:
    """Each zone; for a unit of several models also each line between two zones, and each corner where four meet."""
    gains, count = zone_gains(seen, unit), len(unit.models)
    rim = (diameter(seen, unit) + 1) // 2
    for zone, gain in gains.items():
        left, low, right, high = zone_box(zone)
        yield Post((left + rim, low + rim, right - rim, high - rim), gain)
        if count < 2:
            continue
        column, row = left // ZONE_SIZE + 1, low // ZONE_SIZE + 1
        east, north, across = (gains.get(f"Z{column + dx}{row + dy}") for dx, dy in ((1, 0), (0, 1), (1, 1)))
        if east is not None:
            yield Post((right, low + rim, right, high - rim), gain + east)
        if north is not None:
            yield Post((left + rim, high, right - rim, high), gain + north)
        if east is not None and north is not None and across is not None:
            best = sorted((gain, east, north, across), reverse=True)
            yield Post((right, high, right, high), sum(best[:count]))


def zone_gains(seen: State, unit: Unit) -> Mapping[str, float]:
    """Zone -> what the unit's team gains if the unit is there at the end, in its next turn if there is one."""
    known = _known_gains(seen)
    if unit.id not in known:
        known[unit.id] = _found_gains(seen, unit)
    return known[unit.id]


@kept_for_latest
def _known_gains(seen: State) -> dict[str, Mapping[str, float]]:
    return {}


def _found_gains(seen: State, unit: Unit) -> dict[str, float]:
    remains = REMAINS[rounds_left(seen)]
    values, present, own = zone_values(seen), units_by_zone(seen), team(seen, unit.side)
    found = dict[str, float]()
    for zone in zone_names(seen.table):
        there = [(whose, remains * chance) for key, whose, chance in present.get(zone, ()) if key != unit.id]
        step = standing([*there, (own, 1.0)], own) - standing(there, own)
        found[zone] = values.get(zone, 1) * step
    return found
