"""The sequence of play: which phase follows which, what each order sets going, what silence means (FA 20)."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.contract import Concede, Order, StandingOrder, Turn

from ...orders import (
    Attack,
    Bomb,
    Buy,
    Charge,
    Choose,
    Deploy,
    DeployRest,
    DropIn,
    Hold,
    Indirect,
    Move,
    PassBy,
    PlaceAircraft,
    Return,
    Strafe,
    Throw,
)
from ...state.events import Finished, GameOver, MoveEnded, PhaseBegan, PhaseSkipped, StandingSet, Thrown
from ...state.phases import (
    AIRCRAFT,
    ANTIAIR,
    ASSAULT,
    CASUALTY,
    CHOICE,
    DEPLOY,
    DROPS,
    EDGE,
    GROUND,
    INITIATIVE,
    MOVEMENT,
    MOVING,
    OBSTACLES,
    TIE_BREAK,
)
from ...state.position import State, enemy
from ..combat import aircraft, direct_fire, indirect_fire
from ..movement import movement, stationary_actions
from . import air_phase, army_purchase, deploy_rest, deployment, initiative, paratroopers, victory
from .casualty_phase import resolve_casualties

PAIRED = (OBSTACLES, DEPLOY, DROPS, MOVEMENT, ANTIAIR, GROUND, ASSAULT)
"""FA 20.1: the phases that the first player has, then the second."""


def proceed(turn: Turn[State]) -> None:
    """FA 20.2: everything that happens before the next order is needed, above all at the beginning of a game."""
    state = turn.state
    if state.active is not None:
        return
    match state.phase:
        case "deploy-choice":
            deployment.deployment_roll(turn)
        case "deploy-obstacles":
            begin_phase(turn, OBSTACLES)
        case "a-initiative":
            _await_choice(turn, initiative.initiative_roll(turn))
        case "k-casualty":
            _casualty_phase(turn)
        case _:
            pass


def run(turn: Turn[State], side: str, order: Order) -> None:
    if ground := GROUND_ORDERS.get(type(order)):
        _end_other_move(turn, side, order)
        ground(turn, side, order)
        return
    match order:
        case StandingOrder(subject=subject, policy=policy, values=values):
            turn.happens(StandingSet(side, subject, policy, values))
        case Concede():
            turn.happens(GameOver(enemy(turn.state, side), "conceded"))
        case Buy() | Return():
            army_purchase.buy_or_return(turn, side, order)
        case Choose():
            _after_choice(turn, side, order, "asked")
        case Deploy():
            deployment.deploy(turn, order, "asked")
        case DeployRest():
            deploy_rest.deploy_rest(turn, side)
        case DropIn():
            paratroopers.aim_drop(turn, order, "asked")
        case PlaceAircraft() | Hold():
            air_phase.place_aircraft(turn, order, "asked")
            _continue_aircraft(turn)
        case Throw(sign=sign):
            turn.happens(Thrown(side, sign))
        case Bomb() | Strafe() | PassBy():
            aircraft.run(turn, side, order)
        case _:
            pass


def _end_other_move(turn: Turn[State], side: str, order: Order) -> None:
    """FA 21.3: what soldiers and vehicles do in B and F ends the unfinished movement of another unit; only ending
    Overwatch does not.
    """
    if turn.state.phase in MOVING and getattr(order, "off", None) is None:
        movement.end_move(turn, side, getattr(order, "unit", ""))


def _attack(turn: Turn[State], side: str, order: Attack) -> None:
    """On the ground, in antiair fire, or by aircraft: the phase decides."""
    (direct_fire if turn.state.phase == ASSAULT else aircraft).run(turn, side, order)


GROUND_ORDERS: Mapping[type[Order], Callable[[Turn[State], str, Any], None]] = {
    Move: movement.move,
    Charge: movement.charge,
    Attack: _attack,
    Indirect: indirect_fire.run,
    **stationary_actions.ACTIONS,
}
"""What soldiers and vehicles do in B and F; attacks are also made in antiair fire and by aircraft."""


def close(turn: Turn[State], side: str) -> None:
    """Ends the side's part of the phase: the rules' defaults fill in what it did not order, and the next side
    follows or the phase ends (FA 20.1).
    """
    match turn.state.phase:
        case "build" | "tie-break":
            _close_sealed(turn, side)
        case "deploy-choice" | "deploy-edge":
            _after_choice(turn, side, deployment.default_choice(turn.state, side), "default")
        case "a-initiative":
            _after_choice(turn, side, Choose("second"), "default")
        case "c-aircraft":
            air_phase.hold_rest(turn, side)
            _continue_aircraft(turn)
        case name if name in PAIRED:
            _fill_defaults(turn, side)
            first, second = _playing_order(turn.state)
            begin_phase(turn, name, (second,) if side == first else ())
        case _:
            pass


def _fill_defaults(turn: Turn[State], side: str) -> None:
    """What a side leaves undone at the end of its part of a phase."""
    match turn.state.phase:
        case "deploy-obstacles" | "deploy":
            deployment.deploy_rest(turn, side)
        case "deploy-drops":
            paratroopers.land_paratroopers(turn, side)
        case _:
            if turn.state.game.moving is not None:
                turn.happens(MoveEnded(turn.state.game.moving))


def begin_phase(turn: Turn[State], name: str, sides: tuple[str, ...] | None = None) -> None:
    """FA 20.1: the phase begins with the first of these sides that can do something in it; without one it is over.

    A phase that nobody needs passes in silence.
    """
    order = _playing_order(turn.state) if sides is None else sides
    idle = {side: why for side in order if (why := _why_skipped(turn.state, name, side))}
    for side in order if len(idle) < 2 else ():
        if side not in idle:
            turn.happens(PhaseBegan(name, turn.state.turn, side))
            return
        turn.happens(PhaseSkipped(name, side, idle[side]))
    _after_phase(turn, name)


def _playing_order(state: State) -> tuple[str, str]:
    """First and second player, in deployment the first and the second to deploy."""
    first = state.game.first or state.sides[0].id
    return first, enemy(state, first)


def _why_skipped(state: State, name: str, side: str) -> str:
    """FA 20.1: why a side is skipped in a phase, or ""."""
    match name:
        case "deploy-obstacles":
            return "" if any(deployment.units_to_deploy(state, side, OBSTACLES)) else "no obstacles"
        case "deploy":
            return "" if any(deployment.units_to_deploy(state, side, DEPLOY)) else "nothing to set up"
        case "deploy-drops":
            return "" if any(paratroopers.units_to_drop(state, side)) else "no paratroopers"
        case "d-antiair":
            return "" if air_phase.aircraft_in_play(state, enemy(state, side)) else "no enemy aircraft"
        case "e-ground-attack":
            return (
                ""
                if any(unit.target is not None for unit in air_phase.aircraft_in_play(state, side))
                else "no target declared"
            )
        case _:
            return ""


def _after_phase(turn: Turn[State], name: str) -> None:
    """FA 20.1: what follows when both sides have had their part of a phase."""
    match name:
        case "deploy-obstacles":
            begin_phase(turn, DEPLOY)
        case "deploy":
            begin_phase(turn, DROPS)
        case "deploy-drops":
            _await_choice(turn, initiative.begin_turn(turn))
        case "b-movement":
            _begin_aircraft(turn)
        case "d-antiair":
            air_phase.resolve_antiair(turn)
            begin_phase(turn, GROUND)
        case "e-ground-attack":
            begin_phase(turn, ASSAULT)
        case _:
            _casualty_phase(turn)


def _after_choice(turn: Turn[State], side: str, order: Choose, how: str) -> None:
    """A choice of first or second player, or of an edge, and what comes after it."""
    phase = turn.state.phase
    if phase == INITIATIVE:
        initiative.choose(turn, side, order.order or "second", how)
        begin_phase(turn, MOVEMENT)
        return
    deployment.choose(turn, side, order, how)
    if order.order is not None and phase == CHOICE and turn.state.setup.option == "1" and not turn.state.setup.zones:
        first = turn.state.game.first
        turn.happens(PhaseBegan(EDGE, 0, first))
    elif order.order is not None or phase == EDGE:
        begin_phase(turn, OBSTACLES)


def _await_choice(turn: Turn[State], waiting: str | None) -> None:
    """After the initiative dice: a standing order may answer, else the winner must choose."""
    if waiting is None:
        begin_phase(turn, MOVEMENT)


def _begin_aircraft(turn: Turn[State]) -> None:
    """FA 20.1: phase C, skipped without available aircraft; FA 2.6: in some environments nothing flies."""
    state = turn.state
    waiting = any(air_phase.available(state, side.id) for side in state.sides)
    if waiting and (weather := air_phase.grounding_environment(state)):
        turn.happens(PhaseSkipped(AIRCRAFT, "", weather))
    elif waiting:
        air_phase.queue_aircraft(turn)
        _continue_aircraft(turn)
        return
    _after_aircraft(turn)


def _continue_aircraft(turn: Turn[State]) -> None:
    """FA 14.2: standing orders answer until a side must choose or every aircraft is placed or held."""
    air_phase.follow_standing_orders(turn)
    if not turn.state.game.air_queue:
        _after_aircraft(turn)


def _after_aircraft(turn: Turn[State]) -> None:
    fighting = air_phase.aircraft_in_play(turn.state) and not air_phase.grounding_environment(turn.state)
    begin_phase(turn, ANTIAIR if fighting else ASSAULT)


def _casualty_phase(turn: Turn[State]) -> None:
    """FA 17, 18: then the next turn, unless the game is over or the sides must throw."""
    if turn.state.phase != CASUALTY:
        turn.happens(PhaseBegan(CASUALTY, turn.state.turn, None))
    resolve_casualties(turn)
    if victory.check_victory(turn):
        _await_choice(turn, initiative.begin_turn(turn))


def _close_sealed(turn: Turn[State], side: str) -> None:
    """Waits for both sides; once both are done, their secret orders are shown."""
    if side not in turn.state.done:
        turn.happens(Finished(side))
    if len(turn.state.done) < len(turn.state.sides):
        return
    if turn.state.phase == TIE_BREAK:
        victory.show_throws(turn)
    else:
        army_purchase.reveal_armies(turn)
        _after_building(turn)


def _after_building(turn: Turn[State]) -> None:
    """FA 20.1: deployment dice, or straight to obstacles where the ends are fixed."""
    if turn.state.setup.option == "fixed":
        begin_phase(turn, OBSTACLES)
    else:
        deployment.deployment_roll(turn)
