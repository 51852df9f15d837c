"""An army list that does not fit made to fit: types spelled right, and units taken out until its points are enough."""

from collections.abc import Mapping
from typing import Any

from engine.contract import Scenario, System

from ..unknown_types import near_types
from .army_text import MOST_UNITS, UnitSize
from .judging import check_list
from .position import Army


def reduced_army(rules: System[Any], scenario: Scenario, side: str, army: Army) -> dict[str, int]:
    """As much of the list as the side can muster here; {} if nothing of it would be accepted.

    A type that is not there becomes the most similar one, or is left out.  Of the units in excess, the one that frees
    just enough points goes first, otherwise the dearest.
    """
    known = rules.cards(scenario)
    left = _respelled(army, known)
    prices = {key: cost for key, _, _, cost in check_list(rules, scenario, side, left).rows}
    left = {key: min(count, MOST_UNITS) for key, count in left.items() if key in prices}
    limit = check_list(rules, scenario, side, left).limit or 0
    while left:
        excess = sum(prices[key] * count for key, count in left.items()) - limit
        if excess <= 0 and sum(left.values()) <= MOST_UNITS:
            break
        _take_out(left, _surplus(left, prices, excess))
    return left if left and not check_list(rules, scenario, side, left).faults else {}


def _respelled(army: Army, known: Mapping[str, Any]) -> dict[str, int]:
    found = dict[str, int]()
    for written, count in army.items():
        kind = UnitSize.read(written)
        stem, _, number = kind.type.rpartition("-")
        if kind.type not in known and stem in known and number.isdecimal():  # its number, written without a colon
            kind, count = kind._replace(type=stem), min(int(number[:4]), MOST_UNITS)
        near = [kind.type] if kind.type in known else near_types(kind.type, known)
        if near and count:
            key = near[0] if kind.size is None else f"{near[0]} x{kind.size}"
            found[key] = found.get(key, 0) + count
    return found


def _surplus(army: Army, prices: Mapping[str, int], excess: int) -> str:
    enough = [key for key in army if prices[key] >= excess]
    return min(enough, key=prices.__getitem__) if enough else max(army, key=prices.__getitem__)


def _take_out(army: dict[str, int], key: str) -> None:
    army[key] -= 1
    if not army[key]:
        del army[key]
