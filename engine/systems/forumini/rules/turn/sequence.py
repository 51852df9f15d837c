"""The sequence of play: which phase follows which, what each order sets going, what silence means (FA 20)."""

from engine.contract import Concede, Order, StandingOrder, Turn

from ...orders import (
    Attack,
    Bomb,
    Buy,
    Charge,
    Choose,
    Deploy,
    DropIn,
    Hold,
    Indirect,
    Move,
    PassBy,
    PlaceAircraft,
    Return,
    Strafe,
    Throw,
    Watch,
)
from ...state.events import Finished, GameOver, MoveEnded, PhaseBegan, PhaseSkipped, StandingSet, Thrown
from ...state.position import (
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
    State,
    enemy,
)
from ..combat import aircraft, direct_fire, indirect_fire
from ..movement import movement, stationary_actions
from . import air_phase, army_purchase, deployment, initiative, paratroopers, victory
from .casualty_phase import resolve_casualties

PAIRED = (OBSTACLES, DEPLOY, DROPS, MOVEMENT, ANTIAIR, GROUND, ASSAULT)
"""FA 20.1: the phases that the first player has, then the second."""


def proceed(turn: Turn[State]) -> None:
    """FA 20.2: all that happens before anybody is awaited, at the beginning of a game above all."""
    state = turn.state
    if state.active is not None:
        return
    match state.phase:
        case "deploy-choice":
            deployment.roll(turn)
        case "deploy-obstacles":
            begin(turn, OBSTACLES)
        case "a-initiative":
            _choose(turn, initiative.roll(turn))
        case "k-casualty":
            _casualty(turn)
        case _:
            pass


def run(turn: Turn[State], side: str, order: Order) -> None:
    match order:
        case StandingOrder(subject=subject, policy=policy, values=values):
            turn.happens(StandingSet(side, subject, policy, values))
        case Concede():
            turn.happens(GameOver(enemy(turn.state, side), "conceded"))
        case Buy() | Return():
            army_purchase.trade(turn, side, order)
        case Choose():
            _chosen(turn, side, order, "asked")
        case Deploy():
            deployment.deploy(turn, order, "asked")
        case DropIn():
            paratroopers.aim(turn, order, "asked")
        case PlaceAircraft() | Hold():
            air_phase.fly(turn, order, "asked")
            _flown(turn)
        case Throw(sign=sign):
            turn.happens(Thrown(side, sign))
        case Bomb() | Strafe() | PassBy():
            aircraft.run(turn, side, order)
        case Attack() if turn.state.phase != ASSAULT:
            aircraft.run(turn, side, order)
        case _:
            _ground(turn, side, order)


def _ground(turn: Turn[State], side: str, order: Order) -> None:
    """What soldiers and vehicles do in B and F; it ends the unfinished movement of another unit (FA 21.3)."""
    unit = getattr(order, "unit", "")
    if turn.state.phase in MOVING and not (isinstance(order, Watch) and order.off is not None):
        movement.end_move(turn, side, unit)
    match order:
        case Move():
            movement.move(turn, side, order)
        case Charge():
            movement.charge(turn, side, order)
        case Attack():
            direct_fire.run(turn, side, order)
        case Indirect():
            indirect_fire.run(turn, side, order)
        case _:
            stationary_actions.run(turn, side, order)


def close(turn: Turn[State], side: str) -> None:
    """The side is done or silent: the rules' defaults fill the rest, and the phase goes on to the next side or ends (FA 20.1)."""
    match turn.state.phase:
        case "build" | "tie-break":
            _sealed(turn, side)
        case "deploy-choice" | "deploy-edge":
            _chosen(turn, side, deployment.default_choice(turn.state, side), "default")
        case "a-initiative":
            _chosen(turn, side, Choose("second"), "default")
        case "c-aircraft":
            air_phase.hold(turn, side)
            _flown(turn)
        case name if name in PAIRED:
            _fill(turn, side)
            first, second = _order(turn.state)
            begin(turn, name, (second,) if side == first else ())
        case _:
            pass


def _fill(turn: Turn[State], side: str) -> None:
    """What a side leaves undone at the end of its part of a phase."""
    match turn.state.phase:
        case "deploy-obstacles" | "deploy":
            deployment.fill(turn, side)
        case "deploy-drops":
            paratroopers.land(turn, side)
        case _:
            if turn.state.game.moving is not None:
                turn.happens(MoveEnded(turn.state.game.moving))


