"""What a piece is, as a small silhouette: soldiers, guns, vehicles by how they run, aircraft from above, works in the
ground.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import cos, pi, sin

from ...geometry.plane import Point
from ..canvas.pen import Pen
from .campaign_pictograms import BRANCHES
from .soldier_pictograms import commander, cycle, hero, motorcycle, rider, sniper, soldier, spotter
from .vehicle_pictograms import armoured_car, car, casemate, destroyer, half_track, tank, tankette, truck
from .weapon_pictograms import (
    anti_aircraft_gun,
    antitank_gun,
    antitank_launcher,
    antitank_rifle,
    gun,
    light_machine_gun,
    mortar,
    weapon,
)

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
    "machine-gun": weapon,
    "light-machine-gun": light_machine_gun,
    "antitank-launcher": antitank_launcher,
    "antitank-rifle": antitank_rifle,
    "antitank-gun": antitank_gun,
    "anti-aircraft-gun": anti_aircraft_gun,
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
