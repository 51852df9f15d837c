"""The pattern of each terrain, drawn in one hex around (0, 0): what tells terrains apart without colour, also around a
counter.
"""

from collections.abc import Callable, Mapping
from math import cos, pi, sin

from ...geometry.plane import Point
from ..canvas.pen import Pen
from ..canvas.theme import mix

Painter = Callable[[Pen, str, str], None]
"""Pen with its origin in the centre of the hex, ink, tint."""

_TREES: tuple[Point, ...] = (
    (-0.74, -0.06),
    (-0.6, 0.3),
    (0.74, -0.06),
    (0.6, 0.3),
    (-0.52, -0.36),
    (0.55, -0.36),
    (-0.3, 0.7),
    (0.3, 0.7),
    (0.0, 0.42),
    (-0.24, 0.05),
    (0.25, 0.08),
    (0.0, -0.28),
)
_GROVE: tuple[Point, ...] = (
    (-0.68, 0.04),
    (0.68, 0.04),
    (-0.36, -0.48),
    (0.4, -0.48),
    (-0.4, 0.5),
    (0.4, 0.5),
    (0.0, 0.06),
)
_CRAGS: tuple[Point, ...] = (
    (-0.7, 0.02),
    (0.7, 0.02),
    (-0.5, -0.38),
    (0.5, -0.38),
    (-0.5, 0.4),
    (0.5, 0.4),
    (0, 0.68),
    (0, 0.2),
    (0, -0.3),
)
_TUFTS: tuple[Point, ...] = (
    (-0.62, -0.1),
    (0.62, -0.1),
    (-0.48, 0.42),
    (0.48, 0.42),
    (0, 0.72),
    (0, 0.16),
    (-0.05, -0.32),
)
_HOUSES: tuple[Point, ...] = (
    (-0.66, 0.02),
    (0.66, 0.02),
    (-0.42, 0.52),
    (0.42, 0.52),
    (0, 0.7),
    (-0.24, -0.22),
    (0.26, -0.22),
    (0, 0.2),
)


def blank(pen: Pen, ink: str, tint: str) -> None:
    """Open ground is left empty."""


def trees(pen: Pen, ink: str, tint: str) -> None:
    crown, light = mix(ink, tint, 0.25), mix(ink, tint, 0.5)
    for x, y in _TREES:
        pen.disc((x, y), 0.125, crown, ink, 0.025)
        pen.disc((x - 0.03, y - 0.035), 0.045, light)


def crags(pen: Pen, ink: str, tint: str) -> None:
    for x, y in _CRAGS:
        pen.line([(x - 0.14, y - 0.1), (x, y + 0.11), (x + 0.14, y - 0.1)], ink, 0.055)


def tufts(pen: Pen, ink: str, tint: str) -> None:
    for x, y in _TUFTS:
        pen.line([(x - 0.22, y + 0.08), (x + 0.22, y + 0.08)], ink, 0.05)
        for lean in (-0.1, 0, 0.1):
            pen.line([(x + lean / 2, y + 0.06), (x + lean * 1.2, y - 0.12 + abs(lean) / 2)], ink, 0.035)


def waves(pen: Pen, ink: str, tint: str) -> None:
    for row in range(-3, 4):
        y = row * 0.22
        reach = 0.82 - abs(y) / 1.75
        steps = [-reach + 2 * reach * i / 24 for i in range(25)]
        pen.line([(x, y + 0.045 * sin(x * 5 * pi)) for x in steps], ink, 0.04)


def houses(pen: Pen, ink: str, tint: str) -> None:
    for x, y in _HOUSES:
        pen.polygon([(x - 0.12, y - 0.02), (x + 0.12, y - 0.02), (x + 0.12, y + 0.13), (x - 0.12, y + 0.13)], ink)
        pen.polygon([(x - 0.17, y - 0.01), (x, y - 0.17), (x + 0.17, y - 0.01)], ink)
        pen.polygon([(x - 0.035, y + 0.04), (x + 0.035, y + 0.04), (x + 0.035, y + 0.13), (x - 0.035, y + 0.13)], tint)


def furrows(pen: Pen, ink: str, tint: str) -> None:
    """Ploughed lines, aslant."""
    for k in range(-4, 5):
        x = k * 0.2
        half = min(0.62, (0.86 - abs(x)) * 1.3)
        if half > 0.1:
            pen.line(
                [(x - half * 0.35, half * 0.9), (x + half * 0.35, -half * 0.9)], mix(ink, tint, 0.3), 0.035, "flat"
            )


def grove(pen: Pen, ink: str, tint: str) -> None:
    """A few firs, far apart."""
    for x, y in _GROVE:
        pen.line([(x, y + 0.1), (x, y + 0.2)], ink, 0.045, "flat")
        pen.polygon([(x - 0.13, y + 0.12), (x, y - 0.19), (x + 0.13, y + 0.12)], mix(ink, tint, 0.35))
        pen.line([(x - 0.13, y + 0.12), (x, y - 0.19), (x + 0.13, y + 0.12)], ink, 0.03)


def hachures(pen: Pen, ink: str, tint: str) -> None:
    """A hilltop: an oval with strokes that run downhill."""
    for k in range(18):
        way = k * pi / 9
        pen.line(
            [(0.5 * cos(way), 0.42 * sin(way)), (0.84 * cos(way), 0.72 * sin(way))], mix(ink, tint, 0.2), 0.045, "flat"
        )
    oval = [(0.44 * cos(k * pi / 12), 0.37 * sin(k * pi / 12)) for k in range(26)]
    pen.line(oval, ink, 0.045)


PATTERNS: Mapping[str, Painter] = {
    "blank": blank,
    "trees": trees,
    "crags": crags,
    "tufts": tufts,
    "waves": waves,
    "houses": houses,
    "furrows": furrows,
    "grove": grove,
    "hachures": hachures,
}
