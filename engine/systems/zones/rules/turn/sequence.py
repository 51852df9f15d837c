"""What each order sets going, and what silence means (ZC 4, section C)."""

from engine.contract import Concede, Order, StandingOrder, Turn

from ...orders import Ambush, Arrive, Attack, Flee, Hunker, Move, PlaceUnit, Strike
from ...state.events import Finished, ModelPlace, Revealed, StandingSet
from ...state.position import DEPLOYMENT, State, sides_to_act
from ..combat import attacks
from ..movement import entries, fall_back, movement
from . import rounds, victory


def proceed(turn: Turn[State]) -> None:
    """Round 1 begins, unless the sides set up first (ZC 4.5); of a game under way nothing."""
    if turn.state.turn == 0 and turn.state.phase != DEPLOYMENT:
        rounds.begin_play(turn)


def run(turn: Turn[State], side: str, order: Order) -> None:
    match order:
        case StandingOrder(subject=subject, values=values):
            turn.happens(StandingSet(side, subject, " ".join(values)))
        case Concede():
            _concede(turn, side)
        case Move():
            movement.run(turn, order)
        case Attack():
            attacks.run(turn, order)
        case Strike() | Ambush() | Arrive() | PlaceUnit():
            entries.run(turn, order)
        case Hunker():
            movement.hunker(turn, order)
        case Flee(unit=key):
            fall_back.flee(turn, key)


def close(turn: Turn[State], side: str) -> None:
    """The side is done or silent: what follows runs by itself up to the next wait for a player."""
    if turn.state.phase != DEPLOYMENT:
        rounds.continue_play(turn)
        return
    turn.happens(Finished(side))
    _end_deployment(turn)


def _end_deployment(turn: Turn[State]) -> None:
    """ZC 4.5: all is revealed when all sides are done."""
    if not sides_to_act(turn.state):
        reveal_deployment(turn)
        rounds.begin_play(turn)


def reveal_deployment(turn: Turn[State]) -> None:
    """What stands elsewhere than the others think."""
    state = turn.state
    moved = [unit for key in state.roster if (unit := state.units[key]).models != state.ready[key].models]
    turn.happens(
        Revealed({unit.id: tuple(ModelPlace(model.number, model.at) for model in unit.models) for unit in moved})
    )


def _concede(turn: Turn[State], side: str) -> None:
    """ZC 14.6: if it was that side's turn the turn ends."""
    victory.concede(turn, side)
    if turn.state.phase == DEPLOYMENT:
        _end_deployment(turn)
    elif turn.state.active == side:
        rounds.continue_play(turn)
