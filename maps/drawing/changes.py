"""What differs between two pictures of the same ground: the things that came, went or lie in another order, and the
squares of the picture that they touch.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""
CELL = 20
"""Pixels of a side of the squares that are drawn again: smaller ones make more boxes, larger ones more pixels."""


def changed_boxes(before: Mapping[int, Box], now: Mapping[int, Box]) -> Iterator[Box]:
    """The boxes of all that is different; both list the things in drawing order by their numbers."""
    same = _same_order(before, now)
    for things in (before, now):
        yield from (box for number, box in things.items() if number not in same)


def _same_order(before: Mapping[int, Box], now: Mapping[int, Box]) -> set[int]:
    """The things of both, without the fewest that lie in another order."""
    places = {number: place for place, number in enumerate(before)}
    both = [number for number in now if number in places]
    return {both[nth] for nth in _longest_rise([places[number] for number in both])}


def _longest_rise(numbers: Sequence[int]) -> Iterator[int]:
    """Indexes of a longest rising part of different numbers, the last one first (patience sorting)."""
    lowest_ends: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for nth, number in enumerate(numbers):
        length = bisect_left(lowest_ends, number)
        before.append(ends[length - 1] if length else -1)
        lowest_ends[length : length + 1] = [number]
        ends[length : length + 1] = [nth]
    at = ends[-1] if ends else -1
    while at >= 0:
        yield at
        at = before[at]


class Cells:
    """Squares of a picture: a bit for each in a number for each row of them."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self._rows = [0] * -(-size[1] // CELL)

    def add(self, box: Box) -> None:
        """All squares that the box touches; outside the picture there are none."""
        left, top, right, bottom = max(0, box[0]), max(0, box[1]), min(self.size[0], box[2]), min(self.size[1], box[3])
        if left < right and top < bottom:
            bits = (1 << -(-right // CELL)) - (1 << left // CELL)
            for row in range(top // CELL, -(-bottom // CELL)):
                self._rows[row] |= bits

    def boxes(self) -> Iterator[Box]:
        """The squares as boxes that do not overlap, as tall as they can be."""
        tops: dict[tuple[int, int], int] = {}
        for row, bits in enumerate((*self._rows, 0)):
            runs = tuple(_runs(bits))
            for run in [run for run in tops if run not in runs]:
                yield self._box(run, tops.pop(run), row)
            for run in runs:
                tops.setdefault(run, row)

    def _box(self, run: tuple[int, int], top: int, bottom: int) -> Box:
        (left, right), (width, height) = run, self.size
        return left * CELL, top * CELL, min(right * CELL, width), min(bottom * CELL, height)


def _runs(bits: int) -> Iterator[tuple[int, int]]:
    """The first and one after the last of each run of bits that are set."""
    while bits:
        first = (bits & -bits).bit_length() - 1
        last = first + (~(bits >> first) & (bits >> first) + 1).bit_length() - 1
        yield first, last
        bits = bits >> last << last
