"""Army lists: the rules have no points, so bases are counted (section Catalogue of RULES.md)."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.contract import ArmyCheck, Fault, Scenario, counted
from engine.toolkit.scenario_values import did_you_mean

from ..tables import Type
from .start import types_in


def check_army(scenario: Scenario | None, side: str, army: Mapping[str, int], limits: Mapping[str, Any]) -> ArmyCheck:
    """CW 11.2: the bases of an army against ``limits["bases"]`` if given; leaders do not count."""
    types = types_in(scenario)
    rows = tuple((key, types[key].name, count, _bases(types[key])) for key, count in army.items() if key in types)
    total = sum(count * bases for _, _, count, bases in rows)
    return ArmyCheck(rows, total, limits.get("bases"), tuple(_faults(types, army, total, limits)), "bases")


def _bases(kind: Type) -> int:
    """CW 11.2: the bases of a unit that count."""
    return 0 if kind.arm == "leader" else kind.bases


def _faults(
    types: Mapping[str, Type], army: Mapping[str, int], total: int, limits: Mapping[str, Any]
) -> Iterator[Fault]:
    for key in army:
        if key not in types:
            yield Fault((key,), f"there is no type {key}", did_you_mean(key, tuple(types)))
    if limits.get("points") is not None:
        yield Fault(("points",), "these rules have no points; armies are matched by bases", "write bases: and a number")
    limit = limits.get("bases")
    if limit is not None and total > limit:
        yield Fault(
            ("bases",),
            f"the army has {total} of {counted(limit, 'base')}: {total - limit} too many",
            f"take out {total - limit} or more",
        )
