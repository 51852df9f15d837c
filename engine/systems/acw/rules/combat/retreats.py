"""What a melee's end sets going: retreats, leaders at risk, and the winner's advance with the contact that it may make (CW 9.9 to 9.11)."""

from engine.contract import Turn, replace
from maps.geometry.plane import point_along, unit_vector

from ...state.events import Advanced, LeaderLost, LeaderTested, Retreated, Spot
from ...state.position import Melee, State, Unit, box, leader_of, melees_of, regiment
from ..board.footprints import crowd, off_table, rest
from ..board.terrain import BEYOND
from ..movement.contact import chargeable, contact, first_enemy, open_way, reach, struck
from ..movement.movement import capture, ridden_down
from ..movement.movement_limits import RETREAT, MoveLength, length
from .supporting_guns import noted

FATAL = 6
"""CW 9.11: the face that removes a leader at risk."""


# retreats
def rearward(unit: Unit) -> int:
    """CW 9.9: straight to the rear, in tenths of a degree."""
    return (unit.facing + 1800) % 3600


def flight(melee: Melee, unit: Unit) -> int:
    """CW 9.9: the bearing of a unit's retreat out of a melee, in tenths: to its rear, or straight ahead if that is where it was struck."""
    return unit.facing if melee.side == "rear" and unit.id == melee.target else rearward(unit)


def retreat(turn: Turn[State], unit: Unit, bearing: int, dice: int, winner: str) -> None:
    """CW 9.9: so many dice on a bearing in tenths of a degree, the winner alone not in the way."""
    faces = turn.roll(f"retreat of {unit.id}", dice, rule="CW 9.9").faces
    went = _fled(turn.state, unit, bearing, faces, (winner,))
    leader = leader_of(turn.state, unit.id)
    turn.happens(went)
    if leader and went.result == "table":
        turn.happens(LeaderLost(leader.id, "table"))


def _fled(state: State, body: Unit, bearing: int, faces: tuple[int, ...], spared: tuple[str, ...]) -> Retreated:
    """CW 9.9: how far it comes, and whether that is off the table.

    Those spared are not in its way, but it cannot come to rest on them: where it would, they count like any enemy.
    """
    found, ends = _at_end(state, body, bearing, sum(faces), spared)
    if crowd(state, box(state, ends), tuple(key for key in state.roster if key not in spared)):
        found, ends = _at_end(state, body, bearing, sum(faces), ())
    if not found.length:
        return Retreated(body.id, faces, 0.0, body.at, body.at, body.facing, "held", found.limit)
    result = "table" if off_table(state.table, box(state, ends)) else "went"
    return Retreated(body.id, faces, round(found.length, 2), body.at, ends.at, bearing, result, found.limit)


def _at_end(state: State, body: Unit, bearing: int, inches: int, spared: tuple[str, ...]) -> tuple[MoveLength, Unit]:
    way = unit_vector(bearing / 10)
    found = length(state, body, way, inches, None, RETREAT, spared)
    return found, replace(body, at=rest(point_along(body.inches, way, found.length)), facing=bearing)


# leaders
def at_risk(turn: Turn[State], key: str, bearing: int) -> None:
    """CW 9.11: the leader of a unit tests, and if the unit is destroyed and he lives he retreats on a bearing in tenths of a degree."""
    leader, unit = leader_of(turn.state, key), turn.state.units[key]
    if leader is None:
        return
    die = turn.roll(f"{leader.name or leader.id} at risk", rule="CW 9.11").faces[0]
    turn.happens(LeaderTested(leader.id, die, die == FATAL))
    if unit.gone and die != FATAL:
        _alone(turn, replace(leader, leads=None, at=unit.at, facing=unit.facing), bearing)


def _alone(turn: Turn[State], leader: Unit, bearing: int) -> None:
    faces = turn.roll(f"retreat of {leader.name or leader.id}", 2, rule="CW 9.11").faces
    went = _fled(turn.state, leader, bearing, faces, ())
    turn.happens(went)
    if went.result != "went":
        turn.happens(LeaderLost(leader.id, "table" if went.result == "table" else "stuck"))


# advances
def may_advance(state: State, melee: Melee, winner: Unit) -> bool:
    """CW 9.10: regiments, once a player turn, in no other melee, and as their standing orders say."""
    wishes = winner.advance == "always" or (winner.advance == "attacker" and winner.id == melee.charger)
    return (
        wishes
        and regiment(state, winner)
        and not winner.gone
        and not winner.advanced
        and not melees_of(state, winner.id)
    )


def advance(turn: Turn[State], winner: str, beaten: str) -> Melee | None:
    """CW 9.10: one die straight ahead; if that brings it into contact with another enemy, the melee that begins."""
    before, unit = turn.state, turn.state.units[winner]
    way = unit_vector(unit.degrees)
    first = first_enemy(before, unit, way, 6 + BEYOND)
    guns = noted(before, unit, first.unit) if first else None
    die = turn.roll(f"advance of {winner}", rule="CW 9.10").faces[0]
    if first and guns and _into(before, unit, first.unit, first.sweep.contact, die, beaten):
        far, target = first.sweep.contact, first.unit
        turn.happens(_advanced(unit, die, far, rest(point_along(unit.inches, way, far)), target.id))
        made = contact(turn, winner, target.id, struck(box(before, target), unit.inches), guns)
        capture(turn, ridden_down(before, unit, way, max(far, BEYOND), turn.state.units[winner]), winner)
        return made
    found = length(before, unit, way, die)
    to = rest(point_along(unit.inches, way, found.length))
    taken = ridden_down(before, unit, way, found.length, replace(unit, at=to))
    turn.happens(_advanced(unit, die, found.length, to, None, found.limit))
    capture(turn, taken, winner)
    return None


def _into(state: State, unit: Unit, target: Unit, far: float, die: int, beaten: str) -> bool:
    """CW 9.10, 7.3: whether an advance makes contact with the first enemy in its way."""
    way = unit_vector(unit.degrees)
    if target.id == beaten or not chargeable(state, unit, target) or not open_way(state, unit, way, far, target.inches):
        return False
    return reach(state, unit, way, die, far)[1]


def _advanced(unit: Unit, die: int, inches: float, to: Spot, met: str | None, limit: str = "") -> Advanced:
    return Advanced(unit.id, die, round(inches, 2), unit.at, to, met, limit)
