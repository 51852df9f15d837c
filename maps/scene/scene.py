"""What a picture is made of: the ground, pieces on it, marks over it; board units, colours by role, no pixels.

One board unit is the same length across and down; x grows to the right, y downwards, (0, 0) is the board's upper left
corner.  On a hex board the unit is the side of a hex (``hex_centre``, ``hex_corners``), so that neighbours are √3
apart; on a table it is an inch.
"""

from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ..geometry.plane import Point
from .area_units import AreaPiece, AreaRegion, Link
from .tabletop_units import HeldZone, ModelUnit, OffTableList

P = TypeVar("P", "Counter", "Strip")


class HexTile(msgspec.Struct, frozen=True, tag=True):
    """One hex.

    ``at`` is its centre; ``terrain`` a word of the theme; ``level`` draws that many rings; ``letter`` names the
    terrain.
    """

    at: Point
    terrain: str
    number: str = ""
    level: int = 0
    letter: str = ""


class Edge(msgspec.Struct, frozen=True, tag=True):
    """A feature along a hexside from corner to corner (hex_ground.EDGES): river, bridge, hedgerow, stream, broad-river,
    deck, wall ...

    Of an unknown kind it is a neutral line.  ``deck`` is a bridge over the water that is there; ``objective`` the rim
    of an objective's zone, under it.
    """

    ends: tuple[Point, Point]
    kind: str


class Road(msgspec.Struct, frozen=True, tag=True):
    """A way along ``points``: a road, or a dotted trail."""

    points: tuple[Point, ...]
    kind: str = "road"


class Label(msgspec.Struct, frozen=True, tag=True):
    at: Point
    text: str


class Counter(msgspec.Struct, frozen=True, tag=True):
    """A playing piece.  ``side`` (0 = listed first) picks its shape, ``colour`` its colour.

    ``symbols``: cavalry, leader; ``strength``: the figures under the id; ``sign``: the morale sign; ``status``:
    disrupted, fired, ghost. ``ring`` marks a piece that has just changed.  Pieces with the same ``at`` are fanned out.

    A piece with a ``pictogram`` has another layout: ``letters`` of its nation in a corner, ``facing`` a nose (N, NE
    ...), ``badges`` letters on light discs, ``hidden`` that many dots (three ringed), ``riders`` small plates over it.
    Its status: ghost, acted, dirt, hulldown, pillbox.  ``lies``: "" on the ground, ``flat`` around it under everything
    else, ``flying`` above it with a shadow.
    """

    at: Point
    id: str
    side: int
    colour: str
    symbols: tuple[str, ...] = ()
    strength: str = ""
    sign: str = ""
    status: tuple[str, ...] = ()
    ring: bool = False
    pictogram: str = ""
    letters: str = ""
    facing: str = ""
    badges: tuple[str, ...] = ()
    hidden: int = 0
    riders: tuple[str, ...] = ()
    lies: str = ""


class Trail(msgspec.Struct, frozen=True, tag=True):
    """A line or arrow along a path.

    ``kind`` picks its style (trail_styles.TRAIL_STYLES): move, advance, attack, attack-failed, shot-hit, shot-miss,
    rally-made, rally-failed; draft-move, draft-shot, draft-attack, draft-rally; sight, sight-blocked, blocking-side;
    fire-hit, fire-miss, indirect, aimed, scatter, watch, risk, draft-fire, draft-watch. ``text`` is short: a die,
    a total, what the dice must show.
    """

    points: tuple[Point, ...]
    kind: str
    colour: str = ""
    text: str = ""


class Spot(msgspec.Struct, frozen=True, tag=True):
    """A sign on one place: removed, ghost, target, reach, zone, touched, blocking; with a short text.

    arc and camp hatch the place, each side in a direction of its own; crossed-out strikes it out; note and roll-failed
    are plates beside its middle, needs one on the way into it; way is an arrow turned toward N, NE ... (``text``).
    ``side`` picks the shape of a ghost, as that of a Counter, and the direction of a hatching.
    """

    at: Point
    kind: str
    text: str = ""
    colour: str = ""
    side: int = 0


class TableArea(msgspec.Struct, frozen=True, tag=True):
    """Ground of a table within a polygon, with the ``crest`` of a hill.

    ``terrain`` (tabletop_ground.AREAS): woods, field, building, hill, steep-hill, fieldworks, entrenchment.
    """

    shape: tuple[Point, ...]
    terrain: str
    crest: tuple[Point, ...] = ()
    name: str = ""


class TableLine(msgspec.Struct, frozen=True, tag=True):
    """A line on a table (tabletop_ground): road, river, stream, fence."""

    points: tuple[Point, ...]
    kind: str
    name: str = ""


class Crossing(msgspec.Struct, frozen=True, tag=True):
    """A bridge or ford; ``way`` is the unit vector along the water, ``width`` how much of it is crossed."""

    at: Point
    kind: str
    way: Point
    width: float
    name: str = ""


