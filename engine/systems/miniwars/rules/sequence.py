"""The sequence of play: which phase follows which, what each order does, what happens without orders (MW 4, 14)."""

from engine.contract import Concede, Draw, Order, Skipped, StandingOrder, Turn
from engine.toolkit.draw_offers import offer_draw

from ..orders import Advance, Attack, Cancel, Choose, Deploy, DeployRest, Fire, Hold, Move, Rally, Swap, condition_holds
from ..state.events import (
    Cancelled,
    Chosen,
    Deployed,
    Finished,
    GameOver,
    Held,
    Initiative,
    Moved,
    PhaseBegan,
    PhaseSkipped,
    Planned,
    Revealed,
    StandingSet,
    Swapped,
    TurnEnded,
)
from ..state.position import (
    A_MISSILE,
    A_MOVEMENT,
    B_MISSILE,
    B_MOVEMENT,
    DEPLOYMENT,
    INITIATIVE,
    MISSILE,
    MORALE,
    Plan,
    State,
    cost_share,
    enemy,
    is_sealed,
    target_unit,
)
from .combat import advance, fight, shoot
from .deployment import deploy_rest
from .morale import has_rally_decision, rally_all
from .movement import route_taken
from .shooting import has_shot

AFTER = {A_MISSILE: B_MISSILE, B_MISSILE: B_MOVEMENT, B_MOVEMENT: A_MOVEMENT, A_MOVEMENT: MORALE}


def proceed(turn: Turn[State]) -> None:
    """MW 4.2: the first initiative roll, if the game starts with turn 1 and has not rolled yet."""
    state = turn.state
    if state.phase == INITIATIVE and state.active is None:
        roll_initiative(turn)


def run(turn: Turn[State], side: str, order: Order) -> None:
    match order:
        case Choose(role=role):
            choose_role(turn, side, role, "asked")
        case Deploy(unit=key, to=to):
            turn.happens(Deployed(key, to))
        case DeployRest():
            deploy_rest(turn, side)
        case Swap(unit=key, target=target):
            turn.happens(Swapped(key, _target_id(turn.state, target)))
        case Fire(unit=key, target=target):
            shoot(turn, key, _target_id(turn.state, target))
        case Move(unit=key, path=path):
            cost, way = route_taken(turn.state, key, path)
            turn.happens(Moved(key, (turn.state.units[key].at, *way), cost))
        case Attack(unit=key, target=target, then=then):
            fight(turn, key, _target_id(turn.state, target), then)
        case Advance(unit=key):
            advance(turn, key)
        case Rally(unit=key, target=target):
            turn.happens(Planned(side, Plan(key, target, turn.said)))
        case Hold(unit=key) if turn.state.phase == MORALE:
            turn.happens(Planned(side, Plan(key, None, turn.said, True)))
        case Hold(unit=key):
            turn.happens(Held(key))
        case Cancel():
            _cancel(turn, side)
        case _:
            _run_any_time(turn, side, order)


def _cancel(turn: Turn[State], side: str) -> None:
    """Drops the side's orders of the phase at once; so the condition of a conditional one is looked at at once."""
    condition = turn.said.condition
    if condition and not turn.state.earlier and not condition_holds(turn.state, condition):
        turn.happens(Skipped(side, turn.said.line, turn.said.text))
    else:
        turn.happens(Cancelled(side))


def _run_any_time(turn: Turn[State], side: str, order: Order) -> None:
    """Orders that may be given at any time."""
    match order:
        case StandingOrder(subject=subject, policy=policy, values=values):
            turn.happens(StandingSet(side, subject, policy, values))
        case Concede():
            _reveal_positions(turn)
            turn.happens(GameOver(enemy(turn.state, side), "conceded"))
        case Draw():
            if offer_draw(turn, side, lambda state: state.game.offers):
                _reveal_positions(turn)
                turn.happens(GameOver("draw", "agreed"))
        case _:
            pass


