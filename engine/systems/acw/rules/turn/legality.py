"""Legality: the rules' objections to an order, in the order in which section Orders checks them."""

from collections.abc import Iterator

from engine.contract import Order, Refusal

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
    for asked in (
        _argument_objections(seen, order),
        _common_objections(seen, order),
        _own_objections(seen, side, order),
    ):
        refused = tuple(asked)
        yield from refused
        if refused:
            return


def _argument_objections(seen: State, order: Order) -> Iterator[Refusal]:
    """The target is gone."""
    match order:
        case Charge(target=target) | Join(target=target) | Fight(target=target):
            if seen.units[target].gone:
                yield Refusal("target", "unit-gone", f"{target} is out of the game", "Orders")
        case Face(to=str(target)) if seen.units[target].gone:
            yield Refusal("to", "unit-gone", f"{target} is out of the game", "Orders")
        case _:
            pass


def _common_objections(seen: State, order: Order) -> Iterator[Refusal]:
    """The first objection of those that every order of a movement phase can meet."""
    unit = seen.units.get(getattr(order, "unit", ""))
    if unit is None or seen.phase not in MOVEMENT:
        return
    going, key = isinstance(order, MOVES), unit.id
    if unit.leads is not None and isinstance(order, (Face, Form, Shell)):
        yield Refusal(
            "unit", "attached", f"{key} is with {unit.leads}; give the order to {unit.leads} instead", "CW 1.9"
        )
    elif unit.moved:
        yield Refusal("unit", "already-acted", f"{key} has already moved this turn", "CW 4.2")
    elif going and unit.fired:
        yield Refusal("unit", "has-fired", f"{key} has fired this turn and cannot move", "CW 4.10")
    elif not unit.activated and seen.game.activations < 1:
        yield _no_activations(seen, unit)
    elif going and unit.faced and unit.formed:
        yield Refusal(
            "unit", "cannot-move", f"{key} has changed both facing and formation, so it cannot move this turn", "CW 4.7"
        )


def _no_activations(seen: State, unit: Unit) -> Refusal:
    says = f"You have used all {seen.game.rolled} activations of this turn; {unit.id} must wait"
    return Refusal("unit", "no-activations", says, "CW 3.5")


def _own_objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """The objections of each kind of order."""
    match order:
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
        case Face():
            yield from facing.face_objections(seen, order)
        case Form():
            yield from facing.form_objections(seen, order)
        case StraightMove() | Move():
            yield from movement.objections(seen, side, order)
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
