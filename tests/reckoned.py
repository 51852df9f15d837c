"""The plane of Zone Control reckoned anew in whole numbers and fractions (ZC 1 to 3, 6, 7, 14), to hold the program's against."""
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import ceil, floor, isqrt, sqrt

from engine.systems.zones.state import State, Unit

Spot = tuple[int, int]
Exact = tuple[Fraction, Fraction]
Stretch = tuple[Fraction, Fraction]
TOWARDS = {"south": (0, -1), "north": (0, 1), "west": (-1, 0), "east": (1, 0)}


# lengths
def rounded(length: float) -> int:
    """Hundredths of an inch to whole ones, halves up (ZC 1.1, 1.2)."""
    return floor(length + 0.5 + 0.0001)


def apart(a: Spot, b: Spot) -> int:
    """ZC 1.3, without a root of a fraction: the whole number nearest to the root, halves up."""
    return (isqrt(4 * _square(a, b)) + 1) // 2


def _square(a: Spot, b: Spot) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def overlap(a: Spot, b: Spot, width: int, other: int) -> bool:
    """ZC 1.4, of two diameters in hundredths: the rounded distance decides (ZC 1.2)."""
    return 2 * apart(a, b) < width + other


# units
def base(state: State, unit: Unit) -> int:
    return round(100 * state.types[unit.type].base)


def team(state: State, side: str) -> str:
    return next(known.team for known in state.sides if known.id == side)


def on_table(state: State) -> list[Unit]:
    return [state.units[key] for key in state.roster if state.units[key].where == "table"]


def spots(state: State, but: Iterable[tuple[str, int]] = ()) -> Iterator[tuple[Unit, int, Spot]]:
    """Every model that stands: its unit, number and place."""
    left_out = set(but)
    for unit in on_table(state):
        for model in unit.models:
            if (unit.id, model.number) not in left_out:
                yield unit, model.number, model.at


def groups(width: int, places: Sequence[Spot]) -> int:
    """ZC 3.4: by taking away one chain after another."""
    left, count = set(places), 0
    while left:
        chain = [left.pop()]
        for at in chain:
            linked = {other for other in left if apart(at, other) <= width + 200}
            left -= linked
            chain += linked
        count += 1
    return count


