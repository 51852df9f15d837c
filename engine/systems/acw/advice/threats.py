"""Who could charge whom next, roughly: the chance to reach, and the melee by facing, formation and strength."""

from collections.abc import Iterable
from math import hypot

from engine.contract import kept_for_latest
from maps.geometry.plane import Point

from ..rules.board.terrain import is_formed
from ..rules.combat.supporting_guns import is_in_arc, is_in_range
from ..rules.movement.contact import side_struck
from ..state.position import State, Unit, arm_of, army, footprint, is_lone_leader, is_regiment, melees_of
from .melee_prospects import toll
from .reach import FARTHEST, reach

ENGAGED = 0.25
"""The share that a threat counts of a unit which is in a melee: it would have to be free of that first."""
LEADER_LOST = 2.0
"""What a lone leader who may be ridden down counts, in bases."""


def threat(seen: State, charger: Unit, target: Unit, care: float) -> float:
    """The bases that a regiment can hope to take by a charge of its next turn, times its chance.

    ``care``: what a base that it loses itself is deducted for.
    """
    if not is_regiment(seen, charger) or not (chance := reach(seen, charger, target, led=charger.id in _led(seen))):
        return 0.0
    chance *= ENGAGED if melees_of(seen, charger.id) else 1.0
    if is_lone_leader(seen, target):
        return chance * LEADER_LOST
    ahead = _lead(seen, charger, target) + _helpers(seen, charger, target) - _helpers(seen, target, charger)
    taken, lost = toll(ahead, charger.bases, target.bases)
    return chance * max(0.0, taken - care * lost)


def near_enough(unit: Unit, foes: Iterable[Unit]) -> list[Unit]:
    """Those so near that one of them and the unit might charge the other: there is no threat from and to all others."""
    x, y = unit.at
    return [foe for foe in foes if abs(foe.at[0] - x) < FARTHEST and abs(foe.at[1] - y) < FARTHEST]


def _helpers(seen: State, unit: Unit, foe: Unit) -> int:
    """CW 9.5: its leader, and the batteries that aim at the enemy, as far as they could see him."""
    known, aim = _known_guns(seen), (unit.side, foe.at)
    if (guns := known.get(aim)) is None:
        guns = known[aim] = tuple(
            gun.id
            for gun in _batteries(seen)[unit.side]
            if is_in_range(seen, gun, foe.inches) and is_in_arc(seen, gun, foe.inches)
        )
    return (unit.id in _led(seen)) + len(guns) - (unit.id in guns)


@kept_for_latest
def _known_guns(seen: State) -> dict[tuple[str, tuple[int, int]], tuple[str, ...]]:
    """Side and place -> its batteries that aim there, as far as that was asked."""
    return {}


@kept_for_latest
def _batteries(seen: State) -> dict[str, tuple[Unit, ...]]:
    """Side -> its batteries that are ready to fire."""
    return {
        side.id: tuple(
            gun
            for gun in army(seen, side.id)
            if arm_of(seen, gun) == "artillery" and gun.formation == "line" and gun.fire != "hold"
        )
        for side in seen.sides
    }


@kept_for_latest
def _led(seen: State) -> frozenset[str]:
    """The units that leaders are with."""
    return frozenset(unit.leads for unit in seen.units.values() if unit.leads and not unit.gone)


def _lead(seen: State, charger: Unit, target: Unit) -> int:
    """CW 9.5, 9.6: what facing, formation and bases in contact add for the charger, less that for the target."""
    side = side_struck(footprint(seen, target), charger.inches)
    ends = side in ("front", "rear")
    charging_line, standing_line = charger.formation == "line", target.formation == "line" and is_formed(seen, target)
    if target.formation == "line":
        front = target.bases if ends else 1
    else:
        front = 1 if ends else max(1, target.bases // 2)
    ahead = {"front": 0, "left": 2, "right": 2, "rear": 3}[side]
    if charging_line:
        ahead += min(charger.bases, front) + (target.formation == "column")
    if standing_line and is_regiment(seen, target):
        ahead -= min(front, charger.bases if charging_line else 1) + 1
    return ahead


def nearest_of(at: Point, units: tuple[Unit, ...]) -> float | None:
    """How far the nearest of some units is, in inches; None if there are none."""
    x, y = at
    return min([hypot(unit.at[0] / 100 - x, unit.at[1] / 100 - y) for unit in units], default=None)
