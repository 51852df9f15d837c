"""Movement limits: how far a straight move goes, limit by limit (CW 4.11, 4.12, 5.2, 5.13)."""

from enum import Enum
from itertools import compress
from math import ceil, floor
from operator import is_not
from typing import Literal, NamedTuple

from engine.contract import Record, replace
from maps.geometry.plane import Point, point_along
from maps.geometry.tabletop import Piece

from ...state.position import State, Unit, arm_of, is_regiment
from ...state.unit_index import Body, ClearStart, UnitIndex, body_of
from ..board.footprints import (
    UnitInTheWay,
    distance_to_edge,
    in_inches,
    is_free_path,
    is_well_on_table,
    rounded_position,
    units_in_the_way,
)
from ..board.terrain import (
    AREA_MARGIN,
    EPSILON,
    TOLERANCE,
    Bridges,
    Outline,
    barriers_met,
    closed_areas,
    is_forbidden_at,
    obstacles,
    terrain_map,
)

OBSTACLE_GAP = 0.25
"""CW 4.11 (a): inches from an obstacle at which a unit stops."""
UNIT_GAP = 1.0
"""CW 4.11 (c), 4.12: inches from another unit at which a unit stops."""
SURE_LENGTH = 0.05
"""Inches that a move gets at least where nothing is near its start: more than the shortest move, less than a step."""
CLEAR_LENGTH = UNIT_GAP + SURE_LENGTH
"""Inches of a path that must be clear for it to have a length for certain."""
SHORTEST_MOVE = 0.01
"""CW 4.11 (f): a move shorter than this is none."""
AREA_STEP = 0.1
"""CW 5.2: inches between the points of a path that are tested."""


class MoveLimit(Enum):
    """CW 4.11 (a) to (e): what can cut a move short, in the order of the rules."""

    __hash__ = object.__hash__
    OBSTACLES = "a"
    TABLE_EDGE = "b"
    ENEMIES = "c"
    FRIENDS = "d"
    CLOSED_AREAS = "e"


OBSTACLES, TABLE_EDGE, ENEMIES, FRIENDS, CLOSED_AREAS = MoveLimit
"""By their own names: looking a member up in its enumeration takes longer than what is asked of it."""


class MoveKind(NamedTuple):
    """What can cut a kind of move short.

    ``obstacles``: "stop" where no obstacle only halves.  ``bridges``: which units they serve.  ``leaders``: whether
    regiments ride down lone enemy leaders (CW 4.18) or are stopped by them.
    """

    limits: frozenset[MoveLimit] = frozenset(MoveLimit)
    obstacles: Literal["halve", "stop"] = "halve"
    bridges: Bridges = "column"
    leaders: Literal["ridden-down", "in-the-way"] = "ridden-down"


MOVE = MoveKind()
JOIN = MoveKind(frozenset(MoveLimit) - {FRIENDS})
"""CW 4.16: a leader on the way to the unit to join."""
REACH = MoveKind(frozenset({OBSTACLES, TABLE_EDGE, CLOSED_AREAS}))
"""CW 7.3: a charge or an advance on its way to contact."""
COUNTER = MoveKind(obstacles="stop")
"""CW 7.5, 5.13: a countercharge."""
RETREAT = MoveKind(frozenset(MoveLimit) - {TABLE_EDGE}, "stop", "any", "in-the-way")
"""CW 9.9, 5.13: a retreat; the table's edge does not stop it."""


class MoveLength(Record, frozen=True):
    """The length of a move in inches, the piece that halved it, and what cut it short last, with its refusal code."""

    length: float
    halved: str = ""
    limit: str = ""
    reason: str = ""

    def cut(self, length: float, limit: str, reason: str) -> "MoveLength":
        """This length, or the shorter one with its limit and reason."""
        return MoveLength(max(0.0, length), self.halved, limit, reason) if length < self.length - EPSILON else self


