"""What a piece is, as a small silhouette: soldiers, guns, vehicles by how they run, aircraft from above, works in the
ground.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import cos, pi, sin

from ...geometry.plane import Point
from ..canvas.pen import Pen
from .campaign_pictograms import BRANCHES

Painter = Callable[[Pen, str, str], None]
"""Pen with its origin in the middle of a room 1 wide and 0.6 high; ink, and the colour that lies under it."""


def draw_pictogram(pen: Pen, word: str, ink: str, under: str) -> None:
    """The silhouette of a class or type of unit; of a word nobody knows its first letters."""
    known = PICTOGRAMS.get(word)
    if known:
        known(pen, ink, under)
    elif word:
        pen.text((0, 0), word[:2].upper(), 0.5, ink, weight="-Bold")


def _mirrored(points: Sequence[Point]) -> list[Point]:
    """Half an outline from top to bottom made whole."""
    return [*points, *((-x, y) for x, y in reversed(points))]


def _man(pen: Pen, x: float, ink: str, under: str) -> None:
    """A helmet over shoulders."""
    pen.polygon(
        [(x - 0.21, 0.3), (x - 0.18, 0.1), (x - 0.09, 0.02), (x + 0.09, 0.02), (x + 0.18, 0.1), (x + 0.21, 0.3)], ink
    )
    pen.disc((x, -0.1), 0.125, ink)
    pen.rounded_box((x - 0.19, -0.125), (0.38, 0.065), ink, 0.03)
    pen.line([(x - 0.1, -0.03), (x + 0.1, -0.03)], under, 0.025, "flat")


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
    _wheel(pen, (-0.02, 0.12), 0.18, ink, under)


def rider(pen: Pen, ink: str, under: str) -> None:
    """A horse's head."""
    head = [(0.02, -0.3), (0.08, -0.2), (0.3, -0.02), (0.3, 0.1), (0.18, 0.12), (0.06, 0.06)]
    pen.polygon([(-0.2, 0.3), (-0.16, 0.02), (-0.04, -0.2), *head, (0.1, 0.3)], ink)
    pen.disc((0.08, -0.08), 0.025, under)


def cycle(pen: Pen, ink: str, under: str) -> None:
    for x in (-0.26, 0.26):
        _wheel(pen, (x, 0.12), 0.17, ink, under)
    pen.line([(-0.26, 0.12), (-0.1, -0.08), (0.16, -0.08), (0.26, 0.12)], ink, 0.05, "flat")
    pen.line([(0.06, -0.24), (0.18, -0.22), (0.17, -0.06)], ink, 0.05, "flat")
    pen.line([(-0.2, -0.12), (-0.02, -0.12)], ink, 0.06, "flat")


def motorcycle(pen: Pen, ink: str, under: str) -> None:
    cycle(pen, ink, under)
    pen.polygon([(-0.14, -0.06), (0.14, -0.08), (0.1, 0.16), (-0.08, 0.16)], ink)


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
    _wheel(pen, (0.3, 0.16), 0.13, ink, under)


def armoured_car(pen: Pen, ink: str, under: str) -> None:
    pen.polygon([(-0.46, 0.08), (-0.36, -0.1), (0.36, -0.1), (0.46, 0.08)], ink)
    pen.polygon([(-0.18, -0.1), (-0.12, -0.25), (0.1, -0.25), (0.16, -0.1)], ink)
    pen.line([(0.1, -0.18), (0.4, -0.18)], ink, 0.05, "flat")
    for x in (-0.27, 0.27):
        _wheel(pen, (x, 0.14), 0.15, ink, under)


def truck(pen: Pen, ink: str, under: str) -> None:
    pen.rounded_box((-0.46, -0.26), (0.56, 0.36), ink, 0.08)
    pen.polygon([(0.12, 0.1), (0.12, -0.16), (0.26, -0.16), (0.32, -0.02), (0.46, 0.0), (0.46, 0.1)], ink)
    for x in (-0.28, 0.3):
        _wheel(pen, (x, 0.14), 0.13, ink, under)


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
        _wheel(pen, (x, 0.14), 0.13, ink, under)


def fighter(pen: Pen, ink: str, under: str) -> None:
    """Seen from above, flying upwards."""
    _plane(pen, ink, 0.5, 0.16)


def bomber(pen: Pen, ink: str, under: str) -> None:
    """Two engines on long wings."""
    _plane(pen, ink, 0.56, 0.13)
    for x in (-0.24, 0.24):
        pen.rounded_box((x - 0.05, -0.2), (0.1, 0.22), ink, 0.04)


