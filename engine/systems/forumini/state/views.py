"""What a side may know: the enemy's purchases, throws and standing orders are hidden (FA 23.1)."""

from engine.contract import Balked, Event, Skipped, hide_standing_order, replace

from .events import Bought, StandingSet, Thrown
from .phases import SEALED
from .position import State


def view(state: State, side: str) -> State:
    """What a side may know; "" is the public."""
    game = state.game
    return replace(
        state,
        game=replace(
            game,
            standing={key: known for key, known in game.standing.items() if key == side},
            army={key: known if key == side else {} for key, known in game.army.items()},
            throws={key: known for key, known in game.throws.items() if key == side},
        ),
    )


def witness(state: State, event: Event, side: str) -> Event | None:
    """The event as a side may know it when it happens in this state; None if it may not."""
    match event:
        case StandingSet(side=owner) | Bought(side=owner) | Thrown(side=owner):
            return event if owner == side else None
        case Balked(side=owner) | Skipped(side=owner) if state.phase in SEALED:
            return event if owner == side else None
        case _:
            return hide_standing_order(event, side)
