"""How long a straight move gets: every limit on its path in the order of the rules (CW 4.11, 4.12, 5.2, 5.13)."""

from math import ceil
from typing import Literal, NamedTuple

from maps.geometry.plane import Point, point_along
from maps.geometry.polygons import boxes_near
from maps.geometry.tabletop import Piece

from ...state.position import State, Unit, arm, box, regiment
from ..board.footprints import Met, at_rest, met, rest, to_edge
from ..board.terrain import BEYOND, EQUAL, Bridges, closed_to, keeps_out, obstacles

SHORT = 0.25
"""CW 4.11 (a): how near an obstacle a unit stops."""
APART = 1.0
"""CW 4.11 (c), 4.12: how near another unit."""
LEAST = 0.01
"""CW 4.11 (f): a shorter move is none."""
STEP = 0.1
"""CW 5.2: a path is looked at this often."""
AROUND = 0.02
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
        return MoveLength(max(0.0, length), self.halved, limit, reason) if length < self.length - EQUAL else self


def length(
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
    found = _first(state, body, way, allowance, most, manner)
    if "b" in manner.limits:
        found = found.cut(to_edge(state.table, box(state, body), way), "the table's edge", "off-board")
    there = (
        met(state, box(state, body), way, found.length + APART, (*spared, body.id))
        if {"c", "d"} & {*manner.limits}
        else ()
    )
    if "c" in manner.limits:
        found = _foes(state, body, found, there, manner)
    friends = [one for one in there if one.unit.side == body.side] if "d" in manner.limits else []
    found = _settled(state, body, way, found, friends, manner)
    return found._replace(length=0.0) if found.length < LEAST - EQUAL else found


def _first(state: State, body: Unit, way: Point, allowance: float, most: float | None, manner: MoveKind) -> MoveLength:
    """CW 4.11 (a)"""
    far = float(allowance if most is None else min(allowance, most))
    found = MoveLength(far)
    if "a" not in manner.limits:
        return found
    met_there = obstacles(state, body, way, far, manner.bridges)
    stop = next((one for one in met_there if one.effect == "none"), None)
    half = next((one for one in met_there if one.effect == "half"), None) if manner.obstacles == "halve" else None
    if half and (stop is None or half.distance < stop.distance):
        halved = ceil(allowance / 2 - EQUAL)
        found = MoveLength(min(far, halved), half.piece.name)
        if halved <= half.distance + BEYOND + EQUAL:
            found = MoveLength(max(0.0, half.distance - SHORT), half.piece.name, _named(half.piece), "impassable")
    return found.cut(stop.distance - SHORT, _named(stop.piece), "impassable") if stop else found


def _named(piece: Piece) -> str:
    return f"the {piece.kind.replace('-', ' ')} {piece.name}"


def _foes(state: State, body: Unit, found: MoveLength, there: tuple[Met, ...], manner: MoveKind) -> MoveLength:
    """CW 4.11 (c)"""
    for one in there:
        if one.unit.side != body.side and not _ridden(state, body, one.unit, manner):
            found = found.cut(one.sweep.contact - APART, f'{one.unit.id}, {one.sweep.contact:.1f}" off', "blocked")
    return found


def _ridden(state: State, body: Unit, other: Unit, manner: MoveKind) -> bool:
    """CW 4.18: whether a regiment need not mind a lone enemy leader."""
    return manner.leaders == "ridden-down" and arm(state, other) == "leader" and regiment(state, body)


def _settled(
    state: State, body: Unit, way: Point, found: MoveLength, friends: list[Met], manner: MoveKind
) -> MoveLength:
    """CW 4.11 (d) and (e), until both leave it alone."""
    while True:
        before = found.length
        found = _through(found, friends)
        if "e" in manner.limits:
            found = _entering(state, body, way, found)
        if found.length >= before - EQUAL:
            return found


def _through(found: MoveLength, friends: list[Met]) -> MoveLength:
    """CW 4.12: completely through a friend, or an inch short of him."""
    while True:
        stuck = [one for one in friends if one.sweep.start + EQUAL < found.length < one.sweep.end - EQUAL]
        if not stuck or found.length == 0:
            return found
        first = min(stuck, key=lambda one: one.sweep.contact)
        says = f"{first.unit.id}, which it cannot pass through"
        found = MoveLength(max(0.0, first.sweep.contact - APART), found.halved, says, "blocked")


def _entering(state: State, body: Unit, way: Point, found: MoveLength) -> MoveLength:
    """CW 5.2: as far as no forbidden area is entered; one that the unit stands in is not tested."""
    start, end = body.inches, point_along(body.inches, way, found.length)
    closed = (piece for piece in closed_to(state, body) if boxes_near(start, end, piece.shape, AROUND))
    pieces = [piece for piece in closed if not keeps_out(state, body, piece, start)]
    good, nth = 0.0, 0
    while pieces and good < found.length - EQUAL:
        nth += 1
        on = min(nth * STEP, found.length)
        point = at_rest(rest(point_along(start, way, on)))
        for piece in pieces:
            if keeps_out(state, body, piece, point):
                return MoveLength(good, found.halved, _named(piece), "impassable")
        good = on
    return found
