"""What a picture is made of: a still ground, pieces on it, marks over it; board units, colours by role, no pixels."""
import msgspec

Point = tuple[float, float]


class HexTile(msgspec.Struct, frozen=True, tag=True):
    """One hex.  ``at`` is its centre; ``terrain`` a role of the theme; ``level`` draws that many contour rings."""

    at: Point
    terrain: str
    number: str
    level: int = 0


class Edge(msgspec.Struct, frozen=True, tag=True):
    """A feature along a hexside from corner to corner: river, bridge, hedgerow."""

    ends: tuple[Point, Point]
    kind: str


class Road(msgspec.Struct, frozen=True, tag=True):
    points: tuple[Point, ...]


class Label(msgspec.Struct, frozen=True, tag=True):
    at: Point
    text: str


class Counter(msgspec.Struct, frozen=True, tag=True):
    """A playing piece.  ``side`` picks shape and colour; ``symbol`` the type glyph; ``status`` the marks on it."""

    at: Point
    id: str
    side: int
    colour: str
    symbol: str = ""
    strength: str = ""
    status: tuple[str, ...] = ()
    ring: bool = False


class Trail(msgspec.Struct, frozen=True, tag=True):
    """An arrow along a path.  ``kind`` picks its style: move, advance, attack, shot-hit, shot-miss, draft-move, draft-shot, sight."""

    points: tuple[Point, ...]
    kind: str
    colour: str = ""
    text: str = ""


class Spot(msgspec.Struct, frozen=True, tag=True):
    """A sign on one place: removed, reach, zone, blocked, seen, ghost; with a short text."""

    at: Point
    kind: str
    text: str = ""


Mark = Trail | Spot


class Title(msgspec.Struct, frozen=True):
    """The strip over the map: game and moment on the left, one note a side on the right."""

    game: str
    moment: str
    notes: tuple[tuple[str, str], ...] = ()


class Scene(msgspec.Struct, frozen=True):
    """``size`` is the board in board units; ``ground`` never changes during a game, so its picture may be kept.

    ``alt`` says the picture in one or two sentences for those who cannot see it.
    """

    size: Point
    ground: tuple[HexTile | Edge | Road | Label, ...]
    pieces: tuple[Counter, ...]
    marks: tuple[Mark, ...] = ()
    title: Title = Title("", "")
    legend: tuple[tuple[str, str], ...] = ()
    alt: str = ""
