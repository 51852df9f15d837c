"""Faults of a scenario's ``setup``."""

import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, get_args

from engine.contract import Fault, Scenario
from engine.toolkit.scenario_points import read_point
from engine.toolkit.scenario_values import (
    Path,
    did_you_mean,
    mapping_faults,
    shortened,
    title_faults,
    unknown_keys,
    whole_number_faults,
    word_faults,
)
from maps.geometry.tabletop import Tabletop

from ..rules.board.geometry import hundredths
from ..rules.board.zone_control import CONTESTED
from ..state.position import Edge
from ..state.zone_grid import zone_names
from ..tables import TABLES
from .start import team_memberships, without_nulls
from .type_validation import weapon_faults

SETUP: Path = ("setup",)
_KEYS = (
    "edges",
    "objectives",
    "teams",
    "first",
    "hidden",
    "offboard_from",
    "deployment",
    "deploy",
    "points",
    "shock",
    "modifiers",
    "weapons",
)
_WORDS = {"first": ("fixed", "alternate", "roll"), "hidden": ("public", "secret"), "deployment": ("fixed", "free")}
_GOAL = ("zone", "value", "name")
EXAMPLE = "for example {zone: Z12, value: 2, name: North Well}"


def setup_faults(scenario: Scenario, table: Tabletop) -> Iterator[Fault]:
    """Everything wrong in ``setup``."""
    setup, written = scenario.setup, without_nulls(scenario.setup)
    yield from unknown_keys(setup, _KEYS, SETUP)
    yield from _edge_faults(scenario)
    yield from _objective_faults(written.get("objectives", []), table)
    yield from _teams_faults(scenario)
    for key, known in _WORDS.items():
        if key in written:
            yield from word_faults(written[key], (*SETUP, key), known)
    for key, most in (("offboard_from", 1000), ("points", 1_000_000)):
        if key in written:
            yield from whole_number_faults(written[key], (*SETUP, key), 1, most)
    yield from _deploy_faults(scenario, table)
    yield from _table_value_faults(written)
    weapons, path = written.get("weapons", {}), (*SETUP, "weapons")
    if not isinstance(weapons, Mapping):
        yield Fault(path, f"weapons is a mapping from a weapon's key to its figures, not {shortened(weapons)}")
        return
    for weapon, facts in weapons.items():
        yield from weapon_faults(weapon, facts)


def _edge_faults(scenario: Scenario) -> Iterator[Fault]:
    """ZC 2.5"""
    written, path, known = scenario.setup.get("edges"), (*SETUP, "edges"), get_args(Edge)
    example = (
        f"write edges: {{{', '.join(f'{side}: {edge}' for side, edge in zip(scenario.sides, known, strict=False))}}}"
    )
    if not isinstance(written, Mapping):
        says = f"edges is a mapping from each side to its own edge of the table, not {shortened(written)} (ZC 2.5)"
        yield Fault(path if "edges" in scenario.setup else SETUP, says, example)
        return
    yield from unknown_keys(written, tuple(scenario.sides), path)
    for side in scenario.sides:
        if written.get(side) is None:
            yield Fault(
                path, f"{side} has no edge of its own (ZC 2.5)", f"write {side}: {', '.join(known[:-1])} or {known[-1]}"
            )
        else:
            yield from word_faults(written[side], (*path, side), known)


def _objective_faults(written: Any, table: Tabletop) -> Iterator[Fault]:
    """ZC 14.3"""
    path, taken = (*SETUP, "objectives"), dict[str, int]()
    if not isinstance(written, list):
        yield Fault(path, f"objectives are a list, not {shortened(written)}", f"{EXAMPLE} after a hyphen")
        return
    for nth, goal in enumerate(written):
        if not isinstance(goal, Mapping):
            yield Fault((*path, nth), f"an objective is a mapping, not {shortened(goal)}", EXAMPLE)
            continue
        yield from unknown_keys(goal, _GOAL, (*path, nth))
        yield from _goal_faults(without_nulls(goal), table, (*path, nth))
        zone = goal.get("zone")
        if isinstance(zone, str) and taken.setdefault(zone, nth) != nth:
            says = f"{shortened(zone)} already has an objective, number {taken[zone] + 1} of the list (ZC 14.3)"
            yield Fault((*path, nth, "zone"), says, "a zone has one objective: add up the values")


def _goal_faults(goal: Mapping[str, Any], table: Tabletop, path: Path) -> Iterator[Fault]:
    known = zone_names(table)
    if goal.get("zone") not in known:
        says = (
            f"there is no zone {shortened(goal['zone'])} on this table"
            if "zone" in goal
            else "an objective needs its zone"
        )
        yield Fault(
            (*path, "zone") if "zone" in goal else path, says, f"the zones are {known[0]} to {known[-1]} (ZC 2.1)"
        )
    if "value" not in goal:
        yield Fault(path, "an objective needs its value, 2 zones or more (ZC 14.3)", "for example value: 2")
    else:
        yield from whole_number_faults(goal["value"], (*path, "value"), 2, 1000, "the value of an objective")
    if "name" in goal:
        yield from title_faults(goal["name"], (*path, "name"), "an objective's")


