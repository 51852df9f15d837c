"""The effects of shock: rally checks, casualties, morale checks, falling back (ZC 5.3, 13)."""

from engine.contract import Turn

from ...state import shock
from ...state.events import Casualties, Destroyed, Morale, Rally
from ...state.position import State, Unit, side_units, unit_type
from ...tables import TABLES
from ..board.geometry import hundredths, spot_distance
from ..movement import fall_back
from .targeting import FLOOR


def roll_rally_checks(turn: Turn[State], side: str) -> None:
    """ZC 5.3: a rally check for every shaken unit of the side on the table."""
    for unit in side_units(turn.state, side):
        if unit.shaken:
            morale = unit_type(turn.state, unit).morale
            roll = turn.roll(
                f"{unit.id} rallies",
                need=TABLES.constants.success,
                mods={"morale": morale},
                made="rallied",
                missed="still shaken",
                rule="ZC 5.3",
            )
            turn.happens(Rally(unit.id, roll.faces[0], morale, roll.made))


# resolution
def remove_casualties(turn: Turn[State], side: str) -> None:
    """ZC 13.1: removes models without wounds, then adds shock for lost comrades and for half strength."""
    destroyed = [unit for unit in side_units(turn.state, side) if _remove_models(turn, unit)]
    for lost in destroyed:
        _add_comrades_shock(turn, lost)
    for unit in side_units(turn.state, side):
        if unit.shock and 2 * len(unit.models) <= unit.start:
            shock.add_shock(turn, unit.id, "half")


def _remove_models(turn: Turn[State], unit: Unit) -> bool:
    """Removes the doomed models of a unit; returns whether that destroyed the unit."""
    doomed = [model for model in unit.models if not model.wounds]
    left = len(unit.models) - len(doomed)
    if doomed:
        turn.happens(
            Casualties(unit.id, tuple(model.number for model in doomed), left, tuple(model.at for model in doomed))
        )
    if not left:
        turn.happens(Destroyed(unit.id))
    return not left


def _add_comrades_shock(turn: Turn[State], lost: Unit) -> None:
    """ZC 12.1: shock for units of the same side that have a model near one of the models removed."""
    near = hundredths(TABLES.constants.comrades_reach)
    for unit in side_units(turn.state, lost.side):
        if any(spot_distance(model.at, fallen.at) <= near for model in unit.models for fallen in lost.models):
            shock.add_shock(turn, unit.id, "comrades")


def roll_morale_checks(turn: Turn[State], side: str) -> None:
    """ZC 13.2, 13.3: a check for every unit with shock; then the units that failed fall back."""
    failed = [unit.id for unit in side_units(turn.state, side) if unit.shock and not _passes_check(turn, unit)]
    for key in failed:
        fall_back.fall_back(turn, key)


def _passes_check(turn: Turn[State], unit: Unit) -> bool:
    """ZC 13.2: rolls the morale check of a unit."""
    morale = unit_type(turn.state, unit).morale
    mods = {"morale": morale, "shock": -unit.shock, FLOOR: max(0, unit.shock - morale)}
    roll = turn.roll(
        f"morale of {unit.id}",
        need=TABLES.constants.success,
        mods=mods,
        made="holds",
        missed="falls back",
        rule="ZC 13.2",
    )
    turn.happens(Morale(unit.id, roll.faces[0], morale, unit.shock, roll.total, roll.made))
    return roll.made
