"""Points, lines and polygons of a table or a map, as scenario files write them: read, with a fault for all that is
wrong."""

from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

from engine.contract import counted
from engine.contract.scenario import Fault
from maps.geometry.plane import Point, Points, distance
from maps.geometry.polygons import distance_to_line, self_crossing

from .scenario_values import Path

Reading = Generator[Fault, None, Points]
MOST = 60
"""Points of one line or polygon on a table."""


class Surface(NamedTuple):
    """What points lie on: its lower left and upper right corners, its name, what its points are, how many a line or
    polygon may have.

    In the place of one the far corner of a table in inches will do.
    """

    low: Point
    high: Point
    name: str = "table"
    measure: str = "inches from the left and from the bottom edge"
    most: int = MOST


def _surface(size: Point | Surface) -> Surface:
    return size if isinstance(size, Surface) else Surface((0, 0), size)


def read_number(written: Any, path: Path, least: float, most: float, what: str) -> Generator[Fault, None, float | None]:
    """A number from ``least`` to ``most``; ``what`` names it in the fault."""
    span = f"write a number from {least:g} to {most:g}"
    if isinstance(written, str) and written.strip().replace(".", "", 1).isdecimal():
        yield Fault(path, f"{what} is a number{_not(written)}", f"write {written.strip()[:20]} without quotes")
    elif isinstance(written, bool) or not isinstance(written, int | float):
        yield Fault(path, f"{what} is a number{_not(written)}", span)
    elif not least <= written <= most:
        yield Fault(path, f"{what} cannot be {written:g}" if abs(written) < 1e9 else f"{what} is far too large", span)
    else:
        return float(written)
    return None


def read_point(written: Any, path: Path, size: Point | Surface) -> Generator[Fault, None, Point | None]:
    """A point ``[x, y]`` of a table of this size, or of a map."""
    (west, south), (east, north), name, measure, _ = _surface(size)
    if not isinstance(written, list) or len(written) != 2:
        yield Fault(path, f"a point is two numbers, {measure}{_not(written)}", _suggestion(written))
        return None
    for axis, value in zip("xy", written, strict=True):
        if isinstance(value, bool) or not isinstance(value, int | float):
            yield Fault((*path, "xy".index(axis)), f"{axis} is a number{_not(value)}", "for example [12, 8.5]")
            return None
    x, y = written
    if not (west <= x <= east and south <= y <= north):
        place = f"{x:g},{y:g}" if max(abs(x), abs(y)) < 1e6 else "this point"
        yield Fault(
            path, f"{place} is off the {name}", f"the {name} goes from {west:g},{south:g} to {east:g},{north:g}"
        )
        return None
    return float(x), float(y)


def read_line(written: Any, path: Path, size: Point | Surface) -> Reading:
    """Two points or more, each another one than the one before; () with a fault if it is none."""
    found = yield from _points(written, path, size, 2, "a line")
    for place in range(1, len(found)):
        if found[place] == found[place - 1]:
            yield Fault(
                (*path, place),
                f"the line goes from {_point_text(found[place])} to the same point",
                "leave one of the two out",
            )
            return ()
    return found


def read_polygon(written: Any, path: Path, size: Point | Surface) -> Reading:
    """Three corners or more of an outline that nowhere meets itself; () with a fault if it is none."""
    found = yield from _points(written, path, size, 3, "a polygon")
    for fault in _outline(found, path) if found else ():
        yield fault
        return ()
    return found


def _outline(corners: Points, path: Path) -> Iterator[Fault]:
    twice = next((place for place, corner in enumerate(corners) if corner in corners[:place]), None)
    far = max(corners, key=lambda corner: distance(corners[0], corner))
    if twice is not None:
        instead = (
            "a polygon closes by itself: leave the last point out"
            if twice == len(corners) - 1 and corners[0] == corners[-1]
            else ""
        )
        yield Fault(
            (*path, twice),
            f"the corner {_point_text(corners[twice])} is here a second time",
            instead or "write each corner once",
        )
    elif all(distance_to_line(corner, (corners[0], far)) < 0.01 for corner in corners):
        yield Fault(path, "the polygon has no area: its corners lie on one line", "move one of them aside")
    elif tied := self_crossing(corners):
        first, second, near = tied
        says = f"its {_ordinal(first)} side meets its {_ordinal(second)} side near {_point_text(near)}"
        yield Fault(
            path, f"the polygon crosses itself: {says}", "write its corners in the order in which one walks around it"
        )


def _points(written: Any, path: Path, size: Point | Surface, least: int, what: str) -> Reading:
    if not isinstance(written, list) or not written:
        yield Fault(path, f"{what} is a list of points{_not(written)}", f"for example {_EXAMPLES[least]}")
        return ()
    if len(written) == 2 and least == 2 and not isinstance(written[0], list) and not isinstance(written[1], list):
        yield Fault(
            path, f"{what} has at least {counted(least, 'point')}; this is one", f"for example {_EXAMPLES[least]}"
        )
        return ()
    most = _surface(size).most
    if not least <= len(written) <= most:
        limit = f"at least {least}" if len(written) < least else f"at most {most}"
        says = f"{what} has {counted(limit, 'point')}; this one has {len(written)}"
        yield Fault(path, says, f"for example {_EXAMPLES[least]}" if len(written) < least else "leave some out")
        return ()
    found = list[Point]()
    for place, one in enumerate(written):
        read = yield from read_point(one, (*path, place), size)
        if read is not None:
            found.append(read)
    return tuple(found) if len(found) == len(written) else ()


_EXAMPLES = {2: "[[0, 5], [9, 5]]", 3: "[[4, 4], [10, 4], [10, 9]]"}
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


def _ordinal(number: int) -> str:
    return _ORDINALS.get(
        number, f"{number}{_ORDINALS[number % 10][1:] if number > 20 and 0 < number % 10 < 4 else 'th'}"
    )


def _point_text(point: Point) -> str:
    return f"{point[0]:g},{point[1]:g}"


def _not(written: Any) -> str:
    """What stands there instead."""
    match written:
        case None:
            return "; there is nothing here"
        case bool():
            return f", not {str(written).lower()}"
        case int() | float():
            return f", not the number {written:g}" if abs(written) < 1e9 else ", not a number such as this"
        case str():
            return f", not the text {written[:40]!r}"
        case list():
            return f", not {len(written)}" if len(written) != 2 else ""
        case dict():
            return ", not a mapping"
    return ""


def _suggestion(written: Any) -> str:
    """What would do in the place of a point that is none."""
    parts = [part.strip() for part in written.split(",")] if isinstance(written, str) else []
    if len(parts) == 2 and all(
        part.removeprefix("-").replace(".", "", 1).isdecimal() and len(part) < 10 for part in parts
    ):
        return f"write [{parts[0]}, {parts[1]}]"
    return "for example [12, 8.5]"
