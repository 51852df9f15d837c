"""Legality: the rules' objections to an order whose words, phase and side are right (section Orders of RULES.md)."""

from collections.abc import Iterator

from engine.contract import Order, Refusal

from ...orders import (
    Bomb,
    Buy,
    DeployRest,
    FightOut,
    Keep,
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


def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """The objections to an order, the most important first."""
    match order:
        case Move() | Bomb() | ShipOver() | Load() | Unload() | PlaceUnits() if says_everything(order):
            yield nothing_left(order)
        case Losses() | Targets() | Keep() | RetreatWhen() | WithdrawWhen():
            yield from standing_orders.objections(seen, side, order)
        case SetUp(words=words):
            written = parse_battle(words)
            yield from () if isinstance(written, WrittenBattle) else written
        case Buy():
            yield from purchase.objections(seen, side, order)
        case Move() | Bomb():
            yield from movement.objections(seen, side, order)
        case ShipOver() | Load() | Unload():
            yield from shipping.objections(seen, side, order)
        case FightOut() | Retreat() | Withdraw():
            yield from combat_orders.objections(seen, side, order)
        case PlaceUnits():
            yield from placement.objections(seen, side, order)
        case DeployRest():
            yield from deploy_rest.objections(seen, side)
        case _:
            pass
