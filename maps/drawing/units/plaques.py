"""The shapes of plaques of units, one for each side of a game."""

from ...geometry.plane import Point
from ..canvas.pen import Pen

PLAQUES = 8
"""How many shapes there are: one for each side that a game may have."""


def plaque(pen: Pen, corner: Point, size: Point, side: int, fill: str) -> None:
    """The shape of a side: square, round, cut corners, notched corners; then cut on the right, at the bottom, at two
    opposite corners, at the top.
    """
    (x, y), (w, h), c = corner, size, min(0.24, size[1] / 3)
    match side % PLAQUES:
        case 0:
            pen.rounded_box(corner, size, fill)
        case 1:
            pen.rounded_box(corner, size, fill, min(0.34, h / 2))
        case 3:
            pen.polygon(_notched_corners((x, y), (w, h), 0.7 * c), fill)
        case which:
            pen.polygon(_cut_corners((x, y), (w, h), c if which == 2 else 1.3 * c, CUT[which]), fill)


CUT = {2: "1111", 4: "0110", 5: "0011", 6: "1010", 7: "1100"}
"""Which corners a plaque lacks: from the upper left one clockwise."""


def _cut_corners(corner: Point, size: Point, cut: float, which: str) -> list[Point]:
    """A box without some of its corners, walking around it."""
    (left, top), (right, bottom) = corner, (corner[0] + size[0], corner[1] + size[1])
    one, two, three, four = (cut * int(this) for this in which)
    upper = [(left, top + one), (left + one, top), (right - two, top), (right, top + two)]
    return [*upper, (right, bottom - three), (right - three, bottom), (left + four, bottom), (left, bottom - four)]


def _notched_corners(corner: Point, size: Point, cut: float) -> list[Point]:
    """A box with a square cut out of each corner: twelve points, walking around it."""
    (left, top), (right, bottom) = corner, (corner[0] + size[0], corner[1] + size[1])
    inner_left, inner_right, inner_top, inner_bottom = left + cut, right - cut, top + cut, bottom - cut
    upper = [(inner_left, top), (inner_right, top), (inner_right, inner_top), (right, inner_top)]
    lower = [(right, inner_bottom), (inner_right, inner_bottom), (inner_right, bottom), (inner_left, bottom)]
    return [
        *upper,
        *lower,
        (inner_left, inner_bottom),
        (left, inner_bottom),
        (left, inner_top),
        (inner_left, inner_top),
    ]
