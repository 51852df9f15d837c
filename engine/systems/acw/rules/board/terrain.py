"""Terrain: the pieces that a point is in, the areas closed to a unit, and the obstacles on a path (CW 2.5, 5)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from engine.contract import SameObject, kept_for_latest
from maps.geometry.plane import Box, Point, direction, distance, grow_box, meets_box, point_along
from maps.geometry.polygons import crossings, distance_to_line, first_inside, is_inside
from maps.geometry.tabletop import Piece, Tabletop

from ...state.position import State, Unit, arm_of
from ...tables import TABLES, Arm
from ...tables import TerrainRow as Kind
from .outlines import EPSILON, Outline, Outlines, sides

TOLERANCE = 0.005
"""CW 2.6: by how much a number in inches may be passed."""
AREA_EDGE, GRAZE, TOUCH = 0.01, 0.05, 0.05
"""CW 2.5: how near an edge counts as inside, and what length inside is only a graze.  CW 2.3, 6.4: touching."""
NEAR_ROAD = 0.5
"""CW 5.3, 5.11: how near is on the road."""
NEAREST = 0.001
"""CW 4.11: what lies nearer than this is behind."""
AREA_MARGIN = 0.02
"""Inches from an area beyond which no rounded point of a path is in it."""
AHEAD = 0.1
"""CW 5.7: how far on from where the hill begins a path shows whether it goes up."""
Bridges = Literal["column", "any"]
"""The units that can use a bridge: by CW 5.9, or by CW 5.13."""


class Obstacle(NamedTuple):
    """CW 4.11 (a): what a path meets after so many inches."""

    distance: float
    effect: Literal["half", "none"]
    piece: Piece


class TerrainMap:
    """The pieces of a table by what the rules do with them, each in the order of the scenario."""

    def __init__(self, table: Tabletop) -> None:
        self.table = table
        self.kinds = {piece.kind: TABLES.terrain[piece.kind] for piece in table.pieces}
        known = [(piece, self.kinds[piece.kind]) for piece in table.pieces]
        self.areas = tuple(piece for piece in table.pieces if piece.shape)
        closed = [(piece, piece.shape) for piece, kind in known if piece.shape and _is_closed_to_some(kind)]
        slopes = [(piece, piece.shape) for piece, kind in known if piece.shape and kind.uphill and piece.crest]
        barriers = [(piece, side) for piece, kind in known if kind.cross for side in sides(piece.line)]
        self.closed, self.slopes, self.barriers = Outlines(closed), Outlines(slopes), Outlines(barriers)
        self.hindrances = Outlines((*closed, *slopes, *barriers))
        self.screens = Outlines((piece, piece.shape) for piece, kind in known if piece.shape and kind.los is not None)
        self.crests = Outlines((piece, piece.crest) for piece, kind in known if kind.crest and piece.crest)
        self.roads = Outlines((piece, piece.line) for piece in table.pieces if piece.kind == "road")
        self.spans = {kind: tuple(piece for piece in table.pieces if piece.kind == kind) for kind in ("bridge", "ford")}
        self.named = {piece.name: piece for piece in table.pieces}
        self._areas = dict[Point, tuple[Piece, ...]]()

    def areas_at(self, point: Point) -> tuple[Piece, ...]:
        """CW 2.5, 5.1: the areas a point is in."""
        if (known := self._areas.get(point)) is None:
            if len(self._areas) > 4096:
                self._areas.clear()
            known = self._areas[point] = tuple(piece for piece in self.areas if is_in_area(piece, point))
        return known

    def on_road(self, point: Point) -> bool:
        """CW 5.3, 5.11: within 0.5" of a road."""
        most = NEAR_ROAD + TOLERANCE + EPSILON
        return any(
            distance_to_line(point, road.line) <= most for road in self.roads.pieces_near(point, point, 2 * NEAR_ROAD)
        )

    def span(self, kind: str, point: Point) -> Piece | None:
        """CW 5.8: the bridge or ford that a crossing point is at."""
        return next(
            (
                span
                for span in self.spans[kind]
                if span.at and distance(span.at, point) <= span.width / 2 + TOLERANCE + EPSILON
            ),
            None,
        )


def _is_closed_to_some(kind: Kind) -> bool:
    return len(kind.enter) < len(get_args(Arm))


def is_in_area(piece: Piece, point: Point) -> bool:
    """CW 2.5: whether a point is in an area."""
    return bool(piece.shape) and is_inside(point, piece.shape, AREA_EDGE)


def terrain_map(state: State) -> TerrainMap:
    """The one map of a table."""
    return _of_table(state.table)


@kept_for_latest
def _of_table(table: Tabletop) -> TerrainMap:
    return _by_identity(SameObject(table))


@lru_cache(64)
def _by_identity(table: SameObject[Tabletop]) -> TerrainMap:
    return _by_content(table.it)


@lru_cache(16)
def _by_content(table: Tabletop) -> TerrainMap:
    return TerrainMap(table)


# units in areas
def is_intact(state: State, piece: Piece) -> bool:
    """CW 10.2: whether a building has not been destroyed; of any other piece, always."""
    return piece.kind != "building" or state.game.buildings.get(piece.name, 0) < shellings_to_destroy(piece)


def shellings_to_destroy(piece: Piece) -> int:
    """CW 10.2: how many shellings it takes to destroy a building."""
    return TABLES.terrain[piece.kind].value if piece.value is None else piece.value


