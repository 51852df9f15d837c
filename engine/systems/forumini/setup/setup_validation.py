"""What a scenario's ``setup`` may not say (FA 28.1)."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from engine.contract import Fault, Scenario, Unreadable
from engine.toolkit.plain_reasons import plain_reason
from engine.toolkit.scenario_values import Path, did_you_mean, shortened, unknown_keys
from maps.geometry.hexes import Board, distance

from ..rules.turn.army_limits import MOST, side_limits
from ..state.position import AWAY, Buying
from ..tables import chart_validation
from ..tables.card_validation import is_whole_number
from ..tables.rows import Charts, UnitCard
from ..tables.rulebook import TABLES, WRITTEN, charts
from ..tables.setup_values import SETUP, are_opposite, value_faults
from .army_lists import list_faults
from .start import ROWS, army_rules, chains, game_length, hexes, merged_rows, with_defaults

_GROUPS: Mapping[str, tuple[str, ...]] = {
    "turns": ("first_check", "last"),
    "victory": ("mode", "attacker"),
    "deployment": ("option", "edges", "depth", "sides"),
    "stacking": ("units", "vehicles", "aircraft"),
    "overwatch": ("per_points", "minimum", "reach"),
    "army": ("mode", *Buying.__struct_fields__),
}
"""The words of each group of switches."""


def chart_faults(scenario: Scenario) -> Iterator[Fault]:
    """FA 2.4: rows of the charts that the scenario writes."""
    for chart, kind in ROWS.items():
        rows, path = scenario.setup.get(chart), (*SETUP, chart)
        if rows is not None and not isinstance(rows, Mapping):
            yield Fault(path, f"{chart} is a mapping from a key to its row of the chart")
            continue
        for key, row in (rows or {}).items():
            if not isinstance(row, Mapping):
                yield Fault(
                    (*path, key),
                    f"{key} is not a row of the chart",
                    f"a row is a mapping of {', '.join(kind.__struct_fields__)}",
                )
                continue
            yield from unknown_keys(row, kind.__struct_fields__, (*path, key))
            if not any(word not in kind.__struct_fields__ for word in row):
                yield from _row(chart, key, row, (*path, key))


def setup_faults(scenario: Scenario, board: Board, cards: Mapping[str, UnitCard] | None) -> Iterator[Fault]:
    """Everything else in ``setup``, most of it word by word; what hangs together only once the words are right.

    Without ``cards`` (those of the scenario cannot be read) lists of units are not looked at.
    """
    known, wrong = tuple(WRITTEN["setup"]), False
    for fault in (
        *unknown_keys(scenario.setup, known, SETUP),
        *_groups(scenario.setup),
        *value_faults(scenario.setup, tuple(TABLES.environments)),
        *_places(scenario, board),
    ):
        wrong = True
        yield fault
    if not wrong and len(scenario.sides) == 2:
        yield from _sides(scenario, board)
        yield from _army(scenario, cards)


def _row(chart: str, key: str, row: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    """One row: everything a row needs, of the right kind; dice, modifiers and classes that the rules can use."""
    usual = {each: WRITTEN[each] for each in Charts.__struct_fields__}
    try:
        record = getattr(charts({**usual, chart: merged_rows(chart, {key: row})}), chart)[key]
    except Unreadable as fault:
        example = (
            str(next(iter(WRITTEN[chart].values()))).replace("'", "").replace("True", "true").replace("False", "false")
        )
        yield Fault(
            path,
            f"{key} cannot be read as a row of {chart}: {plain_reason(fault)}",
            f"a row is written like {example}",
        )
        return
    yield from chart_validation.value_faults(record, row, path)


def _groups(setup: Mapping[str, Any]) -> Iterator[Fault]:
    for group, known in _GROUPS.items():
        written = setup.get(group)
        if isinstance(written, Mapping):
            yield from unknown_keys(written, known, (*SETUP, group))
        elif written is not None:
            yield Fault((*SETUP, group), f"{group} is a mapping of {', '.join(known)}")


def _places(scenario: Scenario, board: Board) -> Iterator[Fault]:
    """Hexes that are on the board, trails whose hexes follow one another."""
    setup = scenario.setup
    objective = setup.get("objective")
    if objective is not None and (len(hexes(objective)) != 1 or hexes(objective)[0] not in board.cells):
        yield Fault(
            (*SETUP, "objective"),
            f"{shortened(objective)} is not a hex of the map, from {min(board.cells)} to {max(board.cells)}",
        )
    yield from _listed(setup.get("half_hexes"), board, (*SETUP, "half_hexes"))
    zones = setup.get("zones")
    if zones is not None and (not isinstance(zones, Mapping) or sorted(map(str, zones)) != sorted(scenario.sides)):
        yield Fault((*SETUP, "zones"), f"zones lists hexes for each side: {' and '.join(scenario.sides)}")
    elif zones:
        for side, listed in zones.items():
            yield from _listed(listed, board, (*SETUP, "zones", side))
        first, *others = (hexes(listed) for listed in zones.values())
        if both := [at for at in first if any(at in other for other in others)]:
            yield Fault(
                (*SETUP, "zones"), f"the zones overlap in {' '.join(both[:5])}{' and more' if len(both) > 5 else ''}"
            )
    yield from _trails(setup.get("trails"), board)


def _listed(written: Any, board: Board, path: Path) -> Iterator[Fault]:
    if written is not None and not isinstance(written, (list, str)):
        yield Fault(path, f"{path[-1]} is a list of hexes", 'for example ["0101", "0102"]')
    elif off := [at for at in hexes(written) if at not in board.cells]:
        yield Fault(path, f"{off[0]} is not on the map")


def _trails(written: Any, board: Board) -> Iterator[Fault]:
    """FA 2.5"""
    path = (*SETUP, "trails")
    lines = written if isinstance(written, list) else [written or ""]
    if not all(isinstance(line, str) for line in lines):
        yield Fault(path, "trails are a list of chains of hexes", 'for example ["0105 0205 0306"]')
        return
    for nth, chain in enumerate(chains(written)):
        where = (*path, nth) if isinstance(written, list) else path
        if off := [at for at in chain if at not in board.cells]:
            yield Fault(where, f"{off[0]} is not on the map")
        elif far := [(a, b) for a, b in pairwise(chain) if distance(a, b) != 1]:
            yield Fault(where, f"the trail jumps from {far[0][0]} to {far[0][1]}", "name every hex on the way")


def _sides(scenario: Scenario, board: Board) -> Iterator[Fault]:
    """Faults of edges, depth of zones, the attacker, and the end of the game."""
    written, setup = with_defaults(scenario.setup), scenario.setup
    deployment, victory = written["deployment"], written["victory"]
    first_check, last = game_length(scenario)
    if scenario.turns is not None and scenario.turns != last:
        yield Fault(("turns",), f"turns is {scenario.turns}, but setup.turns.last {last}", "write it once")
    if first_check > last:
        yield Fault(
            (*SETUP, "turns"), f"the first check, after turn {first_check}, is later than the last turn, {last}"
        )
    if victory["mode"] == "attack" and str(victory.get("attacker")) not in scenario.sides:
        yield Fault((*SETUP, "victory"), f"mode attack needs an attacker: {' or '.join(scenario.sides)}")
    elif victory["mode"] == "attack" and setup.get("objective") is None:
        yield Fault(
            (*SETUP, "victory"), "mode attack needs an objective that the attacker can take", "write setup.objective"
        )
    elif victory["mode"] != "attack" and victory.get("attacker") is not None:
        yield Fault(
            (*SETUP, "victory", "attacker"), f"there is no attacker in mode {victory['mode']}", "write mode: attack"
        )
    yield from _edges(scenario, board, deployment)


def _edges(scenario: Scenario, board: Board, deployment: Mapping[str, Any]) -> Iterator[Fault]:
    """FA 4.1, 4.5: two opposite edges, given to the sides by option fixed; zones that do not meet."""
    path, edges, ends = (*SETUP, "deployment"), deployment["edges"], deployment.get("sides")
    if not are_opposite(edges):
        yield Fault((*path, "edges"), "edges are two opposite ones", "write [north, south] or [west, east]")
    elif ends is not None and str(deployment["option"]) != "fixed":
        yield Fault(
            (*path, "sides"),
            "sides gives the edges in option fixed; else they are chosen",
            "write edges, or option: fixed",
        )
    elif ends is not None and (not isinstance(ends, Mapping) or sorted(map(str, ends)) != sorted(scenario.sides)):
        yield Fault(
            (*path, "sides"),
            f"sides gives an edge to each side: {' and '.join(scenario.sides)}",
            f"edges are {', '.join(AWAY)}",
        )
    elif ends is not None and not are_opposite(list(ends.values())):
        yield Fault(
            (*path, "sides"),
            f"{' and '.join(map(shortened, ends.values()))} are not two opposite edges",
            f"edges are {', '.join(AWAY)}",
        )
    elif "depth" in (scenario.setup.get("deployment") or {}) and not scenario.setup.get("zones"):
        across = board.rows if (list(ends.values()) if ends else edges)[0] in ("north", "south") else board.columns
        if 2 * deployment["depth"] > across:
            yield Fault((*path, "depth"), f"two zones {deployment['depth']} hexes deep overlap on a map of {across}")


def _army(scenario: Scenario, cards: Mapping[str, UnitCard] | None) -> Iterator[Fault]:
    """FA 3.2 to 3.6: limits, prefixes of ids, and lists for sides that buy nothing."""
    army, path = with_defaults(scenario.setup)["army"], (*SETUP, "army")
    for word in ("camps", "nations", "prefix", "default"):
        written = army.get(word)
        if written is not None and (
            not isinstance(written, Mapping) or any(side not in scenario.sides for side in written)
        ):
            yield Fault((*path, word), f"{word} is given by side: {' and '.join(scenario.sides)}")
            return
    try:
        limits = army_rules({**army, "mode": "buy"}) or Buying()
    except Unreadable as fault:
        yield Fault(
            path,
            f"army cannot be read: {plain_reason(fault)}",
            "a year is a number, nations are lists, default counts units by type",
        )
        return
    yield from _limits(limits, path)
    if army["mode"] == "buy":
        yield from _prefixes(limits)
        yield from _defaults(scenario, limits, cards) if cards else ()


def _limits(limits: Buying, path: Path) -> Iterator[Fault]:
    for side, camp in limits.camps.items():
        if camp not in ("allied", "axis"):
            yield Fault(
                (*path, "camps", side), f"{camp} is not a camp", "write allied or axis; neutral cards serve both"
            )
    for side, nations in limits.nations.items():
        for nth, nation in enumerate(nations):
            if nation not in TABLES.nations:
                yield Fault(
                    (*path, "nations", side, nth),
                    f"{nation} is not a nation",
                    did_you_mean(nation, tuple(TABLES.nations)),
                )
    theatres = TABLES.nations["any"].theatres
    if limits.theatre is not None and limits.theatre not in theatres:
        yield Fault((*path, "theatre"), f"{limits.theatre} is not a theatre", did_you_mean(limits.theatre, theatres))
    first, last = (
        min(nation.start for nation in TABLES.nations.values()),
        max(nation.end for nation in TABLES.nations.values()),
    )
    if limits.year is not None and not first <= limits.year <= last:
        yield Fault((*path, "year"), f"year is from {first} to {last}, not {limits.year}")


def _prefixes(limits: Buying) -> Iterator[Fault]:
    """FA 3.6: what the ids of bought units begin with."""
    path = (*SETUP, "army", "prefix")
    for side, prefix in limits.prefix.items():
        if not re.fullmatch(r"[A-Z][A-Z-]{0,5}", prefix):
            yield Fault((*path, side), f"{prefix} cannot begin ids", "a prefix is one to six capital letters")
    if len(given := set(limits.prefix.values())) < len(limits.prefix):
        yield Fault(path, f"the ids of both sides would begin with {min(given)}", "give each side a prefix of its own")


def _defaults(scenario: Scenario, limits: Buying, cards: Mapping[str, UnitCard]) -> Iterator[Fault]:
    """FA 3.6: lists that keep the limits themselves."""
    written = with_defaults(scenario.setup)
    for side, army in limits.default.items():
        path, wrong = (*SETUP, "army", "default", side), False
        for key, count in army.items():
            if key not in cards:
                wrong = True
                yield Fault((*path, key), f"there is no type {key}", did_you_mean(key, tuple(cards)))
            elif not is_whole_number(count, 1, MOST):
                wrong = True
                yield Fault((*path, key), f"how many {key} is a whole number from 1 to {MOST}, not {shortened(count)}")
        for fault in (
            ()
            if wrong
            else list_faults(cards, side_limits(limits, side, written["points"], written["obstacle_share"]), army)
        ):
            yield Fault((*path, *fault.path) if fault.path[0] in army else path, fault.says, fault.instead)
