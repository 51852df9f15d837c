"""Line of sight from centre to centre: who and what is in its way (CW 6)."""

from collections.abc import Iterator
from typing import NamedTuple

from maps.geometry.plane import Point, distance, length_in_box
from maps.geometry.polygons import boxes_near, crossings, length_inside
from maps.geometry.tabletop import Piece

from ...state.position import State, Unit, box, lone
from ...tables import TABLES
from .footprints import bodies_of
from .terrain import BEYOND, EQUAL, GRAZE, crested, ground, standing, within

End = Unit | Point
"""A unit, or a point in inches: a building's aiming point."""


class Block(NamedTuple):
    """What hides one end from the other, in words; ``by``: the unit's id or the piece's name, "" for the weather."""

    by: str
    says: str
    rule: str


def hidden(state: State, a: End, b: End, spared: str = "") -> str:
    """Why neither sees the other, in words with inches; "" if they do.

    ``spared``: the name of a building that does not block, nor the units in it (CW 10.1).
    """
    return next((block.says for block in blocks(state, a, b, spared)), "")


def blocks(state: State, a: End, b: End, spared: str = "") -> Iterator[Block]:
    """All that is in the way: weather, units, woods and the like, crests."""
    start, end = point_of(a), point_of(b)
    far, most = distance(start, end), state.setup.visibility
    if most is not None and far > most + BEYOND + EQUAL:
        yield Block("", f'it is {far:.1f}" away and one sees no farther than {most:g}" today', "CW 6.1")
    yield from _units(state, a, b, spared)
    yield from _screens(state, start, end, spared)
    yield from _crests(state, a, b)


def point_of(end: End) -> Point:
    return end.inches if isinstance(end, Unit) else end


def _units(state: State, a: End, b: End, spared: str) -> Iterator[Block]:
    """CW 6.2: an attached leader looks past his own unit, and lone leaders hide nobody."""
    own = [key for end in (a, b) if isinstance(end, Unit) for key in (end.id, end.leads)]
    start, end = point_of(a), point_of(b)
    shelled = ground(state).named.get(spared)
    for unit, body, _ in bodies_of(state):
        if (
            length_in_box(start, end, body) > GRAZE + EQUAL
            and unit.id not in own
            and not lone(state, unit)
            and not (shelled and within(shelled, unit.inches))
        ):
            yield Block(unit.id, f"{unit.id} is in the way", "CW 6.2")


def _screens(state: State, start: Point, end: Point, spared: str) -> Iterator[Block]:
    """CW 6.3"""
    for piece in ground(state).screens:
        if piece.name == spared or not boxes_near(start, end, piece.shape, 0.0):
            continue
        deep, limit = length_inside(start, end, piece.shape), TABLES.terrain[piece.kind].los or 0.0
        if deep <= GRAZE + EQUAL or not standing(state, piece):
            continue
        if not (within(piece, start) or within(piece, end)):
            yield Block(piece.name, f'{piece.name} is in the way ({deep:.1f}" of it, both ends outside)', "CW 6.3")
        elif deep > limit + BEYOND + EQUAL:
            yield Block(piece.name, f'{piece.name} is in the way ({deep:.1f}" of it, limit {limit:g}")', "CW 6.3")


def _crests(state: State, a: End, b: End) -> Iterator[Block]:
    """CW 6.4"""
    start, end = point_of(a), point_of(b)
    for hill in ground(state).crests:
        if crossings(start, end, hill.crest) and not any(_touches(state, one, hill) for one in (a, b)):
            yield Block(hill.name, f"the crest of {hill.name} is in the way", "CW 6.4")


def _touches(state: State, end: End, hill: Piece) -> bool:
    """Of an attached leader: whether his unit does."""
    if not isinstance(end, Unit):
        return False
    stands = state.units[end.leads] if end.leads else end
    return hill in crested(state, box(state, stands))
