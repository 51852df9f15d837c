"""Positions of the plates with results: on their line, without overlap, off the pieces if there is room."""

from collections.abc import Sequence
from math import dist
from typing import NamedTuple

from maps.geometry.plane import Point

SHARES = (0.5, 0.38, 0.62, 0.28, 0.72, 0.18, 0.82)
"""How far along its line a plate may be, the best first."""
BELOW = 0.84
"""How far below the middle of a hex a plate is when the fire stays in the hex."""
LETTER, HIGH = 0.088, 0.42
"""Half the width of a letter, and the height of a plate, in hex sides."""


class Plate(NamedTuple):
    text: str
    at: Point


def place_labels(text: str, start: Point, end: Point, plates: Sequence[Plate], standing: Sequence[Point]) -> Plate:
    """The plate of a line from start to end, clear of earlier plates and of the pieces on the map."""
    if start == end:
        places = [(start[0], start[1] + BELOW + row * HIGH) for row in range(4)]
    else:
        places = [(start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share) for share in SHARES]
    best = min(
        range(len(places)), key=lambda nth: (_overlaps(text, places[nth], plates), _hides(places[nth], standing), nth)
    )
    return Plate(text, places[best])


def _overlaps(text: str, at: Point, plates: Sequence[Plate]) -> int:
    return sum(
        abs(at[0] - other.at[0]) < LETTER * (len(text) + len(other.text)) + 0.2 and abs(at[1] - other.at[1]) < HIGH
        for other in plates
    )


def _hides(at: Point, standing: Sequence[Point]) -> int:
    return sum(dist(at, other) < 0.65 for other in standing)
