"""Legality: the rules' objections to an order, in the order in which section Orders checks them."""

from collections.abc import Iterator

from engine.contract import Order, Refusal, counted

from ...orders import Charge, DeployRest, Face, Fight, Form, Join, Move, PlaceUnit, Shell, Standing, StraightMove
from ...state.position import DEPLOYMENT, MOVEMENT, State, Unit
from ..combat import charges, shelling
from ..movement import facing, leaders, movement
from . import deploy_rest, deployment, standing_orders
from .sequence import melee_between

MOVES = (StraightMove, Move, Charge, Join)
"""CW 4.2: the orders that are a unit's one move of a player turn."""


def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """The objections of these rules to an order that has passed the common checks; the first kind that there is."""
    if isinstance(order, (StraightMove, Move)):
        refused = _common_objection(seen, order) or movement.objection(seen, order)
    else:
        refused = _argument_objection(seen, order) or _common_objection(seen, order)
        if refused is None:
            return _own_objections(seen, side, order)
    return iter(() if refused is None else (refused,))


def partial_objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """CW 3.2: a side without a zone is not asked for a place."""
    in_deployment = seen.phase == DEPLOYMENT and isinstance(order, PlaceUnit)
    return deployment.missing_zone(seen, side) if in_deployment else iter(())


def _argument_objection(seen: State, order: Order) -> Refusal | None:
    """The target is gone."""
    field = "to" if type(order) is Face else "target"
    target = getattr(order, field, None)
    if isinstance(target, str) and seen.units[target].gone:
        return Refusal(field, "unit-gone", f"{target} is out of the game", "Orders")
    return None


def _common_objection(seen: State, order: Order) -> Refusal | None:
    """The first objection of those that every order of a movement phase can meet."""
    unit = seen.units.get(getattr(order, "unit", ""))
    if unit is None or seen.phase not in MOVEMENT:
        return None
    key = unit.id
    if unit.leads is not None and isinstance(order, (Face, Form, Shell)):
        says = f"{key} is with {unit.leads}; give the order to {unit.leads} instead"
        return Refusal("unit", "attached", says, "CW 1.9")
    if unit.moved:
        return Refusal("unit", "already-acted", f"{key} has already moved this turn", "CW 4.2")
    if unit.fired and isinstance(order, MOVES):
        return Refusal("unit", "has-fired", f"{key} has fired this turn and cannot move", "CW 4.10")
    if not unit.activated and seen.game.activations < 1:
        return _no_activations(seen, unit)
    if unit.faced and unit.formed and isinstance(order, MOVES):
        says = f"{key} has changed both facing and formation, so it cannot move this turn"
        return Refusal("unit", "cannot-move", says, "CW 4.7")
    return None


def _no_activations(seen: State, unit: Unit) -> Refusal:
    says = f"you have used all {counted(seen.game.rolled, 'activation')} of this turn; {unit.id} must wait"
    return Refusal("unit", "no-activations", says, "CW 3.5")


def _own_objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """The objections of each kind of order that is no plain move."""
    match order:
        case Face():
            yield from facing.face_objections(seen, order)
        case Form():
            yield from facing.form_objections(seen, order)
        case Standing():
            yield from standing_orders.objections(seen, order)
        case PlaceUnit():
            yield from deployment.objections(seen, side, order)
        case DeployRest():
            yield from deploy_rest.objections(seen, side)
        case Join():
            yield from deployment.missing_zone(seen, side) if seen.phase == DEPLOYMENT else ()
            yield from leaders.join_objections(seen, side, order)
        case Fight():
            yield from _fight_objections(seen, order)
        case Charge():
            yield from charges.objections(seen, side, order)
        case Shell():
            yield from shelling.objections(seen, side, order)
        case _:
            pass


def _fight_objections(seen: State, order: Fight) -> Iterator[Refusal]:
    """CW 9.1: there is no such melee, or it has been fought in this phase."""
    known = melee_between(seen, order.unit, order.target)
    if known is None:
        foes = [
            other
            for melee in seen.game.melees
            if order.unit in (one := (melee.charger, melee.target))
            for other in one
            if other != order.unit
        ]
        fighting = f"; it is fighting {' and '.join(foes)}" if foes else " or any other unit"
        instead = tuple(Fight(order.unit, foe) for foe in foes)
        yield Refusal(
            "target", "no-target", f"{order.unit} is not in a melee with {order.target}{fighting}", "CW 9.1", instead
        )
    elif known.fought:
        yield Refusal(
            "unit", "already-acted", f"{order.unit} and {order.target} have already fought in this phase", "CW 9.1"
        )
