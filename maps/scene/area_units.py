"""The parts of an area map's picture, in board units: regions, their holders, names, piles of counted units, strait
signs.
"""

from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from ..geometry.plane import Point

Kind = Literal["land", "sea", "neutral"]
BurstPlace = Literal["beside", "above"]
"""Where the burst of a battle is: to the left of the rows of those who fight, or above them where it is narrow."""
P = TypeVar("P", "AreaName", "Caption", "EdgeSign")


class AreaRegion(msgspec.Struct, frozen=True, tag=True):
    """Ground within an outline; seas are drawn under lands."""

    id: str
    shape: tuple[Point, ...]
    kind: Kind


class Link(msgspec.Struct, frozen=True, tag=True):
    """A line between two areas that touch, where no outlines show it."""

    ends: tuple[Point, Point]


class OwnedLand(msgspec.Struct, frozen=True, tag=True):
    """A region in its holder's colour and pattern (``side`` 0 = listed first); ``taken``: it has just changed hands."""

    shape: tuple[Point, ...]
    side: int
    colour: str
    taken: bool = False

    @property
    def at(self) -> Point:
        return self.shape[0]


class AreaName(msgspec.Struct, frozen=True, tag=True, cache_hash=True):
    """The words of an area around ``at``, in ``lines``; under or beside them ``worth`` in a coin and ``signs``:
    capital, complex, aa.

    ``size`` of its letters in board units; ``sea`` names are slanted blue.  ``lead``: the place it belongs to, if it is
    beside it.  ``area``: its id; none if the name belongs to no area.
    """

    at: Point
    lines: tuple[str, ...]
    size: float
    worth: int = 0
    signs: tuple[str, ...] = ()
    sea: bool = False
    lead: Point | None = None
    area: str = ""


class Badge(msgspec.Struct, frozen=True):
    """So many units of a type, by its pictogram.

    ``cargo``: what each of them carries, one word a unit; ``pips``: aircraft aboard.

    ``manner``: ``hollow`` out of the fight, ``lost`` crossed out.  ``note``: a few letters under it.
    """

    kind: str
    count: int
    cargo: tuple[str, ...] = ()
    pips: int = 0
    manner: Literal["", "hollow", "lost"] = ""
    note: str = ""


class BadgeRow(msgspec.Struct, frozen=True):
    """Badges of one side on a plaque in its shape and colour; ``attacks``: with a sword."""

    side: int
    colour: str
    badges: tuple[Badge, ...]
    attacks: bool = False


class Pile(msgspec.Struct, frozen=True, tag=True):
    """Rows one under the other; ``at`` is the upper left corner, ``size`` the height of a row, in board units.

    ``burst``: a letter and a number beside or above them where they fight.  ``lead``: the place they belong to, if they
    are beside it.  ``area``: theirs, as that of their name.
    """

    at: Point
    size: float
    rows: tuple[BadgeRow, ...]
    burst: str = ""
    lead: Point | None = None
    area: str = ""
    burst_at: BurstPlace = "beside"


class StraitSign(msgspec.Struct, frozen=True, tag=True):
    """A strait between two seas, open or shut."""

    at: Point
    size: float
    shut: bool


class FarLink(msgspec.Struct, frozen=True, tag=True):
    """A broken line between two areas that are adjacent without a common border."""

    ends: tuple[Point, Point]


class EdgeSign(msgspec.Struct, frozen=True, tag=True):
    """The name of the area at the map's other edge that is adjacent to this one; ``at`` is on the edge, letters of
    ``size`` board units; ``right``: at the right edge.
    """

    at: Point
    text: str
    size: float
    right: bool

    @property
    def high(self) -> float:
        """In board units."""
        return 1.5 * self.size


class Caption(msgspec.Struct, frozen=True, tag=True):
    """A line of text from ``at`` to the right, letters of ``size`` board units."""

    at: Point
    text: str
    size: float
    bold: bool = False


class CasualtyLine(msgspec.Struct, frozen=True, tag=True):
    """The casualty line, from end to end."""

    ends: tuple[Point, Point]


AreaPiece = OwnedLand | AreaName | Pile | StraitSign | FarLink | EdgeSign | Caption | CasualtyLine


def place_name(name: AreaName, at: Point, lead: Point | None) -> AreaName:
    """The name at that place, with its leader line."""
    return replace(name, at=at, lead=lead)


def without_place(words: P) -> P:
    """A name, caption or sign without its place: all that its picture depends on."""
    return replace(words, at=(0.0, 0.0), **({"lead": None} if isinstance(words, AreaName) else {}))


def with_badges(row: BadgeRow, badges: tuple[Badge, ...]) -> BadgeRow:
    """A row with only these of its badges."""
    return replace(row, badges=badges)
