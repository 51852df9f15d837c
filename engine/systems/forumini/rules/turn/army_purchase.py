"""Buying armies in secret, and showing them (FA 3.2 to 3.6)."""

from collections.abc import Iterator, Mapping

from engine.contract import Refusal, Turn
from engine.toolkit.muster.units import id_prefixes

from ...orders import Buy, Return
from ...state.events import ArmiesRevealed, Bought
from ...state.position import State
from .army_limits import MOST, purchase_objection


def objections(seen: State, side: str, order: Buy | Return) -> Iterator[Refusal]:
    """FA 21.5: what is against buying or returning units."""
    held = seen.game.army.get(side, {}).get(order.type, 0)
    most = MOST - held if isinstance(order, Buy) else MOST
    if not 1 <= order.count <= most:
        yield Refusal("count", "bad-number", f'"{order.count}" is not a number from 1 to {most}', "FA 21.5")
        return
    if order.type not in seen.cards:
        yield Refusal("type", "unknown-type", f'there is no unit type "{order.type}"', "FA 27.1")
        return
    if isinstance(order, Buy):
        if (against := purchase_objection(seen, side, order.type, order.count)) is not None:
            fewer = (Buy(count=against.most, type=order.type),) if against.most else ()
            yield Refusal("type", against.code, against.says, against.rule, fewer)
        return
    if held < order.count:
        fewer_back = (Return(count=held, type=order.type),) if held else ()
        yield Refusal(
            "type",
            "no-target",
            f"you have bought {held or 'no'} {order.type}, so {order.count} cannot be given back",
            "FA 3.2",
            fewer_back,
        )


def buy_or_return(turn: Turn[State], side: str, order: Buy | Return) -> None:
    count = order.count if isinstance(order, Buy) else -order.count
    turn.happens(Bought(side, order.type, count, count * turn.state.cards[order.type].cost))


def reveal_armies(turn: Turn[State]) -> None:
    """FA 3.2, 3.6: the lists are shown together; a side that bought nothing gets the scenario's."""
    state, taken = turn.state, set(turn.state.roster)
    buying = state.setup.buying
    assert buying is not None
    units, points, defaulted = list[tuple[str, str, str]](), dict[str, int](), list[str]()
    for side, prefix in id_prefixes({side.id: side.id.upper() for side in state.sides}, buying.prefix).items():
        army = state.game.army.get(side, {})
        if not army and buying.default.get(side):
            army = buying.default[side]
            defaulted.append(side)
        points[side] = sum(state.cards[kind].cost * count for kind, count in army.items())
        for number, kind in zip(_free_numbers(prefix, taken), _listed(army), strict=False):
            taken.add(f"{prefix}{number}")
            units.append((f"{prefix}{number}", kind, side))
    turn.happens(ArmiesRevealed(tuple(units), points, tuple(defaulted)))


def _listed(army: Mapping[str, int]) -> Iterator[str]:
    """In the order in which the types were first bought."""
    return (kind for kind, count in army.items() for _ in range(count))


def _free_numbers(prefix: str, taken: set[str]) -> Iterator[int]:
    """1, 2, 3 ..., without the ids that are in use."""
    number = 0
    while True:
        number += 1
        if f"{prefix}{number}" not in taken:
            yield number
