"""A raster of an area map: which cells are free, and where a box fits.

Ground is a whole number with one bit for each cell of a window, row by row.  The corner of a box may be where shrinking
the free ground by the size of the box leaves a bit.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, hypot
from typing import NamedTuple

import msgspec
from PIL import Image, ImageChops, ImageDraw

from ...geometry.plane import Point
from ...geometry.rectangles import Rect
from ...scene.area_units import AreaRegion

FINE = 6
"""Steps of the raster in the height of a row."""


class AreaSpace(msgspec.Struct, frozen=True, cache_hash=True):
    """An area: its region, where its name would stand best."""

    region: AreaRegion
    at: Point


class Window(NamedTuple):
    """A part of a raster: its first column and row, and how many it has."""

    left: int
    top: int
    wide: int
    high: int


class Fit(NamedTuple):
    """A box on free ground, and how far its middle is from where it should be, in steps."""

    left: int
    top: int
    far: float


class Ground(NamedTuple):
    """The free cells of a window; ``step``: board units of a cell."""

    window: Window
    step: float
    free: int

    def without(self, taken: Sequence[Rect]) -> "Ground":
        """This ground but for what is taken, in board units."""
        (left, top, wide, high), free = self.window, self.free
        for rect in taken:
            x, y, right, bottom = taken_cells(rect, self.step)
            x, y, right, bottom = max(x - left, 0), max(y - top, 0), min(right - left, wide), min(bottom - top, high)
            if x < right and y < bottom:
                line = ((1 << (right - x)) - 1) << x
                free &= ~((line * _first_cells(wide, bottom - y)) << y * wide)
        return self._replace(free=free)

    def bounds(self) -> Rect:
        """Its window in board units."""
        left, top, wide, high = self.window
        return left * self.step, top * self.step, (left + wide) * self.step, (top + high) * self.step

    def nearest(self, box: Point, best: Point) -> Rect | None:
        """Where a box of that size stands nearest to ``best`` on free ground; both in board units."""
        cells, (left, top, wide, high) = box_cells(box, self.step), self.window
        found = nearest_fit(self.free, (wide, high), cells, (best[0] / self.step - left, best[1] / self.step - top))
        if found is None:
            return None
        x, y = (
            (start + (count - side / self.step) / 2) * self.step
            for start, count, side in zip((left + found.left, top + found.top), cells, box, strict=True)
        )
        return x, y, x + box[0], y + box[1]


class GroundSearch:
    """Looks for places of boxes on one ground: a box no smaller than one that has found none is not looked for."""

    def __init__(self, ground: Ground) -> None:
        self.ground, self._missed = ground, list[Point]()

    def nearest(self, box: Point, best: Point) -> Rect | None:
        """As ``Ground.nearest``."""
        wide, high = box
        for missed in self._missed:
            if missed[0] <= wide and missed[1] <= high:
                return None
        found = self.ground.nearest(box, best)
        if found is None:
            self._missed.append(box)
        return found


class Raster:
    """The board in steps of ``step`` board units: the own ground of each area, how many cells it has, and room for the
    end of a lead near its edge.
    """

    def __init__(
        self, rooms: tuple[AreaSpace, ...], step: float, own: tuple[Ground, ...], grounds: tuple[Image.Image, ...]
    ) -> None:
        self.rooms, self.step, self.own, self._grounds = rooms, step, own, grounds
        self.cells = tuple(ground.free.bit_count() for ground in own)
        self.knobs = tuple(map(_knob, own))

    def board(self) -> Window:
        """All of it."""
        return _window((0, 0, *self._grounds[0].size))

    def around(self, nth: int, cells: int) -> Window:
        """The ground of an area and so many cells on each side, as far as the board goes."""
        (left, top, wide, high), (columns, rows) = self.own[nth].window, self._grounds[0].size
        return _window(
            (
                max(0, left - cells),
                max(0, top - cells),
                min(columns, left + wide + cells),
                min(rows, top + high + cells),
            )
        )

    def grounds(self, window: Window, taken: Sequence[Rect]) -> tuple[Ground, ...]:
        """What of a window is water or no area's; neutral land too; all of it that is on the board: but for what is
        taken.
        """
        *narrow, whole = (_bits(image, window) for image in self._grounds)
        left = Ground(window, self.step, whole).without(taken)
        return *(left._replace(free=left.free & free) for free in narrow), left


def _knob(ground: Ground) -> Rect:
    left, _, _, bottom = ground.bounds()
    sizes = ((side * ground.step, side * ground.step) for side in (3, 2, 1))
    free = (rect for size in sizes if (rect := ground.nearest(size, (left, bottom))))
    return next(free, (left, bottom, left, bottom))


def square(at: Point, half: float) -> Rect:
    """The box around a point."""
    return at[0] - half, at[1] - half, at[0] + half, at[1] + half


def _window(box: tuple[int, int, int, int]) -> Window:
    """The part of a raster between these columns and rows; its width is made a multiple of 8."""
    left, top, right, bottom = box
    return Window(left, top, ceil((right - left) / 8) * 8, bottom - top)


def _bits(image: Image.Image, window: Window) -> int:
    left, top, wide, high = window
    return int.from_bytes(image.crop((left, top, left + wide, top + high)).tobytes("raw", "1;R"), "little")


@lru_cache(maxsize=16)
def make_raster(rooms: tuple[AreaSpace, ...], size: Point, row: float) -> Raster:
    """``row``: the height of a row of units in board units."""
    step = row / FINE
    cells = (max(1, int(size[0] / step)), max(1, int(size[1] / step)))
    # Pillow cuts off fractions: corners are in the cells that hold them
    outlines = [[(x / step, y / step) for x, y in (*room.region.shape, room.region.shape[0])] for room in rooms]
    lines, open_, dry = images = [Image.new("1", cells, 1) for _ in range(3)]
    line, on_open, on_dry = map(ImageDraw.Draw, images)
    for room, outline in zip(rooms, outlines, strict=True):
        line.line(outline, 0)
        if room.region.kind != "sea":
            on_dry.polygon(outline, 0)
        if room.region.kind == "land":
            on_open.polygon(outline, 0)
    own = tuple(
        _own_ground(outline, [lines, dry] if room.region.kind == "sea" else [lines], step)
        for room, outline in zip(rooms, outlines, strict=True)
    )
    return Raster(rooms, step, own, (dry, open_, Image.new("1", cells, 1)))


def _own_ground(outline: Sequence[Point], free: Sequence[Image.Image], step: float) -> Ground:
    """The cells of an area that are free on all of these: not its outline, nor the lands in it."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    left, top = int(min(xs)), int(min(ys))
    columns, rows = free[0].size
    box = (left, top, max(left + 1, min(int(max(xs)) + 1, columns)), max(top + 1, min(int(max(ys)) + 1, rows)))
    own = Image.new("1", (box[2] - left, box[3] - top), 0)
    ImageDraw.Draw(own).polygon([(x - left, y - top) for x, y in outline], 1)
    for image in free:
        own = ImageChops.logical_and(own, image.crop(box))
    window = _window(box)
    return Ground(window, step, _bits(own, window._replace(left=0, top=0)))


