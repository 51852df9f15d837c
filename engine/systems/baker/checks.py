"""What the rules have against an order, after its words, its moment and its side (section Orders)."""
from collections.abc import Iterator

from ...contract import Order, Refusal
from . import buying, combat, moves, placing, policies, shipping
from .orders import (
    Bomb,
    Buy,
    FightOut,
    Keep,
    Load,
    Losses,
    Move,
    PlaceUnits,
    Retreat,
    RetreatWhen,
    SetUp,
    ShipOver,
    Targets,
    Unload,
    Withdraw,
    WithdrawWhen,
)
from .state import State
from .writing import Written, parse


def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """Everything against it, the most telling first."""
    match order:
        case Losses() | Targets() | Keep() | RetreatWhen() | WithdrawWhen():
            yield from policies.objections(seen, side, order)
        case SetUp(words=words):
            written = parse(words)
            yield from () if isinstance(written, Written) else written
        case Buy():
            yield from buying.objections(seen, side, order)
        case Move() | Bomb():
            yield from moves.objections(seen, side, order)
        case ShipOver() | Load() | Unload():
            yield from shipping.objections(seen, side, order)
        case FightOut() | Retreat() | Withdraw():
            yield from combat.objections(seen, side, order)
        case PlaceUnits():
            yield from placing.objections(seen, side, order)
        case _:
            pass
