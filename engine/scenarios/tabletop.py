"""A table of terrain as scenario files write it: its size in inches, and pieces as polygons, lines and points."""

import re
from collections.abc import Generator, Mapping
from typing import Any

from engine.contract import Fault
from engine.toolkit.scenario_points import read_line, read_number, read_point, read_polygon
from engine.toolkit.scenario_values import Path, shortened
from maps.geometry.plane import Point, Points
from maps.geometry.tabletop import Piece, Tabletop

from .hex_board import nearest_word, unknown_keys
from .yaml_reader import Key

LEAST, MOST = 4, 240
"""Inches of each side of a table; the largest is twenty feet."""
PIECES = 300
_KEYS = ("width", "height", "terrain")
_PIECE = ("kind", "name", "shape", "line", "at", "width", "crest", "value", "cover")
_FORMS = ("shape", "line", "at")
_EXAMPLE = "for example {kind: woods, name: North Wood, shape: [[4, 4], [10, 4], [10, 9]]}"


def tabletop(written: Any, path: Path) -> Generator[Fault, None, Tabletop | None]:
    """Yields the faults of a ``board.table``; returns the table if there is one.

    The system checks the kinds of terrain.
    """
    if not isinstance(written, Mapping):
        yield Fault(
            path,
            "a table must be a mapping of width, height and terrain",
            "for example {width: 48, height: 36, terrain: []}",
        )
        return None
    yield from unknown_keys(written, _KEYS, path)
    sides = list[float]()
    for key in ("width", "height"):
        side = yield from read_number(written.get(key), (*path, key), LEAST, MOST, f"the {key} of a table in inches")
        sides += [] if side is None else [side]
    if len(sides) < 2:
        return None
    size, pieces = (sides[0], sides[1]), written.get("terrain") or []
    if not isinstance(pieces, list) or len(pieces) > PIECES:
        has = f"; this one has {len(pieces)}" if isinstance(pieces, list) else ""
        yield Fault((*path, "terrain"), f"terrain must be a list of at most {PIECES} pieces{has}", _EXAMPLE)
        return None
    names = yield from _names(pieces, (*path, "terrain"))
    found = list[Piece]()
    for place, piece in enumerate(pieces):
        read = yield from _piece(piece, (*path, "terrain", place), size, names[place])
        found += [read] if read else []
    return Tabletop(*size, tuple(found))


def _names(pieces: list[Any], path: Path) -> Generator[Fault, None, list[str]]:
    """A name for each piece.  A piece without one is named after its kind, with a number if that name is taken."""
    found, taken = list[str](), dict[str, str]()
    written = [piece.get("name") if isinstance(piece, Mapping) else None for piece in pieces]
    for place, name in enumerate(written):
        if name is None:
            continue
        if (
            not isinstance(name, str)
            or not 0 < len(name) <= 60
            or not name.isprintable()
            or not any(map(str.isalpha, name))
        ):
            yield Fault((*path, place, "name"), "a name must be a text of 1 to 60 characters with at least one letter")
        elif name.strip().lower() in taken:
            yield Fault(
                (*path, place, "name"),
                f"another piece already has the name {taken[name.strip().lower()]}",
                "give each piece its own name",
            )
        else:
            taken[name.strip().lower()] = name.strip()
    for piece, name in zip(pieces, written, strict=True):
        found.append(name.strip() if isinstance(name, str) else _default_name(piece, taken))
    return found


def _default_name(piece: Any, taken: dict[str, str]) -> str:
    kind = piece.get("kind") if isinstance(piece, Mapping) else None
    usual = kind[:40].replace("-", " ").capitalize() if isinstance(kind, str) else "Terrain"
    name = next(
        name for name in (usual, *(f"{usual} {number}" for number in range(2, PIECES + 2))) if name.lower() not in taken
    )
    taken[name.lower()] = name
    return name


def _piece(written: Any, path: Path, size: Point, name: str) -> Generator[Fault, None, Piece | None]:
    if not isinstance(written, Mapping):
        yield Fault(path, "a piece of terrain must be a mapping", _EXAMPLE)
        return None
    for key in written:
        if key not in _PIECE:
            yield Fault((*path, Key(key)), f"{key} is not a key of a piece of terrain", nearest_word(key, _PIECE))
    kind = written.get("kind")
    if not isinstance(kind, str) or not re.fullmatch(r"[a-z][a-z0-9-]{0,29}", kind):
        yield Fault((*path, "kind"), "a piece of terrain needs a kind: one word in lower case", _EXAMPLE)
    forms = [form for form in _FORMS if written.get(form) is not None]
    if len(forms) != 1:
        has = f"{name} has {' and '.join(forms)}" if forms else f"{name} has no place"
        yield Fault(
            (*path, Key(forms[1])) if forms else path, has, "write one of shape (an area), line, or at (a point)"
        )
        return None
    places = yield from _places(written, path, size)
    rest = yield from _other_values(written, path, size, forms[0])
    crest, width, value, cover = rest
    at = places[0] if forms == ["at"] and places else None
    return Piece(
        str(kind),
        name,
        places if forms == ["shape"] else (),
        places if forms == ["line"] else (),
        at,
        width,
        crest,
        value,
        cover,
    )


def _places(written: Mapping[str, Any], path: Path, size: Point) -> Generator[Fault, None, Points]:
    """The points of the piece: those of its shape or line, or the one where it is."""
    if written.get("shape") is not None:
        return (yield from read_polygon(written["shape"], (*path, "shape"), size))
    if written.get("line") is not None:
        return (yield from read_line(written["line"], (*path, "line"), size))
    read = yield from read_point(written["at"], (*path, "at"), size)
    return (read,) if read else ()


def _other_values(
    written: Mapping[str, Any], path: Path, size: Point, form: str
) -> Generator[Fault, None, tuple[Points, float, int | None, str]]:
    """Crest, width, value and cover; what is not written gets the default of Piece."""
    usual = Piece("", "")
    crest, width = usual.crest, usual.width
    for key, where, what in (("crest", "shape", "an area"), ("width", "at", "a point")):
        if written.get(key) is not None and form != where:
            yield Fault(
                (*path, Key(key)), f"{key} belongs to {what}; this piece is written with {form}", f"leave {key} out"
            )
    if written.get("crest") is not None and form == "shape":
        crest = yield from read_line(written["crest"], (*path, "crest"), size)
    if written.get("width") is not None and form == "at":
        width = (
            yield from read_number(written["width"], (*path, "width"), 0.1, max(size), "the width in inches")
        ) or usual.width
    value, cover = written.get("value"), written.get("cover")
    if value is not None and (type(value) is not int or not 1 <= value <= 99):
        yield Fault((*path, "value"), f"a value must be a whole number from 1 to 99, not {shortened(value)}")
    if cover is not None and (not isinstance(cover, str) or not re.fullmatch(r"[a-z][a-z-]{0,29}", cover)):
        yield Fault((*path, "cover"), "cover must be one word in lower case", "for example hard")
    return crest, width, value if type(value) is int else None, cover if isinstance(cover, str) else usual.cover
