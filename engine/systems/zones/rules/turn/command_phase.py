"""The command turn after its rally checks: resupply, and reinforcements by standing orders (ZC 5.4, 5.5)."""

from collections.abc import Iterator, Mapping
from typing import get_args

from engine.contract import Turn

from ...orders import Arrive
from ...state.events import ArrivalRefused, Resupplied
from ...state.position import ASK, HOLD, Form, State, Unit, side_units, team
from ...state.views import view
from ..board.geometry import diameter, read_spot
from ..board.zone_control import control_by_models, zone_of
from ..movement import entries

FORMS: Mapping[str, Form] = {form: form for form in get_args(Form)}


def run_command_turn(turn: Turn[State], side: str) -> None:
    """ZC 5.4, 5.5: the steps that need no orders."""
    for unit in tuple(_units_to_resupply(turn.state, side)):
        turn.happens(Resupplied(unit.id))
    for unit in due_reserves(turn.state, side):
        if unit.policy not in (ASK, HOLD):
            _try_arrival(turn, unit)


def due_reserves(state: State, side: str) -> tuple[Unit, ...]:
    """ZC 5.5: the side's reserves that can arrive in this round, in the scenario's order."""
    units = (state.units[key] for key in state.roster)
    return tuple(unit for unit in units if unit.side == side and unit.where == "reserve" and unit.arrives <= state.turn)


def _units_to_resupply(state: State, side: str) -> Iterator[Unit]:
    """ZC 5.4: the units that lack ammunition and had a round without actions in a zone of their team."""
    held = control_by_models(state)
    for unit in side_units(state, side):
        lacking = any(
            left != state.weapons[weapon].ammo for model in unit.models for weapon, left in model.ammo.items()
        )
        busy = unit.shaken or unit.id in state.game.acted or any(model.acted for model in unit.models)
        if lacking and not busy:
            zones = (zone_of(state.table, model.at, diameter(state, unit)) for model in unit.models)
            if any(zone and held[zone] == team(state, side) for zone in zones):
                yield unit


def _try_arrival(turn: Turn[State], unit: Unit) -> None:
    """ZC 5.5: tries a standing order with all checks of ``arrive``, in the position as its own side sees it."""
    order = planned_arrival(unit)
    refusal = entries.first_refusal(view(turn.state, unit.side), unit.side, order)
    if refusal is None:
        entries.run(turn, order)
    else:
        turn.happens(ArrivalRefused(unit.id, refusal.code, refusal.says))


def planned_arrival(unit: Unit) -> Arrive:
    """The arrival that a unit's standing order means: ``12,4 block``, or a place for each model."""
    *places, last = unit.policy.split()
    form = FORMS.get(last)
    words = places if form else [*places, last]
    return Arrive(unit.id, tuple(read_spot(word) for word in words), form)
