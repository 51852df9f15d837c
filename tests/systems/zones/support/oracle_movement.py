"""An oracle for movement (ZC 1, 3, 5.5, 6), calculated in fractions and decimals by trying everything."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise
from math import ceil, cos, floor, radians, sin, sqrt
from typing import Any

from engine.contract import Shift
from engine.systems.zones.orders import Ambush, Arrive, EntryOrder, Move, PlaceUnit, Strike
from engine.systems.zones.state.position import State, Unit

Spot = tuple[int, int]
Corners = tuple[tuple[float, float], ...]
COSTS = {"sparse": Fraction(1, 2), "dense": Fraction(1)}


def root(square: Fraction) -> Decimal:
    with localcontext() as context:
        context.prec = 60
        return (Decimal(square.numerator) / Decimal(square.denominator)).sqrt()


def rounded(length: Decimal | Fraction) -> int:
    """ZC 1.2: inches in hundredths."""
    with localcontext() as context:
        context.prec = 60
        exact = Decimal(length.numerator) / Decimal(length.denominator) if isinstance(length, Fraction) else length
        return floor(exact * 100 + Decimal("0.500001"))


def square(a: Spot, b: Spot) -> Fraction:
    """Of the distance in inches."""
    return Fraction((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2, 10000)


@lru_cache(64)
def exact(corners: Corners) -> list[tuple[Fraction, Fraction]]:
    return [(Fraction(str(x)), Fraction(str(y))) for x, y in corners]


# ZC 1.6, 1.7
def on_edge(point: tuple[Fraction, Fraction], corners: Corners) -> bool:
    ring = exact(corners)
    for (px, py), (qx, qy) in zip(ring, ring[1:] + ring[:1], strict=True):
        crossed = (qx - px) * (point[1] - py) - (qy - py) * (point[0] - px)
        if crossed == 0 and min(px, qx) <= point[0] <= max(px, qx) and min(py, qy) <= point[1] <= max(py, qy):
            return True
    return False


def surrounds(point: tuple[Fraction, Fraction], corners: Corners) -> bool:
    """Strictly inside, by how often the outline winds around the point."""
    if on_edge(point, corners):
        return False
    ring, winds = exact(corners), 0
    for (px, py), (qx, qy) in zip(ring, ring[1:] + ring[:1], strict=True):
        left = (qx - px) * (point[1] - py) - (qy - py) * (point[0] - px)
        winds += (py <= point[1] < qy and left > 0) - (qy <= point[1] < py and left < 0)
    return winds != 0


def covers(spot: Spot, corners: Corners) -> bool:
    """ZC 1.6"""
    point = Fraction(spot[0], 100), Fraction(spot[1], 100)
    return on_edge(point, corners) or surrounds(point, corners)


def stretches(a: Spot, b: Spot, corners: Corners) -> list[tuple[Fraction, Fraction]]:
    """ZC 1.7, word by word."""
    if any(
        max(a[i], b[i]) < 100 * min(c[i] for c in corners) or min(a[i], b[i]) > 100 * max(c[i] for c in corners)
        for i in (0, 1)
    ):
        return []
    (ax, ay), (bx, by) = ((Fraction(x, 100), Fraction(y, 100)) for x, y in (a, b))
    marks = sorted({Fraction(0), Fraction(1), *_meetings(ax, ay, bx, by, exact(corners))})
    found = list[tuple[Fraction, Fraction]]()
    for start, end in pairwise(marks):
        middle = (start + end) / 2
        if surrounds((ax + middle * (bx - ax), ay + middle * (by - ay)), corners):
            found = [*found[:-1], (found[-1][0], end)] if found and found[-1][1] == start else [*found, (start, end)]
    return [(start, end) for start, end in found if rounded(root((end - start) ** 2 * square(a, b)))]


def _meetings(
    ax: Fraction, ay: Fraction, bx: Fraction, by: Fraction, ring: list[tuple[Fraction, Fraction]]
) -> Iterator[Fraction]:
    ux, uy = bx - ax, by - ay
    for (px, py), (qx, qy) in zip(ring, ring[1:] + ring[:1], strict=True):
        wx, wy = qx - px, qy - py
        turn = ux * wy - uy * wx
        if turn:
            t, s = ((px - ax) * wy - (py - ay) * wx) / turn, ((px - ax) * uy - (py - ay) * ux) / turn
            yield from [t] if 0 <= t <= 1 and 0 <= s <= 1 else []
        elif (px - ax) * uy == (py - ay) * ux and (ux or uy):
            ends = [((x - ax) * ux + (y - ay) * uy) / (ux * ux + uy * uy) for x, y in ((px, py), (qx, qy))]
            yield from (t for t in ends if 0 <= t <= 1)


# ZC 6.2, 6.3
def price(state: State, unit: Unit, way: Sequence[Spot]) -> int:
    with localcontext() as context:
        context.prec = 60
        total = Decimal(0)
        for a, b in pairwise(way):
            share = Fraction(1)
            if "surefoot" not in state.types[unit.type].traits:
                share += sum(
                    COSTS[piece.kind] * (end - start)
                    for piece in state.table.pieces
                    for start, end in stretches(a, b, piece.shape)
                )
            total += root(square(a, b) * share**2)
        return rounded(total)


def base(state: State, unit: Unit) -> Fraction:
    return Fraction(str(state.types[unit.type].base)) * 100


def too_near(a: Spot, b: Spot, centre: Spot, least: Fraction) -> bool:
    """Whether any point of the leg lies nearer to the centre than that, in hundredths."""
    long = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    t = Fraction((centre[0] - a[0]) * (b[0] - a[0]) + (centre[1] - a[1]) * (b[1] - a[1]), long) if long else Fraction(0)
    t = max(Fraction(0), min(Fraction(1), t))
    off = (a[0] + t * (b[0] - a[0]) - centre[0]) ** 2 + (a[1] + t * (b[1] - a[1]) - centre[1]) ** 2
    return off < (least + 1) ** 2 and rounded(root(off / 10000)) < least


def collide(a: Spot, b: Spot, least: Fraction) -> bool:
    """ZC 1.4; the square is asked first only because it is quick."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 < (least + 1) ** 2 and rounded(root(square(a, b))) < least


