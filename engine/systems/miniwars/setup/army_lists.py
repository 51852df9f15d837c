"""Army lists: what an army costs and what is wrong with it, checked without a game."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.contract import ArmyCheck, Fault, Scenario, counted
from engine.toolkit.unknown_types import unknown_type

from ..tables import Type, price
from .start import types_in


def check_army(scenario: Scenario | None, side: str, army: Mapping[str, int], limits: Mapping[str, Any]) -> ArmyCheck:
    """MW 1.6: what the army costs, compared with ``limits["points"]`` if given.  Either side may use every type."""
    types = types_in(scenario)
    rows = tuple((key, types[key].name, count, price(types[key])) for key, count in army.items() if key in types)
    total, limit = sum(count * cost for _, _, count, cost in rows), limits.get("points")
    return ArmyCheck(rows, total, limit, (*_unknown(types, army, scenario), *_over_limit(total, limit)))


def _unknown(types: Mapping[str, Type], army: Mapping[str, int], scenario: Scenario | None) -> Iterator[Fault]:
    for key in army:
        if key not in types:
            yield unknown_type(key, key, types, scenario)


def _over_limit(total: int, limit: int | None) -> Iterator[Fault]:
    if limit is not None and total > limit:
        over = total - limit
        yield Fault(
            ("points",),
            f"the army costs {total} of {counted(limit, 'point')}: {over} too many",
            f"remove units worth {over} or more",
        )
