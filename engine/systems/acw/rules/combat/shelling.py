"""Shelling: a battery fires on a building until it is destroyed, with the units in it (CW 10)."""

from collections.abc import Iterator

from engine.contract import Order, Refusal, Turn
from maps.geometry.plane import Point, distance
from maps.geometry.polygons import mean_corner
from maps.geometry.tabletop import Piece

from ...orders import Shell
from ...state.combat_events import BuildingDestroyed, Destroyed, LeaderLost, Shelled
from ...state.position import State, Unit, arm_of, is_lone_leader, melees_of, units_on_table
from ..board.line_of_sight import obstruction_text
from ..board.terrain import is_in_area, is_intact, shellings_to_destroy, terrain_map
from ..movement.movement import engaged_refusal
from . import retreats
from .supporting_guns import degrees_off_facing, is_in_arc, is_in_range, range_of


def aiming_point(piece: Piece) -> Point:
    """CW 10.1: the point of a building that is aimed at: the mean of its corners."""
    return mean_corner(piece.shape)


def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """The first objection to a shelling, after the common checks."""
    assert isinstance(order, Shell)
    unit, piece = seen.units[order.unit], terrain_map(seen).named[order.at]
    for found in (
        _target_objections(seen, unit, piece),
        _battery_objections(seen, unit, piece),
        _aim_objections(seen, unit, piece),
    ):
        for refusal in found:
            yield refusal
            return


def _target_objections(seen: State, unit: Unit, piece: Piece) -> Iterator[Refusal]:
    if arm_of(seen, unit) != "artillery":
        says = f"{unit.id} is not a battery, and only batteries can shell a building"
        yield Refusal("unit", "not-artillery", says, "CW 10.1", hopeless=True)
    elif piece.kind != "building":
        says = f"{piece.name} is not a building ({piece.kind.replace('-', ' ')}); only buildings can be shelled"
        yield Refusal("at", "invalid-target", says, "CW 10.1")
    elif not is_intact(seen, piece):
        yield Refusal("at", "invalid-target", f"{piece.name} is already destroyed", "CW 10.2")


def _battery_objections(seen: State, unit: Unit, piece: Piece) -> Iterator[Refusal]:
    """CW 8.3, 10.1: the battery cannot fire now, or friends would be hit."""
    friends = [
        other.id for other in units_on_table(seen) if other.side == unit.side and is_in_area(piece, other.inches)
    ]
    if unit.formation != "line":
        yield Refusal("unit", "limbered", f"{unit.id} is in column: form line first", "CW 8.3")
    elif melees_of(seen, unit.id):
        yield engaged_refusal(seen, unit, "its guns cannot shell")
    elif unit.shelled:
        yield Refusal("unit", "already-acted", f"{unit.id} has already shelled a building this turn", "CW 10.1")
    elif friends:
        yield Refusal(
            "at", "invalid-target", f"{' and '.join(friends)} of your own side would be hit in {piece.name}", "CW 10.1"
        )


def _aim_objections(seen: State, unit: Unit, piece: Piece) -> Iterator[Refusal]:
    """CW 8.4, 8.5: the building is out of range, out of arc or out of sight."""
    point = aiming_point(piece)
    if not is_in_range(seen, unit, point):
        far, most = distance(unit.inches, point), range_of(seen, unit)
        says = f'{piece.name} is {far:.1f}" away; {unit.id} has a range of {most:g}"'
        yield Refusal("at", "out-of-range", says, "CW 8.5")
    elif not is_in_arc(seen, unit, point):
        off, half = abs(degrees_off_facing(unit, point)), seen.setup.arc / 2
        says = f"{piece.name} is {off:.0f}° off {unit.id}'s facing; its arc is {half:g}° each side"
        if not unit.faced:
            says += f"; try: {unit.id} face {point[0]:.4g},{point[1]:.4g}; fire {piece.name}"
        yield Refusal("at", "out-of-arc", says, "CW 8.4")
    elif says := obstruction_text(seen, unit, point, piece.name):
        yield Refusal("at", "no-line-of-sight", f"{unit.id} cannot see {piece.name}: {says}", "CW 8.4")


def run(turn: Turn[State], order: Order) -> None:
    """CW 10.2: one more shelling, which may destroy the building."""
    assert isinstance(order, Shell)
    piece = terrain_map(turn.state).named[order.at]
    count, value = turn.state.game.buildings.get(piece.name, 0) + 1, shellings_to_destroy(piece)
    turn.happens(Shelled(order.unit, piece.name, count, value))
    if count >= value:
        _destroy_building(turn, piece)


def _destroy_building(turn: Turn[State], piece: Piece) -> None:
    """CW 10.2, 10.3: all units in it are removed, then their leaders test."""
    inside = [unit for unit in units_on_table(turn.state) if is_in_area(piece, unit.inches)]
    turn.happens(BuildingDestroyed(piece.name, tuple(unit.id for unit in inside)))
    for unit in inside:
        turn.happens(
            LeaderLost(unit.id, "shelling") if is_lone_leader(turn.state, unit) else Destroyed(unit.id, "shelling")
        )
    for unit in inside:
        retreats.test_leader(turn, unit.id, retreats.bearing_to_rear(unit))
