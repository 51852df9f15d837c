"""Validation of a scenario's ``setup`` (section Setup switches of RULES.md)."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.contract import Fault, Scenario
from engine.toolkit.scenario_points import read_number, read_point, read_polygon
from engine.toolkit.scenario_values import Path, mapping_faults, shortened, unknown_keys
from maps.geometry.plane import Point
from maps.geometry.tabletop import Tabletop

from .type_validation import MOST_BASES

SETUP: Path = ("setup",)
_KEYS = ("activation_dice", "base", "artillery_arc", "visibility", "deploy", "victory")
_VICTORY = ("break", "objectives", "base_points", "leader_points", "margin")
_OBJECTIVE = ("name", "at", "points", "radius")


def setup_faults(scenario: Scenario, table: Tabletop) -> Iterator[Fault]:
    """All faults in ``setup``."""
    setup, size = scenario.setup, (table.width, table.height)
    yield from unknown_keys(setup, _KEYS, SETUP)
    yield from _per_side_faults(scenario, setup.get("activation_dice"), (*SETUP, "activation_dice"), (1, 20), "dice")
    yield from _base_faults(setup.get("base"), (*SETUP, "base"))
    for key, most in (("artillery_arc", 360), ("visibility", 999)):
        if setup.get(key) is not None:
            what = f"{key} in {'degrees' if most == 360 else 'inches'}"
            yield from read_number(setup[key], (*SETUP, key), 1, most, what)
    yield from _deployment_faults(scenario, size)
    yield from _victory_faults(scenario, setup.get("victory"), size)


def _per_side_faults(
    scenario: Scenario, written: Any, path: Path, bounds: tuple[int, int], what: str
) -> Iterator[Fault]:
    """A number for both sides, or one for each that is named."""
    if isinstance(written, Mapping):
        yield from unknown_keys(written, tuple(scenario.sides), path)
    each = written.items() if isinstance(written, Mapping) else ((None, written),)
    for side, value in each:
        if value is not None and (type(value) is not int or not bounds[0] <= value <= bounds[1]):
            numbers = f"a whole number from {bounds[0]} to {bounds[1]}, or one for each side"
            says = f"{what} are {numbers}, not {shortened(value)}"
            yield Fault((*path, side) if side is not None else path, says)


def _base_faults(written: Any, path: Path) -> Iterator[Fault]:
    if written is None:
        return
    yield from mapping_faults(written, path, ("front", "depth"))
    for part in ("front", "depth") if isinstance(written, Mapping) else ():
        if written.get(part) is not None:
            yield from read_number(written[part], (*path, part), 0.1, 10, f"the {part} of a base in inches")


def _deployment_faults(scenario: Scenario, size: Point) -> Iterator[Fault]:
    """CW 3.2: zones on the table."""
    written, path = scenario.setup.get("deploy"), (*SETUP, "deploy")
    if written is None:
        return
    yield from mapping_faults(written, path, tuple(scenario.sides))
    for side, shape in written.items() if isinstance(written, Mapping) else ():
        if shape is not None and side in scenario.sides:
            yield from read_polygon(shape, (*path, side), size)


def _victory_faults(scenario: Scenario, written: Any, size: Point) -> Iterator[Fault]:
    """CW 11: what is wrong with the victory conditions."""
    path = (*SETUP, "victory")
    if written is None:
        return
    yield from mapping_faults(written, path, _VICTORY)
    if not isinstance(written, Mapping):
        return
    yield from _per_side_faults(scenario, written.get("break"), (*path, "break"), (1, 1000 * MOST_BASES), "bases")
    for key in ("base_points", "leader_points", "margin"):
        yield from _points_faults(written.get(key), (*path, key), 0)
    goals = [] if written.get("objectives") is None else written["objectives"]
    if not isinstance(goals, list):
        yield Fault(
            (*path, "objectives"), "objectives are a list", "for example [{name: Crossroads, at: [15, 14], points: 4}]"
        )
        return
    names = list[str]()
    for nth, goal in enumerate(goals):
        yield from _objective_faults(goal, names, (*path, "objectives", nth), size)


def _objective_faults(written: Any, names: list[str], path: Path, size: Point) -> Iterator[Fault]:
    """CW 11.3; the names of those before it are in ``names``."""
    if not isinstance(written, Mapping):
        yield Fault(
            path, "an objective is a mapping", "for example {name: Crossroads, at: [15, 14], points: 4, radius: 3}"
        )
        return
    yield from unknown_keys(written, _OBJECTIVE, path)
    name = written.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= 60 or not name.isprintable():
        yield Fault((*path, "name") if "name" in written else path, "an objective has a name of 1 to 60 characters")
    elif name.lower() in names:
        yield Fault((*path, "name"), f"another objective is called {name}", "give each its own name")
    else:
        names.append(name.lower())
    yield from read_point(written.get("at"), (*path, "at") if "at" in written else path, size)
    if written.get("points") is None:
        yield Fault(path, "an objective needs its points", "for example points: 3")
    yield from _points_faults(written.get("points"), (*path, "points"), 1)
    if written.get("radius") is not None:
        yield from read_number(written["radius"], (*path, "radius"), 0.1, 99, "the radius in inches")


def _points_faults(written: Any, path: Path, least: int) -> Iterator[Fault]:
    if written is not None and (type(written) is not int or not least <= written <= 1000):
        yield Fault(path, f"{path[-1]} is a whole number from {least} to 1000, not {shortened(written)}")