def slots(at: Spot, count: int, form: str, width: int, edge: str) -> list[Spot]:
    """ZC 3.8"""
    across = {"line": count, "block": ceil(sqrt(count)), "column": 1}[form]
    step, (dx, dy) = width + 50, TOWARDS[edge]
    along = (1, 0) if dy else (0, 1)
    return [(at[0] + step * (k % across * along[0] + k // across * dx), at[1] + step * (k % across * along[1] + k // across * dy))
            for k in range(count)]


# ground
@cache
def _polygon(shape: tuple[tuple[float, float], ...]) -> tuple[Exact, ...]:
    return tuple((Fraction(str(x)) * 100, Fraction(str(y)) * 100) for x, y in shape)


def _cross(a: Exact, b: Exact, c: Exact) -> Fraction:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _on_edge(point: Exact, shape: Sequence[Exact]) -> bool:
    for a, b in pairwise((*shape, shape[0])):
        inside = min(a[0], b[0]) <= point[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= point[1] <= max(a[1], b[1])
        if inside and _cross(a, b, point) == 0:
            return True
    return False


def _winds(point: Exact, shape: Sequence[Exact]) -> int:
    turns = 0
    for a, b in pairwise((*shape, shape[0])):
        if a[1] <= point[1] < b[1] and _cross(a, b, point) > 0:
            turns += 1
        elif b[1] <= point[1] < a[1] and _cross(a, b, point) < 0:
            turns -= 1
    return turns


def standing_in(state: State, at: Spot) -> set[str]:
    """The kinds of terrain a centre is in, edges included (ZC 1.6)."""
    point = (Fraction(at[0]), Fraction(at[1]))
    shapes = [(piece.kind, _polygon(piece.shape)) for piece in state.table.pieces if piece.kind in ("sparse", "dense")]
    return {kind for kind, shape in shapes if _on_edge(point, shape) or _winds(point, shape)}


def stretches(a: Spot, b: Spot, shape: tuple[tuple[float, float], ...]) -> list[Stretch]:
    """ZC 1.7, those too short to count left out."""
    corners, start, end = _polygon(shape), (Fraction(a[0]), Fraction(a[1])), (Fraction(b[0]), Fraction(b[1]))
    if a == b or _far(start, end, corners):
        return []
    cuts = sorted({Fraction(0), Fraction(1), *(t for c, d in pairwise((*corners, corners[0])) for t in _meets(start, end, c, d))})
    found = list[Stretch]()
    for t, u in pairwise(cuts):
        middle = _at(start, end, (t + u) / 2)
        if _winds(middle, corners) and not _on_edge(middle, corners):
            found = [*found[:-1], (found[-1][0], u)] if found and found[-1][1] == t else [*found, (t, u)]
    return [(t, u) for t, u in found if rounded(float(u - t) * sqrt(_square(a, b))) > 0]


def _far(a: Exact, b: Exact, corners: Sequence[Exact]) -> bool:
    return any(max(a[i], b[i]) < min(c[i] for c in corners) or min(a[i], b[i]) > max(c[i] for c in corners) for i in (0, 1))


def _at(a: Exact, b: Exact, t: Fraction) -> Exact:
    return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])


def _meets(a: Exact, b: Exact, c: Exact, d: Exact) -> Iterator[Fraction]:
    """Where on a segment it meets an edge."""
    way, edge, off = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1]), (c[0] - a[0], c[1] - a[1])
    turn = way[0] * edge[1] - way[1] * edge[0]
    if turn:
        t = (off[0] * edge[1] - off[1] * edge[0]) / turn
        u = (off[0] * way[1] - off[1] * way[0]) / turn
        if 0 <= t <= 1 and 0 <= u <= 1:
            yield t
    elif _cross(a, b, c) == 0:
        square = way[0] ** 2 + way[1] ** 2
        for point in (c, d):
            t = ((point[0] - a[0]) * way[0] + (point[1] - a[1]) * way[1]) / square
            if 0 <= t <= 1:
                yield t


def ground(state: State, a: Spot, b: Spot) -> dict[str, list[Stretch]]:
    """The stretches of a line by kind of terrain."""
    found = dict[str, list[Stretch]](sparse=[], dense=[])
    for piece in state.table.pieces:
        if piece.kind in found:
            found[piece.kind] += stretches(a, b, piece.shape)
    return found


SLOW = {"sparse": 0.5, "dense": 1.0}


def cost(state: State, kind: str, way: Sequence[Spot]) -> int:
    """ZC 6.2"""
    slow = {} if "surefoot" in state.types[kind].traits else SLOW
    return rounded(sum(_paid(state, a, b, slow) for a, b in pairwise(way)))


def _paid(state: State, a: Spot, b: Spot, slow: Mapping[str, float]) -> float:
    met = ground(state, a, b) if slow else {}
    return sqrt(_square(a, b)) * (1 + sum(extra * float(sum((u - t for t, u in met[name]), Fraction(0))) for name, extra in slow.items()))


def barred(a: Spot, b: Spot, foe: Spot, width: int, other: int) -> bool:
    """ZC 6.3: whether a leg comes nearer to an enemy's centre than half the sum of the diameters; where it starts counts too."""
    dx, dy, fx, fy = b[0] - a[0], b[1] - a[1], foe[0] - a[0], foe[1] - a[1]
    square = dx * dx + dy * dy
    share = Fraction(0) if not square else min(Fraction(1), max(Fraction(0), Fraction(dx * fx + dy * fy, square)))
    gap = (fx - share * dx) ** 2 + (fy - share * dy) ** 2
    return 2 * rounded(sqrt(gap)) < width + other


# sight
def sees(state: State, a: Spot, b: Spot) -> tuple[bool, str]:
    """ZC 7.2, 7.3, 7.5: whether, and the cover of the one at ``b``."""
    met, long = ground(state, a, b), sqrt(_square(a, b))
    inches = {kind: rounded(float(sum((u - t for t, u in found), Fraction(0))) * long) for kind, found in met.items()}
    ends = "sparse" in standing_in(state, a) | standing_in(state, b)
    clear = inches["sparse"] <= 600 if ends else inches["sparse"] < 600
    clear = clear and inches["dense"] <= 300 and all(t == 0 or u == 1 for t, u in met["dense"])
    cover = [kind for kind in ("dense", "sparse") if any(t != 0 or u == 1 for t, u in met[kind])]
    return clear, cover[0] if cover else ""


