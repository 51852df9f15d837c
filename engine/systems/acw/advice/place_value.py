"""What it is worth to a side that one of its units stands in a place: objectives held, and what may charge it there."""

from bisect import bisect_left
from collections.abc import Iterator
from heapq import nlargest
from typing import NamedTuple

from engine.contract import kept_for_latest, replace
from maps.geometry.plane import distance, point_along

from ..orders import Move, StraightMove
from ..rules.board.footprints import rounded_facing, rounded_position
from ..rules.board.line_of_sight import obstruction_text
from ..rules.board.terrain import EPSILON, TOLERANCE
from ..rules.combat.supporting_guns import is_in_arc, is_in_range, range_of
from ..rules.movement.movement_dice import average_total, way_of
from ..rules.movement.movement_limits import move_length
from ..rules.movement.planned_paths import moving_unit, planned_path
from ..state.position import SECOND_MOVEMENT, Objective, State, Unit, arm_of, army, enemy, is_regiment
from .evaluation import waypoint
from .threats import near_enough, nearest_of, threat

ENOUGH = 0.25
"""The share of an objective's points that one more unit there is worth, if it is held already."""
FAR = 12.0
"""Inches from an objective at which a unit on its way is worth half as much as one that has nearly arrived."""
ON_THE_WAY = 0.8
"""The share of an objective's points that a unit which has nearly arrived is worth."""
BASE, HOPE, FEAR = 1.2, 0.5, 0.6
"""What a base is worth, in points; the shares that count of what one's own charges promise, for the enemy moves first,
and of what his charges may cost, for he may do something else.
"""
OWN_CARE, ENEMY_CARE = 1.4, 0.5
"""What a base lost by the charger takes away from what a charge is worth: in one's own charges, and in the enemy's."""
GUNS_HOLD = 0.25
"""The share of an objective's points that a battery there is worth: it should not be the first there."""
AIMED, MOST_AIMED = 0.3, 3
"""What it is worth to a battery to aim at a regiment, and how many of them count."""
SECOND = 0.5
"""The share that the second enemy who may charge counts."""
BREAKING = 3.0
"""By how many times as much a side's last base before it breaks counts than its first."""
LATE, LATE_TURNS, UNLIMITED = 1.5, 4, 99
"""By how much more an objective counts in the last turn, in how many turns before it this grows, and no turn limit."""
ROUNDED = 1 + 1e-9
"""How many times as much as by a straight way a place can be worth by a crossing: rounding errors alone."""
GUN_PULL, GUN_REACH = 0.4, 0.7
"""What it is worth to a battery to have the enemy in reach, and the share of its range at which it has."""
LONGEST = 60.0
"""Inches that the enemy may be off."""
PULL, DRIFT = 0.4, 0.4
"""What it is worth to be near the enemy, for a regiment that is not yet spent."""


class Place(NamedTuple):
    """An objective as one side sees it: where its own units and the enemy's, without leaders, stand.

    ``reach``: how far from it a unit may be; ``contested``: whether an enemy is there; ``busy``: its own units that
    alone hold another objective.  Added to are only ``others``, by unit.
    """

    goal: Objective
    reach: float
    own: tuple[tuple[str, float], ...]
    contested: bool
    busy: frozenset[str]
    others: dict[str, "Others"]


class Others(NamedTuple):
    """What the other units of a side do about an objective: whether one is there, and how far those are, the nearest
    first, that may come.
    """

    there: bool
    coming: list[float]


def move_gain(seen: State, order: StraightMove | Move) -> float:
    """By how much a unit would stand better after a move of average length."""
    body = moving_unit(seen, seen.units[order.unit])
    return value_of(seen, _after(seen, body, order)) - value_now(seen, body)