def move_length(
    state: State,
    body: Unit,
    way: Point,
    allowance: float,
    most: float | None = None,
    move_kind: MoveKind = MOVE,
    spared: tuple[str, ...] = (),
) -> MoveLength:
    """CW 4.11: how far a unit gets along a unit vector with ``allowance`` inches, and no farther than ``most``.

    ``spared``: the ids of units that are not in the way.  ``body``: what moves, as ``moving_unit`` gives it.
    """
    here, far = body_of(state, body), float(allowance if most is None else min(allowance, most))
    hindered = _may_be_hindered(state, here, way, far)
    found = _up_to_obstacles(state, body, way, allowance, far, move_kind) if hindered else MoveLength(far)
    limits = move_kind.limits
    if TABLE_EDGE in limits:
        found = _up_to_edge(state, here, way, found)
    there = (
        units_in_the_way(state, here.footprint, way, found.length + UNIT_GAP, (*spared, body.id))
        if ENEMIES in limits or FRIENDS in limits
        else ()
    )
    if ENEMIES in limits:
        found = _up_to_enemies(state, body, found, there, move_kind)
    friends = [one for one in there if one.unit.side == body.side] if FRIENDS in limits else []
    areas = hindered and CLOSED_AREAS in limits
    if friends or areas:
        found = _clear_of_friends_and_areas(state, body, way, found, friends, areas=areas)
    return replace(found, length=0.0) if found.length < SHORTEST_MOVE - EPSILON else found


def has_clear_start(state: State, body: Unit, way: Point) -> bool:
    """CW 4.11: whether nothing that can stop a move at once is near its start: with an inch or more it has a length.

    What is met farther on leaves the gaps of (a), (c) and 4.12 and ``SURE_LENGTH``; what only halves a move never ends
    it.
    """
    here, far = body_of(state, body), CLEAR_LENGTH
    start, end = here.footprint.at, point_along(here.footprint.at, way, far)
    if not is_well_on_table(state.table, end, here.reach):
        return False
    if _may_be_hindered(state, here, way, far) and (
        terrain_map(state).closed.bits_near(start, end, AREA_MARGIN)
        or any(one.effect != "half" for one in barriers_met(state, body, way, OBSTACLE_GAP + SURE_LENGTH))
    ):
        return False
    return is_free_path(state, here.footprint, way, far, body.id)


def stays_clear(start: ClearStart, index: UnitIndex) -> bool:
    """Whether the unit stands where its start was clear, and none that stands otherwise since then is near there."""
    here, places = start.body, index.places
    if places is start.places:
        return True
    if places[here.unit] is not here:
        return False
    near = here.reach + CLEAR_LENGTH + EPSILON
    for other in compress(places.values(), map(is_not, places.values(), start.places.values())):
        if other and abs(other.x - here.x) <= near + other.reach >= abs(other.y - here.y):
            return False
    return True


def _may_be_hindered(state: State, here: Body, way: Point, far: float) -> bool:
    """Whether closed areas, slopes, rivers or the like are anywhere near a path."""
    start = here.footprint.at
    return bool(terrain_map(state).hindrances.bits_near(start, point_along(start, way, far), AREA_MARGIN))


def _up_to_obstacles(
    state: State, body: Unit, way: Point, allowance: float, far: float, move_kind: MoveKind
) -> MoveLength:
    """CW 4.11 (a): as far as obstacles allow, halved by the first that halves."""
    found = MoveLength(far)
    if OBSTACLES not in move_kind.limits:
        return found
    in_the_way = obstacles(state, body, way, far, move_kind.bridges)
    if not in_the_way:
        return found
    stop = next((one for one in in_the_way if one.effect == "none"), None)
    half = next((one for one in in_the_way if one.effect == "half"), None) if move_kind.obstacles == "halve" else None
    if half and (stop is None or half.distance < stop.distance):
        halved = ceil(allowance / 2 - EPSILON)
        found = MoveLength(min(far, halved), half.piece.name)
        if halved <= half.distance + TOLERANCE + EPSILON:
            found = MoveLength(
                max(0.0, half.distance - OBSTACLE_GAP), half.piece.name, _piece_text(half.piece), "impassable"
            )
    return found.cut(stop.distance - OBSTACLE_GAP, _piece_text(stop.piece), "impassable") if stop else found


