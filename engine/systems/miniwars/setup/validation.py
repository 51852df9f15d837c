"""Validation: everything in a scenario that the rules of MiniWars cannot use."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from engine.contract import Fault, Scenario, Unreadable, convert
from engine.toolkit.scenario_values import shortened
from engine.toolkit.unit_names import reserved_words, unit_name_faults
from maps.geometry.hexes import Board, column_and_row

from ..orders import CONDITIONS, ORDERS, POLICIES
from ..rules.terrain import terrain_map
from ..state.position import Zone, in_zone
from ..tables import TABLES, Arm, Type

_TYPE = ("name", "move", "cavalry", "cs", "missile", "morale", "cost")
_UNIT = ("id", "type", "side", "at", "name")
_SETUP = ("deployment", "fired_may_move", "stalemate")
_DEPLOYMENT = ("order", "sealed", "zones")
RESERVED_WORDS = reserved_words(ORDERS, POLICIES, *CONDITIONS)
"""What an order may begin with or hold, and a unit's id may not be."""


def faults(scenario: Scenario) -> Iterator[Fault]:
    """Everything in the scenario that these rules cannot use."""
    if scenario.hex is None:
        yield Fault(("board",), "MiniWars is played on a hex board", "write board: {hex: {legend: ..., rows: ...}}")
        return
    if len(scenario.sides) != 2:
        yield Fault(("sides",), f"MiniWars needs exactly two sides; this scenario has {len(scenario.sides)}")
    yield from _board_faults(scenario)
    wrong = False
    for fault in _type_faults(scenario.types):
        wrong = True
        yield fault
    zones = dict[str, Zone]()
    yield from _setup_faults(scenario, scenario.hex, zones)
    yield from _names(scenario)
    yield from _label_faults(scenario)
    yield from _position_faults(scenario, scenario.hex, zones, {} if wrong else dict(scenario.types))


def _board_faults(scenario: Scenario) -> Iterator[Fault]:
    """Terrain and hexsides by the scenario's own words; their shape is judged where scenarios are read."""
    written, known = scenario.source["board"]["hex"], [*TABLES.terrain, "hill"]
    for letter, cell in _mapping(written.get("legend")).items():
        terrain = cell.get("terrain") if isinstance(cell, Mapping) else cell
        if terrain not in known:
            yield Fault(
                ("board", "hex", "legend", letter),
                f"{shortened(terrain)} is not a terrain of MiniWars",
                _suggestion(str(terrain), known),
            )
    for kind in _mapping(written.get("sides")):
        if kind not in TABLES.hexsides:
            yield Fault(
                ("board", "hex", "sides", kind),
                f"{kind} is not a hexside of MiniWars",
                _suggestion(str(kind), [*TABLES.hexsides]),
            )


def _mapping(written: Any) -> Mapping[str, Any]:
    return written if isinstance(written, Mapping) else {}


def _type_faults(types: Mapping[str, Mapping[str, Any]]) -> Iterator[Fault]:
    for key, written in types.items():
        path = ("types", key)
        yield from _unknown_keys(written, _TYPE, path)
        known = {part: value for part, value in written.items() if part in _TYPE}
        for part in ("move", "cs", "morale"):
            if part not in known:
                yield Fault(
                    path, f"the type {key} has no {part}", "a type is name, move, cavalry, cs, missile, morale, cost"
                )
        if isinstance(known.get("missile"), str) and known["missile"] not in TABLES.missile:
            yield Fault(
                (*path, "missile"),
                f"{known['missile']} is not a missile code",
                f"the codes are {', '.join(TABLES.missile)}",
            )
        yield from _number_faults(known, path)
        if "morale" in known and known["morale"] not in tuple(TABLES.rally_modifiers.morale):
            yield Fault(
                (*path, "morale"), f"{shortened(known['morale'])} is not a morale", 'morale is "+", "=", "-" or "!"'
            )
        elif not _is_readable({"name": key, "move": 1, "cs": 1, "morale": "=", **known}):
            yield Fault(
                path,
                f"the type {key} cannot be read",
                "name is a text, cavalry true or false, missile a letter, the rest numbers",
            )


