"""A raster of an area map: which cells are free, and where a box fits.

The corner of a box may be where shrinking the free ground by the size of the box leaves a cell.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, hypot
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from ...geometry.plane import Point
from ...geometry.rectangles import Rect
from ...scene.area_units import AreaRegion

FINE = 6
"""Steps of the raster in the height of a row."""

NEAR = (16, 48)
"""Cells around the best place that are searched before all of a large raster is."""

FREE = 255


class AreaSpace(NamedTuple):
    """An area: its region, where its name would stand best."""

    region: AreaRegion
    at: Point


class Raster:
    """The board in steps of ``step`` board units: for each area its bounds, its own ground, and that with all that is
    nobody's.
    """

    def __init__(
        self, rooms: tuple[AreaSpace, ...], step: float, own: tuple[Image.Image, ...], mild: tuple[Image.Image, ...]
    ) -> None:
        self.rooms, self.step, self.own, self.mild, self.size = rooms, step, own, mild, own[0].size
        self.boxes = tuple(_bounds(room.region.shape) for room in rooms)


def _bounds(shape: Sequence[Point]) -> Rect:
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    return min(xs), min(ys), max(xs), max(ys)


@lru_cache(maxsize=16)
def make_raster(rooms: tuple[AreaSpace, ...], size: Point, row: float) -> Raster:
    """``row``: the height of a row of units in board units."""
    step = row / FINE
    cells = (max(1, int(size[0] / step)), max(1, int(size[1] / step)))
    outlines = [
        [(x / step - 0.5, y / step - 0.5) for x, y in (*room.region.shape, room.region.shape[0])] for room in rooms
    ]
    lines, solid = Image.new("L", cells, FREE), [Image.new("L", cells, 0) for _ in rooms]
    open_, dry = Image.new("L", cells, FREE), Image.new("L", cells, FREE)
    for room, outline, mask in zip(rooms, outlines, solid, strict=True):
        ImageDraw.Draw(mask).polygon(outline, FREE)
        ImageDraw.Draw(lines).line(outline, 0)
        for ground, kinds in ((open_, ("land",)), (dry, ("land", "neutral"))):
            if room.region.kind in kinds:
                ground.paste(0, (0, 0), mask)
    whole = tuple(
        ImageChops.darker(mask, dry) if room.region.kind == "sea" else mask
        for room, mask in zip(rooms, solid, strict=True)
    )
    mild = tuple(ImageChops.lighter(open_, mask) for mask in whole)
    return Raster(rooms, step, tuple(ImageChops.darker(mask, lines) for mask in whole), mild)


class Fit(NamedTuple):
    """A box on free ground, and how far its middle is from where it should be, in steps."""

    left: int
    top: int
    far: float


def nearest_fit(free: Image.Image, box: tuple[int, int], best: Point) -> Fit | None:
    """The box of so many cells on free ground whose middle is nearest to ``best``; None if there is none."""
    left, top, right, bottom = whole = free.getbbox() or (0, 0, 0, 0)
    (w, h), wide, high = box, right - left - box[0] + 1, bottom - top - box[1] + 1
    if wide < 1 or high < 1:
        return None
    column = left + min(max(round(best[0] - left - w / 2), 0), wide - 1)
    row = top + min(max(round(best[1] - top - h / 2), 0), high - 1)
    for far in NEAR:
        near = (
            max(left, column - far),
            max(top, row - far),
            min(right, column + w + far),
            min(bottom, row + h + far),
        )
        if 2 * (near[2] - near[0]) * (near[3] - near[1]) < (right - left) * (bottom - top):
            found = _nearest_within(free, near, box, best, column)
            if found and found.far < far - 1:
                return found
    return _nearest_within(free, whole, box, best, column)


def _nearest_within(
    free: Image.Image, part: tuple[int, int, int, int], box: tuple[int, int], best: Point, column: int
) -> Fit | None:
    """The same within a part of the raster; ``column``: that of a box as near to ``best`` as free ground begins."""
    (left, top, right, bottom), (w, h) = part, box
    width, wide, high = right - left, right - left - w + 1, bottom - top - h + 1
    cells = _free_corners(free.crop(part), w, h)
    x, y = best[0] - left - w / 2, best[1] - top - h / 2
    found: Fit | None = None
    for row in _nearest_first(high, y):
        if found and 1.4 * abs(row - y) >= found.far:
            break
        start = row * width
        middle = start + column - left
        for at in (cells.find(FREE, middle, start + wide), cells.rfind(FREE, start, middle)):
            if at >= 0 and (found is None or hypot(at - start - x, 1.4 * (row - y)) < found.far):
                found = Fit(left + at - start, top + row, hypot(at - start - x, 1.4 * (row - y)))
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


def fits(free: Image.Image, box: tuple[int, int]) -> bool:
    """Whether there is free ground for a box of so many cells."""
    left, top, right, bottom = free.getbbox() or (0, 0, 0, 0)
    w, h = box
    if right - left < w or bottom - top < h:
        return False
    width = right - left
    cells = _free_corners(free.crop((left, top, right, bottom)), w, h)
    return any(cells.find(FREE, row * width, row * width + width - w + 1) >= 0 for row in range(bottom - top - h + 1))


def _free_corners(free: Image.Image, w: int, h: int) -> bytes:
    """Where the left upper corner of a box on free ground alone may be; right and below, where no box has room, it
    means nothing.
    """
    ground = int.from_bytes(free.tobytes(), "little")
    for length, apart in ((w, 1), (h, free.width)):
        ground = _shrink(ground, length, apart)
    return ground.to_bytes(free.width * free.height, "little")


def _shrink(ground: int, length: int, apart: int) -> int:
    """What is free together with the ``length`` - 1 cells after it, one byte a cell, these so many cells ``apart``."""
    done = 1
    while done < length:
        step = min(done, length - done)
        ground, done = ground & ground >> 8 * apart * step, done + step
    return ground


def free_without(free: Image.Image, taken: Sequence[Rect], step: float) -> Image.Image:
    """Free ground but for what is taken."""
    left = free.copy()
    for rect in taken:
        left.paste(0, taken_cells(rect, step))
    return left


def taken_cells(rect: Rect, step: float) -> tuple[int, int, int, int]:
    """The cells that something takes, at least one."""
    x, y, right, bottom = (value / step for value in rect)
    return int(x), int(y), max(ceil(right), int(x) + 1), max(ceil(bottom), int(y) + 1)


def box_cells(box: Point, step: float) -> tuple[int, int]:
    return max(1, ceil(box[0] / step)), max(1, ceil(box[1] / step))


def box_on_cells(where: Raster, found: Fit, box: Point) -> Rect:
    """In the middle of the cells it was given, but on the board."""
    cells = box_cells(box, where.step)
    x, y = (
        (start + (count - side / where.step) / 2) * where.step
        for start, count, side in zip((found.left, found.top), cells, box, strict=True)
    )
    return x, y, x + box[0], y + box[1]
