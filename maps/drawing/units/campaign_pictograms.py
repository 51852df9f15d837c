"""Silhouettes of the branches of a whole war: ships from the side, a rifleman, a flak gun, a works with chimneys, a
capital's star.
"""

from collections.abc import Callable, Mapping
from math import cos, pi, sin

from ..canvas.pen import Pen

Painter = Callable[[Pen, str, str], None]


def rifleman(pen: Pen, ink: str, under: str) -> None:
    """A helmet over shoulders, the rifle slung across the back."""
    pen.line([(0.2, 0.28), (-0.26, -0.3)], ink, 0.07, "flat")
    pen.polygon([(-0.23, 0.3), (-0.2, 0.1), (-0.1, 0.02), (0.1, 0.02), (0.2, 0.1), (0.23, 0.3)], ink)
    pen.disc((0, -0.1), 0.14, ink)
    pen.rounded_box((-0.21, -0.125), (0.42, 0.075), ink, 0.03)
    pen.line([(-0.11, -0.02), (0.11, -0.02)], under, 0.03, "flat")


def transport(pen: Pen, ink: str, under: str) -> None:
    """A freighter: deckhouse aft, derrick, high sides."""
    pen.polygon([(-0.5, -0.02), (0.5, -0.06), (0.4, 0.28), (-0.42, 0.28)], ink)
    pen.rounded_box((-0.4, -0.2), (0.26, 0.2), ink)
    pen.rounded_box((-0.32, -0.32), (0.12, 0.14), ink)
    pen.line([(0.16, 0.0), (0.16, -0.32)], ink, 0.06, "flat")
    pen.line([(0.16, -0.3), (0.4, -0.08)], ink, 0.045, "flat")
    pen.line([(0.16, -0.3), (-0.06, -0.08)], ink, 0.045, "flat")
    pen.line([(-0.4, 0.11), (0.42, 0.11)], under, 0.04, "flat")


def submarine(pen: Pen, ink: str, under: str) -> None:
    """A cigar with a tower, awash."""
    pen.rounded_box((-0.52, 0.0), (1.04, 0.2), ink, 0.1)
    pen.polygon([(-0.16, 0.04), (-0.12, -0.17), (0.14, -0.17), (0.18, 0.04)], ink)
    pen.line([(0.0, -0.15), (0.0, -0.32), (0.1, -0.32)], ink, 0.05, "flat")
    pen.polygon([(-0.54, -0.06), (-0.4, 0.08), (-0.4, 0.14), (-0.54, 0.28)], ink)


def carrier(pen: Pen, ink: str, under: str) -> None:
    """A long flat deck, and its island."""
    pen.rounded_box((-0.56, -0.06), (1.12, 0.1), ink)
    pen.polygon([(-0.46, 0.02), (0.5, 0.02), (0.36, 0.28), (-0.38, 0.28)], ink)
    pen.rounded_box((0.06, -0.26), (0.22, 0.22), ink)
    pen.line([(0.14, -0.2), (0.14, -0.34)], ink, 0.05, "flat")
    pen.line([(-0.44, 0.09), (0.44, 0.09)], under, 0.035, "flat")


def battleship(pen: Pen, ink: str, under: str) -> None:
    """A low hull, big turrets fore and aft, a tower between."""
    pen.polygon([(-0.56, 0.04), (0.56, 0.0), (0.44, 0.28), (-0.48, 0.28)], ink)
    for x, lean in ((-0.34, -1), (0.24, 1)):
        pen.rounded_box((x - 0.06, -0.1), (0.2, 0.16), ink, 0.03)
        pen.line([(x + 0.04, -0.04), (x + 0.04 + lean * 0.26, -0.14)], ink, 0.055, "flat")
    pen.polygon([(-0.14, 0.06), (-0.1, -0.22), (-0.02, -0.32), (0.06, -0.22), (0.12, 0.06)], ink)
    pen.rounded_box((-0.2, -0.06), (0.09, 0.12), ink)


def flak(pen: Pen, ink: str, under: str) -> None:
    """A gun that points at the sky."""
    pen.line([(-0.1, 0.08), (0.26, -0.32)], ink, 0.09, "flat")
    pen.line([(-0.24, 0.0), (0.1, -0.34)], ink, 0.06, "flat")
    pen.disc((-0.06, 0.06), 0.13, ink)
    for foot in (-0.34, 0.24):
        pen.line([(-0.05, 0.06), (foot, 0.3)], ink, 0.07, "flat")


def works(pen: Pen, ink: str, under: str) -> None:
    """A saw-toothed roof and a chimney."""
    roof = [(-0.4, 0.3), (-0.4, -0.02), (-0.18, -0.16), (-0.18, -0.02), (0.04, -0.16), (0.04, -0.02), (0.14, -0.08)]
    pen.polygon([*roof, (0.17, -0.34), (0.31, -0.34), (0.34, 0.3)], ink)
    for x in (-0.27, -0.05):
        pen.rounded_box((x - 0.05, 0.09), (0.11, 0.1), under)


def star(pen: Pen, ink: str, under: str) -> None:
    """A capital."""
    tips = [(0.34 * (1 if nth % 2 == 0 else 0.42), -pi / 2 + nth * pi / 5) for nth in range(10)]
    pen.polygon([(far * cos(way), far * sin(way)) for far, way in tips], ink)


BRANCHES: Mapping[str, Painter] = {
    "rifleman": rifleman,
    "transport": transport,
    "submarine": submarine,
    "carrier": carrier,
    "battleship": battleship,
    "aa": flak,
    "complex": works,
    "capital": star,
}
"""By the words of a unit's type."""
