"""Silhouettes of vehicles, by how they run: on tracks, on wheels, on both."""

from ...geometry.plane import Point
from ..canvas.pen import Pen


def tank(pen: Pen, ink: str, under: str) -> None:
    _tracks(pen, ink, under)
    pen.polygon([(-0.42, 0.0), (-0.36, -0.09), (0.36, -0.09), (0.44, 0.0)], ink)
    pen.polygon([(-0.22, -0.09), (-0.16, -0.27), (0.12, -0.27), (0.2, -0.09)], ink)
    pen.line([(0.14, -0.19), (0.52, -0.19)], ink, 0.06, "flat")


def destroyer(pen: Pen, ink: str, under: str) -> None:
    """A tank with an open turret and a long gun."""
    _tracks(pen, ink, under)
    pen.polygon([(-0.42, 0.0), (-0.36, -0.09), (0.36, -0.09), (0.44, 0.0)], ink)
    pen.polygon([(-0.24, -0.09), (-0.3, -0.25), (-0.16, -0.25), (-0.12, -0.2), (0.08, -0.2), (0.18, -0.09)], ink)
    pen.line([(0.05, -0.17), (0.56, -0.22)], ink, 0.06, "flat")


def casemate(pen: Pen, ink: str, under: str) -> None:
    """A low hull without a turret, the gun in its front."""
    _tracks(pen, ink, under)
    pen.polygon([(-0.44, 0.0), (-0.38, -0.14), (-0.16, -0.2), (0.14, -0.2), (0.44, 0.0)], ink)
    pen.line([(0.2, -0.09), (0.54, -0.09)], ink, 0.07, "flat")


def tankette(pen: Pen, ink: str, under: str) -> None:
    pen.rounded_box((-0.3, 0.04), (0.6, 0.22), ink, 0.1)
    for x in (-0.18, 0, 0.18):
        pen.disc((x, 0.15), 0.05, under)
    pen.polygon([(-0.26, 0.04), (-0.2, -0.14), (0.12, -0.14), (0.26, 0.04)], ink)
    pen.line([(0.1, -0.06), (0.36, -0.06)], ink, 0.05, "flat")


def half_track(pen: Pen, ink: str, under: str) -> None:
    pen.polygon([(-0.46, 0.12), (-0.46, -0.2), (0.06, -0.2), (0.14, -0.04), (0.42, 0.0), (0.46, 0.12)], ink)
    pen.rounded_box((-0.44, 0.08), (0.5, 0.2), ink, 0.1)
    for x in (-0.34, -0.19, -0.04):
        pen.disc((x, 0.18), 0.045, under)
    wheel(pen, (0.3, 0.16), 0.13, ink, under)


def armoured_car(pen: Pen, ink: str, under: str) -> None:
    pen.polygon([(-0.46, 0.08), (-0.36, -0.1), (0.36, -0.1), (0.46, 0.08)], ink)
    pen.polygon([(-0.18, -0.1), (-0.12, -0.25), (0.1, -0.25), (0.16, -0.1)], ink)
    pen.line([(0.1, -0.18), (0.4, -0.18)], ink, 0.05, "flat")
    for x in (-0.27, 0.27):
        wheel(pen, (x, 0.14), 0.15, ink, under)


def truck(pen: Pen, ink: str, under: str) -> None:
    pen.rounded_box((-0.46, -0.26), (0.56, 0.36), ink, 0.08)
    pen.polygon([(0.12, 0.1), (0.12, -0.16), (0.26, -0.16), (0.32, -0.02), (0.46, 0.0), (0.46, 0.1)], ink)
    for x in (-0.28, 0.3):
        wheel(pen, (x, 0.14), 0.13, ink, under)


def car(pen: Pen, ink: str, under: str) -> None:
    pen.polygon(
        [
            (-0.42, 0.12),
            (-0.42, -0.06),
            (-0.3, -0.06),
            (-0.24, -0.0),
            (0.06, 0.0),
            (0.14, -0.04),
            (0.44, 0.0),
            (0.44, 0.12),
        ],
        ink,
    )
    pen.line([(0.1, 0.0), (0.02, -0.22)], ink, 0.05, "flat")
    for x in (-0.25, 0.28):
        wheel(pen, (x, 0.14), 0.13, ink, under)


def wheel(pen: Pen, at: Point, radius: float, ink: str, under: str) -> None:
    pen.disc(at, radius, ink, under, 0.03)
    pen.disc(at, radius * 0.4, under)


def _tracks(pen: Pen, ink: str, under: str) -> None:
    pen.rounded_box((-0.47, 0.02), (0.94, 0.26), ink, 0.12)
    for x in (-0.33, -0.11, 0.11, 0.33):
        pen.disc((x, 0.15), 0.06, under)