def off_table(state: State, unit: Unit, at: Spot) -> bool:
    half = base(state, unit) / 2
    return not (half <= at[0] <= state.table.width * 100 - half and half <= at[1] <= state.table.height * 100 - half)


def edge_of(state: State, unit: Unit) -> str:
    return next(side.edge for side in state.sides if side.id == unit.side)


def others(state: State, unit: Unit, besides: Mapping[int, Any]) -> Iterator[tuple[Spot, Fraction]]:
    """Every model on the table but those, with half its base."""
    for other in state.units.values():
        if other.where == "table":
            yield from (
                (model.at, base(state, other) / 2)
                for model in other.models
                if other.id != unit.id or model.number not in besides
            )


def enemies(state: State, unit: Unit) -> Iterator[tuple[Spot, Fraction]]:
    teams = {side.id: side.team for side in state.sides}
    for other in state.units.values():
        if other.where == "table" and teams[other.side] != teams[unit.side]:
            yield from ((model.at, base(state, other) / 2) for model in other.models)


def count_groups(state: State, unit: Unit, spots: Sequence[Spot]) -> int:
    """ZC 3.4: the number of groups, by painting linked models alike."""
    colours = list(range(len(spots)))
    for _ in spots:
        for i, j in combinations(range(len(spots)), 2):
            if rounded(root(square(spots[i], spots[j]))) <= base(state, unit) + 200:
                colours[i] = colours[j] = min(colours[i], colours[j])
    return len(set(colours))


def crowded(state: State, unit: Unit, ends: Mapping[int, Spot]) -> bool:
    half = base(state, unit) / 2
    return any(
        collide(at, other, half + wide) for at in ends.values() for other, wide in others(state, unit, ends)
    ) or any(collide(a, b, 2 * half) for a, b in combinations(ends.values(), 2))


