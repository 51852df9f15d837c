"""Moves with a place for each model that spread a unit over as many zones as its coherency allows (ZC 3.5, 14.1)."""

from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations, islice

from ..orders import Move
from ..rules.board.geometry import coherency_distance, diameter, hundredths, spot_distance
from ..state.position import Spot, State, Unit, side_of, unit_type
from ..state.zone_grid import ZONE_SIZE
from .alternatives import legal
from .evaluation import middle_of
from .zone_value import BACK, fallen_back, holding_gain, rounds_left, zones_of_models

MOST_SPREAD = 5
"""The most moves of a unit that are offered for trial."""
SLACK = 2
"""Hundredths of an inch left between what coherency allows and what is asked of it: places are rounded."""


def spreading_moves(seen: State, unit: Unit) -> Iterator[Move]:
    """Legal moves that win zones, the most first; none before the last round but one."""
    if rounds_left(seen) > 1 or len(unit.models) < 2:
        return
    known = dict[Hashable, tuple[int, tuple[Spot, ...]]]()
    for chain in _chains(seen, unit):
        spots = _assigned(unit, chain)
        after = fallen_back(seen, unit, spots) if unit.shock else []
        cost = max(spot_distance(model.at, at) for model, at in zip(unit.models, spots, strict=True))
        held = zones_of_models(seen, unit, spots), zones_of_models(seen, unit, after)
        zones = tuple(map(frozenset, held))
        if zones not in known or cost < known[zones][0]:
            known[zones] = cost, spots
    allowed = hundredths(unit_type(seen, unit).move)
    found = [
        (gain, spots)
        for cost, spots in known.values()
        if cost <= allowed and (gain := holding_gain(seen, unit, spots)) > 0
    ]
    best = (_move_to(unit, spots) for _, spots in sorted(found, key=lambda one: -one[0]))
    yield from islice((move for move in best if legal(seen, unit.side, move)), MOST_SPREAD)


def _move_to(unit: Unit, spots: Sequence[Spot]) -> Move:
    ways = zip(unit.models, spots, strict=True)
    return Move(unit.id, tuple([() if at == model.at else (at,) for model, at in ways]))


def _chains(seen: State, unit: Unit) -> Iterator[tuple[Spot, ...]]:
    """Places for as many models as the unit has, each linked with one before it: straight between two zones, and
    around the corners where four of them meet.
    """
    count, base = len(unit.models), diameter(seen, unit)
    link = coherency_distance(base) - SLACK
    for start, end in combinations(_touching_spots(seen, unit), 2):
        far = spot_distance(start, end)
        if base * (count - 1) < far <= link * (count - 1):
            yield tuple(
                [
                    (
                        start[0] + (end[0] - start[0]) * nth // (count - 1),
                        start[1] + (end[1] - start[1]) * nth // (count - 1),
                    )
                    for nth in range(count)
                ]
            )
    yield from _around_corners(seen, unit, count, base)


def _touching_spots(seen: State, unit: Unit) -> list[Spot]:
    """In each zone within reach, the places nearest to the unit's middle and to the zone's corners; under shock also
    those from where the unit would fall back to these.
    """
    at, rim = middle_of(unit), (diameter(seen, unit) + 1) // 2
    far = hundredths(unit_type(seen, unit).move) + ZONE_SIZE // 2
    back = BACK[side_of(seen, unit.side).edge] if unit.shock else (0, 0)
    columns, rows = (int(length * 100) // ZONE_SIZE for length in (seen.table.width, seen.table.height))
    found = dict[Spot, None]()
    for column in range(columns):
        for row in range(rows):
            xs, ys = (
                {min(max(low, one), high) for one in (low, here, high, low - back, high - back)}
                for low, high, here, back in (
                    (column * ZONE_SIZE + rim, (column + 1) * ZONE_SIZE - rim, at[0], back[0]),
                    (row * ZONE_SIZE + rim, (row + 1) * ZONE_SIZE - rim, at[1], back[1]),
                )
            )
            found |= dict.fromkeys([(x, y) for x in sorted(xs) for y in sorted(ys) if spot_distance((x, y), at) <= far])
    return list(found)


def _around_corners(seen: State, unit: Unit, count: int, base: int) -> Iterator[tuple[Spot, ...]]:
    """Four models around a corner, the first of them in any of its zones; the rest behind these, away from it."""
    at, rim = middle_of(unit), (base + 1) // 2
    far = hundredths(unit_type(seen, unit).move) + ZONE_SIZE // 4
    columns, rows = (int(length * 100) // ZONE_SIZE for length in (seen.table.width, seen.table.height))
    for column in range(1, columns):
        for row in range(1, rows):
            x, y = column * ZONE_SIZE, row * ZONE_SIZE
            if spot_distance((x, y), at) > far:
                continue
            around = [(-1, -1), (-1, 1), (1, 1), (1, -1)]
            for first in range(4):
                turned = around[first:] + around[:first]
                yield tuple(
                    [
                        (x + dx * (rim + base * (nth // 4)), y + dy * (rim + base * (nth // 4)))
                        for nth in range(count)
                        for dx, dy in (turned[nth % 4],)
                    ]
                )


def _assigned(unit: Unit, chain: Sequence[Spot]) -> tuple[Spot, ...]:
    """The places of a chain, model by model: each in turn goes to the model that is nearest to it."""
    left, found = list(unit.models), dict[int, Spot]()
    at = middle_of(unit)
    for spot in sorted(chain, key=lambda spot: -spot_distance(spot, at)):
        nearest = min(left, key=lambda model: spot_distance(model.at, spot))
        left.remove(nearest)
        found[nearest.number] = spot
    return tuple([found[model.number] for model in unit.models])
