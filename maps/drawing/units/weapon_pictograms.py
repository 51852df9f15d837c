"""Silhouettes of what soldiers serve or carry: machine guns, mortars, antitank weapons, guns on wheels."""

from ..canvas.pen import Pen
from .vehicle_pictograms import wheel


def weapon(pen: Pen, ink: str, under: str) -> None:
    """A machine gun on its tripod."""
    pen.line([(-0.42, -0.08), (0.46, -0.14)], ink, 0.07, "flat")
    pen.rounded_box((-0.32, -0.2), (0.36, 0.2), ink, 0.03)
    for foot in (-0.3, -0.02, 0.24):
        pen.line([(-0.06, -0.06), (foot, 0.29)], ink, 0.05, "flat")


def mortar(pen: Pen, ink: str, under: str) -> None:
    pen.line([(-0.24, 0.22), (0.12, -0.28)], ink, 0.14, "flat")
    pen.line([(0.02, -0.1), (0.26, 0.26)], ink, 0.05, "flat")
    pen.rounded_box((-0.42, 0.2), (0.38, 0.08), ink)
    pen.disc((0.3, -0.2), 0.075, ink)


def gun(pen: Pen, ink: str, under: str) -> None:
    """A gun on wheels."""
    pen.line([(-0.06, -0.06), (0.48, -0.2)], ink, 0.08, "flat")
    pen.line([(-0.04, 0.02), (-0.46, 0.26)], ink, 0.07, "flat")
    pen.polygon([(0.03, -0.27), (0.12, -0.29), (0.16, 0.14), (0.07, 0.14)], ink)
    wheel(pen, (-0.02, 0.12), 0.18, ink, under)


def light_machine_gun(pen: Pen, ink: str, under: str) -> None:
    """On a bipod, with its magazine on top and a man lying behind it."""
    pen.disc((-0.28, -0.1), 0.115, ink)
    pen.rounded_box((-0.45, -0.125), (0.34, 0.06), ink, 0.03)
    pen.polygon([(-0.48, 0.26), (-0.38, 0.0), (-0.16, 0.04), (-0.08, 0.26)], ink)
    pen.line([(-0.2, 0.02), (0.48, 0.02)], ink, 0.07, "flat")
    pen.rounded_box((0.02, -0.2), (0.1, 0.2), ink, 0.02)
    for foot in (0.22, 0.42):
        pen.line([(0.32, 0.02), (foot, 0.26)], ink, 0.05, "flat")


def antitank_launcher(pen: Pen, ink: str, under: str) -> None:
    """A tube on a shoulder, its charge in front."""
    pen.disc((-0.1, 0.02), 0.115, ink)
    pen.polygon([(-0.32, 0.32), (-0.28, 0.16), (-0.18, 0.1), (0.0, 0.1), (0.1, 0.16), (0.14, 0.32)], ink)
    pen.line([(-0.48, -0.16), (0.26, -0.16)], ink, 0.13, "flat")
    pen.line([(-0.42, -0.16), (0.14, -0.16)], under, 0.03, "flat")
    pen.polygon([(0.26, -0.27), (0.38, -0.24), (0.5, -0.16), (0.38, -0.08), (0.26, -0.05)], ink)
    pen.line([(0.06, -0.12), (0.06, 0.06)], ink, 0.05, "flat")


def antitank_rifle(pen: Pen, ink: str, under: str) -> None:
    """A very long barrel with a muzzle brake, its bipod far in front."""
    pen.line([(-0.3, 0.0), (0.48, -0.16)], ink, 0.055, "flat")
    pen.line([(0.37, -0.22), (0.4, -0.06)], ink, 0.06, "flat")
    pen.line([(0.45, -0.24), (0.48, -0.08)], ink, 0.05, "flat")
    pen.polygon([(-0.5, 0.02), (-0.46, 0.16), (-0.16, 0.03), (-0.2, -0.07)], ink)
    for foot in (0.06, 0.3):
        pen.line([(0.16, -0.08), (foot, 0.28)], ink, 0.05, "flat")


def antitank_gun(pen: Pen, ink: str, under: str) -> None:
    """Low behind a large shield, with a long level barrel and its muzzle brake."""
    pen.line([(0.0, -0.04), (0.44, -0.04)], ink, 0.07, "flat")
    pen.rounded_box((0.4, -0.1), (0.1, 0.12), ink, 0.02)
    pen.polygon([(-0.12, -0.26), (-0.02, -0.26), (0.08, 0.16), (-0.02, 0.16)], ink)
    pen.line([(-0.06, 0.1), (-0.5, 0.28)], ink, 0.06, "flat")
    wheel(pen, (0.0, 0.16), 0.14, ink, under)


def anti_aircraft_gun(pen: Pen, ink: str, under: str) -> None:
    """A barrel that points at the sky, on a cross of feet."""
    pen.line([(-0.14, 0.08), (0.26, -0.32)], ink, 0.09, "flat")
    pen.disc((-0.08, 0.02), 0.12, ink)
    pen.disc((-0.08, 0.02), 0.045, under)
    pen.polygon([(-0.14, 0.08), (-0.02, 0.08), (0.04, 0.24), (-0.2, 0.24)], ink)
    pen.line([(-0.44, 0.26), (0.3, 0.26)], ink, 0.07, "flat")
