"""What each order does, and what happens when a side is done (ZC 4)."""

from engine.contract import Concede, Order, StandingOrder, Turn

from ...orders import Ambush, Arrive, Attack, DeployRest, Flee, Hunker, Move, PlaceUnit, Strike
from ...state.events import Finished, ModelPlace, Revealed, StandingSet
from ...state.position import DEPLOYMENT, State, sides_to_act
from ..combat import attacks
from ..movement import deploy_rest, entries, fall_back, movement
from . import rounds, victory


def proceed(turn: Turn[State]) -> None:
    """Begins round 1, unless the sides deploy first (ZC 4.5).  Does nothing once the game is under way."""
    if turn.state.turn == 0 and turn.state.phase != DEPLOYMENT:
        rounds.begin_play(turn)


def run(turn: Turn[State], side: str, order: Order) -> None:
    """Carries out an order."""
    match order:
        case Move():
            movement.run(turn, order)
        case Attack():
            attacks.run(turn, order)
        case StandingOrder(subject=subject, values=values):
            turn.happens(StandingSet(side, subject, " ".join(values)))
        case Concede():
            _concede(turn, side)
        case Strike() | Ambush() | Arrive() | PlaceUnit():
            entries.run(turn, order)
        case DeployRest():
            deploy_rest.run(turn, side)
        case Hunker():
            movement.hunker(turn, order)
        case Flee(unit=key):
            fall_back.flee(turn, key)


def close(turn: Turn[State], side: str) -> None:
    """Ends the turn or the deployment of a side, and plays on to the next turn that waits for orders."""
    if turn.state.phase != DEPLOYMENT:
        rounds.continue_play(turn)
        return
    turn.happens(Finished(side))
    _end_deployment(turn)


def _end_deployment(turn: Turn[State]) -> None:
    """ZC 4.5: everything is revealed when all sides are done."""
    if not sides_to_act(turn.state):
        reveal_deployment(turn)
        rounds.begin_play(turn)


def reveal_deployment(turn: Turn[State]) -> None:
    """ZC 4.5: reveals the units that are not where the others know them."""
    state = turn.state
    moved = [unit for key in state.roster if (unit := state.units[key]).models != state.ready[key].models]
    turn.happens(
        Revealed({unit.id: tuple(ModelPlace(model.number, model.at) for model in unit.models) for unit in moved})
    )


def _concede(turn: Turn[State], side: str) -> None:
    """ZC 14.6: the side concedes; if it was its turn, the turn ends."""
    victory.concede(turn, side)
    if turn.state.phase == DEPLOYMENT:
        _end_deployment(turn)
    elif turn.state.active == side:
        rounds.continue_play(turn)
