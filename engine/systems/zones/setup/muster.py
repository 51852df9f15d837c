"""Mustered armies on a board: deployment areas along the edges, and a first place for every unit (ZC 4.5)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from engine.contract import Scenario
from engine.toolkit.muster.position import Army
from engine.toolkit.muster.units import mustered_units, ready_scenario

from ..rules.board.formations import formation_spots
from ..rules.board.geometry import hundredths
from ..state.position import Edge
from ..table_rows import Type
from ..tables import TABLES
from .start import known_types, read_sides, team_memberships, without_nulls

MOST = 500
"""The most models in all."""
GAP = 25
"""Hundredths of an inch between units in their first places."""
Area = list[list[float]]


class Box(NamedTuple):
    """The bases of a unit in a block, seen from its own edge: how far they go along it and away from it, and where in
    them the block's place is, in hundredths of an inch."""

    unit: Mapping[str, Any]
    wide: int
    deep: int
    left: int
    near: int


class Shelf(NamedTuple):
    """Units side by side, from so far behind their own edge of the area on."""

    behind: int
    boxes: tuple[Box, ...]


def mustered(scenario: Scenario, armies: Mapping[str, Army]) -> Scenario:
    """Section Armies of your own: each army in its deployment area; what finds no room there is held in reserve, and
    types that can enter by deep strike or ambush do.
    """
    types, areas, edges = known_types(scenario), deployment_areas(scenario), _edges(scenario)
    written = list(mustered_units(scenario, armies, "models", titles={key: kind.name for key, kind in types.items()}))
    most = MOST // len(scenario.sides)
    for side, known in scenario.sides.items():
        models = sum(unit.get("models", types[unit["type"]].models) for unit in written if unit["side"] == side)
        if models > most:
            raise ValueError(f"the army of {known.name} has {models} models; on this board it can have {most}")
    placed = [
        unit
        for side, own in groupby(written, lambda unit: unit["side"])
        for unit in _set_up(list(own), types, areas[side], edges[side])
    ]
    return ready_scenario(scenario, placed, {"deployment": "free", "deploy": areas})


def _edges(scenario: Scenario) -> dict[str, Edge]:
    return {side.id: side.edge for side in read_sides(scenario)}


def deployment_areas(scenario: Scenario) -> dict[str, Area]:
    """The areas of the scenario, or the strip along each side's own edge: a quarter of the table deep, 6 inches at
    least.  Where edges meet in a corner, it belongs to the south or the north.
    """
    assert scenario.table is not None
    wide, high = scenario.table.width, scenario.table.height
    own, edges = without_nulls(scenario.setup.get("deploy")), _edges(scenario)
    if all(side in own for side in scenario.sides):
        return own
    least = TABLES.constants.arrival_depth
    across, up = max(least, wide / 4), max(least, high / 4)
    low = up * ("south" in edges.values())
    top = high - up * ("north" in edges.values())
    strips: Mapping[Edge, Area] = {
        "south": [[0, 0], [wide, up]],
        "north": [[0, high - up], [wide, high]],
        "west": [[0, low], [across, top]],
        "east": [[wide - across, low], [wide, top]],
    }
    teams = team_memberships(scenario)
    holders = {(edge, teams.get(side, side)) for side, edge in edges.items()}
    if len(holders) > len({edge for edge, _ in holders}):
        raise ValueError("sides of different teams share an edge, so they have no deployment areas of their own")
    return {side: own.get(side, strips[edge]) for side, edge in edges.items()}


def _set_up(
    units: Sequence[dict[str, Any]], types: Mapping[str, Type], area: Area, edge: Edge
) -> Iterator[dict[str, Any]]:
    """The units with a place or a way to enter, in their order."""
    (ax, ay), (bx, by) = area
    sizes = hundredths(abs(bx - ax)), hundredths(abs(by - ay))
    length, depth = sizes if edge in ("south", "north") else sizes[::-1]
    waiting = {unit["id"]: how for unit in units if (how := entry_mode(types[unit["type"]]))}
    boxes = [_box(unit, types[unit["type"]], edge) for unit in units if unit["id"] not in waiting]
    corner = hundredths(min(ax, bx)), hundredths(min(ay, by))
    places = dict[str, str]()
    for shelf in _shelves(boxes, length, depth):
        room = length - sum(box.wide for box in shelf.boxes)
        along = 0
        for nth, box in enumerate(shelf.boxes, 1):
            start = along + room * nth // (len(shelf.boxes) + 1)
            places[box.unit["id"]] = _place(box, start, shelf.behind, corner, sizes, edge)
            along += box.wide
    for unit in units:
        at = places.get(unit["id"])
        yield unit | ({"at": at, "form": "block"} if at else {"enters": waiting.get(unit["id"], "reserve")})


def entry_mode(kind: Type) -> str:
    """ZC 3.7: how units of the type enter; "" if they start on the table."""
    return next((entry for entry in ("deep-strike", "ambush") if entry in kind.traits), "")


def _box(unit: Mapping[str, Any], kind: Type, edge: Edge) -> Box:
    base = hundredths(kind.base)
    spots = formation_spots((0, 0), unit.get("models", kind.models), "block", kind.base, edge)
    sideways, away = (0, 1) if edge in ("south", "north") else (1, 0)
    along, deep = ([spot[axis] for spot in spots] for axis in (sideways, away))
    wide, high = max(along) - min(along) + base + GAP, max(deep) - min(deep) + base + GAP
    return Box(unit, wide, high, base // 2 + GAP // 2 - min(along), base // 2 + GAP // 2 - min(deep))


def _shelves(boxes: Sequence[Box], length: int, depth: int) -> Iterator[Shelf]:
    """The units in rows, the first at their own edge; those for which there is no room are left out."""
    behind, row = 0, list[Box]()
    for box in boxes:
        if box.wide > length or box.deep > depth:
            continue
        if row and sum(each.wide for each in row) + box.wide > length:
            yield Shelf(behind, tuple(row))
            behind, row = behind + max(each.deep for each in row), []
        if behind + box.deep <= depth:
            row.append(box)
    if row:
        yield Shelf(behind, tuple(row))


def _place(box: Box, along: int, behind: int, corner: tuple[int, int], sizes: tuple[int, int], edge: Edge) -> str:
    """Where the block is placed, as scenarios write it."""
    away = sizes[1] if edge in ("south", "north") else sizes[0]
    deep = (behind if edge in ("south", "west") else away - behind - box.deep) + box.near
    x, y = (along + box.left, deep) if edge in ("south", "north") else (deep, along + box.left)
    return f"{(corner[0] + x) / 100:g},{(corner[1] + y) / 100:g}"
