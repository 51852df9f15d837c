"""Moves that hold the most zones: models of one unit on either side of a line, or all just inside (ZC 14.1)."""

from collections.abc import Iterator
from itertools import islice, product

from maps.geometry.tabletop import Tabletop

from ..orders import Move
from ..rules.board.formations import formation_spots
from ..rules.board.geometry import hundredths, spot_distance
from ..state.position import Form, Spot, State, Unit, side_of, unit_type
from ..state.zone_grid import ZONE_SIZE
from .alternatives import legal
from .zone_value import holding_gain, rounds_left

FORMS: tuple[Form, ...] = ("block", "line", "column")
MOST_TRIED = 6
"""The most moves of a unit that are offered for trial."""


def holding_moves(seen: State, unit: Unit) -> Iterator[Move]:
    """ZC 3.8: legal moves in a form that win zones, the most first; none before the last round but one."""
    if rounds_left(seen) > 1:
        return
    found = [(gain, move) for move, spots in _moves(seen, unit) if (gain := holding_gain(seen, unit, spots)) > 0]
    best = (move for _, move in sorted(found, key=lambda one: -one[0]))
    yield from islice((move for move in best if legal(seen, unit.side, move)), MOST_TRIED)


def _moves(seen: State, unit: Unit) -> Iterator[tuple[Move, tuple[Spot, ...]]]:
    """Moves in a form, each with the places of the models, as far as these may go."""
    kind, edge = unit_type(seen, unit), side_of(seen, unit.side).edge
    move, rim = hundredths(kind.move), (hundredths(kind.base) + 1) // 2
    here = [model.at for model in unit.models]
    for form in FORMS:
        slots = formation_spots((0, 0), len(here), form, kind.base, edge)
        wanted = (
            _origins(seen.table, axis, [at[axis] for at in here], [at[axis] for at in slots], rim) for axis in (0, 1)
        )
        for x, y in product(*wanted):
            spots = tuple([(x + dx, y + dy) for dx, dy in slots])
            if all(spot_distance(at, to) <= move for at, to in zip(here, spots, strict=True)):
                yield Move(unit.id, ((spots[0],),), form), spots


def _origins(table: Tabletop, axis: int, here: list[int], slots: list[int], rim: int) -> list[int]:
    """Along one axis, where the first model of a form would stand: as near as possible to where the unit is, across
    the nearest line between zones, or just on either side of it.
    """
    length = round((table.width, table.height)[axis] * 100)
    low, high, ranks = min(slots), max(slots), sorted(set(slots))
    keep = (min(here) + max(here) - low - high) // 2
    line = min(max(ZONE_SIZE, round((keep + (low + high) / 2) / ZONE_SIZE) * ZONE_SIZE), length - ZONE_SIZE)
    found = [keep, line - rim - high, line + rim - low]
    if len(ranks) > 1:
        half = len(ranks) // 2
        found.append(line - (ranks[half - 1] + ranks[half]) // 2)
    return list(dict.fromkeys(min(max(at, rim - low), length - rim - high) for at in found))