def _number_faults(known: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[Fault]:
    for part, most in (("move", 20), ("cs", len(TABLES.melee)), ("cost", 100_000)):
        value, least = known.get(part, 1), 0 if part == "cost" else 1
        if type(value) is not int or not least <= value <= most:
            yield Fault((*path, part), f"{part} is a whole number from {least} to {most}, not {shortened(value)}")


def _is_readable(kind: Mapping[str, Any]) -> bool:
    try:
        convert(dict(kind), Type)
    except Unreadable:
        return False
    return True


def _names(scenario: Scenario) -> Iterator[Fault]:
    """Ids and names: of their own, and not to be taken for anything else in an order."""
    taken = dict[str, int]()
    for number, unit in enumerate(scenario.units):
        yield from _unknown_keys(unit, _UNIT, ("units", number))
        yield from unit_name_faults(number, unit, taken, RESERVED_WORDS)
    for side in scenario.sides:
        if not any(unit["side"] == side for unit in scenario.units):
            yield Fault(("units",), f"{side} has no unit")


def _label_faults(scenario: Scenario) -> Iterator[Fault]:
    """Labels are places in orders, so none may read as something else."""
    called = {word.lower() for unit in scenario.units for word in (str(unit["id"]), str(unit.get("name", "")))}
    for at, text in _mapping(scenario.source["board"]["hex"].get("labels")).items():
        path, word = ("board", "hex", "labels", at), str(text).lower()
        if word.isdigit():
            yield Fault(path, f"{text} reads as the number of a hex", "give the place a name")
        elif word in called or word in RESERVED_WORDS:
            what = "the name of a unit" if word in called else "a word of orders"
            yield Fault(path, f"{text} is {what} and cannot be a place", f"write for example {text} Hill")


def _position_faults(
    scenario: Scenario, board: Board, zones: Mapping[str, Zone], own: Mapping[str, Mapping[str, Any]]
) -> Iterator[Fault]:
    """MW 3.3: where units stand, and what they are."""
    held, types = dict[str, str](), {**TABLES.types, **scenario.types}
    land = None if any(_board_faults(scenario)) else terrain_map(board)
    for nth, unit in enumerate(scenario.units):
        path, at = ("units", nth), unit.get("at")
        if unit["type"] not in types:
            yield Fault((*path, "type"), f"there is no type {unit['type']}", _suggestion(unit["type"], list(types)))
        if not isinstance(at, str) or at not in board.cells:
            says = f"{unit['id']} needs a hex of the map as its at, from {min(board.cells)} to {max(board.cells)}"
            yield Fault((*path, "at") if "at" in unit else path, says)
            continue
        if at in held:
            yield Fault((*path, "at"), f"{at} already holds {held[at]}; a hex holds one unit")
        held.setdefault(at, unit["id"])
        listed = TABLES.types.get(unit["type"])
        cavalry = (
            bool(own[unit["type"]].get("cavalry")) if unit["type"] in own else listed is not None and listed.cavalry
        )
        arm: Arm = "cavalry" if cavalry else "infantry"
        if land and not land.open_to(at, arm) and at not in land.on_road:
            terrain = board.cells[at].terrain
            yield Fault(
                (*path, "at"), f"{unit['id']} is {arm} and cannot stand in the {terrain} {at}, which has no road"
            )
        if unit["side"] in zones and not in_zone(board, zones[unit["side"]], at):
            yield Fault((*path, "at"), f"{unit['id']} stands in {at}, outside the zone of {unit['side']}")


def _setup_faults(scenario: Scenario, board: Board, zones: dict[str, Zone]) -> Iterator[Fault]:
    setup = scenario.setup
    yield from _unknown_keys(setup, _SETUP, ("setup",))
    if not isinstance(setup.get("fired_may_move", True), bool):
        yield Fault(("setup", "fired_may_move"), "fired_may_move is true or false")
    stalemate = setup.get("stalemate", 10)
    if type(stalemate) is not int or not 0 <= stalemate <= 1000:
        yield Fault(("setup", "stalemate"), "stalemate is a whole number of turns from 0 (never) to 1000")
    if "deployment" not in setup:
        return
    deployment, path = setup["deployment"], ("setup", "deployment")
    if not isinstance(deployment, Mapping):
        yield Fault(path, "deployment is a mapping of order or sealed, and zones")
        return
    yield from _unknown_keys(deployment, _DEPLOYMENT, path)
    sealed, order = deployment.get("sealed", False), deployment.get("order")
    if not isinstance(sealed, bool):
        yield Fault((*path, "sealed"), "sealed is true or false")
    elif sealed == (order is not None):
        yield Fault(path, "deployment needs either an order of the sides or sealed: true, not both")
    elif order is not None and (not isinstance(order, list) or sorted(map(str, order)) != sorted(scenario.sides)):
        yield Fault((*path, "order"), f"order lists both sides, {' and '.join(scenario.sides)}, once each")
    yield from _zone_faults(scenario, board, deployment.get("zones"), zones)


def _zone_faults(scenario: Scenario, board: Board, written: Any, zones: dict[str, Zone]) -> Iterator[Fault]:
    """MW 3.2"""
    path = ("setup", "deployment", "zones")
    if not isinstance(written, Mapping) or sorted(map(str, written)) != sorted(scenario.sides):
        yield Fault(path, f"zones names a zone for each side: {' and '.join(scenario.sides)}")
        return
    for side, zone in written.items():
        try:
            known = convert(dict(zone), Zone)
        except (Unreadable, TypeError, ValueError):
            known = Zone()
        if not _is_complete(known, zone):
            yield Fault(
                (*path, side), "a zone is {near: [hexes], within: n}, {edge: N|E|S|W, within: n} or {hexes: [...]}"
            )
        elif off := [at for at in (*known.near, *known.hexes) if at not in board.cells]:
            yield Fault((*path, side), f"{off[0]} is not on the map")
        else:
            zones[side] = known
    first, second = sorted(zones.values(), key=lambda zone: len(zone.near)) if len(zones) == 2 else (Zone(), Zone())
    if _boxes_overlap(_bounding_box(board, first), _bounding_box(board, second)):
        both = [at for at in board.cells if in_zone(board, first, at) and in_zone(board, second, at)]
        if both:
            yield Fault(path, f"the zones overlap in {' '.join(both[:5])}{' and more' if len(both) > 5 else ''}")


def _is_complete(zone: Zone, written: Any) -> bool:
    """Exactly one of the three ways to name a zone, with its distance where it needs one."""
    one = sum(map(bool, (zone.near, zone.edge, zone.hexes))) == 1
    measured = isinstance(written, Mapping) and ("within" in written) == (not zone.hexes)
    return one and measured and zone.within >= bool(zone.edge) and zone.edge in ("", "N", "E", "S", "W")


def _bounding_box(board: Board, zone: Zone) -> tuple[int, int, int, int]:
    """First and last column, first and last row, between which all of the zone lies."""
    if zone.edge:
        across, down = board.columns + 1 - zone.within, board.rows + 1 - zone.within
        return (
            across if zone.edge == "E" else 1,
            zone.within if zone.edge == "W" else board.columns,
            down if zone.edge == "S" else 1,
            zone.within if zone.edge == "N" else board.rows,
        )
    places = [column_and_row(at) for at in (*zone.near, *zone.hexes)] or [(0, 0)]
    columns, rows, more = [column for column, _ in places], [row for _, row in places], zone.within
    return min(columns) - more, max(columns) + more, min(rows) - more, max(rows) + more


def _boxes_overlap(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    return a[0] <= b[1] and b[0] <= a[1] and a[2] <= b[3] and b[2] <= a[3]


def _unknown_keys(written: Mapping[str, Any], known: tuple[str, ...], path: tuple[str | int, ...]) -> Iterator[Fault]:
    for key in written:
        if key not in known:
            yield Fault((*path, key), f"{key} is not known here", _suggestion(str(key), list(known)))


def _suggestion(word: str, known: list[str]) -> str:
    close = get_close_matches(word, known, 1)
    return f"did you mean {close[0]}?" if close else f"known are {', '.join(known[:30])}"
