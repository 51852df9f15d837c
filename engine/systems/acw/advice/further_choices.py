"""What a computer player thinks over besides the ideas: orders of units that may have to fight soon."""

from collections.abc import Iterator

from engine.contract import Order
from maps.geometry.plane import Point, distance, point_along, unit_vector

from ..orders import Back, Charge, Face, Form, Left, Move, Right
from ..rules.board.footprints import rounded_position
from ..state.position import MOVEMENT, State, Unit, arm_of, army, is_regiment, melees_of, sides_to_act
from .evaluation import angle_off, charge_targets
from .place_value import opposing

NEAR = 20.0
"""Inches from the enemy within which all of a unit's moves are thought over."""
WAYS = (-75, -45, -20, 20, 45, 75)
"""Degrees off the facing of the moves that are thought over besides those in a straight line."""
LENGTHS = (2.0, 5.0, 12.0)
"""Inches that they lead at most."""
FLANK = 5.0
"""Inches beside an enemy at which a line that is to charge its flank stands."""
AHEAD = 5.0
"""Degrees off the facing within which an enemy is ahead already."""
MOST_CHARGED, MOST_FACED = 4, 3
"""The nearest enemies whom a unit may charge, or turn to."""


def further_choices(seen: State, side: str) -> Iterator[Order]:
    """For units near the enemy: more moves, facings and charges, which may not be legal."""
    if seen.phase in MOVEMENT and side in sides_to_act(seen):
        for unit in army(seen, side):
            if not unit.moved and (unit.activated or seen.game.activations) and arm_of(seen, unit) != "leader":
                yield from _near_the_enemy(seen, unit)


def _near_the_enemy(seen: State, unit: Unit) -> Iterator[Order]:
    foes = sorted(opposing(seen, unit.side), key=lambda foe: distance(unit.inches, foe.inches))
    if not foes or distance(unit.inches, foes[0].inches) > NEAR or melees_of(seen, unit.id):
        return
    if is_regiment(seen, unit):
        yield from (Charge(unit.id, foe.id) for foe in list(charge_targets(seen, unit))[:MOST_CHARGED])
    yield from (Face(unit.id, foe.id) for foe in foes[:MOST_FACED] if abs(angle_off(unit, foe.inches)) > AHEAD)
    yield Form(unit.id, "line" if unit.formation == "column" else "column")
    yield from (kind(unit.id) for kind in (Back, Left, Right))
    yield from (Move(unit.id, rounded_position(at)) for at in _places(seen, unit, foes) if _on_table(seen, at))


def _places(seen: State, unit: Unit, foes: list[Unit]) -> Iterator[Point]:
    yield from (point_along(unit.inches, unit_vector(unit.degrees), far) for far in LENGTHS)
    for off in WAYS:
        yield from (point_along(unit.inches, unit_vector(unit.degrees + off), far) for far in LENGTHS)
    for foe in foes[:MOST_FACED]:
        yield from (point_along(foe.inches, unit_vector(foe.degrees + side), FLANK) for side in (-90, 90))


def _on_table(seen: State, at: Point) -> bool:
    return 0 < at[0] < seen.table.width and 0 < at[1] < seen.table.height