def nearest_fit(free: int, size: tuple[int, int], box: tuple[int, int], best: Point) -> Fit | None:
    """The box of so many cells on free ground whose middle is nearest to ``best``; None if there is none.

    ``size``: columns and rows of the ground.  What is too far down counts 1.4 times as much as across.
    """
    (wide, high), (w, h) = size, box
    if w > wide or h > high or not (corners := _free_corners(free, wide, w, h)):
        return None
    x, y = best[0] - w / 2, best[1] - h / 2
    column, columns = min(max(round(x), 0), wide - w), (1 << (wide - w + 1)) - 1
    found: Fit | None = None
    for row in _nearest_first(high - h + 1, y):
        if found and 1.4 * abs(row - y) >= found.far:
            break
        if line := corners >> row * wide & columns:
            left, right = line & ((1 << column) - 1), line >> column
            places = ([left.bit_length() - 1] if left else []) + (
                [column + (right & -right).bit_length() - 1] if right else []
            )
            far, at = min((hypot(at - x, 1.4 * (row - y)), at) for at in places)
            if found is None or far < found.far:
                found = Fit(at, row, far)
    return found


def _nearest_first(count: int, best: float) -> Iterator[int]:
    """The numbers below ``count`` in the order of how far they are from ``best``; of those alike the lower first."""
    above = min(max(ceil(best), 0), count)
    below = above - 1
    while below >= 0 or above < count:
        if above >= count or (below >= 0 and best - below <= above - best):
            yield below
            below -= 1
        else:
            yield above
            above += 1


def _free_corners(free: int, wide: int, w: int, h: int) -> int:
    """Where the left upper corner of a box on free ground alone may be; in columns from which it would reach beyond the
    right edge, it means nothing.
    """
    for length, apart in ((h, wide), (w, 1)):
        done = 1
        while done < length and free:
            shift = min(done, length - done)
            free, done = free & free >> apart * shift, done + shift
    return free


@lru_cache(maxsize=512)
def _first_cells(wide: int, high: int) -> int:
    """The first cell of each of so many rows."""
    return sum(1 << row * wide for row in range(high))


def taken_cells(rect: Rect, step: float) -> tuple[int, int, int, int]:
    """The cells that something takes, at least one."""
    x, y, right, bottom = (value / step for value in rect)
    return int(x), int(y), max(ceil(right), int(x) + 1), max(ceil(bottom), int(y) + 1)


def box_cells(box: Point, step: float) -> tuple[int, int]:
    return max(1, ceil(box[0] / step)), max(1, ceil(box[1] / step))
