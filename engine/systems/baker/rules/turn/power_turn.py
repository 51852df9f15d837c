"""A power's turn, from its first phase to its income, and the next power's turn (BK 10, 13.2, 15, 16.5)."""

from engine.contract import Turn

from ...state.events import Income, PhaseBegan, TurnBegan
from ...state.position import COMBAT, COMBAT_MOVEMENT, NONCOMBAT, PLACEMENT, PURCHASE, State, territories
from ..board.area_control import friendly
from ..combat import battles
from ..movement import aircraft_return
from . import default_placement, victory


def begin_turn(turn: Turn[State], side: str, number: int) -> None:
    """BK 10.3: begins a power's turn; without its capital it skips the purchase."""
    turn.happens(TurnBegan(side, number, PURCHASE if is_unhindered(turn.state, side) else COMBAT_MOVEMENT))


def is_unhindered(state: State, side: str) -> bool:
    """BK 10.3: whether a power's capital is in its own or a friend's hands."""
    capital = state.powers[side].capital
    return capital is None or friendly(state, side, capital)


def next_phase(turn: Turn[State], side: str) -> None:
    """BK 13.2, 15: ends a phase, carries out what needs no orders, and begins the next phase or turn."""
    match turn.state.phase:
        case "purchase":
            _phase(turn, COMBAT_MOVEMENT)
        case "combat-movement":
            battles.carry_out_raids(turn)
            _phase(turn, COMBAT if battles.undecided_battles(turn.state) else NONCOMBAT)
        case "combat":
            battles.fight_remaining(turn)
            _phase(turn, NONCOMBAT)
        case "noncombat-movement":
            aircraft_return.return_aircraft(turn, side)
            if turn.state.powers[side].buys:
                _phase(turn, PLACEMENT)
            else:
                _end_turn(turn, side)
        case _:
            default_placement.place_rest(turn, side)
            _end_turn(turn, side)


def _phase(turn: Turn[State], name: str) -> None:
    turn.happens(PhaseBegan(name, turn.state.turn, turn.state.active))


def _end_turn(turn: Turn[State], side: str) -> None:
    """BK 10.3, 15.6: income, then the next power's turn; after the last power the next round."""
    if is_unhindered(turn.state, side):
        gain = victory.income(turn.state, side)
        turn.happens(Income(side, gain, turn.state.powers[side].ipc + gain))
    powers = tuple(turn.state.powers)
    following = next((power for power in powers[powers.index(side) + 1 :] if takes_part(turn.state, power)), None)
    if following:
        begin_turn(turn, following, turn.state.turn)
    elif not victory.round_over(turn):
        begin_turn(turn, next(power for power in powers if takes_part(turn.state, power)), turn.state.turn + 1)


def takes_part(state: State, power: str) -> bool:
    """BK 16.5: whether a power still has land or units."""
    return any(territories(state, power)) or any(ground.units.get(power) for ground in state.areas.values())
