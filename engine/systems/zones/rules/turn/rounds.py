"""Rounds and turns: everything the rules do by themselves until the game waits for a player (ZC 4, 5.1, 13.1)."""

from engine.contract import Turn

from ...state.events import Initiative, RoundBegan, TurnBegan
from ...state.position import ACTION, HOLD, OVER, ROUND, State, side_units
from ..combat import morale
from ..movement import fall_back
from . import command_phase, victory


def begin_play(turn: Turn[State]) -> None:
    """Begins the next round and plays on to the first turn that waits for orders."""
    _begin_round(turn)
    continue_play(turn)


def continue_play(turn: Turn[State]) -> None:
    """ZC 4.4: ends the current turn and plays on until a turn waits for orders or the game ends."""
    while turn.state.phase != OVER:
        _end_turn(turn)
        following = _next_turn(turn.state)
        if following:
            turn.happens(TurnBegan(*following))
            _run_turn(turn, following[1])
            if _waits_for_orders(turn.state):
                return
        elif not victory.end_round(turn):
            _begin_round(turn)


def _begin_round(turn: Turn[State]) -> None:
    number = turn.state.turn + 1
    rolled = turn.state.setup.first == "roll" and number > 1
    turn.happens(RoundBegan(number, turn_order(turn.state, number, _roll_initiative(turn) if rolled else None)))


def turn_order(state: State, number: int, first: str | None = None) -> tuple[str, ...]:
    """ZC 4.3: the turn order of a round; ``first``: the side that rolled highest, if one did."""
    sides = tuple(side.id for side in state.sides)
    place = sides.index(first) if first else (number - 1) % len(sides) if state.setup.first == "alternate" else 0
    return sides[place:] + sides[:place]


def _roll_initiative(turn: Turn[State]) -> str:
    """ZC 4.3: one die for each side, also those that have conceded; all again while the highest is tied."""
    winner: str | None = None
    while winner is None:
        rolls = {side.id: turn.roll(f"initiative of {side.id}", rule="ZC 4.3").faces[0] for side in turn.state.sides}
        best = [side for side, face in rolls.items() if face == max(rolls.values())]
        winner = best[0] if len(best) == 1 else None
        turn.happens(Initiative(rolls, winner))
    return winner


def _next_turn(state: State) -> tuple[str, str] | None:
    """ZC 4.1: phase and side of the next turn; None at the end of the round."""
    turns = [(phase, side) for phase in ROUND for side in state.game.order]
    number = turns.index((state.phase, state.active)) + 1 if state.active is not None else 0
    return turns[number] if number < len(turns) else None


def _run_turn(turn: Turn[State], side: str) -> None:
    """The steps of a turn that need no orders."""
    match turn.state.phase:
        case "command":
            morale.roll_rally_checks(turn, side)
            command_phase.run_command_turn(turn, side)
        case "resolution":
            morale.remove_casualties(turn, side)
            morale.roll_morale_checks(turn, side)


def _waits_for_orders(state: State) -> bool:
    """ZC 4.4: whether the turn waits for orders."""
    side = state.active or ""
    match state.phase:
        case "command":
            return any(unit.policy != HOLD for unit in command_phase.due_reserves(state, side))
        case "action":
            return any(True for _ in side_units(state, side)) or _may_appear(state, side)
    return False


def _may_appear(state: State, side: str) -> bool:
    """ZC 6.6, 6.7: whether a unit of the side can deep strike or ambush in this round."""
    waiting = any(unit.side == side and unit.where in ("deep-strike", "ambush") for unit in state.units.values())
    return waiting and state.turn >= state.setup.offboard_from


def _end_turn(turn: Turn[State]) -> None:
    """ZC 6.11: at the end of an action turn, shaken units that have not fled flee."""
    if turn.state.phase == ACTION and turn.state.active is not None:
        for unit in tuple(side_units(turn.state, turn.state.active)):
            if unit.shaken and not unit.fled:
                fall_back.flee(turn, unit.id)
