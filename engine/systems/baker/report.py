"""What happened, in lines short enough for a phone."""
from ...contract import Balked, Event, Skipped
from .events import GameOver, PhaseBegan, TurnBegan
from .state import OVER, TITLES, State, title


def tell(state: State, event: Event) -> str:
    """One line of the report, or "" if it goes without saying.  ``state`` is the one before the event."""
    match event:
        case Balked(order=order, code=code, says=says):
            return "" if state.phase == OVER else f"Not done: {order} ({code}): {says.rstrip('.')}."
        case Skipped(order=order):
            return f"Passed over: {order}."
        case TurnBegan(side=side, turn=number):
            return f"Round {number}: {title(state, side)}'s turn."
        case PhaseBegan(name=name, turn=number, active=active):
            return f"{TITLES[name].capitalize()}." if active else f"Round {number} of the battle."
        case GameOver(winner=winner):
            return "A draw." if winner == "draw" else f"{title(state, winner)} wins."
        case _:
            return ""
