"""An area map as scenario files write it: land and sea, neighbours, names, values, labels and outlines."""

import re
from collections.abc import Generator, Iterator, Mapping
from typing import Any

from engine.contract import Fault
from engine.toolkit.scenario_points import Surface, read_point, read_polygon
from engine.toolkit.scenario_values import did_you_mean, no_such, shortened, title_faults, whole_number_faults
from maps.geometry.area_map import Area, AreaMap
from maps.geometry.plane import Point, Points

from .hex_board import nearest_word
from .yaml_reader import Key

Path = tuple[str | int, ...]
MOST = 300
"""Areas of a map."""
CORNERS = 8000
"""Corners of all outlines together."""
IPC = 99
"""The highest value of a territory."""
GROUND = Surface(
    (-10_000, -10_000), (10_000, 10_000), "map", "x to the right and y upwards in the map's own units", 200
)
_KEYS = ("kind", "name", "ipc", "next", "at", "shape")
_EXAMPLE = (
    "for example {Kiev: {kind: land, ipc: 3, next: [Moscow, sz2]}, Moscow: {kind: land, ipc: 8}, sz2: {kind: sea}}"
)
_CODE = re.compile(r"[^\W\d_](?:[^\W_]|[ '’-](?=[^\W_])){1,29}")
_WORDS = (
    "all",
    "and",
    "any",
    "at",
    "attack",
    "defence",
    "from",
    "in",
    "onto",
    "overland",
    "then",
    "to",
    "via",
    "vs",
    "when",
)
"""Words of the order language: no area may be called so."""


def area_map(written: Any, path: Path) -> Generator[Fault, None, AreaMap | None]:
    """Yields the faults of a ``board.areas``; returns the map if there is one."""
    if not isinstance(written, Mapping) or not 1 <= len(written) <= MOST:
        has = f", not {len(written)}" if isinstance(written, Mapping) else f", not {shortened(written)}"
        yield Fault(path, f"areas must be a mapping of 1 to {MOST} areas{has}", _EXAMPLE)
        return None
    wrong = False
    for fault in (*_codes(written, path), *_names(written, path), *_corners(written, path)):
        wrong = True
        yield fault
    found = dict[str, Area]()
    for key, area in written.items():
        read = yield from _area(written, key, area, (*path, key))
        found |= {key: read} if read else {}
    return None if wrong or len(found) < len(written) else AreaMap(_both_ways(found))


def _both_ways(found: Mapping[str, Area]) -> dict[str, Area]:
    """The areas with both neighbours of each border listed, in the scenario's order."""
    touch = {
        key: {*area.next, *(other for other, its in found.items() if key in its.next)} for key, area in found.items()
    }
    return {
        key: Area(
            area.id,
            area.kind,
            area.name,
            area.ipc,
            tuple(other for other in found if other in touch[key]),
            area.at,
            area.shape,
        )
        for key, area in found.items()
    }


# names of areas
def _codes(written: Mapping[Any, Any], path: Path) -> Iterator[Fault]:
    """Faults of codes: orders must be able to name them, and no two may differ only in capitals."""
    taken = dict[str, str]()
    for key in written:
        at = (*path, Key(key))
        if not isinstance(key, str) or not _CODE.fullmatch(key):
            says = f"{shortened(key)!r} is not a valid area code"
            yield Fault(
                at,
                says,
                "begin with a letter; 2 to 30 letters, digits, single spaces, hyphens and apostrophes, as in sz5",
            )
        elif key.lower() in _WORDS:
            yield Fault(at, f"{key} is a word of the order language", "give the area another code")
        elif taken.setdefault(key.lower(), key) != key:
            yield Fault(at, f"another area already has the code {taken[key.lower()]}", "give each area its own code")


def _names(written: Mapping[Any, Any], path: Path) -> Iterator[Fault]:
    """Faults of long names: each must be unique and no other area's code."""
    codes, taken = {str(key).lower(): key for key in written}, dict[str, Any]()
    for key, area in written.items():
        name = area.get("name") if isinstance(area, Mapping) else None
        if name is None:
            continue
        at, wrong = (*path, key, "name"), list(title_faults(name, (*path, key, "name"), "an area's"))
        yield from wrong
        if wrong:
            continue
        word = " ".join(name.lower().split())
        if not word or codes.get(word, key) != key:
            says = f"{name.strip()} is the code of another area" if word else "this name has no letters"
            yield Fault(at, says, "give it another name, or leave the name out")
        elif taken.setdefault(word, key) != key:
            yield Fault(
                at, f"{shortened(taken[word])} already has the name {name.strip()}", "give each area its own name"
            )


