"""Army lists priced in points (RULES.md, Points), and the tables recommended for their size (ZC 2.3)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.contract import ArmyCheck, Fault, Scenario, counted
from engine.toolkit.muster.army_text import UnitSize
from engine.toolkit.unknown_types import unknown_type

from ..table_rows import Type
from ..table_validation import MOST_MODELS
from ..tables import TABLES
from .muster import entry_mode
from .point_costs import unit_points
from .start import known_types, team_memberships, without_nulls

_OTHER_GAMES_LIMITS = ("bases", "camps", "nations", "year", "theatre", "historical")


def check_army(scenario: Scenario | None, side: str, army: Mapping[str, int], limits: Mapping[str, Any]) -> ArmyCheck:
    """A list of units with their cost, against the given limit or else the scenario's."""
    types = known_types(scenario)
    entries = {written: UnitSize.read(written) for written in army}
    rows = tuple(
        (written, _row_title(types[entry.type], entry), army[written], unit_points(types[entry.type], entry.size))
        for written, entry in entries.items()
        if entry.type in types
    )
    total = sum(count * each for _, _, count, each in rows)
    limit = limits.get("points", without_nulls(scenario.setup).get("points") if scenario else None)
    faults = (*_unreadable(types, entries, scenario), *_foreign(limits), *_over_limit(total, limit))
    return ArmyCheck(
        rows,
        total,
        limit,
        faults,
        remarks=(
            *_remarks(scenario, side, sum(count for _, _, count, _ in rows)),
            *_entries([types[entry.type] for entry in entries.values() if entry.type in types]),
        ),
    )


def _row_title(kind: Type, entry: UnitSize) -> str:
    models = kind.models if entry.size is None else entry.size
    return f"{kind.name}, {counted(models, 'model')}"


def _unreadable(
    types: Mapping[str, Type], entries: Mapping[str, UnitSize], scenario: Scenario | None
) -> Iterator[Fault]:
    for written, entry in entries.items():
        if entry.type not in types:
            yield unknown_type(written, entry.type, types, scenario)
        elif entry.size is not None and not 1 <= entry.size <= MOST_MODELS:
            yield Fault(
                (written,),
                f"a unit has 1 to {MOST_MODELS} models, not {entry.size}",
                f"write for example {entry.type} x6: 1",
            )


def _foreign(limits: Mapping[str, Any]) -> Iterator[Fault]:
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


def _entries(types: Sequence[Type]) -> Iterator[str]:
    """ZC 3.7: which of these start off the table when they are mustered, and the order that brings them on."""
    for trait, order in (("ambush", "ambush"), ("deep-strike", "strike")):
        if names := list(dict.fromkeys(kind.name for kind in types if entry_mode(kind) == trait)):
            yield f"Mustered on a board, these start off the table and enter by `{order}`: {', '.join(names)} (ZC 3.7)."


def _scenario_table(scenario: Scenario | None, sizes: tuple[tuple[int, int], ...]) -> str:
    """The size of the scenario's table if it is another; width and height can be swapped (ZC 2.3)."""
    table = scenario.table if scenario else None
    if table is None or any(sorted(size) == sorted((table.width, table.height)) for size in sizes):
        return "."
    return f"; this one is {table.width:g} x {table.height:g}."
