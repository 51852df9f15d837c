"""Faults of a scenario: everything that Zone Control cannot use."""

import re
from collections.abc import Iterator, Mapping
from itertools import accumulate, combinations
from typing import Any, get_args

from engine.contract import Fault, Scenario, counted
from engine.toolkit.scenario_values import (
    Path,
    did_you_mean,
    shortened,
    title_faults,
    unknown_keys,
    whole_number_faults,
    word_faults,
)
from engine.toolkit.unit_names import taken_fault
from engine.toolkit.wording import inches
from engine.toolkit.wording import point_text as place
from maps.geometry.tabletop import Tabletop

from ..rules.board.geometry import (
    bases_overlap,
    coherency_distance,
    count_groups,
    diameter,
    is_on_table,
    is_within,
    point_to_spot,
)
from ..state.position import Form, State, unit_type, units_on_table
from ..table_rows import Type
from ..table_validation import MOST_MODELS
from ..tables import TABLES
from .point_costs import unit_points
from .setup_validation import setup_faults
from .start import known_types, start, team_memberships, without_nulls
from .tabletop_validation import table_faults
from .type_validation import type_faults

MOST = 500
"""The most models in all: far more than any game needs."""
ENTRIES = ("deep-strike", "ambush", "reserve")
_UNIT = ("id", "type", "side", "name", "at", "models", "form", "enters", "arrives")
_NUMBER = r"\s*\d{1,6}(\.\d{0,12})?\s*"


def faults(scenario: Scenario) -> Iterator[Fault]:
    """Everything in the scenario that these rules cannot use."""
    if scenario.table is None:
        yield Fault(
            ("board",),
            "Zone Control is played on a table measured in inches",
            "write board: {table: {width: 24, height: 24, terrain: []}}",
        )
        return
    wrong = False
    for fault in _written_faults(scenario, scenario.table):
        wrong = True
        yield fault
    if not wrong:
        state = start(scenario)
        yield from _position_faults(state)
        yield from _points_faults(state)


def _written_faults(scenario: Scenario, table: Tabletop) -> Iterator[Fault]:
    """The faults that can be found without setting up the game."""
    yield from table_faults(table)
    setup_wrong = list(setup_faults(scenario, table))
    yield from setup_wrong
    written = scenario.setup.get("weapons")
    weapons = tuple(dict.fromkeys((*TABLES.weapons, *(written if isinstance(written, Mapping) else ()))))
    types_wrong = [fault for key, kind in scenario.types.items() for fault in type_faults(key, kind, weapons)]
    yield from types_wrong
    yield from _names(scenario)
    sound = not types_wrong and not any(fault.path[:2] == ("setup", "weapons") for fault in setup_wrong)
    types = known_types(scenario) if sound else {}
    for nth, unit in enumerate(scenario.units):
        yield from unit_faults(scenario, unit, types, ("units", nth))
    yield from _empty_team_faults(scenario)
    models = sum(_model_count(unit, types) for unit in scenario.units)
    if models > MOST:
        yield Fault(("units",), f"there are {counted(models, 'model')}; at most {MOST} are allowed")


def _model_count(unit: Mapping[str, Any], types: Mapping[str, Type]) -> int:
    written = unit.get("models")
    return written if type(written) is int else types[unit["type"]].models if unit["type"] in types else 1


# units as written
def _names(scenario: Scenario) -> Iterator[Fault]:
    """ZC 3.1: an id is letters and digits, so that C1.3 cannot be one; ids are unique, and no name is another unit's
    id.
    """
    ids = dict[str, int]()
    for nth, unit in enumerate(scenario.units):
        key = unit["id"]
        if not re.fullmatch(r"[A-Za-z]{1,8}[0-9]{1,4}", key):
            yield Fault(
                ("units", nth, "id"),
                f"{shortened(key)} cannot be an id",
                "an id is letters followed by digits, as in C1",
            )
        elif ids.setdefault(key.lower(), nth) != nth:
            yield taken_fault(("units", nth, "id"), key, ids[key.lower()])
    for nth, unit in enumerate(scenario.units):
        if (name := unit.get("name")) is None:
            continue
        yield from title_faults(name, ("units", nth, "name"), "a unit's")
        if isinstance(name, str) and ids.get(name.lower(), nth) != nth:
            yield Fault(("units", nth, "name"), f"{name[:60]} is the id of another unit", "give it another name")