def _after(seen: State, body: Unit, order: StraightMove | Move) -> Unit:
    """The unit after a move of average length."""
    planned = planned_path(body, order)
    way = way_of(body.degrees, planned.bearing)
    if way is None:
        return body
    far = move_length(seen, body, planned.way, average_total(seen, body, way), planned.most).length
    facing = rounded_facing(planned.bearing) if way == "back" else body.facing
    return replace(body, at=rounded_position(point_along(body.inches, planned.way, far)), facing=facing)


def value_now(seen: State, unit: Unit) -> float:
    """The same of a unit before it does anything: every order that it may be given is compared with that."""
    known = _known_values(seen)
    if unit not in known:
        known[unit] = value_of(seen, unit)
    return known[unit]


@kept_for_latest
def _known_values(seen: State) -> dict[Unit, float]:
    return {}


def value_of(seen: State, unit: Unit) -> float:
    """What a unit is worth where and as it stands, in points of the scenario."""
    if arm_of(seen, unit) == "leader":
        return _near_friends(seen, unit) + _prospects(seen, unit)
    if arm_of(seen, unit) == "artillery":
        near = GUNS_HOLD * haste(seen) * _best_goal(seen, unit) + _gun_pull(seen, unit)
        return near + _aimed_at(seen, unit) + _prospects(seen, unit)
    return haste(seen) * _best_goal(seen, unit) + _nearness_to_enemy(seen, unit) + _prospects(seen, unit)


def _aimed_at(seen: State, gun: Unit) -> float:
    """What it is worth to a battery that it could fire in melees with some of the enemy's regiments."""
    if gun.formation != "line":
        return 0.0
    foes = (foe for foe in opposing(seen, gun.side) if is_regiment(seen, foe) and is_in_range(seen, gun, foe.inches))
    aimed_at = sum(is_in_arc(seen, gun, foe.inches) and not obstruction_text(seen, gun, foe) for foe in foes)
    return AIMED * min(MOST_AIMED, aimed_at)


def _gun_pull(seen: State, gun: Unit) -> float:
    """The nearer the enemy is to the range of a battery, the better."""
    near = nearest_of(gun.inches, opposing(seen, gun.side))
    return 0.0 if near is None else GUN_PULL * (1 - max(0.0, near - GUN_REACH * range_of(seen, gun)) / LONGEST)


def _best_goal(seen: State, unit: Unit) -> float:
    """What it is worth on account of the best of the objectives; the way round rivers to those that cannot be better
    even by a straight way is not asked for."""
    straight = [(distance(unit.inches, place.goal.at), place) for place in places(seen, unit.side)]
    best = 0.0
    for most, far, place in sorted(
        ((_worth_at(unit, place, far), far, place) for far, place in straight), key=lambda one: -one[0]
    ):
        if most * ROUNDED <= best:
            break
        best = max(best, most if far <= place.reach else _worth_at(unit, place, _far_by_crossings(seen, unit, place)))
    return best


def _far_by_crossings(seen: State, unit: Unit, place: Place) -> float:
    via = waypoint(seen, unit, place.goal.at)
    return max(place.reach + EPSILON, distance(unit.inches, via) + distance(via, place.goal.at))


def _worth_at(unit: Unit, place: Place, far: float) -> float:
    """What an objective is worth to a unit so many inches from it; the farther, the less."""
    if (others := place.others.get(unit.id)) is None:
        others = place.others[unit.id] = _others(place, unit.id)
    if far <= place.reach or (others.there and not place.contested):
        needed = ENOUGH if others.there else 1.0
    else:
        needed = 1.0 / (1 + bisect_left(others.coming, far))
    on_the_way = 1.0 if far <= place.reach else ON_THE_WAY * FAR / (FAR + far - place.goal.radius)
    return place.goal.points * needed * on_the_way


def _others(place: Place, key: str) -> Others:
    fars = [(other, far) for other, far in place.own if other != key]
    coming = sorted(far for other, far in fars if other not in place.busy)
    return Others(any(far <= place.reach for _, far in fars), coming)


