"""A player's rating over time as a PNG that is readable on a phone: a dot for each game, in a band of bounds."""

from functools import lru_cache

from PIL import Image

from ..geometry.plane import Point
from ..scene.rating_chart import RatedDay, RatingChart
from .canvas import png, theme
from .canvas.pen import Pen
from .canvas.text_lines import wrap_text

WIDE, HIGH, GRAIN = 800, 560, 2
"""Pixels across, and of the diagram with its title; a phone shows half of them, so no letters are smaller than 26."""
MARGIN, SMALL, TITLE, LINE_HIGH = 28, 26, 40, 36
LEFT, RIGHT, TOP, FLOOR = 112, WIDE - 112, 96, HIGH - 66
"""Edges of the diagram: the ratings are on its left, the newest one on its right."""
STEPS = (25, 50, 100, 200, 500, 1000)
MOST_LINES = 6
CURVE = "#2a5d9c"
BAND = theme.mix(CURVE, theme.PAPER, 0.8)
SOFT = theme.mix(theme.INK, theme.PAPER, 0.75)


@lru_cache(maxsize=32)
def draw_rating_chart(chart: RatingChart) -> bytes:
    """PNG of 800 pixels across.  The same chart gives the same bytes."""
    notes = list(wrap_text(chart.note, SMALL, WIDE - 2 * MARGIN))
    high = HIGH + LINE_HIGH * len(notes) + MARGIN
    image = Image.new("RGB", (WIDE * GRAIN, high * GRAIN), theme.PAPER)
    pen = Pen(image, GRAIN)
    size = pen.fitting_size(chart.title, TITLE, WIDE - 2 * MARGIN, "-Bold")
    pen.text((MARGIN, 46), chart.title, size, theme.INK, weight="-Bold", anchor="lm")
    axes = _Axes(chart.days)
    _band(pen, chart.days, axes)
    _lines(pen, axes)
    _curve(pen, chart.days, axes)
    if chart.first != chart.last:
        pen.text((LEFT, FLOOR + 30), chart.first, SMALL, theme.INK, anchor="lm")
        pen.text((RIGHT, FLOOR + 30), chart.last, SMALL, theme.INK, anchor="rm")
    else:
        pen.text(((LEFT + RIGHT) / 2, FLOOR + 30), chart.first, SMALL, theme.INK)
    for number, line in enumerate(notes):
        pen.text((MARGIN, HIGH + LINE_HIGH * (number + 0.5)), line, SMALL, theme.INK, anchor="lm")
    pen.line([(0, 0), (WIDE, 0), (WIDE, high), (0, high), (0, 0)], theme.INK, 5, "flat")
    return png.encode(image.reduce(GRAIN).quantize(64, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE))


class _Axes:
    """Where days and ratings are on the picture."""

    def __init__(self, days: tuple[RatedDay, ...]) -> None:
        low, high = min(one.rating - one.bounds for one in days), max(one.rating + one.bounds for one in days)
        self.step = next((step for step in STEPS if (high - low) / step <= MOST_LINES), STEPS[-1])
        self.low = low // self.step * self.step
        self.high = max(-(-high // self.step) * self.step, self.low + self.step)
        self.first, self.span = days[0].day, max(days[-1].day - days[0].day, 0.0)

    def at(self, one: RatedDay, rating: int) -> Point:
        share = (one.day - self.first) / self.span if self.span else 0.5
        return LEFT + 14 + (RIGHT - LEFT - 28) * share, self.height(rating)

    def height(self, rating: int) -> float:
        return FLOOR - (FLOOR - TOP) * (rating - self.low) / (self.high - self.low)


def _lines(pen: Pen, axes: _Axes) -> None:
    for rating in range(axes.low, axes.high + 1, axes.step):
        y = axes.height(rating)
        pen.line([(LEFT, y), (RIGHT, y)], SOFT, 1.5, "flat")
        pen.text((LEFT - 12, y), str(rating), SMALL, theme.INK, anchor="rm")
    pen.line([(LEFT, FLOOR), (RIGHT, FLOOR)], theme.INK, 2.5, "flat")


def _band(pen: Pen, days: tuple[RatedDay, ...], axes: _Axes) -> None:
    if axes.span:
        above = [axes.at(one, one.rating + one.bounds) for one in days]
        below = [axes.at(one, one.rating - one.bounds) for one in reversed(days)]
        pen.polygon([*above, *below], BAND)
        return
    for one in days:
        pen.line([axes.at(one, one.rating - one.bounds), axes.at(one, one.rating + one.bounds)], BAND, 24, "flat")


def _curve(pen: Pen, days: tuple[RatedDay, ...], axes: _Axes) -> None:
    points = [axes.at(one, one.rating) for one in days]
    if len(points) > 1:
        pen.line(points, CURVE, 5)
    for point in points:
        pen.disc(point, 6, CURVE, theme.PAPER, 1.5)
    x, y = points[-1]
    pen.text((max(x, RIGHT - 14) + 22, y), str(days[-1].rating), 30, CURVE, weight="-Bold", anchor="lm")
