"""The parts of a skirmish's picture, in board units: units of round bases, held zones of the table, lists of units off
it.
"""

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from ..geometry.plane import Point


class ModelDisc(msgspec.Struct, frozen=True, tag=True):
    """A model: a round base around ``at``.  ``left`` of ``full`` wounds are shown as pips if it has more than one.

    ``status``: doomed, moved, acted.  ``ring`` marks one that has just come.
    """

    at: Point
    number: str
    left: int = 1
    full: int = 1
    status: tuple[str, ...] = ()
    ring: bool = False

    @property
    def aside(self) -> "ModelDisc":
        """The disc without its place: what its own picture depends on."""
        return replace(self, at=(0.0, 0.0))


class ModelUnit(msgspec.Struct, frozen=True, tag=True):
    """A unit of models whose bases are ``across`` wide.

    ``links``: pairs of its discs, counted from 0, joined by a thin line.

    On its plate: ``strength`` (models left), ``shock`` (a number in a burst, 0: none) and ``status`` (shaken, hunkered,
    sprung). ``side`` (0 = listed first) picks the rim: one line, two lines, dashes, dots.
    """

    id: str
    side: int
    colour: str
    across: float
    discs: tuple[ModelDisc, ...]
    links: tuple[tuple[int, int], ...] = ()
    name: str = ""
    strength: str = ""
    shock: int = 0
    status: tuple[str, ...] = ()

    @property
    def at(self) -> Point:
        """The place of its first model."""
        return self.discs[0].at


class Holder(NamedTuple):
    """The holder of a zone: number, colour and letter of the side."""

    side: int
    colour: str
    letter: str


class HeldZone(msgspec.Struct, frozen=True, tag=True):
    """A rectangle of the table (``at``: its upper left corner) with a name.

    ``kind``: "" nobody's, held, ringed (held by those around it), contested (``holders``: all who are in it).
    ``value`` of its objective, 0: none; ``title`` of that.
    """

    at: Point
    size: Point
    name: str
    kind: str = ""
    holders: tuple[Holder, ...] = ()
    value: int = 0
    title: str = ""


class OffTableList(msgspec.Struct, frozen=True):
    """A line under the board: a side, what the line is about, and its entries; ``short`` ones where the others find no
    room.
    """

    side: int
    colour: str
    about: str
    entries: tuple[str, ...] = ()
    short: tuple[str, ...] = ()
