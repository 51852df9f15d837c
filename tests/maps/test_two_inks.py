"""Sprites of two inks, drawn as numbers, have the pixels of those drawn in colour."""

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from maps.drawing.canvas.pen import Pen, sprite
from maps.drawing.canvas.two_inks import two_ink_sprite
from maps.drawing.marks import marks, tabletop_marks, trail_styles
from maps.geometry.plane import Point
from tests.support.many_cases import for_each
from tests.support.sampling import share

COLOURS, SCALES = ("#1f5fa8", "#c1541c", "#000000", "#ffffff"), (20, 33.7, 48)
OUTLINES = ("ghost", "ring", "objective", "target", "unheard-of")


@for_each("kind", sorted(trail_styles.TRAIL_STYLES))
def test_arrows(kind: str) -> None:
    chance, style = Random(kind), trail_styles.trail_style(kind)
    for _ in range(share(40, 3)):
        points, colour = _points(chance, chance.randint(2, 4)), chance.choice(COLOURS)
        inks = (marks.EDGE, marks.trail_ink(style, colour))
        paint = partial(marks.arrow, points=points, stroke=style, colour=colour, text="")
        _compare(points, chance.choice(SCALES), inks, paint)


@pytest.mark.parametrize("kind", OUTLINES)
def test_outlines(kind: str) -> None:
    chance = Random(kind)
    assert tabletop_marks.is_bare(kind)
    for _ in range(share(40, 5)):
        points, colour = _points(chance, chance.randint(3, 20)), chance.choice(COLOURS)
        inks = (marks.EDGE, tabletop_marks.outline_ink(kind, colour))
        paint = partial(marks.outline, points=points, kind=kind, colour=colour, text="", side=0)
        _compare(points, chance.choice(SCALES), inks, paint)


@pytest.mark.parametrize("kind", ["zone", "stand", "wedge", "rubble", "blocking"])
def test_an_outline_with_something_within_is_drawn_in_colour(kind: str) -> None:
    assert not tabletop_marks.is_bare(kind)


def _points(chance: Random, count: int) -> tuple[Point, ...]:
    return tuple((chance.uniform(-4, 4), chance.uniform(-4, 4)) for _ in range(count))


def _compare(points: tuple[Point, ...], scale: float, inks: tuple[str, str], paint: Callable[[Pen], None]) -> None:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    box = (min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1)
    quick, plain = two_ink_sprite(box, scale, inks, paint), sprite(box, scale, 3, paint)
    assert quick.offset == plain.offset
    assert (quick.image.mode, quick.image.size) == (plain.image.mode, plain.image.size)
    assert quick.image.tobytes() == plain.image.tobytes()
