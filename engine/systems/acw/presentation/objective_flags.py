"""Objectives on the table: the circle within which each is held, and its flag, which hides no unit and no name."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from maps.drawing.ground.terrain_names import name_boxes
from maps.drawing.marks.tabletop_marks import circle_outline
from maps.geometry.plane import Box, Point, Points, box_corners, box_gap, point_along, unit_vector
from maps.geometry.rectangles import Rect, overlap
from maps.geometry.tabletop import Tabletop
from maps.scene.scene import Mark, Shape, Spot, TableGrid
from maps.scene.tabletop_layout import on_picture, outline_on_picture, side_colour, table_ground

from ..rules.turn.victory import holders
from ..state.position import Objective, State, footprint, units_on_table

FLAGS = 30
"""Inches of table of which a flag takes one, nearly, and a letter half of one."""
CLEAR = 0.1
"""Inches between a flag and a strip."""
WAYS = (0, 45, 315, 90, 270, 135, 225, 180, *range(15, 360, 15))
"""Where on its circle a flag may stand, the better first, in degrees from the top."""
FLAG = (-0.08, -1.0, 0.79, 0.1)
"""What a flag takes around its foot, in its own size: left, top, right, bottom."""


def objective_marks(seen: State) -> Iterator[Mark]:
    """CW 11.3: objectives with what they are worth, in the colour of who holds them."""
    strips = [footprint(seen, unit) for unit in units_on_table(seen)] if seen.setup.objectives else []
    for goal, side in holders(seen).items():
        colour = side_colour(seen, side)
        ring, spots = _ring(seen.table, goal)
        if ring:
            yield Shape(ring, "objective", colour)
        at = _flag_point(seen, goal, spots, strips)
        yield Spot(on_picture(seen, at), "flag", str(goal.points), colour or "#ffffff")


@lru_cache(maxsize=64)
def _ring(table: Tabletop, goal: Objective) -> tuple[Points, tuple[Point, ...]]:
    """The circle within which an objective is held, on the picture, () if all of it is outside; and where on it there
    is room on the table for its flag, places where it hides no name before the others.
    """
    size, names = _flag_size(table), _names(table)
    spots = [point_along(goal.at, unit_vector(way), goal.radius) for way in WAYS]
    whole = [at for at in spots if _on_table(table, _cloth(at, size))]
    circle = outline_on_picture(table, circle_outline((goal.at[0], goal.at[1]), goal.radius))
    return circle, tuple(sorted(whole, key=lambda at: _hides_a_name(table, at, size, names)))


def _flag_point(seen: State, goal: Objective, spots: Sequence[Point], strips: Sequence[Box]) -> Point:
    """Where on its ring an objective's flag stands: the first place where it hides no strip, else at the top."""
    size = _flag_size(seen.table)
    for at in spots:
        cloth = _cloth(at, size)
        if not any(_near(cloth, body) and round(box_gap(cloth, body), 2) < CLEAR for body in strips):
            return at
    return point_along(goal.at, unit_vector(0), goal.radius)


def _flag_size(table: Tabletop) -> float:
    return max(table.width / FLAGS, 1.0)


def _cloth(at: Point, size: float) -> Box:
    return Box((at[0] + 0.4 * size, at[1] + 0.5 * size), 0.0, 0.4 * size, 0.5 * size)


def _hides_a_name(table: Tabletop, at: Point, size: float, names: Sequence[Rect]) -> bool:
    left, top, right, bottom = (size * side for side in FLAG)
    x, y = at[0], table.height - at[1]
    flag = (x + left, y + top, x + right, y + bottom)
    return any(overlap(flag, name) for name in names)


@lru_cache(maxsize=64)
def _names(table: Tabletop) -> tuple[Rect, ...]:
    size = (table.width, table.height)
    return tuple(name_boxes(table_ground(table, TableGrid(size)), size, _flag_size(table) / 2))


def _near(one: Box, other: Box) -> bool:
    """Whether they may be less than CLEAR apart."""
    reach = one.across + one.along + other.across + other.along + 2 * CLEAR
    return abs(one.at[0] - other.at[0]) < reach and abs(one.at[1] - other.at[1]) < reach


def _on_table(table: Tabletop, body: Box) -> bool:
    return all(0 <= x <= table.width and 0 <= y <= table.height for x, y in box_corners(body))
