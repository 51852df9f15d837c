"""Puts labels on a table one after the other; one around which nothing has changed since the last picture stays where
it is, without another look.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import NamedTuple

from ...geometry.plane import Point
from ...scene.tabletop_units import HeldZone
from ..units.unit_plates import UnitPlate
from .taken_space import Square, TakenBox, TakenSpace, covered_area, squares

Window = tuple[float, float, float, float]
"""Left, top, right, bottom in board units."""
Choices = Iterator[tuple[Point, float]]
"""Places for a label, each with what speaks against it; from one to the next that never falls."""
Key = tuple[str, str | int]
"""What a thing or a label is known by from picture to picture."""


class TrailText(NamedTuple):
    """The text of a trail."""

    text: str


LabelContent = str | TrailText | HeldZone | UnitPlate


class PlacedLabel(NamedTuple):
    """A label, and the point of the board it is centred on."""

    what: LabelContent
    at: Point


class Label(NamedTuple):
    """What is to be placed: ``subject`` is all that its choices depend on, ``half`` half of what it measures,
    ``others`` what it should not cover besides, ``most`` how much it may cover, or it is left out, ``weight`` how much
    it matters that no later one covers it.
    """

    subject: Hashable
    what: LabelContent
    half: Point
    choices: Callable[[], Choices]
    others: tuple[TakenBox, ...] = ()
    most: float = inf
    weight: float = 100.0


WantedLabel = tuple[Key, Label]


class Placed(NamedTuple):
    """What a label takes, unless it was left out, and the squares that were looked at for it."""

    label: Label
    box: TakenBox | None
    squares: frozenset[Square]


class Placement(NamedTuple):
    """What was on the table before all labels, and these in the order in which they were placed."""

    things: Mapping[Key, tuple[TakenBox, ...]]
    labels: Mapping[Key, Placed]


def place(
    things: Mapping[Key, tuple[TakenBox, ...]], wanted: Sequence[WantedLabel], window: Window, before: Placement | None
) -> Placement:
    """Every label over no thing and no label before it if possible: the same whatever was placed ``before``."""
    if before is None or not _same_order(before, things, [key for key, _ in wanted]):
        before = Placement({}, {})
    taken, found = TakenSpace(box for boxes in things.values() for box in boxes), dict[Key, Placed]()
    changed = set(_changed_squares(before, things, {key for key, _ in wanted}))
    for key, label in wanted:
        placed = before.labels.get(key)
        if placed is None or placed.label.subject != label.subject or not changed.isdisjoint(placed.squares):
            old, placed = placed, _placed(label, taken, window)
            if old is None or old.box != placed.box:
                changed.update(square for one in (old, placed) if one and one.box for square in _squares_of(one.box))
        found[key] = placed
        if placed.box:
            taken.add(placed.box)
    return Placement(things, found)


def _same_order(before: Placement, things: Iterable[Key], labels: Iterable[Key]) -> bool:
    """Whether what is in both comes in the same order, in which what they cover is added up."""
    for old, new in ((before.things, things), (before.labels, labels)):
        known, now = set(old), set(new)
        if [key for key in old if key in now] != [key for key in new if key in known]:
            return False
    return True


def _changed_squares(
    before: Placement, things: Mapping[Key, tuple[TakenBox, ...]], labels: set[Key]
) -> Iterator[Square]:
    """Those in which things came, went or moved, or labels are no longer wanted."""
    for key in before.things.keys() | things.keys():
        old, new = before.things.get(key, ()), things.get(key, ())
        if old != new:
            yield from (square for box in (*old, *new) for square in _squares_of(box))
    for key, placed in before.labels.items():
        if placed.box and key not in labels:
            yield from _squares_of(placed.box)


def _squares_of(box: TakenBox) -> tuple[Square, ...]:
    return squares(box.at, box.half)


def _placed(label: Label, taken: TakenSpace, window: Window) -> Placed:
    """The label where it hides least."""
    seen: set[Square] = set()

    def cover(at: Point) -> float:
        seen.update(squares(at, label.half))
        return covered_area(at, label.half, [*taken.near(at, label.half), *label.others])

    best = _best_choice(label.choices(), label.half, cover, window)
    shown = label.most == inf or cover(best) <= label.most
    return Placed(label, TakenBox(best, label.half, label.weight) if shown else None, frozenset(seen))


def _best_choice(choices: Choices, half: Point, cover: Callable[[Point], float], window: Window) -> Point:
    """The choice that hides least; of those alike the one with less against it, then the first, against which there is
    nothing.
    """
    best, _ = next(choices)
    least = 5 * _distance_outside(best, half, window) + cover(best)
    if not least:
        return best
    for at, against in choices:
        if against >= least:
            break
        cost = against + 5 * _distance_outside(at, half, window)
        if cost < least and (cost := cost + cover(at)) < least:
            best, least = at, cost
    return best


def _distance_outside(at: Point, half: Point, window: Window) -> float:
    (x, y), (across, along), (left, top, right, bottom) = at, half, window
    return max(0.0, left - x + across, x + across - right) + max(0.0, top - y + along, y + along - bottom)
