"""Hexes and lines of sight calculated independently, as the rulebook defines them (MW 2.1, 2.4, 7.8)."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from engine.systems.miniwars.state.position import State

Point = tuple[int, int]
ODD = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
EVEN = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


def neighbours(at: str) -> list[str]:
    column, row = _place(at)
    return [f"{column + x:02}{row + y:02}" for x, y in (ODD if column % 2 else EVEN)]


def across(a: str, b: str) -> str:
    return "/".join(sorted((a, b)))


def within(a: str, most: int) -> dict[str, int]:
    """Every hex so near, on any board, with its distance: rings of neighbours."""
    found, ring = {a: 0}, [a]
    for steps in range(1, most + 1):
        ring = list(
            dict.fromkeys(near for at in ring for near in neighbours(at) if near not in found and len(near) == 4)
        )
        found |= dict.fromkeys(ring, steps)
    return found


@cache
def distance(a: str, b: str) -> int:
    return next(found[b] for most in (1, 2, 4, 8, 16, 32, 64) if b in (found := within(a, most)))


def _place(at: str) -> Point:
    return int(at[:2]), int(at[2:])


def centre(at: str) -> Point:
    column, row = _place(at)
    return 3 * column, 2 * row + (column % 2 == 0)


def corners(at: str) -> list[Point]:
    """In order around the hex."""
    x, y = centre(at)
    return [(x + 2, y), (x + 1, y + 1), (x - 1, y + 1), (x - 2, y), (x - 1, y - 1), (x + 1, y - 1)]


def turn(a: Point, b: Point, c: Point) -> int:
    """Which side of the line a-b the point c is on: its sign."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def touches(a: str, b: str, at: str) -> bool:
    """MW 7.8: not if all corners are strictly on one side of the line, or both its ends outside one hexside."""
    ends, around = (centre(a), centre(b)), corners(at)
    sides = [turn(*ends, corner) for corner in around]
    if min(sides) > 0 or max(sides) < 0:
        return False
    inward = [(around[i - 1], around[i], turn(around[i - 1], around[i], centre(at))) for i in range(6)]
    return not any(all(turn(p, q, end) * within < 0 for end in ends) for p, q, within in inward)


def meets(a: str, b: str, one: str, other: str) -> bool:
    """Whether the line and the hexside between two neighbours have a point in common."""
    p, q = (corner for corner in corners(one) if corner in corners(other))
    a_, b_ = centre(a), centre(b)
    if turn(a_, b_, p) == turn(a_, b_, q) == 0:
        return any(_between(end, p, q) for end in (a_, b_)) or any(_between(end, a_, b_) for end in (p, q))
    return turn(a_, b_, p) * turn(a_, b_, q) <= 0 and turn(p, q, a_) * turn(p, q, b_) <= 0


def _between(point: Point, one: Point, other: Point) -> bool:
    return all(min(one[i], other[i]) <= point[i] <= max(one[i], other[i]) for i in (0, 1))


def _around(a: str, b: str) -> Iterator[str]:
    """The hexes that the line could touch."""
    columns, rows = [sorted(int(at[cut]) for at in (a, b)) for cut in (slice(2), slice(2, 4))]
    for column, row in product(range(columns[0] - 1, columns[1] + 2), range(rows[0] - 1, rows[1] + 2)):
        yield f"{column:02}{row:02}"


@cache
def touched(a: str, b: str) -> frozenset[str]:
    return frozenset(at for at in _around(a, b) if at not in (a, b) and touches(a, b, at))


def open_ground(state: State, a: str, b: str) -> bool:
    """MW 7.2, 7.5, 7.6: what the map alone has to say."""
    cells, top = state.board.cells, max(state.board.cells[at].level for at in (a, b))
    between = [cells[at] for at in sorted(touched(a, b)) if at in cells]
    if any(cell.terrain in ("forest", "village") or cell.level > top for cell in between):
        return False
    hedges = [side.split("/") for side, features in state.board.edges.items() if "hedgerow" in features]
    return not any(meets(a, b, *hedge) for hedge in hedges)


def open_line(state: State, a: str, b: str) -> bool:
    """MW 7: whether a unit in a can shoot at one in b."""
    if state.board.cells[b].terrain in ("forest", "village"):
        return False
    return open_ground(state, a, b) and not any(
        unit.at in touched(a, b) for unit in state.units.values() if not unit.gone
    )