def areas_of(state: State, unit: Unit) -> tuple[Piece, ...]:
    """CW 5.1: the areas a unit is in, rubble left out."""
    return tuple(piece for piece in terrain_map(state).areas_at(unit.inches) if is_intact(state, piece))


def is_formed(state: State, unit: Unit) -> bool:
    """CW 1.10: not in woods or a building."""
    return not any(TABLES.terrain[piece.kind].unformed for piece in areas_of(state, unit))


def building_of(state: State, unit: Unit) -> Piece | None:
    """CW 5.4: the standing building a unit is in."""
    return next((piece for piece in areas_of(state, unit) if piece.kind == "building"), None)


def hills_touched(state: State, box: Box) -> tuple[Piece, ...]:
    """CW 6.4: the hills whose crest a footprint touches."""
    wider = grow_box(box, TOUCH)
    reach = wider.across + wider.along
    return tuple(
        hill for hill in terrain_map(state).crests.pieces_near(box.at, box.at, reach) if meets_box(wider, hill.crest)
    )


# where a unit may go
def closed_areas(state: State, unit: Unit, a: Point, b: Point) -> list[Outline]:
    """CW 5.2: the pieces that a segment may meet and that are forbidden to a unit, but for roads through woods."""
    near = terrain_map(state).closed.near(a, b, AREA_MARGIN)
    return [area for area in near if _is_closed(state, area.piece, arm_of(state, unit))]


def _is_closed(state: State, piece: Piece, who: Arm) -> bool:
    return not is_intact(state, piece) or who not in TABLES.terrain[piece.kind].enter


def is_forbidden_at(state: State, unit: Unit, piece: Piece, point: Point) -> bool:
    """CW 5.3 to 5.5: whether one of the pieces ``closed_to`` a unit forbids it a point."""
    if not is_in_area(piece, point):
        return False
    return arm_of(state, unit) not in TABLES.terrain[piece.kind].road_only or not terrain_map(state).on_road(point)


def forbidding_area(state: State, unit: Unit, point: Point) -> Piece | None:
    """CW 5.2 to 5.5: the first area that a unit may not have its centre in at this point."""
    near = closed_areas(state, unit, point, point)
    return next((area.piece for area in near if is_forbidden_at(state, unit, area.piece, point)), None)


def obstacles(state: State, unit: Unit, way: Point, far: float, bridges: Bridges = "column") -> list[Obstacle]:
    """CW 4.11 (a), 5.7 to 5.11: what halves or stops a unit on a path of ``far`` inches, the nearest first."""
    start, end = unit.inches, point_along(unit.inches, way, far)
    found = barriers_met(state, unit, way, far, bridges)
    for slope in terrain_map(state).slopes.pieces_near(start, end, EPSILON):
        at = first_inside(start, end, slope.shape, GRAZE + EPSILON)
        if at is not None and _goes_uphill(slope, start, way, at):
            found.append(Obstacle(at, "half", slope))
    return sorted(found, key=lambda one: one.distance) if len(found) > 1 else found


def barriers_met(state: State, unit: Unit, way: Point, far: float, bridges: Bridges = "column") -> list[Obstacle]:
    """CW 5.8 to 5.11: the rivers, streams and fences that halve or stop a unit on a path.

    One that is crossed where two of its sides meet comes twice.
    """
    here, start = terrain_map(state), unit.inches
    end = point_along(start, way, far)
    found: list[Obstacle] = []
    for side in here.barriers.near(start, end, EPSILON):
        for met in crossings(start, end, side.line):
            if met > NEAREST:
                at, who = point_along(start, way, met), arm_of(state, unit)
                effect = _crossing_effect(here, who, unit, side.piece, at, bridges)
                found += [Obstacle(met, effect, side.piece)] if effect else []
    return found


def _crossing_effect(
    here: TerrainMap, who: Arm, unit: Unit, line: Piece, point: Point, bridges: Bridges
) -> Literal["half", "none"] | None:
    """CW 5.8 to 5.11: what crossing a line at a point does to a unit; None: nothing."""
    kind: Kind = here.kinds[line.kind]
    carried = bridges == "any" or who == "leader" or unit.formation == "column"
    if (kind.gate and here.on_road(point)) or (kind.bridge and carried and here.span("bridge", point)):
        return None
    effect = kind.ford if kind.ford and here.span("ford", point) else kind.cross.get(who, "free")
    return None if effect == "free" else "half" if effect == "half" else "none"


def _goes_uphill(slope: Piece, start: Point, way: Point, at: float) -> bool:
    """CW 5.7: nearer to the crest a little farther on."""
    foot, on = point_along(start, way, at), point_along(start, way, at + AHEAD)
    return distance_to_line(on, slope.crest) < distance_to_line(foot, slope.crest) - EPSILON


def rivers_crossed(state: State, a: Point, b: Point) -> Iterator[tuple[Piece, Point]]:
    """CW 7.7: the rivers a segment meets, and where."""
    way = direction(a, b)
    for piece in terrain_map(state).barriers.pieces_near(a, b, EPSILON):
        if piece.kind == "river":
            yield from ((piece, point_along(a, way, met)) for met in crossings(a, b, piece.line))


def uncrossable_river(state: State, unit: Unit, a: Point, b: Point) -> Piece | None:
    """CW 7.3: the river between two points that the unit could not cross there by ford or (in column) bridge."""
    here, who = terrain_map(state), arm_of(state, unit)
    return next(
        (
            piece
            for piece, at in rivers_crossed(state, a, b)
            if _crossing_effect(here, who, unit, piece, at, "column") == "none"
        ),
        None,
    )
