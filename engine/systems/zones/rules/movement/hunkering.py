"""Orders to hunker (ZC 11)."""

from collections.abc import Iterator

from engine.contract import Refusal, Turn
from engine.toolkit.wording import listed

from ...orders import Hunker
from ...state.events import Hunkered
from ...state.position import State, called


def objections(seen: State, order: Hunker) -> Iterator[Refusal]:
    """ZC 11.1: it takes the action of every model."""
    unit = seen.units[order.unit]
    if unit.where != "table":
        yield Refusal("unit", "off-table", f"{unit.id} is not on the table", "ZC 11.1")
    elif acted := [called(unit, model) for model in unit.models if model.acted]:
        has = "has" if len(acted) == 1 else "have"
        says = f"{listed(acted)} {has} already acted this turn; to hunker, no model may have acted"
        yield Refusal("unit", "already-acted", says, "ZC 11.1")


def run(turn: Turn[State], order: Hunker) -> None:
    turn.happens(Hunkered(order.unit))
