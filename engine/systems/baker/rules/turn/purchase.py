"""The order buy: units are paid for now and placed at the end of the turn (BK 10.2)."""

from collections.abc import Iterator

from engine.contract import Order, Refusal, Turn

from ...orders import Buy
from ...state.counts import ipc_value
from ...state.events import Bought
from ...state.position import State
from ...table_rows import LOADED
from ...tables import UNITS
from ...wording import WORDS, ipcs_in_words
from ..movement.movable_units import wanted_units


def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """The most important objection to a purchase, if there is one."""
    assert isinstance(order, Buy)
    if unit := empty_transports_only(order.what):
        yield unit
        return
    power = seen.powers[side]
    cost, has, spent = ipc_value(wanted_units(order.what, _none_held)), power.ipc, ipc_value(power.buys)
    if cost > has:
        left = f"{has} left of {has + spent}" if spent else str(has)
        back = " (buy nothing gives back what you have bought)" if spent else ""
        yield Refusal(
            "what",
            "not-enough-ipc",
            f"that costs {ipcs_in_words(cost)}; you have {left}{_enough_for(order, has)}{back}",
            "BK 10.2",
        )


def empty_transports_only(what: tuple[tuple[int, str], ...]) -> Refusal | None:
    """``unknown-unit``: transports are bought and placed empty."""
    if all(kind != LOADED for _, kind in what):
        return None
    return Refusal("what", "unknown-unit", "transports are bought and placed empty: write transport", "BK 10.2")


def _none_held(kind: str) -> int:
    """The number that "all" means in a purchase: always 0."""
    return 0


def _enough_for(order: Buy, has: int) -> str:
    """How many units of the type the power can pay for, if the order names a single type."""
    if len(order.what) != 1:
        return ""
    kind = order.what[0][1]
    most = has // UNITS[kind].cost
    return f", enough for {most} {WORDS[kind][0 if most == 1 else 1]}" if most else ""


def run(turn: Turn[State], side: str, order: Order) -> None:
    """BK 10.2: adds units to those in hand; ``buy nothing`` gives all of them back."""
    assert isinstance(order, Buy)
    power = turn.state.powers[side]
    units = wanted_units(order.what, _none_held)
    cost = ipc_value(units) if units else -ipc_value(power.buys)
    turn.happens(Bought(side, units, cost, power.ipc - cost))
