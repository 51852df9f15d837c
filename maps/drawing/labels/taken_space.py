"""What is taken on a table: upright boxes that words should not cover, quick to find by where they lie."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...geometry.plane import NOISE, Point

CELL = 4.0
"""Inches across the squares by which boxes are found: most words touch one or two."""

Square = tuple[int, int]
"""Its column and row."""


class TakenBox(NamedTuple):
    """An upright box around a point, in board units, and how much it matters that it stays free."""

    at: Point
    half: Point
    weight: float = 1.0


class TakenSpace:
    """Boxes, each listed in all squares that it touches."""

    def __init__(self, boxes: Iterable[TakenBox] = ()) -> None:
        self._count, self._squares = 0, dict[Square, list[tuple[int, TakenBox]]]()
        for box in boxes:
            self.add(box)

    def add(self, box: TakenBox) -> None:
        for square in squares(box.at, box.half):
            self._squares.setdefault(square, []).append((self._count, box))
        self._count += 1

    def near(self, at: Point, half: Point) -> list[TakenBox]:
        """All boxes that such a box may overlap, in the order in which they were added."""
        here = squares(at, half)
        if len(here) == 1:
            return [box for _, box in self._squares.get(here[0], ())]
        found = {number: box for square in here for number, box in self._squares.get(square, ())}
        return [found[number] for number in sorted(found)]


@lru_cache(maxsize=8192)
def squares(at: Point, half: Point) -> tuple[Square, ...]:
    """Those that a box touches."""
    (x, y), across, along = at, half[0] + NOISE, half[1] + NOISE
    columns = range(int((x - across) // CELL), int((x + across) // CELL) + 1)
    rows = range(int((y - along) // CELL), int((y + along) // CELL) + 1)
    return tuple((column, row) for column in columns for row in rows)


def covered_area(at: Point, half: Point, boxes: Sequence[TakenBox]) -> float:
    """What a box there would cover, in square inches, times how much that matters."""
    (x, y), (across, along), total = at, half, 0.0
    for (px, py), (wide, high), weight in boxes:
        if abs(px - x) < across + wide and abs(py - y) < along + high:
            over = min(x + across, px + wide) - max(x - across, px - wide)
            total += weight * over * (min(y + along, py + high) - max(y - along, py - high))
    return total
