"""What does not meet where one board lies beside another: ways, hexsides, water and terrain."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from engine.scenarios.joined_boards import Placed, join
from maps.geometry import hex_points, hexes

OPEN = ("clear", "field")
WATER = ("stream", "river")


def misfits(one: Placed, other: Placed) -> Iterator[str]:
    """Each in a sentence."""
    here, there = ({hexes.name(*place) for place in each.covered()} for each in (one, other))
    yield from _unlike("roads", _steps(one, here, there), _steps(other, here, there))
    for kind in dict.fromkeys((*one.hex["sides"], *other.hex["sides"])):
        yield from _unlike(kind, _sides(one, kind, here, there), _sides(other, kind, here, there))
    yield from _broken_water(one, other, here, there)
    whole = join([one, other])
    ground = {
        hexes.name(column, row): whole["legend"][letter]
        for row, line in enumerate(whole["rows"], 1)
        for column, letter in enumerate(line, 1)
    }
    for at in sorted(here | there):
        across = [near for near in hexes.neighbours(at) if near in (there if at in here else here)]
        if across and ground[at] not in OPEN and all(ground[near] != ground[at] for near in across):
            yield f"{ground[at]} in {at} ends at the border"


def _unlike(what: str, ones: set[str], others: set[str]) -> Iterator[str]:
    if ones != others:
        yield f"{what} cross at {sorted(ones)} for one board and at {sorted(others)} for the other"


def _steps(board: Placed, here: set[str], there: set[str]) -> set[str]:
    """The hexsides between both boards that its roads cross."""
    chains = ([board.moved(at) for at in chain.split()] for chain in board.hex["roads"])
    return {hexes.edge(a, b) for chain in chains for a, b in pairwise(chain) if _crosses(a, b, here, there)}


def _sides(board: Placed, kind: str, here: set[str], there: set[str]) -> set[str]:
    """The hexsides between both boards that have this feature."""
    listed = (side.split("/") for chain in board.hex["sides"].get(kind, ()) for side in chain.split())
    moved = ((board.moved(a), board.moved(b)) for a, b in listed)
    return {hexes.edge(a, b) for a, b in moved if _crosses(a, b, here, there)}


def _crosses(a: str, b: str, here: set[str], there: set[str]) -> bool:
    return (a in here and b in there) or (a in there and b in here)


def _broken_water(one: Placed, other: Placed, here: set[str], there: set[str]) -> Iterator[str]:
    """Ends of water at a corner of the border, where it must go on."""
    whole = join([one, other])
    sides = [side for kind in WATER for chain in whole["sides"].get(kind, ()) for side in chain.split()]
    ends = Counter(corner for side in sides for corner in _corners(side))
    border = {
        corner
        for at in here
        for near in hexes.neighbours(at)
        if near in there
        for corner in _corners(hexes.edge(at, near))
    }
    for corner in sorted(border):
        if ends[corner] == 1:
            yield f"water ends at the corner {corner} of the border"


def _corners(side: str) -> Iterator[tuple[float, float]]:
    return ((round(x, 3), round(y, 3)) for x, y in hex_points.hex_side(side))


def beside(name: str, other: str, boards: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[Placed, Placed]]:
    """Both boards side by side and one below the other, each either way round."""
    for turned in (False, True):
        first = Placed(name, boards[name], 1, 1, turned)
        across, down = first.size
        for also in (False, True):
            yield first, Placed(other, boards[other], across + 1, 1, also)
            yield first, Placed(other, boards[other], 1, down + 1, also)
