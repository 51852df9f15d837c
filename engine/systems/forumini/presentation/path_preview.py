"""A path before it is taken: its hexes, the rolls it needs, the enemies that may fire at each step (FA 6.5, 12)."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.contract import replace
from maps.geometry.hex_points import hex_centre
from maps.geometry.hexes import neighbours
from maps.geometry.plane import Point
from maps.scene.scene import Mark, Spot, Trail

from ..rules.board.terrain import facing_toward, terrain_map
from ..rules.combat.defensive_fire import possible_firers
from ..rules.movement.movement import roll_modifiers
from ..rules.movement.pathfinding import hexes_to_enter, reachable_hexes
from ..rules.movement.terrain_costs import movement_column
from ..state.position import State, Unit, card
from .zone_marks import colour

SIGNS = {"overwatch": "OW", "regular": "DF"}


def path_marks(seen: State, unit: Unit, path: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes that a move would enter: the cheapest path to a distant hex, or a straight line if there is none
    yet; only hexes of the board.
    """
    if not unit.at:
        return ()
    path = tuple(at for at in hexes_to_enter(unit, path) if at in seen.board.cells)
    if (
        len(path) == 1
        and path[0] != unit.at
        and path[0] not in neighbours(unit.at)
        and (way := reachable_hexes(seen, unit).ways.get(path[0]))
    ):
        return way.path
    return path


def path_preview(seen: State, unit: Unit, steps: Sequence[str]) -> Iterator[Mark]:
    """The path, and on the way into each hex what the dice must show there."""
    if not steps or not unit.at:
        return
    hexes = (unit.at, *steps)
    if any(a != b for a, b in pairwise(hexes)):
        yield Trail(tuple(hex_centre(at) for at in hexes), "draft-move", colour(seen, unit))
    for a, b in pairwise(hexes):
        if need := rolls_needed(seen, unit, a, b):
            (ax, ay), (bx, by) = hex_centre(a), hex_centre(b)
            yield Spot(((ax + bx) / 2, (ay + by) / 2), "needs", need)


def rolls_needed(seen: State, unit: Unit, a: str, b: str) -> str:
    """FA 6.5: ``4+ 3+`` of the dice themselves, modifiers counted in; "" if the step asks none."""
    step = terrain_map(seen).step(a, b, movement_column(seen, unit)) if b in neighbours(a) else None
    bonus = sum(roll_modifiers(seen, unit).values())
    return (
        " ".join(f"{max(1, roll.need - bonus)}+" if roll.need - bonus <= 6 else "never" for roll in step.rolls)
        if step
        else ""
    )


def fire_risks(seen: State, unit: Unit, steps: Sequence[str]) -> Iterator[Mark]:
    """FA 12.2, 12.3: a thin line from each enemy to the first hex where it may fire, labelled with its manner and
    dice; later hexes have no label.

    Standing orders of the enemy are his own affair: these may fire, whether they will is not known.
    """
    warned = set[str]()
    vehicle = card(seen, unit).kind == "vehicle"
    for a, b in pairwise((unit.at, *steps)):
        if a is None or b not in neighbours(a):
            return
        mover = replace(unit, at=b, facing=facing_toward(a, b) if vehicle else unit.facing)
        there = replace(seen, units={**seen.units, unit.id: mover})
        for firer in possible_firers(there, mover, a):
            if firer.unit.at and firer.unit.at != b:
                text = "" if firer.unit.id in warned else f"{SIGNS[firer.how]} {firer.dice}"
                yield Trail((hex_centre(firer.unit.at), hex_centre(b)), "risk", "", text)
            warned.add(firer.unit.id)


def moved_piece(seen: State, unit: Unit, at: str, face: str, lifted: Point | None = None) -> Iterator[Mark]:
    """Where the unit will be, and its facing."""
    if at in seen.board.cells:
        nth = [side.id for side in seen.sides].index(unit.side)
        yield Spot(lifted or hex_centre(at), "ghost", unit.id, colour(seen, unit), nth)
        if face:
            yield Spot(hex_centre(at), "way", face)