def _nearness_to_enemy(seen: State, unit: Unit) -> float:
    spent = not is_regiment(seen, unit) or unit.bases * 2 < unit.start
    near = nearest_of(unit.inches, opposing(seen, unit.side))
    return 0.0 if spent or near is None else PULL * FAR / (FAR + near) + DRIFT * (1 - near / LONGEST)


def _near_friends(seen: State, unit: Unit) -> float:
    """For a leader: the nearer to the regiments, the better."""
    fars = [distance(unit.inches, other.inches) for other in army(seen, unit.side) if is_regiment(seen, other)]
    return FAR / (FAR + sum(fars) / len(fars)) if fars else 0.0


def _prospects(seen: State, unit: Unit) -> float:
    """What charges of the enemy's next turn, and of one's own after that, promise: the best of each, in points."""
    hope = 0.0
    if is_regiment(seen, unit):
        foes = near_enough(unit, opposing(seen, unit.side))
        hope = max((threat(seen, unit, foe, OWN_CARE) for foe in foes), default=0.0)
    own, other = urgency(seen, unit.side), urgency(seen, enemy(seen, unit.side))
    return BASE * (HOPE * other * hope * (turns_left(seen) > 0) - own * exposure(seen, unit))


def turns_left(seen: State) -> int:
    """The game turns after this one."""
    return seen.setup.turns - seen.turn if seen.setup.turns is not None else UNLIMITED


def haste(seen: State) -> float:
    """CW 11.3: how many times as much as early in the game an objective counts: they are counted at its end."""
    return 1 + LATE * max(0.0, 1 - turns_left(seen) / LATE_TURNS)


def exposure(seen: State, unit: Unit, besides: str = "") -> float:
    """What charges of the enemy's next turn may cost a unit, in bases; ``besides``: an enemy who will not charge."""
    if turns_left(seen) <= 0 and seen.phase == SECOND_MOVEMENT:
        return 0.0
    foes = [foe for foe in near_enough(unit, opposing(seen, unit.side)) if foe.id != besides]
    first, second = (
        nlargest(2, (0.0, 0.0, *[threat(seen, foe, unit, ENEMY_CARE) for foe in foes])) if foes else (0.0, 0.0)
    )
    return FEAR * (first + SECOND * second)


def urgency(seen: State, side: str) -> float:
    """CW 11.2: how many times as much a base of the side counts as at first: the more, the sooner it breaks."""
    return 1 + BREAKING * min(1.0, seen.game.lost.get(side, 0) / seen.setup.breaks[side])


@kept_for_latest
def _places(seen: State) -> dict[str, tuple[Place, ...]]:
    return {side.id: tuple(_places_of(seen, side.id)) for side in seen.sides}


def places(seen: State, side: str) -> tuple[Place, ...]:
    """The objectives of the scenario as a side sees them."""
    return _places(seen)[side]


def _places_of(seen: State, side: str) -> Iterator[Place]:
    alone = {
        goal: [one.id for one in army(seen, side) if _holds(seen, one) and distance(one.inches, goal.at) <= goal.radius]
        for goal in seen.setup.objectives
    }
    for goal in seen.setup.objectives:
        own = tuple((one.id, distance(one.inches, goal.at)) for one in army(seen, side) if _holds(seen, one))
        busy = frozenset(key for other, keys in alone.items() if other != goal and len(keys) == 1 for key in keys)
        reach = goal.radius + TOLERANCE + EPSILON
        contested = any(distance(foe.inches, goal.at) <= reach for foe in opposing(seen, side))
        yield Place(goal, reach, own, contested, busy, {})


def opposing(seen: State, side: str) -> tuple[Unit, ...]:
    """The enemy's units without leaders."""
    return _opposing(seen)[side]


@kept_for_latest
def _opposing(seen: State) -> dict[str, tuple[Unit, ...]]:
    return {
        side.id: tuple(unit for unit in army(seen, enemy(seen, side.id)) if _holds(seen, unit)) for side in seen.sides
    }


def _holds(seen: State, unit: Unit) -> bool:
    return arm_of(seen, unit) != "leader"