def _corners(written: Mapping[Any, Any], path: Path) -> Iterator[Fault]:
    shapes = [area.get("shape") for area in written.values() if isinstance(area, Mapping)]
    corners = sum(len(shape) for shape in shapes if isinstance(shape, list))
    if corners > CORNERS:
        yield Fault(
            path,
            f"the outlines have {corners:,} corners in all; at most {CORNERS:,} are allowed",
            "draw them with fewer corners",
        )


# one area
def _area(all_of: Mapping[Any, Any], key: Any, written: Any, path: Path) -> Generator[Fault, None, Area | None]:
    if not isinstance(written, Mapping):
        yield Fault(
            path,
            f"an area must be a mapping, not {shortened(written)}",
            "for example {kind: land, ipc: 3, next: [sz5]}",
        )
        return None
    wrong = False
    for fault in (
        *_unknown(written, path),
        *_kind(written, path),
        *_worth(written, path),
        *_next(all_of, key, written.get("next"), path),
    ):
        wrong = True
        yield fault
    at, shape = yield from _label_and_outline(written, path)
    if wrong or (written.get("at") is not None and at is None) or (written.get("shape") is not None and not shape):
        return None
    name = written.get("name")
    return Area(
        str(key),
        written["kind"],
        " ".join(name.split()) if isinstance(name, str) else str(key),
        written.get("ipc") or 0,
        tuple(written.get("next") or ()),
        at,
        shape,
    )


def _unknown(written: Mapping[Any, Any], path: Path) -> Iterator[Fault]:
    for key in written:
        if key not in _KEYS:
            yield Fault((*path, Key(key)), f"{shortened(key)} is not a key of an area", nearest_word(str(key), _KEYS))


def _kind(written: Mapping[Any, Any], path: Path) -> Iterator[Fault]:
    kind = written.get("kind")
    if kind not in ("land", "sea"):
        says = f"an area must be land or sea, not {shortened(kind)}" if kind is not None else "an area needs its kind"
        yield Fault((*path, "kind") if "kind" in written else path, says, "write kind: land, or kind: sea")


def _worth(written: Mapping[Any, Any], path: Path) -> Iterator[Fault]:
    ipc = written.get("ipc")
    if ipc is None:
        return
    if written.get("kind") == "sea":
        yield Fault((*path, Key("ipc")), "a sea zone cannot have a value", "leave ipc out")
    else:
        yield from whole_number_faults(ipc, (*path, "ipc"), 0, IPC, "what a territory is worth in IPCs")


def _next(all_of: Mapping[Any, Any], key: Any, written: Any, path: Path) -> Iterator[Fault]:
    """Faults of a list of neighbours: codes of other areas, each once; one direction is enough."""
    if written is None:
        return
    at, known = (*path, "next"), tuple(map(str, all_of))
    if not isinstance(written, list) or len(written) > MOST:
        yield Fault(
            at,
            f"next must be a list of the neighbouring areas, not {shortened(written)}",
            "for example next: [Moscow, sz5]",
        )
        return
    seen = list[str]()
    for index, other in enumerate(written):
        if not isinstance(other, str) or other not in all_of:
            yield Fault((*at, index), no_such("area", other), did_you_mean(str(other), known))
        elif other == key:
            yield Fault((*at, index), f"{other} cannot be its own neighbour", "leave it out")
        elif other in seen:
            yield Fault((*at, index), f"{other} is listed twice", "remove one of the two")
        seen.append(str(other))


def _label_and_outline(written: Mapping[Any, Any], path: Path) -> Generator[Fault, None, tuple[Point | None, Points]]:
    """The place of its label, and its outline."""
    at: Point | None = None
    shape: Points = ()
    if written.get("at") is not None:
        at = yield from read_point(written["at"], (*path, "at"), GROUND)
    if written.get("shape") is not None:
        shape = yield from read_polygon(written["shape"], (*path, "shape"), GROUND)
    return at, shape
