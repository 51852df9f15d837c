"""Faults of a scenario's table: its size, and terrain that overlaps (ZC 2)."""

from collections.abc import Iterator
from itertools import combinations, pairwise

from engine.contract import Fault
from engine.toolkit.scenario_values import Path, did_you_mean
from maps.geometry.plane import NOISE, Point, Points, distance
from maps.geometry.polygons import distance_to_outline, is_inside, parts_inside
from maps.geometry.tabletop import Piece, Tabletop

from ..tables import TABLES

WIDEST = 108
"""ZC 2.1: the widest table in inches: nine zones."""


def table_faults(table: Tabletop) -> Iterator[Fault]:
    """Everything wrong with the size and the terrain."""
    yield from _size_faults(table)
    yield from _terrain_faults(table)


def _size_faults(table: Tabletop) -> Iterator[Fault]:
    """ZC 2.1: the size must be a multiple of zones."""
    zone = TABLES.constants.zone
    for key, length in (("width", table.width), ("height", table.height)):
        if length % zone or length > WIDEST:
            best = min(WIDEST, max(zone, int(length / zone + 0.5) * zone))
            says = f"the {key} of a table is a multiple of {zone} inches up to {WIDEST}, not {length:g} (ZC 2.1)"
            yield Fault(("board", "table", key), says, f"write {best}")


def _terrain_faults(table: Tabletop) -> Iterator[Fault]:
    """ZC 2.2: terrain must be polygons of the two kinds that do not overlap."""
    path: Path = ("board", "table", "terrain")
    for nth, piece in enumerate(table.pieces):
        yield from _piece_faults(piece, (*path, nth))
    shapes = [(nth, piece, _box(piece.shape)) for nth, piece in enumerate(table.pieces) if piece.shape]
    for (_, one, a), (nth, other, b) in combinations(shapes, 2):
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3] and (at := common_point(one.shape, other.shape)):
            yield Fault(
                (*path, nth, "shape"),
                f"{other.name} and {one.name} overlap near {at[0]:.4g},{at[1]:.4g} (ZC 2.2)",
                "move one of the two; their edges may touch",
            )


def _piece_faults(piece: Piece, path: Path) -> Iterator[Fault]:
    kinds = tuple(TABLES.terrain)
    if piece.kind not in kinds:
        yield Fault(
            (*path, "kind"), f"{piece.kind} is not a terrain of Zone Control (ZC 2.2)", did_you_mean(piece.kind, kinds)
        )
    if not piece.shape:
        says = f"{piece.name} is written as a {'line' if piece.line else 'point'}; terrain is an area (ZC 2.2)"
        yield Fault((*path, "line" if piece.line else "at"), says, "write shape: [[4, 4], [10, 4], [10, 9]]")
    for part, value in (("crest", piece.crest), ("value", piece.value), ("cover", piece.cover)):
        if value:
            yield Fault(
                (*path, part), f"terrain has no {part} in Zone Control; its kind is enough", f"leave out {part}"
            )


def _box(shape: Points) -> tuple[float, float, float, float]:
    """Left, bottom, right, top."""
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    return min(xs), min(ys), max(xs), max(ys)


def common_point(one: Points, other: Points) -> Point | None:
    """A point strictly inside both of two simple polygons; None if they share no more than edges or corners."""
    for shape, beside in ((one, other), (other, one)):
        for a, b in pairwise((*shape, shape[0])):
            for enter, leave in parts_inside(a, b, beside):
                share = (enter + leave) / 2 / distance(a, b)
                return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
    at = _inner_point(one)
    return at if at and is_inside(at, other) and distance_to_outline(at, other) > NOISE else None


def _inner_point(shape: Points) -> Point | None:
    """A point strictly inside a simple polygon."""
    left, _, right, _ = _box(shape)
    levels = sorted(dict.fromkeys(y for _, y in shape))
    low, high = max(pairwise(levels), key=lambda pair: pair[1] - pair[0])
    level = (low + high) / 2
    part = next(iter(parts_inside((left - 1, level), (right + 1, level), shape)), None)
    return (left - 1 + (part[0] + part[1]) / 2, level) if part else None
