"""Evaluation: where to go, how likely a charge is to reach and how its melee would start, what to shell."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from engine.contract import kept_for_latest, replace
from maps.geometry.plane import Point, bearing, distance, point_along, turn_between
from maps.geometry.polygons import mean_corner
from maps.geometry.tabletop import Piece

from ..orders import Fight
from ..rules.board.footprints import rounded_position
from ..rules.board.terrain import is_intact, terrain_map, uncrossable_river
from ..rules.combat.charges import ChargePath, charge_path
from ..rules.combat.melee import melee_modifiers
from ..rules.combat.supporting_guns import guns_in_support
from ..rules.movement.contact import length_towards_contact, side_struck, square_up
from ..rules.movement.movement_dice import all_allowances
from ..rules.turn.victory import holders
from ..state.position import Melee, State, Unit, footprint, is_lone_leader, units_on_table
from ..state.unit_index import carry_index

LONGEST_CHARGE = 26.0
"""Inches beyond which no charge reaches: two sixes, column, leader, and half of two long strips."""

EVEN, LEADER_TAKEN = 6, 0
"""The value of a charge that is sure to reach and starts an even melee; the advantage as which capturing counts."""

AT_CROSSING = 1.0
"""Inches from a bridge or ford at which one is there."""


def nearest_enemies(seen: State, unit: Unit) -> list[Unit]:
    """The enemies on the table, the nearest first."""
    at = unit.inches
    return sorted(_enemies(seen, unit), key=lambda foe: distance(at, foe.inches))


def nearest_enemy(seen: State, unit: Unit) -> Unit | None:
    """The first of these; None if there are none."""
    at = unit.inches
    return min(_enemies(seen, unit), key=lambda foe: distance(at, foe.inches), default=None)


def _enemies(seen: State, unit: Unit) -> Iterator[Unit]:
    return (foe for foe in units_on_table(seen) if foe.side != unit.side)


def nearest_friends(seen: State, unit: Unit) -> list[Unit]:
    """The side's other units with a footprint, the nearest first."""
    there = (
        other
        for other in units_on_table(seen)
        if other.side == unit.side and other.id != unit.id and not is_lone_leader(seen, other)
    )
    return sorted(there, key=lambda other: distance(unit.inches, other.inches))


def destinations(seen: State, unit: Unit) -> list[Point]:
    """Where to go: objectives that the side does not hold, else the enemies; the nearest first, in inches.

    What lies beyond a river begins at a bridge or ford.
    """
    goals = holders(seen).items()
    wanted = [goal.at for goal, holds in goals if holds != unit.side]
    near = sorted(wanted, key=lambda at: distance(unit.inches, at)) or [
        foe.inches for foe in nearest_enemies(seen, unit)[:3]
    ]
    return list(dict.fromkeys(waypoint(seen, unit, at) for at in near))


def waypoint(seen: State, unit: Unit, at: Point) -> Point:
    """Where to go first on the way to a point: the bridge or ford that is the least detour, if a river lies between."""
    if uncrossable_river(seen, unit, unit.inches, at) is None:
        return at
    spans = (span for span in nearest_crossings(seen, unit) if distance(unit.inches, span) > AT_CROSSING)
    return min(spans, key=lambda span: distance(unit.inches, span) + distance(span, at), default=at)


def intact_buildings(seen: State) -> list[Piece]:
    """The buildings that are not destroyed, in the scenario's order."""
    return [piece for piece in seen.table.pieces if piece.kind == "building" and is_intact(seen, piece)]


def nearest_buildings(seen: State, unit: Unit) -> list[tuple[Piece, Point]]:
    """The buildings that are not destroyed, with the middle of each, the nearest first."""
    return sorted(
        ((piece, mean_corner(piece.shape)) for piece in intact_buildings(seen)),
        key=lambda one: distance(unit.inches, one[1]),
    )


def nearest_crossings(seen: State, unit: Unit) -> list[Point]:
    """Bridges and fords, the nearest first."""
    spans = (piece.at for kind in ("bridge", "ford") for piece in terrain_map(seen).spans[kind] if piece.at)
    return sorted(spans, key=lambda at: distance(unit.inches, at))


