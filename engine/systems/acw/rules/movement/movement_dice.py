"""Movement dice: the direction of a move, its dice, and how they are read (CW 4.3, 4.6 to 4.9)."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from math import hypot
from typing import Literal

from engine.contract import Record, Turn
from maps.geometry.plane import turn_between

from ...state.position import State, Unit, arm_of
from ...state.unit_index import leaders_in_play
from ...tables import TABLES, Reading
from ..board.line_of_sight import obstruction_text
from ..board.terrain import EPSILON, TOLERANCE

Way = Literal["straight", "back", "side"]
WAYS: tuple[Way, ...] = ("straight", "back", "side")
STRAIGHT, SIDE, BACK = 0.5, 90.5, 179.5
"""CW 4.3: degrees off the facing."""


class Allowance(Record, frozen=True):
    """CW 4.6 to 4.9: the dice, how they are read, what column and leader add, and the inches that makes."""

    dice: tuple[int, ...]
    reading: Reading
    column: int
    leader: int
    total: int


def way_of(facing: float, bearing: float) -> Way | None:
    """CW 4.3: the way of a path by its angle from the facing, in degrees; None: a slant to the rear, which is none."""
    off = abs(turn_between(facing, bearing))
    if off <= STRAIGHT + EPSILON:
        return "straight"
    if off <= SIDE + EPSILON:
        return "side"
    return "back" if off >= BACK - EPSILON else None


def roll_allowance(turn: Turn[State], unit: Unit, way: Way, why: str) -> Allowance:
    """CW 4.6: the dice of a move, charge or join are rolled."""
    count = dice_count(unit)
    reading = reading_of(turn.state, unit, way)
    faces = turn.roll(why, count, made="" if count == 1 else _WORDS[reading], rule="CW 4.6").faces
    return _allowance(turn.state, unit, way, faces)


_WORDS: Mapping[Reading, str] = {"higher": "the higher counts", "lower": "the lower counts", "both": "both count"}


def best_allowance(state: State, unit: Unit, way: Way) -> Allowance:
    """CW 4.13: with sixes on all dice."""
    return _allowance(state, unit, way, (6,) * dice_count(unit))


def worst_allowance(state: State, unit: Unit, way: Way) -> Allowance:
    """With ones on all dice."""
    return _allowance(state, unit, way, (1,) * dice_count(unit))


def all_allowances(state: State, unit: Unit, way: Way) -> Iterator[Allowance]:
    """With each roll that there is, all equally likely."""
    reading, (column, leader) = reading_of(state, unit, way), _bonuses(state, unit)
    return (_read(dice, reading, column, leader) for dice in product(range(1, 7), repeat=dice_count(unit)))


def average_total(state: State, unit: Unit, way: Way) -> float:
    """The inches that all the rolls there are make on average."""
    return _average(dice_count(unit), reading_of(state, unit, way), *_bonuses(state, unit))


@cache
def _average(count: int, reading: Reading, column: int, leader: int) -> float:
    totals = [_read(dice, reading, column, leader).total for dice in product(range(1, 7), repeat=count)]
    return sum(totals) / len(totals)


def dice_count(unit: Unit) -> int:
    """CW 4.7: two; one less after facing or forming (after both it may not move at all, which is asked elsewhere)."""
    return 1 if unit.faced or unit.formed else 2


def reading_of(state: State, unit: Unit, way: Way) -> Reading:
    """CW 4.6: how a type reads its dice for a way."""
    row = state.types[unit.type].move
    assert row
    return row[WAYS.index(way)]


def _allowance(state: State, unit: Unit, way: Way, dice: tuple[int, ...]) -> Allowance:
    return _read(dice, reading_of(state, unit, way), *_bonuses(state, unit))


def _bonuses(state: State, unit: Unit) -> tuple[int, int]:
    """CW 4.8, 4.9: what column and leader add."""
    column = TABLES.column if unit.formation == "column" else 0
    return column, TABLES.leader_bonus if commanding_leader(state, unit) else 0


def _read(dice: tuple[int, ...], reading: Reading, column: int, leader: int) -> Allowance:
    counted = sum(dice) if reading == "both" else max(dice) if reading == "higher" else min(dice)
    return Allowance(dice, reading, column, leader, counted + column + leader)


def commanding_leader(state: State, unit: Unit) -> Unit | None:
    """CW 4.9: the leader who hastens a unit: attached to it, or near it and in its sight.  None does so to a leader."""
    if arm_of(state, unit) == "leader":
        return None
    chiefs = leaders_in_play(state, unit.side)
    for chief in chiefs:
        if chief.leads == unit.id:
            return chief
    for chief in chiefs:
        if _is_in_command_range(state, chief, unit) and not obstruction_text(state, chief, unit):
            return chief
    return None


def _is_in_command_range(state: State, chief: Unit, unit: Unit) -> bool:
    far = hypot(chief.at[0] - unit.at[0], chief.at[1] - unit.at[1]) / 100
    return far <= state.types[chief.type].command + TOLERANCE + EPSILON
