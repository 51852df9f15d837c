"""The part of a board where it was fought, as a close-up: a phone shows the whole map too small."""

from ..geometry.plane import Point
from .scene import Detail, Mark, Scene, Spot

_STROKES = ("attack", "attack-failed", "charge", "charge-short", "melee", "blow", "blow-wide", "removed", "fallen")
_SHOTS = ("shot-hit", "shot-miss", "fire-hit", "fire-miss", "indirect", "scatter", "gunfire", "shot", "shot-wide")
FOUGHT = frozenset((*_STROKES, *_SHOTS, "remark"))
"""Kinds of marks that show a fight; where units only moved, the whole map says more."""
AROUND = 2.0
"""Board units shown around the fight."""
LEAST, MOST = 1 / 3, 0.45
"""The part of each side of the board that a close-up shows at least, and of its area that it shows at most."""
NARROWEST = 0.7
"""The shorter side of a close-up in its longer side, at least."""


def close_ups(scene: Scene) -> tuple[Detail, ...]:
    """Those of the rules, else one of the fighting, unless it covers most of the board or the board is a few areas."""
    points = [point for mark in scene.marks if mark.kind in FOUGHT for point in _points(mark)]
    if scene.details or scene.area_pieces or not points:
        return scene.details
    xs, ys = [x for x, _ in points], [y for _, y in points]
    spread = max(xs) - min(xs) + 2 * AROUND, max(ys) - min(ys) + 2 * AROUND
    least = max(spread) * NARROWEST
    width, height = (min(max(wide, least, side * LEAST), side) for wide, side in zip(spread, scene.size, strict=True))
    if width * height > MOST * scene.size[0] * scene.size[1]:
        return ()
    at = (
        _inside((min(xs) + max(xs)) / 2, width, scene.size[0]),
        _inside((min(ys) + max(ys)) / 2, height, scene.size[1]),
    )
    return (Detail("Where it was fought", at, (width, height), f"The fight from nearby. {scene.alt}"),)


def _points(mark: Mark) -> tuple[Point, ...]:
    return (mark.at,) if isinstance(mark, Spot) else mark.points


def _inside(middle: float, width: float, side: float) -> float:
    """The middle of a part of that width, moved so that the part is on the board."""
    return min(max(middle, width / 2), side - width / 2)
