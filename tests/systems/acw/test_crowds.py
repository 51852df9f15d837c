"""Random moves and looks on tables crowded with terrain and units: what holds of every one of them in the ACW game."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import cos, hypot, radians, sin
from random import Random

import pytest

from engine import checking, play
from engine.contract import Tape, Turn
from engine.language import read
from engine.systems import acw
from engine.systems.acw.orders import Move, StraightMove
from engine.systems.acw.rules.board import line_of_sight, terrain
from engine.systems.acw.rules.board.footprints import all_footprints, is_off_table
from engine.systems.acw.rules.movement import movement, planned_paths
from engine.systems.acw.state.events import Moved
from engine.systems.acw.state.position import State, is_lone_leader, is_regiment, units_on_table
from maps.geometry.plane import Point, box_gap, point_along, unit_vector
from tests.support.many_cases import for_each
from tests.systems.acw.support.small_boards import battlefield


def test_seeing_is_mutual() -> None:
    for seed in range(40):
        state = battlefield(seed)
        for a, b in combinations(units_on_table(state), 2):
            assert (line_of_sight.obstruction_text(state, a, b) == "") == (
                line_of_sight.obstruction_text(state, b, a) == ""
            ), (
                seed,
                a.id,
                b.id,
            )


def wish(chance: Random, key: str) -> str:
    match chance.randint(0, 3):
        case 0:
            return f"{key} move {chance.randint(0, 2000) / 100},{chance.randint(0, 2000) / 100}"
        case 1:
            way = chance.choice(("forward", "back", "left", "right", "fl", "fr"))
            return f"{key} {way} {chance.randint(1, 800) / 100}"
        case 2:
            first = chance.choice(("face 20", "face 200", "form line", "form column"))
            return f"{key} {first}; {chance.choice(('forward', 'back'))}"
        case _:
            return f"{key} {chance.choice(('forward', 'back', 'left', 'right', 'fl', 'fr'))}"


class Faces:
    """Dice of a seed."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def roll(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self.chance.randint(1, sides) for _ in range(count))


@pytest.mark.parametrize("tens", range(6))
@pytest.mark.long
def test_random_moves_leave_a_table_as_the_rules_want_it(tens: int) -> None:
    assert sum(_wandered(seed) for seed in range(tens * 10, tens * 10 + 10)) > 25


def _wandered(seed: int) -> int:
    """Every Union unit has a wish; how many moves came of it."""
    chance, state, moves = Random(seed), battlefield(seed), 0
    for key in [key for key in state.roster if key.startswith("U")]:
        turn = Turn(state, Faces(chance), acw.apply)
        play.run(acw, turn, "us", [play.OrderToRun(1, wish(chance, key))])
        for event in turn.events:
            if isinstance(event, Moved):
                moves += 1
                _right(state, turn.state, event)
        state = turn.state
        _sound(state)
    return moves


def _sound(state: State) -> None:
    """Section Invariants: footprints."""
    there = all_footprints(state)
    for a, b in combinations(there, 2):
        assert box_gap(a.footprint, b.footprint) >= -0.05, (a.unit, b.unit)
    for one in there:
        assert not is_off_table(state.table, one.footprint), one.unit


def _right(before: State, after: State, moved: Moved) -> None:
    """One move against what the rules say of its end, worked out otherwise than by the rules' own code."""
    unit, length = after.units[moved.unit], moved.length
    (x, y), (u, v) = (moved.start[0] / 100, moved.start[1] / 100), (moved.to[0] / 100, moved.to[1] / 100)
    assert hypot(u - x, v - y) == pytest.approx(length.length, abs=0.013) and 0 <= length.length <= length.allowance
    assert length.allowance <= 20 and (length.column == 6) == (unit.formation == "column") and length.leader in (0, 1)
    if length.length:
        stride = radians(moved.bearing / 10)
        assert (u - x, v - y) == pytest.approx((sin(stride) * length.length, cos(stride) * length.length), abs=0.03)
        barred = terrain.forbidding_area(after, unit, unit.inches)
        assert barred is None or terrain.forbidding_area(before, before.units[moved.unit], (x, y)) == barred
        assert not list(_waded(after, (x, y), (u, v))), moved
        _apart(before, after, moved)
    else:
        assert moved.to == moved.start and (unit.faced or moved.facing == before.units[moved.unit].facing)


def _apart(before: State, after: State, moved: Moved) -> None:
    """CW 4.11 (c): an inch farther the unit would still overlap no enemy that was not already so near."""
    unit, way = after.units[moved.unit], unit_vector(moved.bearing / 10)
    was, own = (
        next(body.footprint for body in all_footprints(state) if body.unit.id == unit.id) for state in (before, after)
    )
    for other in all_footprints(after):
        if (
            other.unit.side == unit.side
            or (is_lone_leader(after, other.unit) and is_regiment(after, unit))
            or box_gap(was, other.footprint) < 1.1
        ):
            continue
        assert all(
            box_gap(own._replace(at=point_along(own.at, way, far / 10)), other.footprint) > -0.04 for far in range(10)
        ), other.unit


def _waded(state: State, a: Point, b: Point) -> Iterator[str]:
    """The rivers that a move has crossed away from every bridge and ford."""
    spans = [
        (*piece.at, piece.width / 2 + 0.02)
        for piece in state.table.pieces
        if piece.kind in ("bridge", "ford") and piece.at
    ]
    for piece in state.table.pieces:
        for p, q in pairwise(piece.line) if piece.kind == "river" else ():
            point = _meet(a, b, p, q)
            if point and not any(hypot(x - point[0], y - point[1]) <= near for x, y, near in spans):
                yield piece.name


def _meet(a: Point, b: Point, p: Point, q: Point) -> Point | None:
    """Where two segments cross, well inside the first."""
    dx, dy, ex, ey = b[0] - a[0], b[1] - a[1], q[0] - p[0], q[1] - p[1]
    cross = dx * ey - dy * ex
    if abs(cross) < 1e-9:
        return None
    t = ((p[0] - a[0]) * ey - (p[1] - a[1]) * ex) / cross
    s = ((p[0] - a[0]) * dy - (p[1] - a[1]) * dx) / cross
    edge = 0.02 / max(hypot(dx, dy), 0.02)
    return (a[0] + t * dx, a[1] + t * dy) if edge < t < 1 - edge and 0 <= s <= 1 else None


@for_each("seed", range(40))
def test_an_order_is_refused_for_want_of_room_exactly_if_sixes_do_not_move_the_unit(seed: int) -> None:
    chance, state = Random(seed), battlefield(seed)
    for key in [key for key in state.roster if key.startswith("U")]:
        text = f"{key} {chance.choice(('forward', 'back', 'left', 'right', 'fl', 'fr'))} {chance.randint(1, 800) / 100}"
        turn = Turn(state, Tape([6, 6]), acw.apply)
        play.run(acw, turn, "us", [play.OrderToRun(1, text)])
        moved = [event for event in turn.events if isinstance(event, Moved)]
        codes = {problem.code for problem in checking.check(acw, state, "us", text)[0].problems}
        assert bool(moved) != bool(codes) and codes <= {"blocked", "impassable", "off-board"}
        assert all(event.length.length > 0 for event in moved)
        order = read(text, acw.ORDERS, acw.vocabulary(state, "us"))[0].order
        assert isinstance(order, StraightMove | Move)
        ones, sixes = movement.worst_and_best_lengths(
            state, state.units[key], planned_paths.planned_path(state.units[key], order)
        )
        assert (sixes.length > 0) == bool(moved) and 0 <= ones.length <= 20