def _teams_faults(scenario: Scenario) -> Iterator[Fault]:
    """ZC 14.7: at least two teams, each side in one at most, no team named like a side of another."""
    written, path, taken = scenario.setup.get("teams"), (*SETUP, "teams"), dict[str, str]()
    if written is not None and not isinstance(written, Mapping):
        yield Fault(
            path,
            f"teams is a mapping from each team to its sides, not {shortened(written)}",
            "for example {blue: [a, c], red: [b]}",
        )
        return
    for team, sides in (written or {}).items():
        yield from _team_faults(scenario, team, sides, taken, path)
    for team in written or {}:
        if team in scenario.sides and taken.get(team) != team:
            yield Fault(
                (*path, team),
                f"{team} is a side that is not in this team",
                "give the team another name, or put that side into it",
            )
    if len(dict.fromkeys(taken.get(side, side) for side in scenario.sides)) < 2:
        says = "all sides are in one team" if written else f"there is {len(scenario.sides)} side"
        yield Fault(path if written else ("sides",), f"{says}; a game needs two teams or more")


def _team_faults(scenario: Scenario, team: Any, sides: Any, taken: dict[str, str], path: Path) -> Iterator[Fault]:
    """The faults of one team; ``taken``: the sides of the teams before it."""
    if (
        not isinstance(team, str)
        or not re.fullmatch(r"[a-z][a-z0-9-]{0,29}", team)
        or team in ("draw", "all", "public", CONTESTED)
    ):
        yield Fault(
            (*path, team), f"{shortened(team)} cannot be a team", "use small letters, digits and hyphens, as in blue"
        )
        return
    if not isinstance(sides, list) or not sides:
        yield Fault(
            (*path, team),
            f"a team is a list of its sides, not {shortened(sides)}",
            f"the sides are {', '.join(scenario.sides)}",
        )
        return
    for nth, side in enumerate(sides):
        if not isinstance(side, str) or side not in scenario.sides:
            yield Fault(
                (*path, team, nth),
                f"there is no side {shortened(side)}",
                did_you_mean(str(side), tuple(scenario.sides)),
            )
        elif side in taken:
            yield Fault((*path, team, nth), f"{side} is already in the team {taken[side]}", "name each side once")
        else:
            taken[side] = team


def _deploy_faults(scenario: Scenario, table: Tabletop) -> Iterator[Fault]:
    """ZC 4.5: areas of different teams must not overlap; with free deployment every side that starts on the table
    needs one.
    """
    written, path = scenario.setup.get("deploy"), (*SETUP, "deploy")
    yield from mapping_faults(written, path, tuple(scenario.sides))
    areas = {side: area for side, area in without_nulls(written).items() if side in scenario.sides}
    boxes = dict[str, tuple[int, int, int, int]]()
    for side, area in areas.items():
        if not isinstance(area, list) or len(area) != 2:
            says = f"an area is two opposite corners, not {len(area) if isinstance(area, list) else shortened(area)}"
            yield Fault((*path, side), says, f"for example [[0, 0], [{table.width:g}, 12]]")
            continue
        a = yield from read_point(area[0], (*path, side, 0), (table.width, table.height))
        b = yield from read_point(area[1], (*path, side, 1), (table.width, table.height))
        if a and b:
            (ax, ay), (bx, by) = ((hundredths(x), hundredths(y)) for x, y in (a, b))
            boxes[side] = min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)
            if ax == bx or ay == by:
                yield Fault((*path, side), f"the area of {side} is empty: its corners are on one line")
    yield from _overlap_faults(scenario, boxes, path)
    if scenario.setup.get("deployment") == "free":
        for side in dict.fromkeys(unit["side"] for unit in scenario.units if unit.get("at") is not None):
            if side not in areas:
                yield Fault(
                    path if written else SETUP,
                    f"deployment is free, but {side} has no area (ZC 4.5)",
                    f"write deploy: {{{side}: [[0, 0], [{table.width:g}, 12]]}}",
                )


def _overlap_faults(scenario: Scenario, boxes: Mapping[str, tuple[int, int, int, int]], path: Path) -> Iterator[Fault]:
    """ZC 4.5: areas that overlap; sides of one team may share theirs."""
    member = team_memberships(scenario)
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        if (
            member.get(one, one) != member.get(other, other)
            and max(a[0], b[0]) < min(a[2], b[2])
            and max(a[1], b[1]) < min(a[3], b[3])
        ):
            says = (
                f"the areas of {one} and {other} overlap from {max(a[0], b[0]) / 100:g},{max(a[1], b[1]) / 100:g} "
                f"to {min(a[2], b[2]) / 100:g},{min(a[3], b[3]) / 100:g} (ZC 4.5)"
            )
            yield Fault((*path, other), says, "move one of the two; they may touch")


def _table_value_faults(written: Mapping[str, Any]) -> Iterator[Fault]:
    """ZC 9.2, 10.2, 12.1: faults of changed modifiers and shock."""
    yield from _entry_faults(written.get("shock"), (*SETUP, "shock"), TABLES.shock)
    modifiers, path = written.get("modifiers"), (*SETUP, "modifiers")
    yield from mapping_faults(modifiers, path, tuple(TABLES.modifiers))
    for kind, usual in TABLES.modifiers.items():
        yield from _entry_faults(without_nulls(modifiers).get(kind), (*path, kind), usual)


def _entry_faults(written: Any, path: Path, usual: Mapping[str, int]) -> Iterator[Fault]:
    yield from mapping_faults(written, path, tuple(usual))
    for key, value in without_nulls(written).items():
        if key in usual:
            yield from whole_number_faults(value, (*path, key), 0, 20)
