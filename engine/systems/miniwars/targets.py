"""The target checks: what every order that names a target asks of it."""
from collections.abc import Iterator

from ...contract import Refusal
from .state import State, found


def aim_objections(seen: State, target: str, wrong: str, says: str) -> Iterator[Refusal]:
    """Nobody there, gone, or of the side that is no target: then ``says`` tells why."""
    unit = found(seen, target)
    if unit is None:
        yield Refusal("target", "no-target", f"nobody is in {target}")
    elif unit.gone:
        yield Refusal("target", "unit-gone", f"{unit.id} is no longer in play")
    elif unit.side == wrong:
        yield Refusal("target", "invalid-target", f"{unit.id} is {says}")