def begin(turn: Turn[State], name: str, sides: tuple[str, ...] | None = None) -> None:
    """FA 20.1: the phase begins with the first of these sides that has something to do in it; when none is left it is over.

    A phase that nobody needs passes in silence.
    """
    order = _order(turn.state) if sides is None else sides
    idle = {side: why for side in order if (why := _idle(turn.state, name, side))}
    for side in order if len(idle) < 2 else ():
        if side not in idle:
            turn.happens(PhaseBegan(name, turn.state.turn, side))
            return
        turn.happens(PhaseSkipped(name, side, idle[side]))
    _after(turn, name)


def _order(state: State) -> tuple[str, str]:
    """First and second player, in deployment the first and the second to deploy."""
    first = state.game.first or state.sides[0].id
    return first, enemy(state, first)


def _idle(state: State, name: str, side: str) -> str:
    """FA 20.1: why a side is passed over in a phase, or ""."""
    match name:
        case "deploy-obstacles":
            return "" if any(deployment.waits(state, side, OBSTACLES)) else "no obstacles"
        case "deploy":
            return "" if any(deployment.waits(state, side, DEPLOY)) else "nothing to set up"
        case "deploy-drops":
            return "" if any(paratroopers.waits(state, side)) else "no paratroopers"
        case "d-antiair":
            return "" if air_phase.flying(state, enemy(state, side)) else "no enemy aircraft"
        case "e-ground-attack":
            return (
                "" if any(unit.target is not None for unit in air_phase.flying(state, side)) else "no target declared"
            )
        case _:
            return ""


def _after(turn: Turn[State], name: str) -> None:
    """FA 20.1: what follows when both sides have had their part of a phase."""
    match name:
        case "deploy-obstacles":
            begin(turn, DEPLOY)
        case "deploy":
            begin(turn, DROPS)
        case "deploy-drops":
            _choose(turn, initiative.begin(turn))
        case "b-movement":
            _aircraft(turn)
        case "d-antiair":
            air_phase.resolve(turn)
            begin(turn, GROUND)
        case "e-ground-attack":
            begin(turn, ASSAULT)
        case _:
            _casualty(turn)


def _chosen(turn: Turn[State], side: str, order: Choose, how: str) -> None:
    """A choice of first or second player, or of an edge, and what comes after it."""
    phase = turn.state.phase
    if phase == INITIATIVE:
        initiative.choose(turn, side, order.order or "second", how)
        begin(turn, MOVEMENT)
        return
    deployment.choose(turn, side, order, how)
    if order.order is not None and phase == CHOICE and turn.state.setup.option == "1" and not turn.state.setup.zones:
        first = turn.state.game.first
        turn.happens(PhaseBegan(EDGE, 0, first))
    elif order.order is not None or phase == EDGE:
        begin(turn, OBSTACLES)


def _choose(turn: Turn[State], waiting: str | None) -> None:
    """After the initiative dice: nobody is awaited if a standing order has answered."""
    if waiting is None:
        begin(turn, MOVEMENT)


def _aircraft(turn: Turn[State]) -> None:
    """FA 20.1: phase C, passed over without available aircraft; FA 2.6: in some environments nothing flies."""
    state = turn.state
    waiting = any(air_phase.available(state, side.id) for side in state.sides)
    if waiting and (weather := air_phase.grounded(state)):
        turn.happens(PhaseSkipped(AIRCRAFT, "", weather))
    elif waiting:
        air_phase.begin(turn)
        _flown(turn)
        return
    _after_aircraft(turn)


def _flown(turn: Turn[State]) -> None:
    """FA 14.2: standing orders answer until somebody is asked or every aircraft is placed or held."""
    air_phase.settle(turn)
    if not turn.state.game.air_queue:
        _after_aircraft(turn)


def _after_aircraft(turn: Turn[State]) -> None:
    fighting = air_phase.flying(turn.state) and not air_phase.grounded(turn.state)
    begin(turn, ANTIAIR if fighting else ASSAULT)


def _casualty(turn: Turn[State]) -> None:
    """FA 17, 18: then the next turn, unless the game is over or the sides must throw."""
    if turn.state.phase != CASUALTY:
        turn.happens(PhaseBegan(CASUALTY, turn.state.turn, None))
    resolve_casualties(turn)
    if victory.check(turn):
        _choose(turn, initiative.begin(turn))


def _sealed(turn: Turn[State], side: str) -> None:
    """Both sides are awaited; when both are done what was secret is shown."""
    if side not in turn.state.done:
        turn.happens(Finished(side))
    if len(turn.state.done) < len(turn.state.sides):
        return
    if turn.state.phase == TIE_BREAK:
        victory.show(turn)
    else:
        army_purchase.reveal(turn)
        _after_building(turn)


def _after_building(turn: Turn[State]) -> None:
    """FA 20.1: deployment dice, or straight to obstacles where the ends are fixed."""
    if turn.state.setup.option == "fixed":
        begin(turn, OBSTACLES)
    else:
        deployment.roll(turn)
