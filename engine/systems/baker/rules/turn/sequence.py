"""The sequence of play: carrying out each order, and ending a phase (BK 9.4, 10.1; section Phases of RULES.md)."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.contract import Order, Turn

from ...orders import (
    Bid,
    Bomb,
    Buy,
    Concede,
    DeployRest,
    Draw,
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
from ...state.events import Finished, GameOver, PhaseBegan
from ...state.position import PURCHASE, ROUND, State, sides_to_order
from ..battle_resolution.notation import WrittenBattle, parse_battle
from ..battle_resolution.written_battle import declared_battle
from ..combat import battles, combat_orders
from ..movement import movement, shipping
from . import bidding, deploy_rest, placement, power_turn, purchase, standing_orders, victory


def proceed(turn: Turn[State]) -> None:
    """Begins the first turn of a campaign; a single battle needs nothing."""
    state = turn.state
    if state.phase == PURCHASE and state.active is not None:
        power_turn.begin_turn(turn, state.active, state.turn)


def run(turn: Turn[State], side: str, order: Order) -> None:
    """Carries out an order."""
    VERBS[type(order)](turn, side, order)


def _set_up(turn: Turn[State], _: str, order: SetUp) -> None:
    """BK 9.1: sets up the battle that the first side has written."""
    written = parse_battle(order.words)
    assert isinstance(written, WrittenBattle)
    turn.happens(declared_battle(turn.state, written))


VERBS: Mapping[type[Order], Callable[[Turn[State], str, Any], None]] = {
    **dict.fromkeys((Losses, Targets), standing_orders.set_list),
    **dict.fromkeys((RetreatWhen, WithdrawWhen), standing_orders.set_condition),
    Keep: standing_orders.set_keep,
    **dict.fromkeys((Move, Bomb), movement.run),
    **dict.fromkeys((ShipOver, Load, Unload), shipping.run),
    **dict.fromkeys((FightOut, Retreat, Withdraw), combat_orders.run),
    Buy: purchase.run,
    PlaceUnits: placement.run,
    DeployRest: deploy_rest.run,
    SetUp: _set_up,
    Bid: bidding.run,
    Concede: lambda turn, side, _: victory.concede(turn, side),
    Draw: lambda turn, side, _: victory.offer_draw(turn, side),
}
"""What carries out an order, by its verb."""


def close(turn: Turn[State], side: str) -> None:
    """Ends a side's part of a phase; the game goes on up to the next decision of a player."""
    match turn.state.phase:
        case "setup":
            if turn.state.game.battles:
                _round(turn)
        case "bid":
            turn.happens(Finished(side))
            if not sides_to_order(turn.state):
                bidding.open_bids(turn)
                power_turn.begin_turn(turn, next(iter(turn.state.powers)), turn.state.turn)
        case "round":
            turn.happens(Finished(side))
            if not sides_to_order(turn.state):
                _fought(turn)
        case _:
            power_turn.next_phase(turn, side)


def _round(turn: Turn[State]) -> None:
    """BK 9.5: begins the next sealed round."""
    turn.happens(PhaseBegan(ROUND, battles.only_battle(turn.state).round + 1, None))


def _fought(turn: Turn[State]) -> None:
    """BK 9.4, 9.5: carries out the kept orders and the fighting, then ends the game or begins the next round."""
    battles.close_open_battle(turn)
    winner = battles.open_battle_winner(turn.state)
    if winner:
        turn.happens(GameOver(winner, "battle"))
    else:
        _round(turn)
