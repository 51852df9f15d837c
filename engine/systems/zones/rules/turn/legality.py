"""The rules' objections to an order, in the order of RULES.md (How each order is checked)."""

from collections.abc import Iterator
from itertools import chain

from engine.contract import Order, Refusal, replace
from engine.toolkit.wording import listed

from ...orders import Ambush, Arrive, Attack, DeployRest, Flee, Hunker, Move, PlaceUnit, Standing, Strike
from ...state.position import State, model_name, named_models
from ..combat import attacks
from ..combat.targeting import models_text
from ..movement import deploy_rest, entries, fall_back, movement
from . import standing_orders


def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """All objections to an order whose words, names, side and phase are right; after the first only lasting ones
    (contract.Refusal).
    """
    found = _order_objections(seen, side, order)
    if getattr(order, "models", None) is not None:
        found = chain(_model_objections(seen, order), found)
    first = next(found, None)
    return iter(()) if first is None else chain((first,), (refusal for refusal in found if refusal.lasting))


def partial_objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """The objections that come before the words of an order that could not be read."""
    yield from (replace(refusal, instead=()) for refusal in _model_objections(seen, order))
    unit = seen.units.get(getattr(order, "unit", ""))
    match order:
        case Standing():
            yield from standing_orders.partial_objections(seen, order)
        case Move() if unit:
            yield from movement.partial_objections(seen, unit, order)
        case Attack() if unit:
            yield from attacks.partial_objections(seen, unit, order)
        case Strike() | Ambush() | Arrive() | PlaceUnit() if unit:
            yield from entries.partial_objections(seen, unit, order)
        case _:
            pass


def _model_objections(seen: State, order: Order) -> Iterator[Refusal]:
    """ZC 3.1: at least one of the named models must still be in play."""
    run = getattr(order, "models", None)
    unit = seen.units.get(getattr(order, "unit", "")) if run else None
    if unit is None or named_models(unit, run):
        return iter(())
    left = listed([model_name(unit, model) for model in unit.models]) or "no models"
    says = f"{models_text(unit.id, run)} is out of play; {unit.id} has {left} left"
    return iter((Refusal("unit", "unit-gone", says, "ZC 3.1", (replace(order, models=None),)),))


def _order_objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """The objections of each kind of order."""
    match order:
        case Move():
            return movement.objections(seen, side, order)
        case Attack():
            return attacks.objections(seen, side, order)
        case Strike() | Ambush() | Arrive() | PlaceUnit():
            return entries.objections(seen, side, order)
        case DeployRest():
            return deploy_rest.objections(seen, side)
        case Hunker():
            return movement.hunker_objections(seen, order)
        case Flee():
            return fall_back.objections(seen, order)
        case Standing():
            return standing_orders.objections(seen, side, order)
        case _:
            return iter(())
