"""A scenario: one ready-to-play setup, as its file says it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from maps.geometry.area_map import AreaMap
from maps.geometry.hexes import Board
from maps.geometry.tabletop import Tabletop


class Side(msgspec.Struct, frozen=True):
    name: str
    colour: str


class Scenario(msgspec.Struct, frozen=True):
    """The parts every system shares are read; ``types``, ``units`` and ``setup`` stay as written, for the system to
    judge.

    ``hex`` is the board of a hex scenario, ``table`` that of one in inches, ``areas`` that of one by areas.
    ``source`` is the whole document as plain values: what the journal keeps, so that a game does not depend on the
    file.  ``muster``: what a board needs before its armies are there: ``points``, and ``default``, the army of a side
    that brings none; None if the units are those of the file.
    """

    system: str
    name: str
    about: str
    sides: Mapping[str, Side]
    units: tuple[Mapping[str, Any], ...]
    types: Mapping[str, Mapping[str, Any]]
    setup: Mapping[str, Any]
    source: Mapping[str, Any]
    turns: int | None = None
    hex: Board | None = None
    table: Tabletop | None = None
    areas: AreaMap | None = None
    muster: Mapping[str, Any] | None = None


class Fault(msgspec.Struct, frozen=True):
    """Something wrong in a scenario: the path of keys to it (``("units", 3, "at")``), what, and what would do."""

    path: tuple[str | int, ...]
    says: str
    instead: str = ""
