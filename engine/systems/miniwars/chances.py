"""The chances of shots and attacks, from the code that resolves them."""

from fractions import Fraction

from engine.contract import Event, Order
from engine.toolkit.outcomes import first_roll, outcomes, percent, roll_text

from .orders import Attack, Fire
from .rules.sequence import run
from .state.apply import apply
from .state.events import Fired, Fought
from .state.position import State


def chances(seen: State, side: str, order: Order) -> str:
    """MW 6.4, 10.4: the dice, their modifiers and the chance of a hit: ``2d6+1 needs 8+: 58 % disrupted``."""
    if not isinstance(order, Attack | Fire):
        return ""
    trials = [*outcomes(seen, apply, lambda turn: run(turn, side, order), Fired, Fought)]
    made = [trial for trial in trials if _hits(trial.events[-1])]
    share = sum((trial.share for trial in made), Fraction())
    result = first_roll(made[0]).result if made else ""
    return f"{roll_text(first_roll(trials[0]))}: {percent(share)} {result}".strip()


def _hits(event: Event) -> bool:
    return event.success if isinstance(event, Fought) else isinstance(event, Fired) and event.hit
