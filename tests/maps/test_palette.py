"""Colours for colour-blind eyes, and terrains that read without any colour."""

from itertools import combinations, pairwise
from math import dist

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.scenarios.sides_and_units import COLOURS
from maps.drawing.canvas import theme
from maps.drawing.canvas.pen import Pen
from maps.drawing.ground import hex_ground
from maps.drawing.marks.trail_styles import TRAIL_STYLES

# Machado, Oliveira and Fernandes 2009, severity 1.0, for linear RGB
BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
TERRAINS = sorted(theme.TERRAIN)
BOARDS = (
    ("plain", "forest", "rough", "marsh", "lake", "village"),
    ("plain", "field", "woods", "forest", "village", "hill", "marsh", "lake"),
)
"""The terrains that can lie side by side on one board: those of each game."""


def lab(colour: str, blindness: str) -> tuple[float, float, float]:
    """CIE L*a*b* (D65) of a colour as such eyes see it."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (n / 255 for n in theme.rgb(colour))]
    r, g, b = (min(1.0, max(0.0, sum(m * c for m, c in zip(row, linear, strict=True)))) for row in BLINDNESS[blindness])
    white, rows = (0.9505, 1.0, 1.089), ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    xyz = ((m[0] * r + m[1] * g + m[2] * b) / w for m, w in zip(rows, white, strict=True))
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: str, other: str, blindness: str) -> float:
    """Delta E of 1976: about 2 can just be seen side by side."""
    return dist(lab(one, blindness), lab(other, blindness))


def tile(terrain: str, level: int = 0) -> Image.Image:
    """One hex of 100 pixels on neutral paper, in grey, its mean taken away: only the pattern is left."""
    image = Image.new("RGB", (300, 270), theme.TERRAIN[terrain].tint)
    pen = Pen(image, 150, (150, 135))
    hex_ground.fill_hex(pen, terrain)
    hex_ground.contours(pen, level)
    return image.reduce(3).convert("L")


def rhythm(grey: Image.Image) -> Image.Image:
    """Where it is darker than the ground it lies on."""
    _, light = ImageStat.Stat(grey).extrema[0]
    return grey.point(lambda value: 255 if value < light - 12 else 0)


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_sides_are_told_apart(blindness: str) -> None:
    blue, vermilion = COLOURS[:2]
    assert difference(blue, vermilion, blindness) >= 40


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_terrain_tints_are_told_apart(blindness: str) -> None:
    close = {
        (a, b): round(d, 1)
        for board in BOARDS
        for a, b in combinations(board, 2)
        if (d := difference(theme.TERRAIN[a].tint, theme.TERRAIN[b].tint, blindness)) < 10
    }
    assert not close


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_sides_stand_out_from_every_terrain(blindness: str) -> None:
    assert min(difference(side, theme.TERRAIN[t].tint, blindness) for side in COLOURS[:2] for t in TERRAINS) >= 25


def test_every_terrain_lies_on_some_board() -> None:
    assert {terrain for board in BOARDS for terrain in board} == set(TERRAINS)


def test_patterns_stand_out_from_their_tint() -> None:
    assert all(theme.contrast(look.tint, look.ink) >= 3 for name, look in theme.TERRAIN.items() if name != "plain")


def test_letters_are_readable() -> None:
    assert all(theme.contrast(look.tint, theme.NUMBER) >= 4.5 for name, look in theme.TERRAIN.items() if name != "lake")
    assert theme.contrast(theme.TERRAIN["lake"].tint, theme.NUMBER) >= 4
    assert all(theme.contrast(side, theme.text_colour_on(side)) >= 4.5 for side in COLOURS)
    assert theme.contrast(theme.PAPER, theme.INK) >= 12


def test_every_terrain_but_plain_has_a_pattern_without_colour() -> None:
    marked = {t: ImageStat.Stat(rhythm(tile(t))).mean[0] / 255 for t in TERRAINS}
    assert marked.pop("plain") == 0
    assert all(share > 0.03 for share in marked.values()), marked


def test_patterns_differ_without_colour() -> None:
    """At least a tenth of what either draws is drawn by only one of the two, however they are laid on each other."""
    drawn = {t: rhythm(tile(t)) for t in TERRAINS}
    for a, b in combinations(TERRAINS, 2):
        apart = ImageStat.Stat(ImageChops.difference(drawn[a], drawn[b])).sum[0]
        either = ImageStat.Stat(ImageChops.lighter(drawn[a], drawn[b])).sum[0]
        assert apart > 0.4 * either, (a, b, apart / either)


def test_each_level_adds_a_ring() -> None:
    shares = [ImageStat.Stat(rhythm(tile("plain", level))).mean[0] for level in range(4)]
    assert all(more > less + 5 for less, more in pairwise(shares)), shares


def test_hits_and_misses_differ_by_more_than_colour() -> None:
    assert TRAIL_STYLES["shot-hit"].dashed != TRAIL_STYLES["shot-miss"].dashed
    assert TRAIL_STYLES["attack"].hollow != TRAIL_STYLES["attack-failed"].hollow
    assert TRAIL_STYLES["attack"].width > 3 * TRAIL_STYLES["shot-hit"].width
