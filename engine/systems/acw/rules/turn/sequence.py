"""The sequence of play: which phase follows which, what each order does, what happens without orders (CW 3)."""

from engine.contract import Concede, Draw, Order, StandingOrder, Turn
from engine.toolkit.draw_offers import offer_draw

from ...orders import Charge, DeployRest, Face, Fight, Form, Join, Move, PlaceUnit, Shell, StraightMove
from ...state.events import Activated, Activation, Finished, GameOver, Initiative, PhaseBegan, StandingSet
from ...state.position import (
    DEPLOYMENT,
    FIRST_BATTLE,
    FIRST_MOVEMENT,
    SECOND_BATTLE,
    SECOND_MOVEMENT,
    Melee,
    State,
    enemy,
)
from ..combat import charges, melee, shelling
from ..movement import facing, leaders, movement
from . import deploy_rest, deployment, victory

BATTLES = {FIRST_MOVEMENT: FIRST_BATTLE, SECOND_MOVEMENT: SECOND_BATTLE}


def proceed(turn: Turn[State]) -> None:
    """CW 3.2: nothing to do; the game starts with a deployment, which waits for both sides."""


def run(turn: Turn[State], side: str, order: Order) -> None:
    match order:
        case StraightMove() | Move():
            activate(turn, order.unit)
            movement.run(turn, order)
        case Face() | Form() | Charge() | Shell():
            _run_unit_order(turn, order)
        case StandingOrder(subject=subject, policy=policy, values=values):
            turn.happens(StandingSet(side, subject, policy, values[0]))
        case Concede():
            deployment.reveal(turn)
            turn.happens(GameOver(enemy(turn.state, side), "conceded"))
        case Draw():
            _offer_draw(turn, side)
        case PlaceUnit() | Join() if turn.state.phase == DEPLOYMENT:
            deployment.run(turn, order)
        case DeployRest():
            deploy_rest.run(turn, side)
        case Fight(unit=key, target=target):
            fought = melee_between(turn.state, key, target)
            assert fought is not None
            melee.fight(turn, fought)
        case _:
            _run_unit_order(turn, order)


def _run_unit_order(turn: Turn[State], order: Order) -> None:
    """CW 3.5: runs the order of a unit in its movement phase."""
    activate(turn, getattr(order, "unit", ""))
    match order:
        case Face():
            facing.face(turn, order)
        case Form():
            facing.form(turn, order)
        case Charge():
            charges.run(turn, order)
        case Join():
            leaders.join(turn, order)
        case Shell():
            shelling.run(turn, order)
        case _:
            raise TypeError(f"ACW has no order {type(order).__name__}")


def activate(turn: Turn[State], key: str) -> None:
    """CW 3.5: the first order of a unit in a player turn costs one activation."""
    if not turn.state.units[key].activated:
        turn.happens(Activated(key))


def melee_between(state: State, one: str, other: str) -> Melee | None:
    """CW 9.1: the melee between these two units; either may have charged."""
    return next((known for known in state.game.melees if {known.charger, known.target} == {one, other}), None)


def close(turn: Turn[State], side: str) -> None:
    """The side is done, or its time is up: everything runs up to the next decision of a player."""
    match turn.state.phase:
        case "deployment":
            if side not in turn.state.done:
                turn.happens(Finished(side))
            if len(turn.state.done) == len(turn.state.sides):
                deployment.reveal(turn)
                _roll_initiative(turn)
        case "first-movement" | "second-movement" as name if turn.state.game.melees:
            turn.happens(PhaseBegan(BATTLES[name], turn.state.turn, side))
        case "first-battle" | "second-battle":
            _fight_all(turn)
            _end_player_turn(turn)
        case "over":
            pass
        case _:
            _end_player_turn(turn)


def _fight_all(turn: Turn[State]) -> None:
    """CW 9.1: fights the remaining melees, in the order in which contact was made."""
    while left := [known for known in turn.state.game.melees if not known.fought]:
        melee.fight(turn, left[0])


def _end_player_turn(turn: Turn[State]) -> None:
    """CW 3.8, 3.6: ends a player turn and starts the next one, unless the game is over."""
    second = turn.state.phase in (SECOND_MOVEMENT, SECOND_BATTLE)
    if victory.end_if_broken(turn) or (second and victory.end_at_turn_limit(turn)):
        return
    if second:
        _roll_initiative(turn)
    else:
        _begin_player_turn(turn, SECOND_MOVEMENT, turn.state.turn, turn.state.game.order[1])


def _roll_initiative(turn: Turn[State]) -> None:
    """CW 3.3: one die each, the side listed first first; ties are rerolled."""
    first, second = (side.id for side in turn.state.sides)
    winner: str | None = None
    while winner is None:
        dice = {side: turn.roll(f"initiative of {side}", rule="CW 3.3").faces[0] for side in (first, second)}
        winner = first if dice[first] > dice[second] else second if dice[second] > dice[first] else None
        turn.happens(Initiative(dice, winner))
    _begin_player_turn(turn, FIRST_MOVEMENT, turn.state.turn + 1, winner)


def _begin_player_turn(turn: Turn[State], name: str, number: int, side: str) -> None:
    """CW 3.4: starts a player turn with its activation dice."""
    turn.happens(PhaseBegan(name, number, side))
    roll = turn.roll(f"activation of {side}", turn.state.setup.dice[side], rule="CW 3.4")
    turn.happens(Activation(side, roll.faces, roll.total))


def _offer_draw(turn: Turn[State], side: str) -> None:
    """CW 11.4: offers a draw; the game ends if both sides have."""
    if offer_draw(turn, side, lambda state: state.game.draw):
        deployment.reveal(turn)
        turn.happens(GameOver("draw", "agreed"))
