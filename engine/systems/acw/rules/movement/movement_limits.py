"""How long a straight move gets: every limit on its path in the order of the rules (CW 4.11, 4.12, 5.2, 5.13)."""

from math import ceil
from typing import Literal, NamedTuple

from maps.geometry.plane import Point, point_along
from maps.geometry.polygons import boxes_near
from maps.geometry.tabletop import Piece

from ...state.position import State, Unit, arm_of, footprint, is_regiment
from ..board.footprints import UnitInTheWay, distance_to_edge, in_inches, rounded_position, units_in_the_way
from ..board.terrain import EPSILON, TOLERANCE, Bridges, closed_areas, is_forbidden_at, obstacles

OBSTACLE_GAP = 0.25
"""CW 4.11 (a): how near an obstacle a unit stops."""
UNIT_GAP = 1.0
"""CW 4.11 (c), 4.12: how near another unit."""
SHORTEST_MOVE = 0.01
"""CW 4.11 (f): a shorter move is none."""
AREA_STEP = 0.1
"""CW 5.2: a path is looked at this often."""
AREA_MARGIN = 0.02
"""Farther from an area no rounded point of a path is in it."""


class MoveKind(NamedTuple):
    """Which limits a kind of move has.

    ``limits``: letters of CW 4.11.  ``obstacles``: "halve", or "stop" where nothing is halved.  ``bridges``: whom they serve.  ``leaders``:
    whether regiments ride lone enemy leaders down (CW 4.18) or are stopped by them.
    """

    limits: str = "abcde"
    obstacles: Literal["halve", "stop"] = "halve"
    bridges: Bridges = "column"
    leaders: Literal["ridden-down", "in-the-way"] = "ridden-down"


MOVE = MoveKind()
JOIN = MoveKind("abce")
"""CW 4.16: whether a leader reaches the unit he joins."""
REACH = MoveKind("abe")
"""CW 7.3: whether a charge or advance reaches."""
COUNTER = MoveKind("abcde", "stop")
"""CW 7.5, 5.13: a countercharge."""
RETREAT = MoveKind("acde", "stop", "any", "in-the-way")
"""CW 9.9, 5.13: the table's edge does not stop it."""


class MoveLength(NamedTuple):
    """The length of a move in inches, the piece that halved it, and what cut it last: in words, and its code for a refusal (CW 4.13)."""

    length: float
    halved: str = ""
    limit: str = ""
    reason: str = ""

    def cut(self, length: float, limit: str, reason: str) -> "MoveLength":
        return MoveLength(max(0.0, length), self.halved, limit, reason) if length < self.length - EPSILON else self


def move_length(
    state: State,
    body: Unit,
    way: Point,
    allowance: float,
    most: float | None = None,
    manner: MoveKind = MOVE,
    spared: tuple[str, ...] = (),
) -> MoveLength:
    """CW 4.11: how far a unit comes along a unit vector with so many inches allowed and, if it wishes, ``most`` at most.

    ``spared``: the ids of units that do not count.  Of a leader on his own the body is one that leads nobody.
    """
    found = _up_to_obstacles(state, body, way, allowance, most, manner)
    if "b" in manner.limits:
        found = found.cut(distance_to_edge(state.table, footprint(state, body), way), "the table's edge", "off-board")
    there = (
        units_in_the_way(state, footprint(state, body), way, found.length + UNIT_GAP, (*spared, body.id))
        if {"c", "d"} & {*manner.limits}
        else ()
    )
    if "c" in manner.limits:
        found = _up_to_enemies(state, body, found, there, manner)
    friends = [one for one in there if one.unit.side == body.side] if "d" in manner.limits else []
    found = _clear_of_friends_and_areas(state, body, way, found, friends, manner)
    return found._replace(length=0.0) if found.length < SHORTEST_MOVE - EPSILON else found


def _up_to_obstacles(
    state: State, body: Unit, way: Point, allowance: float, most: float | None, manner: MoveKind
) -> MoveLength:
    """CW 4.11 (a)"""
    far = float(allowance if most is None else min(allowance, most))
    found = MoveLength(far)
    if "a" not in manner.limits:
        return found
    met_there = obstacles(state, body, way, far, manner.bridges)
    stop = next((one for one in met_there if one.effect == "none"), None)
    half = next((one for one in met_there if one.effect == "half"), None) if manner.obstacles == "halve" else None
    if half and (stop is None or half.distance < stop.distance):
        halved = ceil(allowance / 2 - EPSILON)
        found = MoveLength(min(far, halved), half.piece.name)
        if halved <= half.distance + TOLERANCE + EPSILON:
            found = MoveLength(
                max(0.0, half.distance - OBSTACLE_GAP), half.piece.name, _piece_text(half.piece), "impassable"
            )
    return found.cut(stop.distance - OBSTACLE_GAP, _piece_text(stop.piece), "impassable") if stop else found


def _piece_text(piece: Piece) -> str:
    return f"the {piece.kind.replace('-', ' ')} {piece.name}"


def _up_to_enemies(
    state: State, body: Unit, found: MoveLength, there: tuple[UnitInTheWay, ...], manner: MoveKind
) -> MoveLength:
    """CW 4.11 (c)"""
    for one in there:
        if one.unit.side != body.side and not _rides_down(state, body, one.unit, manner):
            found = found.cut(one.sweep.contact - UNIT_GAP, f'{one.unit.id}, {one.sweep.contact:.1f}" off', "blocked")
    return found


def _rides_down(state: State, body: Unit, other: Unit, manner: MoveKind) -> bool:
    """CW 4.18: whether a regiment need not mind a lone enemy leader."""
    return manner.leaders == "ridden-down" and arm_of(state, other) == "leader" and is_regiment(state, body)


def _clear_of_friends_and_areas(
    state: State, body: Unit, way: Point, found: MoveLength, friends: list[UnitInTheWay], manner: MoveKind
) -> MoveLength:
    """CW 4.11 (d) and (e), until both leave it alone."""
    while True:
        before = found.length
        found = _clear_of_friends(found, friends)
        if "e" in manner.limits:
            found = _clear_of_areas(state, body, way, found)
        if found.length >= before - EPSILON:
            return found


def _clear_of_friends(found: MoveLength, friends: list[UnitInTheWay]) -> MoveLength:
    """CW 4.12: completely through a friend, or an inch short of him."""
    while True:
        stuck = [one for one in friends if one.sweep.start + EPSILON < found.length < one.sweep.end - EPSILON]
        if not stuck or found.length == 0:
            return found
        first = min(stuck, key=lambda one: one.sweep.contact)
        says = f"{first.unit.id}, which it cannot pass through"
        found = MoveLength(max(0.0, first.sweep.contact - UNIT_GAP), found.halved, says, "blocked")


def _clear_of_areas(state: State, body: Unit, way: Point, found: MoveLength) -> MoveLength:
    """CW 5.2: as far as no forbidden area is entered; one that the unit stands in is not tested."""
    start, end = body.inches, point_along(body.inches, way, found.length)
    closed = (piece for piece in closed_areas(state, body) if boxes_near(start, end, piece.shape, AREA_MARGIN))
    pieces = [piece for piece in closed if not is_forbidden_at(state, body, piece, start)]
    good, nth = 0.0, 0
    while pieces and good < found.length - EPSILON:
        nth += 1
        on = min(nth * AREA_STEP, found.length)
        point = in_inches(rounded_position(point_along(start, way, on)))
        for piece in pieces:
            if is_forbidden_at(state, body, piece, point):
                return MoveLength(good, found.halved, _piece_text(piece), "impassable")
        good = on
    return found
