"""Colours and measures by role: one tint and one pattern for each terrain, a palette that colour-blind eyes can tell
apart.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

INK = "#20201e"
PAPER = "#fbf8f0"
GRID = "#8d8670"
NUMBER = "#4a463b"
CONTOUR = "#8a4b12"
ROAD = ("#6b4a2a", "#d8b88a")
"""Casing and surface."""
RIVER = ("#123f73", "#2f7fd0")
BRIDGE = ("#111111", "#d8b88a")
HEDGE = ("#16300f", "#2f5a1e")
STONE = ("#3c3a36", "#c9c4b8")
"""A wall and the ground between its faces."""
EARTH = "#6b3d12"
TRAIL = "#5b3d1f"
SHADOW = "#20201e66"
RING = ("#111111", "#ffd400")
"""Outline and body of the ring around a piece that changed."""
SHOT = "#111111"
BLOOD = "#b00020"
GOOD = "#00695c"


class Terrain(NamedTuple):
    """``tint`` fills the place, ``ink`` draws its ``pattern`` (patterns.py)."""

    tint: str
    ink: str
    pattern: str


TERRAIN: Mapping[str, Terrain] = {
    "plain": Terrain("#f4eed8", "#f4eed8", "blank"),
    "forest": Terrain("#a6cc71", "#2c5a21", "trees"),
    "rough": Terrain("#d8c597", "#6d4c1f", "crags"),
    "marsh": Terrain("#d0e2e3", "#2b6a6e", "tufts"),
    "lake": Terrain("#7bc8e9", "#174a86", "waves"),
    "village": Terrain("#e3b0a9", "#7a2f22", "houses"),
    "field": Terrain("#f9df6e", "#8a6410", "furrows"),
    "woods": Terrain("#b2eea6", "#2c6a34", "grove"),
    "hill": Terrain("#c1b98a", "#5c3a10", "hachures"),
}
ALIKE: Mapping[str, str] = {"clear": "plain", "town": "village", "pond": "lake"}
"""Other words for the same looks."""
NEUTRAL = Terrain("#e9e5dc", "#4a463b", "blank")
"""Terrain without a style of its own: plain, with its letter."""


def terrain_look(word: str) -> Terrain:
    """How a terrain looks, whatever word it goes by."""
    return TERRAIN.get(ALIKE.get(word, word), NEUTRAL)


EXACT = tuple(
    dict.fromkeys(
        [
            INK,
            PAPER,
            GRID,
            NUMBER,
            CONTOUR,
            *ROAD,
            *RIVER,
            *BRIDGE,
            *HEDGE,
            *RING,
            SHOT,
            BLOOD,
            GOOD,
            "#ffffff",
            *(colour for terrain in TERRAIN.values() for colour in (terrain.tint, terrain.ink)),
        ]
    )
)
"""Colours that every picture's palette holds as they are."""


@lru_cache(maxsize=1024)
def mix(one: str, other: str, share: float) -> str:
    """``share`` of the other colour in the one: 0 leaves it as it is."""
    a, b = rgb(one), rgb(other)
    return "#" + "".join(f"{round(p + (q - p) * share):02x}" for p, q in zip(a, b, strict=True))


class Shades(NamedTuple):
    """The colours a side's things are drawn in: a piece, its letters, their halo, the halo on a hatched piece, a ghost,
    an arrow.
    """

    face: str
    text: str
    halo: str
    hatched: str
    ghost: str
    arrow: str


@lru_cache(maxsize=256)
def shades(colour: str) -> Shades:
    text = text_colour_on(colour)
    away = "#000000" if text == "#ffffff" else "#ffffff"
    return Shades(
        colour,
        text,
        mix(colour, away, 0.4),
        mix(colour, away, 0.2),
        mix(colour, PAPER, 0.55),
        mix(colour, "#000000", 0.18),
    )


DEEP, PALE = 0.2, 0.6
"""Luminance of the faces of pieces: of every first side's at most, of every second side's at least."""


@lru_cache(maxsize=256)
def face(side: int, colour: str) -> str:
    """What the pieces of a side are filled with: dark or light by turns, so that sides differ in grey too."""
    share = next(n / 50 for n in range(51) if _bright_enough(side, mix(colour, _toward(side), n / 50)))
    return mix(colour, _toward(side), max(share, 0.72) if side % 2 else share)


def _toward(side: int) -> str:
    return "#ffffff" if side % 2 else "#000000"


def _bright_enough(side: int, colour: str) -> bool:
    return luminance(colour) >= PALE if side % 2 else luminance(colour) <= DEEP


def rgb(colour: str) -> tuple[int, int, int]:
    """``#0072b2`` or ``#07b`` as three numbers; ValueError for anything else."""
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * d for d in digits)
    if len(digits) != 6:
        raise ValueError(f"{colour!r} is not a colour such as #0072b2")
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def luminance(colour: str) -> float:
    """Relative luminance from 0 to 1 (WCAG 2)."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (n / 255 for n in rgb(colour))]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio from 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def text_colour_on(colour: str) -> str:
    """Black or white, whichever reads better on this colour."""
    return max("#ffffff", "#000000", key=lambda text: contrast(text, colour))