def close(turn: Turn[State], side: str) -> None:
    """The side is done, or its time is up."""
    state = turn.state
    match state.phase:
        case "over":
            pass
        case "initiative":
            choose_role(turn, side, "a", "default")
        case _ if is_sealed(state):
            if side not in state.done:
                turn.happens(Finished(side))
            if len(turn.state.done) == len(state.sides):
                _end_sealed_phase(turn)
        case "deployment":
            later = state.setup.order[state.setup.order.index(side) + 1 :]
            if later:
                turn.happens(PhaseBegan(DEPLOYMENT, 0, later[:1]))
            else:
                roll_initiative(turn)
        case _:
            _begin_phase(turn, AFTER[state.phase])


def _end_sealed_phase(turn: Turn[State]) -> None:
    """Secret positions are shown, secret orders are run."""
    if turn.state.phase == DEPLOYMENT:
        _reveal_positions(turn)
        roll_initiative(turn)
    else:
        _end_turn(turn)


def _reveal_positions(turn: Turn[State]) -> None:
    """MW 3.4: the positions of a sealed deployment are shown."""
    state = turn.state
    if state.ready:
        turn.happens(
            Revealed({key: state.units[key].at for key in state.roster if state.ready[key] != state.units[key].at})
        )


def roll_initiative(turn: Turn[State]) -> None:
    """MW 4.2, 4.3: one die each, the first-listed side first; the higher chooses, on a tie the last loser."""
    turn.happens(PhaseBegan(INITIATIVE, turn.state.turn + (turn.state.phase != INITIATIVE), ()))
    first, second = (side.id for side in turn.state.sides)
    winner: str | None = None
    while winner is None:
        dice = tuple(turn.roll(f"initiative of {side}", rule="MW 4.2").faces[0] for side in (first, second))
        tie = dice[0] == dice[1]
        winner = turn.state.game.loser if tie else first if dice[0] > dice[1] else second
        turn.happens(Initiative(dice, winner, tie))
    standing = turn.state.game.standing[winner].initiative
    if standing != "ask":
        choose_role(turn, winner, standing, "standing")


def choose_role(turn: Turn[State], side: str, role: str, how: str) -> None:
    """MW 4.2, 4.5: the side is A or B, and the turn begins."""
    turn.happens(Chosen(side, role, how))
    _begin_phase(turn, A_MISSILE)


def _begin_phase(turn: Turn[State], name: str) -> None:
    """MW 4.6: the phase begins, or is skipped if nobody has anything to decide in it."""
    state = turn.state
    if name == MORALE:
        turn.happens(
            PhaseBegan(MORALE, state.turn, tuple(side.id for side in state.sides if has_rally_decision(state, side.id)))
        )
        if len(turn.state.done) == len(state.sides):
            _end_turn(turn)
        return
    side = (state.game.a if name in (A_MISSILE, A_MOVEMENT) else state.game.b) or ""
    if name in MISSILE and not has_shot(state, side):
        turn.happens(PhaseSkipped(name, side))
        _begin_phase(turn, AFTER[name])
    else:
        turn.happens(PhaseBegan(name, state.turn, (side,)))


def _end_turn(turn: Turn[State]) -> None:
    """MW 13.8, 14.3, 14.4: the rally attempts, then the end of the game by a limit, or the next turn."""
    rally_all(turn)
    state = turn.state
    fought = any(unit.fired or unit.attacked for unit in state.units.values())
    turn.happens(TurnEnded(state.turn, 0 if fought else state.game.quiet + 1))
    setup = turn.state.setup
    if setup.turns is not None and state.turn >= setup.turns:
        _end_by_shares(turn, "turn-limit")
    elif setup.stalemate and turn.state.game.quiet >= setup.stalemate:
        _end_by_shares(turn, "stalemate")
    else:
        roll_initiative(turn)


def _end_by_shares(turn: Turn[State], reason: str) -> None:
    """MW 14.5: the side with the larger share of its starting cost wins; shares are compared exactly."""
    first, second = (side.id for side in turn.state.sides)
    shares = {side: cost_share(turn.state, side) for side in (first, second)}
    (left, start), (other_left, other_start) = shares[first], shares[second]
    lead = left * other_start - other_left * start
    turn.happens(GameOver(first if lead > 0 else second if lead < 0 else "draw", reason, shares))


def _target_id(state: State, target: str) -> str:
    """The id of the unit that the target of a legal order names."""
    unit = target_unit(state, target)
    assert unit is not None
    return unit.id
