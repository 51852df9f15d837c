"""Where the parts of a picture are: the largest scale at which title, board and legend fit."""

from typing import NamedTuple

from PIL import Image

from ..geometry.plane import Point
from ..scene.scene import GroundPart
from . import stamp, title_and_legend
from .canvas.pen import Pen
from .ground import area_ground, tabletop_ground

WIDEST, NARROWEST, TALLEST, LARGEST = 1600, 880, 1960, 70
"""Pixels: of every picture of a board, whatever its file says, and of a board unit."""
AREA_MARGIN = 12
"""Pixels around a map of areas."""


class Layout(NamedTuple):
    """Places of the parts of a picture, in pixels.

    ``scale``: of a board unit; ``em``: of a letter; ``origin``: the board's upper left corner.
    """

    size: tuple[int, int]
    scale: float
    em: float
    origin: tuple[int, int]
    legend_top: int
    entries: tuple[title_and_legend.LegendEntry, ...]
    sign: int
    """Pixels of a unit of the marks: on hexes that of the board, on tables and maps of areas two letters."""

    def pixel(self, at: Point) -> tuple[int, int]:
        return round(self.origin[0] + at[0] * self.scale), round(self.origin[1] + at[1] * self.scale)


class BackgroundKey(NamedTuple):
    """Everything that a background depends on; ``sides`` is how many notes the title has, ``off_table`` how many
    lines there are under the board, ``stamp`` what the band over the board says.
    """

    size: Point
    ground: tuple[GroundPart, ...]
    legend: tuple[tuple[str, str], ...]
    colours: tuple[str, ...]
    sides: int
    off_table: int
    stamp: str = ""


def fit_layout(subject: BackgroundKey) -> Layout:
    """The largest even scale at which everything fits; below that, whatever scale a very large board needs.

    Even: columns of hexes then repeat pixel for pixel, and deflate well.  A map of areas is as wide as the picture
    may be, or as high, whatever its unit.
    """
    if area_ground.regions(subject.ground):
        largest = min((WIDEST - 2 * AREA_MARGIN) / subject.size[0], TALLEST / subject.size[1])
        scales = [largest * 0.98**step for step in range(200)]
    else:
        even = range(LARGEST, 0, -2)
        scales = [*even, *(even[-1] * 0.9**step for step in range(200))]
    for scale in scales:
        layout = _layout_at(subject, scale)
        if layout.size[0] <= WIDEST and layout.size[1] <= TALLEST:
            return layout
    return layout._replace(size=(min(layout.size[0], WIDEST), min(layout.size[1], TALLEST)))


def _layout_at(subject: BackgroundKey, scale: float) -> Layout:
    """The layout at that many pixels for a board unit, whether it fits or not."""
    measure = Image.new("L", (1, 1))
    table = tabletop_ground.grid_of(subject.ground) is not None
    areas = bool(area_ground.regions(subject.ground))
    margin = round(subject.size[0] * scale / 29) if table else AREA_MARGIN if areas else max(8, int(scale // 3))
    board = [round(side * scale) for side in subject.size]
    width = max(board[0] + 2 * margin, NARROWEST)
    em = width / 64
    entries, height = title_and_legend.layout_legend(Pen(measure, em), 64, subject.legend)
    band = stamp.BAND if subject.stamp else 0
    top = round((title_and_legend.title_height(subject.sides) + band) * em) + margin
    legend_top = top + board[1] + margin + round(title_and_legend.ROLL * em * subject.off_table)
    tall = legend_top + round(height * em)
    board_unit = not (table or areas)
    sign = max(1, round(scale)) if board_unit else round(2 * em)
    return Layout((width, tall), scale, em, ((width - board[0]) // 2, top), legend_top, entries, sign)
