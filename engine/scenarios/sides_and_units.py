"""The name, sides, types, units and muster of a scenario as its file writes them."""

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from typing import Any

from engine.contract import Fault, Scenario, Side, replace
from engine.systems import SYSTEMS
from engine.toolkit.muster.units import offers_muster
from engine.toolkit.scenario_values import shortened
from maps.geometry.area_map import AreaMap
from maps.geometry.hexes import Board
from maps.geometry.tabletop import Tabletop

from . import hex_board, yaml_reader

AnyBoard = Board | Tabletop | AreaMap

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Default colours of sides, in their order; people with any kind of colour vision can tell them apart."""


def read_sides(written: Any) -> Generator[Fault, None, dict[str, Side]]:
    found = dict[str, Side]()
    if not isinstance(written, Mapping) or not 1 <= len(written) <= 8:
        yield Fault(
            ("sides",),
            "sides must be a mapping of one to eight sides",
            'for example {town: {name: The Town, colour: "#0072b2"}}',
        )
        return found
    for (key, side), usual in zip(written.items(), COLOURS * 2, strict=False):
        if not re.fullmatch(r"[a-z][a-z0-9-]{0,29}", key) or key in ("draw", "all", "public"):
            says = "use lower-case letters, digits and hyphens, as in town-guard"
            yield Fault(("sides", yaml_reader.Key(key)), f"{key!r} is not a valid key for a side", says)
        side = side or {}
        if not isinstance(side, Mapping):
            yield Fault(
                ("sides", key),
                "a side must be a mapping of name and colour",
                'for example {name: The Town, colour: "#0072b2"}',
            )
            continue
        yield from hex_board.unknown_keys(side, ("name", "colour"), ("sides", key))
        name, colour = side.get("name", key.replace("-", " ").capitalize()), side.get("colour", usual)
        if not isinstance(name, str) or not 0 < len(name) <= 60 or not name.isprintable():
            yield Fault(("sides", key, "name"), "a side's name must have 1 to 60 characters")
        if not isinstance(colour, str) or not re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
            yield Fault(
                ("sides", key, "colour"),
                f"{shortened(colour)} is not a colour",
                'write six hexadecimal digits, as in "#0072b2"',
            )
        found[key] = Side(str(name), str(colour))
    return found


def read_types(written: Any) -> Generator[Fault, None, dict[str, Mapping[str, Any]] | None]:
    if not isinstance(written, Mapping):
        yield Fault(("types",), "types must be a mapping from a type's key to its values")
        return None
    wrong = [key for key, kind in written.items() if not isinstance(kind, Mapping)]
    for key in wrong:
        yield Fault(("types", key), f"the type {key} is not a mapping")
    return None if wrong else dict(written)


def read_units(
    written: Any,
    sides: Mapping[str, Side],
    board: AnyBoard | None,
) -> Generator[Fault, None, tuple[Mapping[str, Any], ...] | None]:
    if not isinstance(written, list) or len(written) > 1000:
        yield Fault(
            ("units",),
            "units must be a list of at most 1,000",
            'for example [{id: G1, type: guardsmen, side: town, at: "0507"}]',
        )
        return None
    wrong = False
    for number, unit in enumerate(written):
        for fault in _unit(unit, sides):
            wrong = wrong or not _is_without_side(unit, sides)
            yield Fault(("units", number, *fault.path), fault.says, fault.instead)
    return None if wrong else tuple(_hex_as_text(unit) if isinstance(board, Board) else unit for unit in written)


def faults_despite_sides(faults: Callable[[Scenario], Iterable[Fault]], scenario: Scenario) -> Iterator[Fault]:
    """The faults of a scenario's units, some of them of an unknown side: those that there are whatever side it is."""
    each = [list(faults(_with_all_sides(scenario, side))) for side in scenario.sides]
    yield from (one for one in each[0] if one.path[:1] == ("units",) and all(one in other for other in each))


def _with_all_sides(scenario: Scenario, side: str) -> Scenario:
    """The scenario with the units of an unknown side given to this one."""
    units = ({**unit, "side": side} if _is_without_side(unit, scenario.sides) else unit for unit in scenario.units)
    return replace(scenario, units=tuple(units))


def has_all_sides(scenario: Scenario) -> bool:
    """Whether every unit is on a side of the scenario."""
    return not any(_is_without_side(unit, scenario.sides) for unit in scenario.units)


def _is_without_side(unit: Any, sides: Mapping[str, Side]) -> bool:
    """Whether nothing is wrong with a unit but that there is no such side."""
    return [fault.path for fault in _unit(unit, sides)] == [("side",)] and isinstance(unit.get("side"), str)


def _unit(unit: Any, sides: Mapping[str, Side]) -> Iterator[Fault]:
    """Faults of a unit in what every system needs; the system checks the rest."""
    if not isinstance(unit, Mapping):
        yield Fault((), "a unit must be a mapping", 'for example {id: G1, type: guardsmen, side: town, at: "0507"}')
        return
    for key in ("id", "type", "side"):
        if not isinstance(unit.get(key), str):
            yield Fault(
                (key,) if key in unit else (), f"a unit needs {'an id' if key == 'id' else 'a ' + key}, as a text"
            )
    if sides and isinstance(unit.get("side"), str) and unit["side"] not in sides:
        yield Fault(("side",), f"there is no side {unit['side']}", hex_board.nearest_word(unit["side"], tuple(sides)))


def _hex_as_text(unit: Mapping[str, Any]) -> Mapping[str, Any]:
    """The unit with its hex as text: 1107 without quotes is read as a number."""
    return {**unit, "at": f"{unit['at']:04}"} if type(unit.get("at")) is int else unit


def read_muster(system: str, muster: Any) -> Generator[Fault, None, Mapping[str, Any] | None]:
    """Points and default armies of a game that begins with a muster; None without one."""
    if muster is not None and not isinstance(muster, Mapping):
        yield Fault(("muster",), "muster must be a mapping", "for example {points: 100, default: {town: {knights: 2}}}")
        return None
    if muster is not None and system and not offers_muster(SYSTEMS[system]):
        yield Fault(("muster",), f"{SYSTEMS[system].TITLE} has no armies of one's own", "leave muster out")
        return None
    return muster


def read_name(name: Any) -> Generator[Fault, None, str]:
    """Empty if it has none that can be printed."""
    if isinstance(name, str) and 0 < len(name.strip()) <= 80 and name.isprintable():
        return name.strip()
    yield Fault(("name",), "a scenario needs a name of 1 to 80 characters", "for example `name: Raid on Danville`")
    return ""
