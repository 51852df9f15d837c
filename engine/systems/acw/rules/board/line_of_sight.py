"""Line of sight from centre to centre, and the units and terrain that block it (CW 6)."""

from collections.abc import Iterator
from typing import NamedTuple

from maps.geometry.plane import Point, direction, distance, length_in_box
from maps.geometry.polygons import crossings, length_inside
from maps.geometry.tabletop import Piece

from ...state.position import State, Unit, footprint, is_lone_leader
from ...tables import TABLES
from .footprints import bodies_along
from .terrain import EPSILON, GRAZE, TOLERANCE, hills_touched, is_in_area, is_intact, terrain_map

End = Unit | Point
"""A unit, or a point in inches: a building's aiming point."""


class Obstruction(NamedTuple):
    """What hides one end from the other, in words; ``by``: the unit's id or the piece's name, "" for the weather."""

    by: str
    says: str
    rule: str


def obstruction_text(state: State, a: End, b: End, spared: str = "") -> str:
    """Why neither sees the other, in words with inches; "" if they do.

    ``spared``: the name of a building that does not block, nor the units in it (CW 10.1).
    """
    return next((block.says for block in obstructions(state, a, b, spared)), "")


def obstructions(state: State, a: End, b: End, spared: str = "") -> Iterator[Obstruction]:
    """All that is in the way: weather, units, woods and the like, crests."""
    start, end = point_of(a), point_of(b)
    far, most = distance(start, end), state.setup.visibility
    if most is not None and far > most + TOLERANCE + EPSILON:
        yield Obstruction("", f'it is {far:.1f}" away, and visibility today is {most:g}"', "CW 6.1")
    yield from _units_between(state, a, b, spared)
    yield from _screens_between(state, start, end, spared)
    yield from _crests_between(state, a, b)


def point_of(end: End) -> Point:
    return end.inches if isinstance(end, Unit) else end


def _units_between(state: State, a: End, b: End, spared: str) -> Iterator[Obstruction]:
    """CW 6.2: the units that block a line of sight. A leader's own unit and lone leaders never do."""
    own = [key for end in (a, b) if isinstance(end, Unit) for key in (end.id, end.leads)]
    start, end = point_of(a), point_of(b)
    shelled = terrain_map(state).named.get(spared)
    for body in bodies_along(state, start, direction(start, end), distance(start, end), 0.0):
        unit = state.units[body.unit]
        if (
            unit.id not in own
            and length_in_box(start, end, body.footprint) > GRAZE + EPSILON
            and not is_lone_leader(state, unit)
            and not (shelled and is_in_area(shelled, unit.inches))
        ):
            yield Obstruction(unit.id, f"{unit.id} is in the way", "CW 6.2")


def _screens_between(state: State, start: Point, end: Point, spared: str) -> Iterator[Obstruction]:
    """CW 6.3: woods, buildings and the like that a line passes through too deeply."""
    for piece in terrain_map(state).screens.pieces_near(start, end, EPSILON):
        if piece.name == spared:
            continue
        deep, limit = length_inside(start, end, piece.shape), TABLES.terrain[piece.kind].los or 0.0
        if deep <= GRAZE + EPSILON or not is_intact(state, piece):
            continue
        if not (is_in_area(piece, start) or is_in_area(piece, end)):
            yield Obstruction(
                piece.name, f'{piece.name} is in the way ({deep:.1f}" of it, both ends outside)', "CW 6.3"
            )
        elif deep > limit + TOLERANCE + EPSILON:
            yield Obstruction(piece.name, f'{piece.name} is in the way ({deep:.1f}" of it, limit {limit:g}")', "CW 6.3")


def _crests_between(state: State, a: End, b: End) -> Iterator[Obstruction]:
    """CW 6.4: the crests that a line crosses."""
    start, end = point_of(a), point_of(b)
    for hill in terrain_map(state).crests.pieces_near(start, end, EPSILON):
        if crossings(start, end, hill.crest) and not any(_touches_crest(state, one, hill) for one in (a, b)):
            yield Obstruction(hill.name, f"the crest of {hill.name} is in the way", "CW 6.4")


def _touches_crest(state: State, end: End, hill: Piece) -> bool:
    """For an attached leader: whether the leader's unit does."""
    if not isinstance(end, Unit):
        return False
    stands = state.units[end.leads] if end.leads else end
    return hill in hills_touched(state, footprint(state, stands))
