"""Silhouettes of people and what they ride: soldiers, horse and cycles."""

from math import cos, pi, sin

from ...geometry.plane import Point
from ..canvas.pen import Pen
from .vehicle_pictograms import wheel


def soldier(pen: Pen, ink: str, under: str) -> None:
    _man(pen, 0, ink, under)
    pen.line([(0.3, 0.3), (0.3, -0.26)], ink, 0.05, "flat")


def commander(pen: Pen, ink: str, under: str) -> None:
    _man(pen, -0.14, ink, under)
    star(pen, (0.27, -0.04), 0.2, ink)


def hero(pen: Pen, ink: str, under: str) -> None:
    _man(pen, -0.14, ink, under)
    pen.disc((0.26, 0.07), 0.13, ink)
    pen.disc((0.26, 0.07), 0.06, under)
    pen.polygon([(0.16, -0.25), (0.36, -0.25), (0.26, -0.03)], ink)


def spotter(pen: Pen, ink: str, under: str) -> None:
    """With field glasses."""
    _man(pen, -0.14, ink, under)
    for x in (0.2, 0.38):
        pen.disc((x, -0.02), 0.085, ink)
        pen.disc((x, -0.02), 0.035, under)
    pen.line([(0.2, -0.09), (0.38, -0.09)], ink, 0.05, "flat")


def sniper(pen: Pen, ink: str, under: str) -> None:
    """Through a telescopic sight."""
    _man(pen, -0.16, ink, under)
    pen.disc((0.25, 0), 0.18, ink)
    pen.disc((0.25, 0), 0.125, under)
    pen.line([(0.04, 0), (0.46, 0)], ink, 0.035, "flat")
    pen.line([(0.25, -0.21), (0.25, 0.21)], ink, 0.035, "flat")


def rider(pen: Pen, ink: str, under: str) -> None:
    """A horse's head."""
    head = [(0.02, -0.3), (0.08, -0.2), (0.3, -0.02), (0.3, 0.1), (0.18, 0.12), (0.06, 0.06)]
    pen.polygon([(-0.2, 0.3), (-0.16, 0.02), (-0.04, -0.2), *head, (0.1, 0.3)], ink)
    pen.disc((0.08, -0.08), 0.025, under)


def cycle(pen: Pen, ink: str, under: str) -> None:
    for x in (-0.26, 0.26):
        wheel(pen, (x, 0.12), 0.17, ink, under)
    pen.line([(-0.26, 0.12), (-0.1, -0.08), (0.16, -0.08), (0.26, 0.12)], ink, 0.05, "flat")
    pen.line([(0.06, -0.24), (0.18, -0.22), (0.17, -0.06)], ink, 0.05, "flat")
    pen.line([(-0.2, -0.12), (-0.02, -0.12)], ink, 0.06, "flat")


def motorcycle(pen: Pen, ink: str, under: str) -> None:
    cycle(pen, ink, under)
    pen.polygon([(-0.14, -0.06), (0.14, -0.08), (0.1, 0.16), (-0.08, 0.16)], ink)


def _man(pen: Pen, x: float, ink: str, under: str) -> None:
    """A helmet over shoulders."""
    pen.polygon(
        [(x - 0.21, 0.3), (x - 0.18, 0.1), (x - 0.09, 0.02), (x + 0.09, 0.02), (x + 0.18, 0.1), (x + 0.21, 0.3)], ink
    )
    pen.disc((x, -0.1), 0.125, ink)
    pen.rounded_box((x - 0.19, -0.125), (0.38, 0.065), ink, 0.03)
    pen.line([(x - 0.1, -0.03), (x + 0.1, -0.03)], under, 0.025, "flat")


def star(pen: Pen, at: Point, radius: float, ink: str) -> None:
    """Five points, one upwards."""
    tips = [(radius * (1 if nth % 2 == 0 else 0.42), -pi / 2 + nth * pi / 5) for nth in range(10)]
    pen.polygon([(at[0] + far * cos(way), at[1] + far * sin(way)) for far, way in tips], ink)