# zones
def zone_of(state: State, at: Spot, width: int) -> str | None:
    """ZC 2.1, 14.1: the zone that a base lies wholly within."""
    column, row = at[0] // 1200, at[1] // 1200
    for c, r in ((column, row), (column - 1, row), (column, row - 1)):
        low = (c * 1200, r * 1200)
        if all(2 * (at[i] - low[i]) >= width and 2 * (low[i] + 1200 - at[i]) >= width for i in (0, 1)):
            return f"Z{c + 1}{r + 1}"
    return None


def control(state: State) -> dict[str, str | None]:
    """ZC 14.1, 14.2"""
    columns, rows = round(state.table.width) // 12, round(state.table.height) // 12
    zones = {(c, r): set[str]() for c in range(1, columns + 1) for r in range(1, rows + 1)}
    for unit, _, at in spots(state):
        if key := zone_of(state, at, base(state, unit)):
            zones[int(key[1]), int(key[2])].add(team(state, unit.side))
    held = {key: next(iter(who)) if len(who) == 1 else "contested" if who else None for key, who in zones.items()}
    full = dict(held)
    for (c, r), who in held.items():
        around = {held[key] for key in ((c - 1, r), (c + 1, r), (c, r - 1), (c, r + 1)) if key in held}
        if who is None and len(around) == 1 and around <= {side.team for side in state.sides}:
            full[c, r] = next(iter(around))
    return {f"Z{c}{r}": who for (c, r), who in full.items()}


def score(state: State, zones: Mapping[str, str | None]) -> dict[str, int]:
    """ZC 14.3, 14.4"""
    worth = {objective.zone: objective.value for objective in state.setup.objectives}
    return {team: sum(worth.get(zone, 1) for zone, who in zones.items() if who == team) for team in {s.team: 0 for s in state.sides}}


# going back
def to_edge(state: State, side: str, at: Spot) -> int:
    """Straight to the side's own edge."""
    dx, dy = TOWARDS[next(known.edge for known in state.sides if known.id == side)]
    width, height = round(100 * state.table.width), round(100 * state.table.height)
    return at[0] if dx < 0 else width - at[0] if dx > 0 else at[1] if dy < 0 else height - at[1]


def going_back(state: State, unit: Unit, allowance: int, slow: Mapping[str, float]) -> dict[int, tuple[Spot, Spot]]:
    """ZC 6.12: from where to where each model goes, in the order in which they go; step by step from the farthest."""
    (dx, dy), width = TOWARDS[next(side.edge for side in state.sides if side.id == unit.side)], base(state, unit)
    places = {(other.id, number): (at, base(state, other)) for other, number, at in spots(state)}
    found = dict[int, tuple[Spot, Spot]]()
    for model in sorted(unit.models, key=lambda model: (to_edge(state, unit.side, model.at), model.number)):
        (x, y), free = model.at, to_edge(state, unit.side, model.at) - width / 2
        met = ground(state, model.at, (x + dx * allowance, y + dy * allowance)) if slow else {}
        others = [place for key, place in places.items() if key != (unit.id, model.number)]
        found[model.number] = model.at, model.at
        for d in range(allowance, 0, -1):
            end = (x + dx * d, y + dy * d)
            if d <= free and d + _within(met, slow, allowance, d) <= allowance and not any(
                    overlap(end, at, width, wide) for at, wide in others):
                found[model.number], places[unit.id, model.number] = (model.at, end), (end, width)
                break
    return found


def _within(met: Mapping[str, Sequence[Stretch]], slow: Mapping[str, float], whole: int, far: int) -> float:
    """What the ground on the first part of a straight way adds to its cost; half a hundredth more goes by rounding."""
    parts = [(slow[kind], min(float(u) * whole, far) - float(t) * whole) for kind, found in met.items() for t, u in found]
    return max(0.0, sum(extra * long for extra, long in parts if rounded(long) > 0) - 0.4999)
