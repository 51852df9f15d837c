"""A pen in board units: the few shapes that every part of a picture is made of, at any resolution."""

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from math import ceil, dist
from typing import NamedTuple

from PIL import Image, ImageColor, ImageDraw

from ...geometry.plane import Point
from ...geometry.rectangles import Rect
from .lettering import font_face, one_line, text_length

STRIP, LARGE = 64, 40_000
"""Rows that are reduced at a time of a sprite of so many pixels."""


class Pen:
    """Draws on ``image``; ``scale`` pixels are one unit, ``origin`` is the pixel of (0, 0).  ``inks``: the numbers of
    each colour, if they are not those of the image's mode.
    """

    def __init__(
        self,
        image: Image.Image,
        scale: float,
        origin: Point = (0, 0),
        inks: Callable[[str], tuple[int, ...]] | None = None,
    ) -> None:
        self.image, self.scale, self.origin = image, scale, origin
        self._draw, self._ink = ImageDraw.Draw(image), inks or partial(ink, image.mode)

    def at(self, *, moved: Point) -> "Pen":
        """The same paper with its origin moved by so many units."""
        return Pen(self.image, self.scale, self._pixel(moved), self._ink)

    def polygon(self, points: Sequence[Point], fill: str, line: str = "", width: float = 0) -> None:
        corners = [self._pixel(p) for p in points]
        self._draw.polygon(corners, self._ink(fill))
        if line:
            self.line([*points, points[0], points[1]], line, width)

    def line(self, points: Sequence[Point], colour: str, width: float, closed: str = "round") -> None:
        """``closed``: round or flat ends."""
        thick = max(1, round(width * self.scale))
        self._draw.line(
            [self._pixel(p) for p in points], self._ink(colour), thick, joint="curve" if thick > 2 else None
        )
        if closed == "round" and thick > 3:
            for end in (points[0], points[-1]):
                self.disc(end, width / 2, colour)

    def dashes(self, points: Sequence[Point], colour: str, width: float, dash: float, gap: float) -> None:
        """Broken, and round its corners as if it were straight."""
        phase = 0.0
        for a, b in pairwise(points):
            length = dist(a, b)
            done = -phase
            while done < length:
                if done + dash > 0:
                    ends = (max(0, done / length), min(1, (done + dash) / length))
                    self.line([_point_between(a, b, share) for share in ends], colour, width, "flat")
                done += dash + gap
            phase = dash + gap - (done - length) if length else phase

    def disc(self, at: Point, radius: float, fill: str, line: str = "", width: float = 0) -> None:
        (x, y), r = self._pixel(at), radius * self.scale
        if line:
            self._draw.ellipse((x - r, y - r, x + r, y + r), self._ink(line))
            r -= width * self.scale
        self._draw.ellipse((x - r, y - r, x + r, y + r), self._ink(fill))

    def circle(self, at: Point, radius: float, colour: str, width: float) -> None:
        """A circle that is not filled."""
        (x, y), r = self._pixel(at), radius * self.scale
        thick = max(1, round(width * self.scale))
        self._draw.ellipse((x - r, y - r, x + r, y + r), outline=self._ink(colour), width=thick)

    def rounded_box(
        self, corner: Point, size: Point, fill: str, radius: float = 0, line: str = "", width: float = 0
    ) -> None:
        """A rectangle, rounded if ``radius`` says so, its outline inside it."""
        (x, y), (w, h) = self._pixel(corner), (size[0] * self.scale, size[1] * self.scale)
        box, r = (x, y, x + w - 1, y + h - 1), radius * self.scale
        rim, thick = (self._ink(line), max(1, round(width * self.scale))) if line else (None, 1)
        self._draw.rounded_rectangle(box, r, self._ink(fill), rim, thick)

    def text(
        self,
        at: Point,
        words: str,
        size: float,
        colour: str,
        *,
        weight: str = "",
        anchor: str = "mm",
        halo: str = "",
        halo_width: float = 0,
    ) -> None:
        """``size`` in units; ``anchor`` as Pillow's."""
        font, stroke = (
            font_face(round(size * self.scale), weight),
            max(1, round(halo_width * self.scale)) if halo else 0,
        )
        letters, rim = self._ink(colour), self._ink(halo) if halo else None
        self._draw.text(self._pixel(at), one_line(words), letters, font, anchor, stroke_width=stroke, stroke_fill=rim)

    def width(self, words: str, size: float, weight: str = "") -> float:
        """How many units the words take."""
        return text_length(font_face(round(size * self.scale), weight), one_line(words)) / self.scale

    def fitting_size(self, words: str, size: float, room: float, weight: str = "") -> float:
        """The largest text size up to ``size`` at which the words take no more than ``room``."""
        taken = self.width(words, size, weight)
        return size if taken <= room else int(size * room / taken * self.scale) / self.scale

    def _pixel(self, point: Point) -> Point:
        return self.origin[0] + point[0] * self.scale, self.origin[1] + point[1] * self.scale