def unit_faults(scenario: Scenario, unit: Mapping[str, Any], types: Mapping[str, Type], path: Path) -> Iterator[Fault]:
    """The faults of one unit as written.  ``types``: {} if the types have faults themselves."""
    facts, known = without_nulls(unit), tuple(dict.fromkeys((*TABLES.types, *scenario.types)))
    yield from unknown_keys(unit, _UNIT, path)
    if unit["type"] not in known:
        yield Fault((*path, "type"), f"there is no type {shortened(unit['type'])}", did_you_mean(unit["type"], known))
        return
    if "models" in facts:
        yield from whole_number_faults(facts["models"], (*path, "models"), 1, MOST_MODELS)
    if "form" in facts:
        yield from word_faults(facts["form"], (*path, "form"), get_args(Form))
    kind = types.get(unit["type"])
    if "at" in facts and "enters" in facts:
        yield Fault(
            (*path, "enters"),
            f"{unit['id']} has both at and enters",
            "write at if it starts on the table, else enters",
        )
    elif "enters" in facts:
        yield from _entry_faults(facts, kind, path)
    elif "at" in facts:
        yield from _place_list_faults(facts, facts.get("models", kind.models) if kind else None, path)
    else:
        yield Fault(path, f"{unit['id']} has no place", 'write at: "12,8", or enters: reserve if it comes later')
    if "arrives" in facts and facts.get("enters") != "reserve":
        yield Fault(
            (*path, "arrives"),
            f"{unit['id']} is not a reserve; only a reserve has a round in which it arrives (ZC 5.5)",
            "leave arrives out, or write enters: reserve",
        )
    elif "arrives" in facts:
        yield from whole_number_faults(facts["arrives"], (*path, "arrives"), 1, 1000)


def _entry_faults(facts: Mapping[str, Any], kind: Type | None, path: Path) -> Iterator[Fault]:
    """ZC 3.7: faults of the way of entry."""
    yield from word_faults(facts["enters"], (*path, "enters"), ENTRIES)
    if kind and facts["enters"] in ENTRIES[:2] and facts["enters"] not in kind.traits:
        has = f"its traits are {', '.join(kind.traits)}" if kind.traits else "it has no traits"
        lacks = f"{facts['type']} does not have the trait {facts['enters']}"
        says = f"{facts['id']} cannot enter this way: {lacks}; {has} (ZC 3.7)"
        yield Fault((*path, "enters"), says, "write enters: reserve, or at and a place")


def _place_list_faults(facts: Mapping[str, Any], models: Any, path: Path) -> Iterator[Fault]:
    """Faults of one place, or a place for each model.  ``models``: how many there are; None if unknown."""
    at = facts["at"]
    if isinstance(at, str):
        yield from place_faults(at, (*path, "at"))
        return
    if not isinstance(at, list) or not at or not all(isinstance(one, str) for one in at):
        numbers = isinstance(at, list) and len(at) == 2 and all(type(one) in (int, float) for one in at)
        instead = f'write at: "{at[0]:g},{at[1]:g}"' if numbers else 'for example at: "12.5,8", or at: ["4,8", "6,8"]'
        yield Fault((*path, "at"), "at is a place as text, or a list of such places, one for each model", instead)
        return
    if type(models) is int and len(at) != models:
        says = f"{facts['id']} has {counted(models, 'model')}, but is given {counted(len(at), 'place')}"
        yield Fault((*path, "at"), says, "write one place, or one for each model")
    for nth, one in enumerate(at):
        yield from place_faults(one, (*path, "at", nth))


