"""What terrain costs a unit: its column and ways, what it may enter, the points left (FA 2.4, 6, 15.1, 16)."""

from collections.abc import Mapping

from engine.contract import Record, kept_for_latest

from ...state.phases import MOVEMENT
from ...state.position import State, Unit, card
from ...tables.rows import UnitCard
from ...tables.rulebook import ability_words
from ..abilities import AbilityEffect, ability_effects
from ..board.stacking import fortifications_in
from ..board.terrain import MovementColumn, Step, terrain_map


class MovementPoints(Record, frozen=True):
    """What a moving unit has left: points, the road bonus (FA 6.8), minimum movement (FA 6.9); ``held``: it may not
    go on (FA 16.3).
    """

    left: int
    bonus: bool
    least: bool = False
    held: bool = False


def movement_column(state: State, unit: Unit) -> MovementColumn:
    """FA 2.4, 15.1: how the unit meets the ground, abilities included."""
    known = _plain_columns(state.cards)
    if (column := known.get(unit.type)) is None:
        column = _movement_column(card(state, unit), ability_effects(state, unit, "enter"))
        if not card(state, unit).abilities:
            known[unit.type] = column
    return column


@kept_for_latest
def _plain_columns(_: Mapping[str, UnitCard]) -> dict[str, MovementColumn]:
    """The columns of those types of a game that have no abilities, as far as they have been asked for."""
    return {}


def _movement_column(known: UnitCard, enters: tuple[AbilityEffect, ...]) -> MovementColumn:
    words = ability_words(known).values()
    column = next((word.column for word in words if word.column), known.kind)
    unrolled = [terrain for word in words for terrain in word.unrolled]
    given = [cost for _, _, effect in enters for cost in (*effect.terrain.items(), *effect.hexsides.items())]
    return MovementColumn(column, known.kind, (*unrolled, *(key for key, _ in given)), tuple(given))


def may_enter(state: State, unit: Unit, at: str) -> bool:
    """FA 4.6: whether the unit could normally be in a hex: by its terrain, or a road or trail in it; a tank
    obstacle keeps vehicles out.
    """
    return terrain_map(state).open_to(at, movement_column(state, unit)) and not blocking_obstacle(state, unit, at)


def blocking_obstacle(state: State, unit: Unit, at: str) -> str:
    """FA 16.4: the obstacle in a hex that keeps the unit out; "" if there is none."""
    here = fortifications_in(state, at)
    return next((it.id for it, effect in here if effect.bars == card(state, unit).kind), "") if here else ""


def halting_obstacle(state: State, unit: Unit, at: str) -> str:
    """FA 16.3: the obstacle in a hex at which the unit's movement ends; "" if there is none."""
    here = fortifications_in(state, at)
    return next((it.id for it, effect in here if effect.stops == card(state, unit).kind), "") if here else ""


def movement_points(state: State, unit: Unit, speed: int) -> MovementPoints:
    """What a unit of this speed has left in this phase; FA 6.3: of an unfinished movement the points it has not
    spent.
    """
    left = speed if unit.mp is None else unit.mp
    least = left == speed == 1 and state.phase == MOVEMENT and card(state, unit).kind == "vehicle"
    held = unit.mp is not None and unit.at is not None and halting_obstacle(state, unit, unit.at) != ""
    return MovementPoints(left, has_road_bonus(state, unit), least, held)


def has_road_bonus(state: State, unit: Unit) -> bool:
    """FA 6.8: vehicles, motorcyclists and cyclists, once in a phase."""
    known = card(state, unit)
    return not unit.road_used and (
        known.kind == "vehicle"
        or any(word.road_bonus for word in ability_words(known).values())
        or any(ability_effects(state, unit, "road-bonus"))
    )


def points_after(step: Step, purse: MovementPoints, halts: str = "") -> MovementPoints | None:
    """FA 6.4, 6.8, 6.9: what a step leaves; None: too dear.  ``halts``: what in the hex ends the movement (FA 16.3)."""
    if purse.held:
        return None
    if purse.bonus and step.road:
        left, bonus = purse.left, False
    elif step.cost <= purse.left:
        left, bonus = purse.left - step.cost, purse.bonus
    elif purse.least and purse.left == 1 and step.cost == 2:
        left, bonus = 0, purse.bonus
    else:
        return None
    return MovementPoints(0, bonus, purse.least, True) if halts else MovementPoints(left, bonus, purse.least)
