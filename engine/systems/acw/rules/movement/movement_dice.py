"""How far a unit may go: the way it takes, the dice it rolls for that way and how they are read (CW 4.3, 4.6 to 4.9)."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Literal, NamedTuple

from engine.contract import Turn
from maps.geometry.plane import distance, turn_between

from ...state.position import State, Unit, arm, army
from ...tables import TABLES, Reading
from ..board.line_of_sight import hidden
from ..board.terrain import BEYOND, EQUAL

Way = Literal["straight", "back", "side"]
WAYS: tuple[Way, ...] = ("straight", "back", "side")
STRAIGHT, SIDE, BACK = 0.5, 90.5, 179.5
"""CW 4.3: degrees off the facing."""


class Allowance(NamedTuple):
    """CW 4.6 to 4.9: the dice, how they are read, what column and leader add, and the inches that makes."""

    dice: tuple[int, ...]
    reading: Reading
    column: int
    leader: int
    total: int


def way_of(facing: float, bearing: float) -> Way | None:
    """CW 4.3: the way of a path by its angle from the facing, in degrees; None: a slant to the rear, which is none."""
    off = abs(turn_between(facing, bearing))
    if off <= STRAIGHT + EQUAL:
        return "straight"
    if off <= SIDE + EQUAL:
        return "side"
    return "back" if off >= BACK - EQUAL else None


def roll(turn: Turn[State], unit: Unit, way: Way, why: str) -> Allowance:
    """CW 4.6: the dice of a move, charge or join are rolled."""
    count = dice_of(unit)
    reading = reading_of(turn.state, unit, way)
    faces = turn.roll(why, count, made="" if count == 1 else _WORDS[reading], rule="CW 4.6").faces
    return _read(turn.state, unit, way, faces)


_WORDS: Mapping[Reading, str] = {"higher": "the higher counts", "lower": "the lower counts", "both": "both count"}


def best(state: State, unit: Unit, way: Way) -> Allowance:
    """CW 4.13: with sixes on all dice."""
    return _read(state, unit, way, (6,) * dice_of(unit))


def worst(state: State, unit: Unit, way: Way) -> Allowance:
    """With ones on all dice."""
    return _read(state, unit, way, (1,) * dice_of(unit))


def every(state: State, unit: Unit, way: Way) -> Iterator[Allowance]:
    """With each roll that there is, all equally likely."""
    return (_read(state, unit, way, dice) for dice in product(range(1, 7), repeat=dice_of(unit)))


def dice_of(unit: Unit) -> int:
    """CW 4.7: two; one less after facing or forming (after both it may not move at all, which is asked elsewhere)."""
    return 1 if unit.faced or unit.formed else 2


def reading_of(state: State, unit: Unit, way: Way) -> Reading:
    """CW 4.6: how a type reads its dice for a way."""
    row = state.types[unit.type].move
    assert row
    return row[WAYS.index(way)]


def _read(state: State, unit: Unit, way: Way, dice: tuple[int, ...]) -> Allowance:
    reading = reading_of(state, unit, way)
    counted = sum(dice) if reading == "both" else max(dice) if reading == "higher" else min(dice)
    column = TABLES.column if unit.formation == "column" else 0
    leader = TABLES.leader_bonus if led(state, unit) else 0
    return Allowance(dice, reading, column, leader, counted + column + leader)


def led(state: State, unit: Unit) -> Unit | None:
    """CW 4.9: the leader who hastens a unit: attached to it, or near it and in its sight.  None does so to a leader."""
    if arm(state, unit) == "leader":
        return None
    chiefs = [chief for chief in army(state, unit.side) if arm(state, chief) == "leader"]
    own = next((chief for chief in chiefs if chief.leads == unit.id), None)
    return own or next(
        (chief for chief in chiefs if _near(state, chief, unit) and not hidden(state, chief, unit)), None
    )


def _near(state: State, chief: Unit, unit: Unit) -> bool:
    return distance(chief.inches, unit.inches) <= state.types[chief.type].command + BEYOND + EQUAL