def dive_bomber(pen: Pen, ink: str, under: str) -> None:
    """Cranked wings, and a bomb beneath."""
    _plane(pen, ink, 0.46, 0.15)
    pen.polygon(_mirrored([(0.24, -0.06), (0.5, -0.2), (0.52, -0.12), (0.3, 0.08)]), ink)
    pen.rounded_box((-0.035, -0.02), (0.07, 0.18), under, 0.03)


def scout(pen: Pen, ink: str, under: str) -> None:
    """Straight high wing."""
    pen.rounded_box((-0.48, -0.16), (0.96, 0.13), ink, 0.05)
    pen.rounded_box((-0.05, -0.28), (0.1, 0.56), ink, 0.05)
    pen.rounded_box((-0.18, 0.2), (0.36, 0.09), ink, 0.04)


def mine(pen: Pen, ink: str, under: str) -> None:
    for nth in range(8):
        way = nth * pi / 4
        pen.line([(0, 0), (0.28 * cos(way), 0.28 * sin(way))], ink, 0.06, "flat")
    pen.disc((0, 0), 0.19, ink)
    pen.disc((-0.06, -0.07), 0.05, under)


def wire(pen: Pen, ink: str, under: str) -> None:
    for x in (-0.33, -0.11, 0.11, 0.33):
        pen.circle((x, 0), 0.19, ink, 0.05)
    pen.line([(-0.5, 0.19), (0.5, 0.19)], ink, 0.04, "flat")


def hedgehog(pen: Pen, ink: str, under: str) -> None:
    for dx, dy in ((0.27, 0.27), (0.27, -0.27), (0.0, 0.3)):
        pen.line([(-dx, -dy), (dx, dy)], ink, 0.09, "flat")


def pillbox(pen: Pen, ink: str, under: str) -> None:
    pen.polygon([(-0.44, 0.28), (-0.36, -0.14), (-0.22, -0.26), (0.22, -0.26), (0.36, -0.14), (0.44, 0.28)], ink)
    pen.rounded_box((-0.22, -0.06), (0.44, 0.1), under, 0.02)


def trench(pen: Pen, ink: str, under: str) -> None:
    edges = (-0.48, -0.3, -0.08, 0.14, 0.36, 0.48)
    line = [(x, -y if nth % 2 else y) for nth, (a, b) in enumerate(pairwise(edges)) for x, y in ((a, 0.12), (b, 0.12))]
    pen.line(line, ink, 0.14)
    pen.line(line, under, 0.04)


def star(pen: Pen, at: Point, radius: float, ink: str) -> None:
    """Five points, one upwards."""
    tips = [(radius * (1 if nth % 2 == 0 else 0.42), -pi / 2 + nth * pi / 5) for nth in range(10)]
    pen.polygon([(at[0] + far * cos(way), at[1] + far * sin(way)) for far, way in tips], ink)


def _wheel(pen: Pen, at: Point, radius: float, ink: str, under: str) -> None:
    pen.disc(at, radius, ink, under, 0.03)
    pen.disc(at, radius * 0.4, under)


def _tracks(pen: Pen, ink: str, under: str) -> None:
    pen.rounded_box((-0.47, 0.02), (0.94, 0.26), ink, 0.12)
    for x in (-0.33, -0.11, 0.11, 0.33):
        pen.disc((x, 0.15), 0.06, under)


def _plane(pen: Pen, ink: str, half: float, deep: float) -> None:
    wing = [(0.06, -0.12), (half, -0.12 + deep * 0.8), (half, -0.05 + deep), (0.06, 0.03 + deep * 0.4)]
    pen.polygon(
        _mirrored([(0.0, -0.32), (0.06, -0.22), *wing, (0.04, 0.18), (0.18, 0.25), (0.18, 0.31), (0, 0.29)]), ink
    )


PICTOGRAMS: Mapping[str, Painter] = {
    "soldier": soldier,
    "infantry": soldier,
    "commander": commander,
    "hero": hero,
    "spotter": spotter,
    "sniper": sniper,
    "crew-weapon": weapon,
    "mortar": mortar,
    "artillery": gun,
    "cavalry": rider,
    "cyclist": cycle,
    "motorcyclist": motorcycle,
    "vehicle": tank,
    "tank": tank,
    "tank-destroyer": destroyer,
    "assault-gun": casemate,
    "tankette": tankette,
    "half-track": half_track,
    "armoured-car": armoured_car,
    "truck": truck,
    "car": car,
    "aircraft": fighter,
    "fighter": fighter,
    "bomber": bomber,
    "dive-bomber": dive_bomber,
    "scout": scout,
    "obstacle": hedgehog,
    "minefield": mine,
    "barbed-wire": wire,
    "tank-obstacle": hedgehog,
    "pillbox": pillbox,
    "entrenchment": trench,
    **BRANCHES,
}
"""By the words of a unit's class and type."""
