"""What a computer player expects of its orders: as their worth, but for what it buys."""

from engine.contract import Order

from ..orders import Buy
from ..state.position import State
from .worth import worth

USUAL_SHARE = 0.12
"""Of the points, what a purchase costs in an army of all arms."""
AGAIN = 0.25
"""What every unit of the same kind that is bought already takes off."""


def prospect(seen: State, side: str, order: Order) -> float:
    """An army of all arms; none if the scenario gives the side one: the dearest cards alone are too few to last."""
    match order:
        case Buy(count=count, type=key):
            if seen.setup.buying and seen.setup.buying.default.get(side):
                return 0.0
            card = seen.cards[key]
            if card.kind not in ("soldier", "vehicle") or "hero" in card.sub:
                return 0.0
            alike = sum(n for kind, n in seen.game.army.get(side, {}).items() if seen.cards[kind].sub[0] == card.sub[0])
            apart = abs(count * card.cost / max(1, seen.setup.points) - USUAL_SHARE)
            return 1 - apart - AGAIN * alike / count
    return worth(seen, side, order)
