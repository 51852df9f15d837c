"""After a melee: retreats, leaders at risk, and the advance of the winner (CW 9.9 to 9.11)."""

from engine.contract import Turn, replace
from maps.geometry.plane import point_along, unit_vector

from ...state.combat_events import Advanced, LeaderLost, LeaderTested, Retreated
from ...state.length import Spot
from ...state.position import Melee, State, Unit, footprint, is_regiment, leader_of, melees_of
from ..board.footprints import is_off_table, overlapped_unit, rounded_position
from ..board.terrain import TOLERANCE
from ..movement.contact import first_enemy, is_way_open, length_towards_contact, make_contact, may_attack, side_struck
from ..movement.movement import capture_leaders, leaders_ridden_down
from ..movement.movement_limits import RETREAT, MoveLength, move_length
from .supporting_guns import guns_in_support

FATAL = 6
"""CW 9.11: the face that removes a leader at risk."""


# retreats
def bearing_to_rear(unit: Unit) -> int:
    """CW 9.9: straight to the rear, in tenths of a degree."""
    return (unit.facing + 1800) % 3600


def retreat_bearing(melee: Melee, unit: Unit) -> int:
    """CW 9.9: the bearing of a unit's retreat, in tenths: to its rear, or straight ahead if struck in the rear."""
    return unit.facing if melee.side == "rear" and unit.id == melee.target else bearing_to_rear(unit)


def retreat(turn: Turn[State], unit: Unit, bearing: int, dice: int, winner: str) -> None:
    """CW 9.9: a retreat of this many dice on a bearing in tenths of a degree; only the winner is never in the way."""
    faces = turn.roll(f"retreat of {unit.id}", dice, rule="CW 9.9").faces
    went = _retreat_event(turn.state, unit, bearing, faces, (winner,))
    leader = leader_of(turn.state, unit.id)
    turn.happens(went)
    if leader and went.result == "table":
        turn.happens(LeaderLost(leader.id, "table"))


def _retreat_event(
    state: State, body: Unit, bearing: int, faces: tuple[int, ...], spared: tuple[str, ...]
) -> Retreated:
    """CW 9.9: how far it comes, and whether that is off the table.

    Those spared are not in its way, but it cannot come to rest on them: where it would, they count like any enemy.
    """
    found, ends = _end_of_retreat(state, body, bearing, sum(faces), spared)
    if overlapped_unit(state, footprint(state, ends), tuple(key for key in state.roster if key not in spared)):
        found, ends = _end_of_retreat(state, body, bearing, sum(faces), ())
    if not found.length:
        return Retreated(body.id, faces, 0.0, body.at, body.at, body.facing, "held", found.limit)
    result = "table" if is_off_table(state.table, footprint(state, ends)) else "went"
    return Retreated(body.id, faces, round(found.length, 2), body.at, ends.at, bearing, result, found.limit)


def _end_of_retreat(
    state: State, body: Unit, bearing: int, inches: int, spared: tuple[str, ...]
) -> tuple[MoveLength, Unit]:
    way = unit_vector(bearing / 10)
    found = move_length(state, body, way, inches, None, RETREAT, spared)
    return found, replace(body, at=rounded_position(point_along(body.inches, way, found.length)), facing=bearing)


# leaders
def test_leader(turn: Turn[State], key: str, bearing: int) -> None:
    """CW 9.11: the leader of a unit tests; a survivor whose unit is destroyed retreats on a bearing in tenths."""
    leader, unit = leader_of(turn.state, key), turn.state.units[key]
    if leader is None:
        return
    die = turn.roll(f"{leader.name or leader.id} at risk", rule="CW 9.11").faces[0]
    turn.happens(LeaderTested(leader.id, die, die == FATAL))
    if unit.gone and die != FATAL:
        _retreat_leader(turn, replace(leader, leads=None, at=unit.at, facing=unit.facing), bearing)


def _retreat_leader(turn: Turn[State], leader: Unit, bearing: int) -> None:
    faces = turn.roll(f"retreat of {leader.name or leader.id}", 2, rule="CW 9.11").faces
    went = _retreat_event(turn.state, leader, bearing, faces, ())
    turn.happens(went)
    if went.result != "went":
        turn.happens(LeaderLost(leader.id, "table" if went.result == "table" else "stuck"))


# advances
def may_advance(state: State, melee: Melee, winner: Unit) -> bool:
    """CW 9.10: regiments, once a player turn, in no other melee, and as their standing orders say."""
    wishes = winner.advance == "always" or (winner.advance == "attacker" and winner.id == melee.charger)
    return (
        wishes
        and is_regiment(state, winner)
        and not winner.gone
        and not winner.advanced
        and not melees_of(state, winner.id)
    )


def advance(turn: Turn[State], winner: str, beaten: str) -> Melee | None:
    """CW 9.10: one die straight ahead; if that brings it into contact with another enemy, the melee that begins."""
    before, unit = turn.state, turn.state.units[winner]
    way = unit_vector(unit.degrees)
    first = first_enemy(before, unit, way, 6 + TOLERANCE)
    guns = guns_in_support(before, unit, first.unit) if first else None
    die = turn.roll(f"advance of {winner}", rule="CW 9.10").faces[0]
    if first and guns and _makes_contact(before, unit, first.unit, first.sweep.contact, die, beaten):
        far, target = first.sweep.contact, first.unit
        turn.happens(_advanced_event(unit, die, far, rounded_position(point_along(unit.inches, way, far)), target.id))
        made = make_contact(turn, winner, target.id, side_struck(footprint(before, target), unit.inches), guns)
        capture_leaders(
            turn, leaders_ridden_down(before, unit, way, max(far, TOLERANCE), turn.state.units[winner]), winner
        )
        return made
    found = move_length(before, unit, way, die)
    to = rounded_position(point_along(unit.inches, way, found.length))
    taken = leaders_ridden_down(before, unit, way, found.length, replace(unit, at=to))
    turn.happens(_advanced_event(unit, die, found.length, to, None, found.limit))
    capture_leaders(turn, taken, winner)
    return None


def _makes_contact(state: State, unit: Unit, target: Unit, far: float, die: int, beaten: str) -> bool:
    """CW 9.10, 7.3: whether an advance makes contact with the first enemy in its way."""
    way = unit_vector(unit.degrees)
    if (
        target.id == beaten
        or not may_attack(state, unit, target)
        or not is_way_open(state, unit, way, far, target.inches)
    ):
        return False
    return length_towards_contact(state, unit, way, die, far)[1]


def _advanced_event(unit: Unit, die: int, inches: float, to: Spot, met: str | None, limit: str = "") -> Advanced:
    return Advanced(unit.id, die, round(inches, 2), unit.at, to, met, limit)
