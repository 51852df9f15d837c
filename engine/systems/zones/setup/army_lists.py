"""Army lists priced in points (RULES.md, Points), and the tables recommended for their size (ZC 2.3)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.contract import ArmyCheck, Fault, Scenario, counted
from engine.toolkit.scenario_values import did_you_mean

from ..table_rows import Type
from ..table_validation import MOST_MODELS
from ..tables import TABLES
from .point_costs import unit_points
from .start import known_types, team_memberships, without_nulls

_OTHER_GAMES_LIMITS = ("bases", "camps", "nations", "year", "theatre", "historical")


class ArmyRow(NamedTuple):
    """Units of one type and size: ``line-infantry: 2``, or ``line-infantry x6: 2`` with six models each."""

    type: str
    models: int | None

    @classmethod
    def read(cls, written: str) -> "ArmyRow":
        """The row as written; anything that is not a number of models remains part of the type's name."""
        found = re.fullmatch(r"(.*\S)\s+x\s*(\d{1,4})", written.strip())
        return cls(found[1], int(found[2])) if found else cls(written.strip(), None)


def check_army(scenario: Scenario | None, side: str, army: Mapping[str, int], limits: Mapping[str, Any]) -> ArmyCheck:
    """A list of units with their cost, against the given limit or else the scenario's."""
    types = known_types(scenario)
    entries = {written: ArmyRow.read(written) for written in army}
    rows = tuple(
        (written, _row_title(types[entry.type], entry), army[written], unit_points(types[entry.type], entry.models))
        for written, entry in entries.items()
        if entry.type in types
    )
    total = sum(count * each for _, _, count, each in rows)
    limit = limits.get("points", without_nulls(scenario.setup).get("points") if scenario else None)
    faults = (*_faults(types, entries, limits), *_over_limit(total, limit))
    return ArmyCheck(
        rows, total, limit, faults, remarks=tuple(_remarks(scenario, side, sum(count for _, _, count, _ in rows)))
    )


def _row_title(kind: Type, entry: ArmyRow) -> str:
    models = kind.models if entry.models is None else entry.models
    return f"{kind.name}, {counted(models, 'model')}"


def _faults(types: Mapping[str, Type], entries: Mapping[str, ArmyRow], limits: Mapping[str, Any]) -> Iterator[Fault]:
    for written, entry in entries.items():
        if entry.type not in types:
            yield Fault((written,), f"there is no type {entry.type[:60]}", did_you_mean(entry.type, tuple(types)))
        elif entry.models is not None and not 1 <= entry.models <= MOST_MODELS:
            yield Fault(
                (written,),
                f"a unit has 1 to {MOST_MODELS} models, not {entry.models}",
                f"write for example {entry.type} x6: 1",
            )
    for key in _OTHER_GAMES_LIMITS:
        if limits.get(key):
            word = "camp" if key == "camps" else key
            yield Fault(
                (word,), f"Zone Control balances armies by points alone and has no {word}", "write points: and a number"
            )


def _over_limit(total: int, limit: int | None) -> Iterator[Fault]:
    if limit is not None and total > limit:
        yield Fault(
            ("points",),
            f"the army costs {total} of {counted(limit, 'point')}: {total - limit} too many",
            f"take out {total - limit} or more",
        )


def _remarks(scenario: Scenario | None, side: str, units: int) -> Iterator[str]:
    """ZC 2.3: the recommended table for this number of units.  Units of the side's friends count too."""
    if scenario:
        teams = team_memberships(scenario)
        units += sum(
            unit["side"] != side and teams.get(unit["side"], unit["side"]) == teams.get(side, side)
            for unit in scenario.units
        )
    for board in TABLES.boards:
        if board.units[0] <= units <= board.units[1]:
            sizes, whose = (
                " or ".join(f"{width} x {height}" for width, height in board.sizes),
                f"{counted(units, 'unit')} a team",
            )
            table = _scenario_table(scenario, board.sizes)
            yield f"For {whose} a {board.name} table is recommended, {sizes} inches (ZC 2.3){table}"


def _scenario_table(scenario: Scenario | None, sizes: tuple[tuple[int, int], ...]) -> str:
    """The size of the scenario's table if it is another; width and height can be swapped (ZC 2.3)."""
    table = scenario.table if scenario else None
    if table is None or any(sorted(size) == sorted((table.width, table.height)) for size in sizes):
        return "."
    return f"; this one is {table.width:g} x {table.height:g}."