class TableGrid(msgspec.Struct, frozen=True, tag=True):
    """A table measured in inches: its size, a line every ``step`` inches, rulers and a scale bar.

    With ``inner`` there are faint lines so many inches apart, those of ``step`` are strong, and names are drawn over
    everything else.
    """

    size: Point
    step: float = 12
    inner: float = 0


class Strip(msgspec.Struct, frozen=True, tag=True):
    """A unit on a table: ``bases`` rectangles of ``base`` (front, depth), side by side or one behind the other, around
    ``at``.

    ``facing`` in degrees clockwise from the top; ``symbols`` its arm (base_strips.SIGNS); ``strength`` and ``status``
    (activated, moved, fired, column, attached) are shown beside it.  An attached leader has no bases: a star where
    ``at`` is.  ``riders``: leaders named on its plate.
    """

    at: Point
    id: str
    side: int
    colour: str
    facing: float
    bases: int
    symbols: tuple[str, ...] = ()
    strength: str = ""
    sign: str = ""
    status: tuple[str, ...] = ()
    base: Point = (1.0, 0.5)
    ring: bool = False
    riders: tuple[str, ...] = ()

    @property
    def half(self) -> Point:
        """Half of what it measures across and along its facing."""
        front, depth = self.base
        if "column" in self.status:
            return front / 2, self.bases * depth / 2
        return max(self.bases, 1) * front / 2, depth / 2


class Shape(msgspec.Struct, frozen=True, tag=True):
    """An outline on the board (tabletop_marks.MARK_STYLES): ghost, stand, reach-worst, reach-best, wedge, ring, zone,
    objective, rubble, blocking.

    ``text`` is shown at its first point.
    """

    points: tuple[Point, ...]
    kind: str
    colour: str = ""
    text: str = ""
    side: int = 0


Mark = Trail | Spot | Shape
Piece = Counter | Strip | ModelUnit
GroundPart = HexTile | Edge | Road | Label | TableArea | TableLine | Crossing | TableGrid | AreaRegion | Link


class SideNote(msgspec.Struct, frozen=True):
    """One side in the title strip: shape, colour, name and facts; ``active`` puts a pointer before it."""

    side: int
    colour: str
    name: str
    facts: tuple[str, ...] = ()
    active: bool = False
    broken: bool = False


class Title(msgspec.Struct, frozen=True):
    """The strip over the map: game and moment in the first line, one line for each side under it."""

    game: str
    moment: str
    notes: tuple[SideNote, ...] = ()


class Detail(msgspec.Struct, frozen=True):
    """A part of the board drawn larger: its title, middle and size in board units, and its own alt text."""

    title: str
    at: Point
    size: Point
    alt: str = ""


class Scene(msgspec.Struct, frozen=True):
    """``size`` is the board in board units; ``ground`` and ``legend`` never change during a game, so their picture is
    kept.

    ``legend``: (role, words) such as ("terrain:forest", "Forest"), ("edge:river", "River"), ("mark:move", "moved").
    ``piece``: the width of a counter in board units.  ``alt`` describes the picture in one or two sentences for people
    who cannot see it. ``details`` are drawn as pictures of their own (closeups.draw_closeups); ``theatres`` are the
    parts of the board that can be asked for by name.  ``held_zones`` are
    under everything, ``off_table`` lists below the board. ``area_pieces`` are all parts of an area map: lands under the
    marks, names and units over them.  ``stamp``: words on a band over the board, of a picture that could be taken
    for another.
    """

    size: Point
    ground: tuple[GroundPart, ...]
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    title: Title = Title("", "")
    legend: tuple[tuple[str, str], ...] = ()
    alt: str = ""
    piece: float = 1.2
    details: tuple[Detail, ...] = ()
    held_zones: tuple[HeldZone, ...] = ()
    off_table: tuple[OffTableList, ...] = ()
    area_pieces: tuple[AreaPiece, ...] = ()
    stamp: str = ""
    theatres: tuple[Detail, ...] = ()


def shown_as_bytes(parts: object) -> bytes:
    """Any parts of a scene; of others only what looks the same has the same bytes."""
    try:
        return msgspec.msgpack.encode(parts)
    except UnicodeEncodeError:  # half of a letter, which only Python can write
        return repr(parts).encode("utf-8", "surrogatepass")


def without_place(piece: P) -> P:
    """The piece without its place: all that its picture depends on."""
    return replace(piece, at=(0.0, 0.0))


def with_status(piece: Counter, status: str) -> Counter:
    """The piece with one more status."""
    return replace(piece, status=(*piece.status, status))


def with_pieces(
    scene: Scene, pieces: tuple[Piece, ...], marks: tuple[Mark, ...], area_pieces: tuple[AreaPiece, ...] = ()
) -> Scene:
    """The scene with only these pieces and marks."""
    return replace(scene, pieces=pieces, marks=marks, area_pieces=area_pieces)


def without_plate(strip: Strip) -> Strip:
    """The strip without its place and the text of its plate."""
    return replace(
        strip, at=(0.0, 0.0), id="", strength="", status=("column",) if "column" in strip.status else (), riders=()
    )