def angle_off(unit: Unit, point: Point) -> float:
    """Degrees from a unit's facing to a point, positive to the right."""
    return turn_between(unit.degrees, bearing(unit.inches, point))


# charges
def charge_targets(seen: State, unit: Unit) -> Iterator[Unit]:
    """The enemies near enough to think of a charge, the nearest first."""
    return (foe for foe in nearest_enemies(seen, unit) if distance(unit.inches, foe.inches) < LONGEST_CHARGE)


def charge_chance(seen: State, unit: Unit, planned: ChargePath) -> Fraction:
    """CW 7.3: of all rolls, how many carry a charge to contact."""
    totals = Counter(allowed.total for allowed in all_allowances(seen, unit, planned.reads))
    good = (
        number
        for total, number in totals.items()
        if length_towards_contact(seen, unit, planned.way, total, planned.contact)[1]
    )
    return Fraction(sum(good), totals.total())


def percent_text(share: Fraction) -> str:
    """To the nearest whole, but 100% and 0% only where it is so."""
    if share in (0, 1):
        return "100%" if share else "0%"
    return f"{min(99, max(1, round(100 * share)))}%"


def _melee_to_come(seen: State, unit: Unit, target: Unit, planned: ChargePath) -> tuple[int, Unit]:
    """CW 9.5, 9.6: by how much the charger would add more to its dice than the target, if it came to contact; the
    charger as it would stand then."""
    side, guns = side_struck(footprint(seen, target), unit.inches), guns_in_support(seen, unit, target)
    there = replace(unit, at=rounded_position(point_along(unit.inches, planned.way, planned.contact)))
    stand = square_up(seen, there, target, side)
    there = replace(there, at=stand[0], facing=stand[1]) if stand else there
    then = carry_index(seen, replace(seen, units={**seen.units, unit.id: there}))
    melee = Melee(unit.id, target.id, side, stand is not None, True, guns.charger, guns.target)
    ahead = sum(n for _, n in melee_modifiers(then, melee, "charger"))
    return ahead - sum(n for _, n in melee_modifiers(then, melee, "target")), there


class ChargeOutlook(NamedTuple):
    """The chance that a charge reaches, by how much the charger would add more to its dice in the melee, and the
    charger as it would stand in it."""

    chance: float
    advantage: int
    there: Unit


def charge_outlook(seen: State, unit: Unit, target: Unit) -> ChargeOutlook | None:
    """What a charge can expect; None if there is no path.  It is asked for to find ideas, and again to compare them."""
    known = _known_outlooks(seen)
    key = unit.id, target.id
    if key not in known:
        known[key] = _outlook(seen, unit, target)
    return known[key]


def _outlook(seen: State, unit: Unit, target: Unit) -> ChargeOutlook | None:
    planned = charge_path(seen, unit, target)
    return planned and ChargeOutlook(
        float(charge_chance(seen, unit, planned)),
        *((LEADER_TAKEN, unit) if is_lone_leader(seen, target) else _melee_to_come(seen, unit, target, planned)),
    )


def outlook_after(seen: State, unit: Unit, target: Unit) -> ChargeOutlook | None:
    """The same once the unit has become what is given: once it has turned, or has changed its formation."""
    return _outlook(carry_index(seen, replace(seen, units={**seen.units, unit.id: unit})), unit, target)


@kept_for_latest
def _known_outlooks(seen: State) -> dict[tuple[str, str], ChargeOutlook | None]:
    return {}


def charge_value(seen: State, unit: Unit, target: Unit) -> float | None:
    """The value of a charge: the chance to reach times how well its melee would start; None if there is no path.

    A lone leader is simply captured.
    """
    outlook = charge_outlook(seen, unit, target)
    return outlook and outlook.chance * max(0, EVEN + outlook.advantage)


def open_fights(seen: State, side: str) -> Iterator[Fight]:
    """CW 9.1: the melees still to be fought in this phase, the side's own unit named first, oldest first."""
    for melee in seen.game.melees:
        if not melee.fought:
            own, foe = (
                (melee.charger, melee.target)
                if seen.units[melee.charger].side == side
                else (melee.target, melee.charger)
            )
            yield Fight(own, foe)