def _up_to_edge(state: State, here: Body, way: Point, found: MoveLength) -> MoveLength:
    """CW 4.11 (b): no corner goes beyond the table's edge."""
    box = here.footprint
    if is_well_on_table(state.table, point_along(box.at, way, found.length), here.reach):
        return found
    return found.cut(distance_to_edge(state.table, box, way), "the table's edge", "off-board")


def _piece_text(piece: Piece) -> str:
    return f"the {piece.kind.replace('-', ' ')} {piece.name}"


def _up_to_enemies(
    state: State, body: Unit, found: MoveLength, there: tuple[UnitInTheWay, ...], move_kind: MoveKind
) -> MoveLength:
    """CW 4.11 (c): no nearer to an enemy than an inch."""
    for one in there:
        if one.unit.side != body.side and not _rides_down(state, body, one.unit, move_kind):
            found = found.cut(one.sweep.contact - UNIT_GAP, f'{one.unit.id}, {one.sweep.contact:.1f}" off', "blocked")
    return found


def _rides_down(state: State, body: Unit, other: Unit, move_kind: MoveKind) -> bool:
    """CW 4.18: whether this is a lone leader whom the regiment rides down."""
    return move_kind.leaders == "ridden-down" and arm_of(state, other) == "leader" and is_regiment(state, body)


def _clear_of_friends_and_areas(
    state: State, body: Unit, way: Point, found: MoveLength, friends: list[UnitInTheWay], *, areas: bool
) -> MoveLength:
    """CW 4.11 (d) and (e), repeated until neither shortens the move.  ``areas``: whether any are near its path."""
    while True:
        before = found.length
        found = _clear_of_friends(found, friends)
        if areas:
            found = _clear_of_areas(state, body, way, found)
        if found.length >= before - EPSILON:
            return found


def _clear_of_friends(found: MoveLength, friends: list[UnitInTheWay]) -> MoveLength:
    """CW 4.12: completely through a friendly unit, or an inch short of it."""
    while True:
        stuck = [one for one in friends if one.sweep.start + EPSILON < found.length < one.sweep.end - EPSILON]
        if not stuck or found.length == 0:
            return found
        first = min(stuck, key=lambda one: one.sweep.contact)
        says = f"{first.unit.id}, which it cannot pass through"
        found = MoveLength(max(0.0, first.sweep.contact - UNIT_GAP), found.halved, says, "blocked")


def _clear_of_areas(state: State, body: Unit, way: Point, found: MoveLength) -> MoveLength:
    """CW 5.2: as far as it enters no area closed to it; an area that the unit is in already is not tested."""
    start, end = body.inches, point_along(body.inches, way, found.length)
    if not (near := closed_areas(state, body, start, end)):
        return found
    areas = [area for area in near if not is_forbidden_at(state, body, area.piece, start)]
    steps = [(step, area.piece) for area in areas if (step := _first_step_in(state, body, way, found.length, area))]
    if not steps:
        return found
    step, piece = min(steps, key=lambda one: one[0])
    return MoveLength((step - 1) * AREA_STEP, found.halved, _piece_text(piece), "impassable")


def _first_step_in(state: State, body: Unit, way: Point, far: float, area: Outline) -> int | None:
    """Which step of a path, counted from 1, is the first that an area forbids; the last step ends the path."""
    enters, leaves = area.stretch_near(body.inches, way, AREA_MARGIN)
    step, end = max(1, floor(enters / AREA_STEP)), min(far - EPSILON, leaves + AREA_STEP)
    while (step - 1) * AREA_STEP < end:
        point = in_inches(rounded_position(point_along(body.inches, way, min(step * AREA_STEP, far))))
        if is_forbidden_at(state, body, area.piece, point):
            return step
        step += 1
    return None
