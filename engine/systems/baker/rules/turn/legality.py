"""Legality: the rules' objections to an order whose words, phase and side are right (section Orders of RULES.md)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.contract import Order, Refusal

from ...orders import (
    Bomb,
    Buy,
    DeployRest,
    FightOut,
    Load,
    Losses,
    Move,
    PlaceUnits,
    Retreat,
    RetreatWhen,
    SetUp,
    ShipOver,
    Targets,
    Unload,
    Withdraw,
    WithdrawWhen,
)
from ...state.position import State
from ..battle_resolution.notation import WrittenBattle, parse_battle
from ..combat import combat_orders
from ..movement import movement, shipping
from . import deploy_rest, placement, purchase, standing_orders
from .short_orders import nothing_left, says_everything

Objections = Callable[[State, str, Any], Iterator[Refusal]]


def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """The objections to an order, the most important first."""
    of_verb = OBJECTIONS.get(type(order))
    return of_verb(seen, side, order) if of_verb else iter(())


def _moving(of_verb: Objections) -> Objections:
    """Those to an order for units, which may be for all of them."""
    return lambda seen, side, order: (
        iter((nothing_left(order),)) if says_everything(order) else of_verb(seen, side, order)
    )


def _set_up_objections(_: State, __: str, order: SetUp) -> Iterator[Refusal]:
    written = parse_battle(order.words)
    return iter(()) if isinstance(written, WrittenBattle) else iter(written)


OBJECTIONS: Mapping[type[Order], Objections] = {
    **dict.fromkeys((Losses, Targets), standing_orders.list_objections),
    **dict.fromkeys((RetreatWhen, WithdrawWhen), standing_orders.condition_objections),
    **dict.fromkeys((Move, Bomb), _moving(movement.objections)),
    **dict.fromkeys((ShipOver, Load, Unload), _moving(shipping.objections)),
    PlaceUnits: _moving(placement.objections),
    **dict.fromkeys((FightOut, Retreat, Withdraw), combat_orders.objections),
    Buy: purchase.objections,
    DeployRest: deploy_rest.objections,
    SetUp: _set_up_objections,
}
"""What the rules have against an order, by its verb."""
