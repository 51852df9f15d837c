"""What makes a table measurable: the net of inches, ticks and figures along two edges, a scale bar."""

from collections.abc import Iterator

from ...geometry.plane import Point
from ...scene.scene import TableGrid
from ..canvas import theme
from ..canvas.pen import Pen

SMALL = 0.78
"""Of the ruler's figures, in ems."""
TICK = 100
"""How many of the longest ticks are as long as the table is wide."""


def frame(pen: Pen, size: Point) -> None:
    """Paper over what sticks out beyond the edges."""
    (w, h), wide = size, 0.5
    for corner, room in (
        ((-wide, -wide), (w + 2 * wide, wide)),
        ((-wide, h), (w + 2 * wide, wide)),
        ((-wide, 0), (wide, h)),
        ((w, 0), (wide, h)),
    ):
        pen.rounded_box(corner, room, theme.PAPER)


def net(pen: Pen, grid: TableGrid, paper: str) -> None:
    """Thin lines on a table of that colour, and ticks for every inch along two edges."""
    (w, h), ink = grid.size, theme.mix(theme.GRID, paper, 0.35)
    for line in _lines(grid.size, grid.inner) if grid.inner else ():
        pen.line(line, theme.mix(theme.GRID, paper, 0.72), 0.01, "flat")
    for line in _lines(grid.size, grid.step):
        if grid.inner:
            pen.line(line, theme.NUMBER, 0.09, "flat")
        else:
            pen.dashes(line, ink, 0.04, 0.25, 0.25)
    for inch in range(int(w) + 1):
        pen.line([(inch, h), (inch, h + _tick(grid, inch))], theme.INK, 0.05, "flat")
    for inch in range(int(h) + 1):
        pen.line([(-_tick(grid, inch), h - inch), (0, h - inch)], theme.INK, 0.05, "flat")
    pen.line([(0, 0), (w, 0), (w, h), (0, h), (0, 0), (w, 0)], theme.INK, 0.08)


def _lines(size: Point, step: float) -> Iterator[tuple[Point, Point]]:
    """Across the table every so many inches, from the left and from below, but for its edges."""
    w, h = size
    yield from (((k * step, 0.0), (k * step, h)) for k in range(1, int(w / step - 1e-6) + 1))
    yield from (((0.0, h - k * step), (w, h - k * step)) for k in range(1, int(h / step - 1e-6) + 1))


def _tick(grid: TableGrid, inch: int) -> float:
    """How long the tick of an inch is: longer at every sixth and twelfth; a larger table's lies farther from
    the eye.
    """
    return grid.size[0] / TICK * (1.0 if inch % 12 == 0 else 0.75 if inch % 6 == 0 else 0.4)


def figures(pen: Pen, grid: TableGrid, em: float) -> None:
    """Figures along two edges, and the scale bar; ``em`` in units of the pen."""
    (w, h), size = grid.size, SMALL * em
    for inch in range(0, int(w) + 1, 6):
        pen.text((inch, h + w / TICK + size * 0.55), str(inch), size, theme.INK)
    for inch in range(6, int(h) + 1, 6):
        pen.text((-w / TICK - size * 0.1, h - inch), str(inch), size, theme.INK, anchor="rm")
    _bar(pen, grid, em)


def _bar(pen: Pen, grid: TableGrid, em: float) -> None:
    """Six inches, over the right end of the table's upper edge."""
    w, y = grid.size[0], -0.75 * em
    for inch in range(6):
        pen.rounded_box(
            (w - 6 + inch, y - 0.2 * em), (1, 0.4 * em), theme.INK if inch % 2 == 0 else "#ffffff", 0, theme.INK, 0.04
        )
    pen.text((w - 6 - 0.4 * em, y), "6 inches", SMALL * em, theme.INK, anchor="rm")