def place_faults(written: Any, path: Path) -> Iterator[Fault]:
    """ZC 1.1: a place is two numbers and a comma."""
    if not isinstance(written, str) or not re.fullmatch(f"{_NUMBER},{_NUMBER}", written):
        yield Fault(
            path,
            f"{shortened(written)} is not a place on the table",
            'a place is two numbers of inches, as in "12.5,8" (ZC 1.1)',
        )


def _empty_team_faults(scenario: Scenario) -> Iterator[Fault]:
    """ZC 14.5: a team without units loses at once."""
    member = team_memberships(scenario)
    present = [member.get(unit["side"], unit["side"]) for unit in scenario.units]
    for side in scenario.sides:
        if member.get(side, side) not in present:
            yield Fault(("units",), f"{side} has no units", "give it one, or the game ends at once (ZC 14.5)")


# the position
def _position_faults(state: State) -> Iterator[Fault]:
    """ZC 1.4, 1.5, 3.4, 4.5: bases must be on the table, free of one another, in coherency and in their areas."""
    paths = {key: ("units", nth, "at") for nth, key in enumerate(state.roster)}
    for unit in units_on_table(state):
        base, spots = diameter(state, unit), [model.at for model in unit.models]
        for model in unit.models:
            if not is_on_table(state.table, model.at, base):
                where = f"{unit.id}.{model.number} at {place(model.at)}"
                says = f"{where} is not wholly on the table; its base is {inches(base / 100)} wide"
                yield Fault(
                    paths[unit.id], f"{says} (ZC 1.5)", f"stay {inches((base + 1) // 2 / 100)} away from the edges"
                )
        if count_groups(base, spots) > 1:
            says = f"{unit.id} is split into {count_groups(base, spots)} groups (ZC 3.4)"
            yield Fault(
                paths[unit.id], says, f"keep its models within {inches(coherency_distance(base) / 100)} of one another"
            )
        yield from _area_faults(state, unit.id, base, paths[unit.id])
    bodies = [(unit.id, model, diameter(state, unit)) for unit in units_on_table(state) for model in unit.models]
    for (one, a, wide), (other, b, width) in combinations(bodies, 2):
        if bases_overlap(a.at, wide, b.at, width):
            says = f"{other}.{b.number} at {place(b.at)} overlaps {one}.{a.number} at {place(a.at)} (ZC 1.4)"
            yield Fault(paths[other], says, f"leave {inches((wide + width + 1) // 2 / 100)} between their centres")


def _area_faults(state: State, key: str, base: int, path: Path) -> Iterator[Fault]:
    """ZC 4.5"""
    unit = state.units[key]
    if state.setup.deployment != "free":
        return
    low, high = state.setup.deploy[unit.side]
    for model in unit.models:
        if not is_within(model.at, base, (*point_to_spot(low), *point_to_spot(high))):
            says = (
                f"{key}.{model.number} at {place(model.at)} is not wholly inside the deployment area of {unit.side}, "
                f"{place(point_to_spot(low))} to {place(point_to_spot(high))} (ZC 4.5)"
            )
            yield Fault(path, says, "move it in, or widen the area")


def _points_faults(state: State) -> Iterator[Fault]:
    """A side over the points limit; reported at the unit with which it exceeds the limit."""
    limit, units = state.setup.points, tuple(state.units.values())
    if limit is None:
        return
    costs = [unit_points(unit_type(state, unit), unit.start) for unit in units]
    for side in state.sides:
        own = [(nth, each) for nth, each in enumerate(costs) if units[nth].side == side.id]
        sums = list(accumulate(each for _, each in own))
        if sums and (over := sums[-1] - limit) > 0:
            nth = next(nth for (nth, _), so_far in zip(own, sums, strict=True) if so_far > limit)
            yield Fault(
                ("units", nth),
                f"{side.id} has {sums[-1]} of {counted(limit, 'point')}: {over} too many",
                f"take out {over} or more",
            )