@lru_cache(maxsize=1024)
def ink(mode: str, colour: str) -> tuple[int, ...]:
    """The numbers of a colour (``#rrggbb``, ``#rrggbbaa``) in an image of that mode."""
    if mode != "RGBa":
        found = ImageColor.getcolor(colour, mode)
        return found if isinstance(found, tuple) else (found,)
    *shades, alpha = ink("RGBA", colour)
    return (*(round(shade * alpha / 255) for shade in shades), alpha)


def _point_between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


class Sprite(NamedTuple):
    """A small picture with transparent surroundings and the offset of its upper left corner from the point it belongs
    to, in pixels.
    """

    image: Image.Image
    offset: tuple[int, int]


def sprite(box: Rect, scale: float, grain: int, paint: Callable[[Pen], None], begun: Sprite | None = None) -> Sprite:
    """What ``paint`` draws within ``box`` (in units): ``grain`` times as fine, reduced, cut to what shows.

    ``begun``: what is on the canvas before, as it was cut out of another one.
    """
    image = canvas(box, scale, grain, paint, begun)
    return cut(_reduced(image, grain), room(box, scale)[0])


def canvas(
    box: Rect, scale: float, grain: int, paint: Callable[[Pen], None], begun: Sprite | None = None
) -> Image.Image:
    """What ``paint`` draws, as fine as it is drawn.

    Premultiplied: otherwise the black of the transparent surroundings darkens every rim when it is reduced.
    """
    (left, top), (width, height) = room(box, scale)
    image = Image.new("RGBa", (width * grain, height * grain), (0, 0, 0, 0))
    if begun:
        image.paste(begun.image, begun.offset)
    paint(Pen(image, scale * grain, (-left * grain, -top * grain)))
    return image


def room(box: Rect, scale: float) -> tuple[tuple[int, int], tuple[int, int]]:
    """Its left upper corner and its size in whole pixels."""
    left, top = (int(-ceil(-v * scale)) for v in box[:2])
    return (left, top), (ceil(box[2] * scale) - left, ceil(box[3] * scale) - top)


def cut(small: Image.Image, corner: tuple[int, int]) -> Sprite:
    """What shows of an image whose left upper corner is there."""
    shown = small.getbbox() or (0, 0, 1, 1)
    return Sprite(small.crop(shown), (corner[0] + shown[0], corner[1] + shown[1]))


def stacked(layers: Sequence[Sprite]) -> Sprite:
    """Sprites of the same point as one, each over those before it."""
    if len(layers) == 1:
        return layers[0]
    left, top = (min(layer.offset[axis] for layer in layers) for axis in (0, 1))
    right = max(layer.offset[0] + layer.image.width for layer in layers)
    lower = max(layer.offset[1] + layer.image.height for layer in layers)
    image = Image.new("RGBA", (right - left, lower - top))
    for nth, layer in enumerate(layers):
        place = (layer.offset[0] - left, layer.offset[1] - top)
        if nth:
            image.alpha_composite(layer.image, place)
        else:
            image.paste(layer.image, place)
    return Sprite(image, (left, top))


def moved(layer: Sprite, by: Point, scale: float) -> Sprite:
    """The sprite for a point that many units away."""
    return Sprite(layer.image, (layer.offset[0] + round(by[0] * scale), layer.offset[1] + round(by[1] * scale)))


def _reduced(image: Image.Image, grain: int) -> Image.Image:
    """The image that many times smaller; only where something is drawn costs time: much of an arrow's box is empty."""
    small = Image.new("RGBA", (image.width // grain, image.height // grain))
    rows = small.height if small.width * small.height < LARGE else STRIP
    for top in range(0, small.height, rows):
        strip = image if rows == small.height else image.crop((0, top * grain, image.width, (top + rows) * grain))
        if drawn := strip.getbbox():
            left, upper, right, lower = (edge // grain for edge in (*drawn[:2], drawn[2] - 1, drawn[3] - 1))
            box = (left * grain, (top + upper) * grain, (right + 1) * grain, (top + lower + 1) * grain)
            small.paste(image.reduce(grain, box).convert("RGBA"), (left, top + upper))
    return small


class PlacedSprite(NamedTuple):
    """A small picture at its place, and what it depends on: the same ``what`` at the same place looks the same."""

    what: Hashable
    image: Image.Image
    x: int
    y: int


PlaceSprite = Callable[[Point, Hashable, Sprite], PlacedSprite]
"""Puts a sprite at its point of the board."""