# whole orders
def form_spots(state: State, unit: Unit, at: Spot, count: int, form: str) -> list[Spot]:
    """ZC 3.8"""
    wide = {"line": count, "block": ceil(sqrt(count)), "column": 1}[form]
    s, edge = int(base(state, unit)) + 50, edge_of(state, unit)
    steps = [(k % wide * s, k // wide * s) for k in range(count)]
    return [
        {
            "south": (at[0] + on, at[1] - back),
            "north": (at[0] + on, at[1] + back),
            "west": (at[0] - back, at[1] + on),
            "east": (at[0] + back, at[1] + on),
        }[edge]
        for on, back in steps
    ]


def judge_move(state: State, order: Move) -> tuple[str | None, dict[int, list[Spot]]]:
    """ZC 6.3 to 6.5: the code of the first check that fails, or none and every way that is gone."""
    unit = state.units[order.unit]
    named = [
        model for model in unit.models if order.models is None or order.models[0] <= model.number <= order.models[1]
    ]
    if isinstance(order.to, Shift):
        angle, ways = radians(order.to.bearing / 10), {}
        for model in named:
            v = order.to.inches * sin(angle), order.to.inches * cos(angle)
            x, y = (floor(abs(part) + 0.000001) * (1 if part > 0 else -1) for part in v)
            ways[model.number] = [model.at, (model.at[0] + x, model.at[1] + y)]
    elif order.form:
        slots = form_spots(state, unit, order.to[0][0], len(named), order.form)
        ways = {model.number: [model.at, slot] for model, slot in zip(named, slots, strict=True)}
    elif len(order.to) == 1:
        first = named[0].at
        ways = {
            m.number: [m.at, *((m.at[0] + x - first[0], m.at[1] + y - first[1]) for x, y in order.to[0])] for m in named
        }
    elif len(order.to) != len(named):
        return "wrong-count", {}
    else:
        ways = {model.number: [model.at, *way] for model, way in zip(named, order.to, strict=True)}
    ways = {number: way for number, way in ways.items() if len(way) > 2 or way[-1] != way[0]}
    return _walked(state, unit, ways), ways


def _walked(state: State, unit: Unit, ways: Mapping[int, Sequence[Spot]]) -> str | None:
    ends, half = {number: way[-1] for number, way in ways.items()}, base(state, unit) / 2
    if any(off_table(state, unit, at) for way in ways.values() for at in way):
        return "off-board"
    if any(price(state, unit, way) > state.types[unit.type].move * 100 for way in ways.values()):
        return "too-far"
    legs = [leg for way in ways.values() for leg in pairwise(way)]
    if any(too_near(a, b, at, half + wide) for a, b in legs for at, wide in enemies(state, unit)):
        return "blocked"
    if crowded(state, unit, ends):
        return "occupied"
    after = [ends.get(model.number, model.at) for model in unit.models]
    return (
        "out-of-coherency"
        if count_groups(state, unit, after) > count_groups(state, unit, [model.at for model in unit.models])
        else None
    )


def judge_entry(state: State, order: EntryOrder) -> tuple[str | None, list[Spot]]:
    """ZC 4.5, 5.5, 6.6, 6.7: the code of the first check of the places that fails, or None and the places of the
    models.
    """
    unit = state.units[order.unit]
    spots = (
        list(order.to)
        if len(order.to) > 1
        else form_spots(state, unit, order.to[0], len(unit.models), order.form or "line")
    )
    if len(spots) != len(unit.models):
        return "wrong-count", []
    if any(off_table(state, unit, at) for at in spots):
        return "off-board", spots
    close = any(rounded(root(square(at, enemy))) <= 600 for at in spots for enemy, _ in enemies(state, unit))
    hidden = [any(covers(at, piece.shape) for piece in state.table.pieces) for at in spots]
    depths: dict[str, Callable[[Spot], float]] = {
        "south": lambda at: at[1],
        "north": lambda at: state.table.height * 100 - at[1],
        "west": lambda at: at[0],
        "east": lambda at: state.table.width * 100 - at[0],
    }
    deep = depths[edge_of(state, unit)]
    match order:
        case Strike():
            code = "in-terrain" if any(hidden) else "near-enemy" if close else None
        case Ambush():
            code = "not-in-terrain" if not all(hidden) else "near-enemy" if close else None
        case Arrive():
            code = "too-far" if any(deep(at) > 600 for at in spots) else "near-enemy" if close else None
        case PlaceUnit():
            (left, low), (right, high) = state.setup.deploy[unit.side]
            half = base(state, unit) / 2
            inside = (
                left * 100 + half <= x <= right * 100 - half and low * 100 + half <= y <= high * 100 - half
                for x, y in spots
            )
            code = None if all(inside) else "outside-deployment"
    if code is None and crowded(state, unit, dict(enumerate(spots, 1))):
        code = "occupied"
    return code or ("out-of-coherency" if count_groups(state, unit, spots) > 1 else None), spots


def retreat_spots(state: State, unit: Unit, most: int, terrain: bool) -> dict[int, Spot]:
    """ZC 6.12: by trying every hundredth from the farthest."""
    way = {"south": (0, -1), "north": (0, 1), "west": (-1, 0), "east": (1, 0)}[edge_of(state, unit)]
    spots, half = {model.number: model.at for model in unit.models}, base(state, unit) / 2
    for number in sorted(spots, key=lambda number: (-way[0] * spots[number][0] - way[1] * spots[number][1], number)):
        x, y = spots[number]
        for far in range(most, -1, -1):
            to = x + way[0] * far, y + way[1] * far
            fellows = [at for other, at in spots.items() if other != number]
            if not (
                off_table(state, unit, to)
                or any(collide(to, at, 2 * half) for at in fellows)
                or any(collide(to, at, half + wide) for at, wide in others(state, unit, spots))
                or (terrain and price(state, unit, ((x, y), to)) > most)
            ):
                spots[number] = to
                break
    return spots
