"""Army lists: priced in points, or counted in bases (sections Points and Catalogue of RULES.md)."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.contract import ArmyCheck, Fault, Scenario, counted
from engine.toolkit.muster.army_text import UnitSize
from engine.toolkit.unknown_types import unknown_type

from ..tables import Type
from .point_costs import unit_points
from .start import types_in
from .type_validation import MOST_BASES


def check_army(scenario: Scenario | None, side: str, army: Mapping[str, int], limits: Mapping[str, Any]) -> ArmyCheck:
    """The points of an army against ``limits["points"]``; without points CW 11.2: its bases against
    ``limits["bases"]``, for which leaders do not count.
    """
    types, entries = types_in(scenario), {written: UnitSize.read(written) for written in army}
    priced = limits.get("points") is not None
    rows = tuple(
        (written, _row_title(types[entry.type], entry), army[written], _cost(types[entry.type], entry, priced))
        for written, entry in entries.items()
        if entry.type in types
    )
    total = sum(count * each for _, _, count, each in rows)
    bases = sum(count * _cost(types[entries[key].type], entries[key], False) for key, _, count, _ in rows)
    what = "points" if priced else "bases"
    faults = (*_faults(types, entries, scenario), *_over(total, limits.get(what), what))
    more = _over(bases, limits.get("bases"), "bases") if priced else ()
    return ArmyCheck(rows, total, limits.get(what), (*faults, *more), what)


def _row_title(kind: Type, entry: UnitSize) -> str:
    return kind.name if entry.size is None else f"{kind.name}, {counted(entry.size, 'base')}"


def _cost(kind: Type, entry: UnitSize, priced: bool) -> int:
    """The points of a unit, or CW 11.2: its bases that count."""
    if priced:
        return unit_points(kind, entry.size)
    return 0 if kind.arm == "leader" else kind.bases if entry.size is None else entry.size


def _faults(types: Mapping[str, Type], entries: Mapping[str, UnitSize], scenario: Scenario | None) -> Iterator[Fault]:
    for key, entry in entries.items():
        if entry.type not in types:
            yield unknown_type(key, entry.type, types, scenario)
            continue
        most = 1 if types[entry.type].arm == "leader" else MOST_BASES
        if entry.size is not None and not 1 <= entry.size <= most:
            says = "a leader is one base" if most == 1 else f"a unit has 1 to {most} bases, not {entry.size}"
            yield Fault((key,), says, f"write for example {entry.type}{' x5' * (most > 1)}: 1")


def _over(total: int, limit: int | None, what: str) -> Iterator[Fault]:
    if limit is not None and total > limit:
        verb = "costs" if what == "points" else "has"
        yield Fault(
            (what,),
            f"the army {verb} {total} of {counted(limit, what.removesuffix('s'))}: {total - limit} too many",
            f"take out {total - limit} or more",
        )
