"""Army lists: what an army costs and what is wrong with it, checked without a game."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from engine.contract import ArmyCheck, Fault, Scenario, counted

from ..tables import Type, price
from .start import types_in


def check_army(scenario: Scenario | None, side: str, army: Mapping[str, int], limits: Mapping[str, Any]) -> ArmyCheck:
    """MW 1.6: what the army costs, compared with ``limits["points"]`` if given.  Either side may use every type."""
    types = types_in(scenario)
    rows = tuple((key, types[key].name, count, price(types[key])) for key, count in army.items() if key in types)
    total, limit = sum(count * cost for _, _, count, cost in rows), limits.get("points")
    return ArmyCheck(rows, total, limit, tuple(_faults(types, army, total, limit)))


def _faults(types: Mapping[str, Type], army: Mapping[str, int], total: int, limit: int | None) -> Iterator[Fault]:
    for key in army:
        if key not in types:
            similar = get_close_matches(key, types, 2)
            instead = f"did you mean {' or '.join(similar)}?" if similar else "`fieldpost cards miniwars` lists all"
            yield Fault((key,), f"there is no type {key}", instead)
    if limit is not None and total > limit:
        over = total - limit
        yield Fault(
            ("points",),
            f"the army costs {total} of {counted(limit, 'point')}: {over} too many",
            f"remove units worth {over} or more",
        )
