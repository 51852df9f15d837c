"""What is wrong with an army list for a board, and the board's own armies."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from engine.contract import ArmyCheck, Fault, Scenario, System, counted, replace
from engine.toolkit.scenario_values import shortened

from .army_text import MOST_UNITS, army_text
from .position import Army
from .units import mustered

PATH = ("muster",)
MOST_POINTS = 100_000
TYPE = r"[a-z0-9][a-z0-9-]{0,39}"
"""The key of a type that an order can name: orders read capitals as small letters, and commas and colons as signs."""


def check_list(rules: System[Any], scenario: Scenario, side: str, army: Army) -> ArmyCheck:
    """The list priced, with everything that is wrong with it for this side of a board; paths as in ``check_army``."""
    points = muster_points(scenario)
    judged = rules.check_army(replace(scenario, muster=None), side, army, {"points": points})
    faults = [*judged.faults, *_size_faults(army)]
    if not faults:
        faults += _room_faults(rules, scenario, side, army)
    return replace(judged, faults=tuple(faults), limit=points)


def muster_points(scenario: Scenario) -> int:
    """What each army of a board may cost."""
    points: int = (scenario.muster or {})["points"]
    return points


def _size_faults(army: Army) -> Iterator[Fault]:
    units = sum(army.values())
    if units > MOST_UNITS:
        yield Fault(("army",), f"the army has {units} units; at most {MOST_UNITS} are allowed", "take some out")


def _room_faults(rules: System[Any], scenario: Scenario, side: str, army: Army) -> Iterator[Fault]:
    """What the rules find when the army is set up alone on the board, beside the board's own other armies."""
    armies = {**(scenario.muster or {}).get("default", {}), side: army}
    try:
        ready = mustered(rules, scenario, armies)
    except ValueError as fault:
        yield Fault(("army",), str(fault), "")
        return
    for found in rules.faults(ready):
        yield Fault(("army",), found.says, found.instead)
        return


def muster_faults(rules: System[Any], scenario: Scenario) -> Iterator[Fault]:
    """Faults of a scenario that is a board: its ``muster``, and the board with its own armies set up on it."""
    written = scenario.muster or {}
    for key in written:
        if key not in ("points", "default"):
            yield Fault((*PATH, key), f"{str(key)[:60]} is not known here", "known are points, default")
    points, default = written.get("points"), written.get("default")
    if type(points) is not int or not 1 <= points <= MOST_POINTS:
        says = f"points is a whole number from 1 to {MOST_POINTS:,}, not {shortened(points)}"
        yield Fault((*PATH, "points") if "points" in written else PATH, says)
        return
    if scenario.units:
        yield Fault(("units",), "on a board each side brings its own units", "leave units out, or muster")
        return
    if not isinstance(default, Mapping) or sorted(map(str, default)) != sorted(scenario.sides):
        says = f"default is a mapping from each side to the army that it has if it submits none: {_sides(scenario)}"
        yield Fault((*PATH, "default") if "default" in written else PATH, says)
        return
    if unwritten := [key for key in scenario.types if not re.fullmatch(TYPE, key)]:
        says = f"an order that musters an army cannot name the type {unwritten[0][:60]!r}"
        yield Fault(
            ("types", unwritten[0]), says, "on a board its key is small letters, digits and hyphens, at most 40"
        )
        return
    wrong = list(_default_faults(rules, scenario, default))
    yield from wrong or rules.faults(mustered(rules, scenario, default))


def _sides(scenario: Scenario) -> str:
    return ", ".join(scenario.sides)


def _default_faults(rules: System[Any], scenario: Scenario, default: Mapping[str, Any]) -> Iterator[Fault]:
    for side, army in default.items():
        path = (*PATH, "default", side)
        if not isinstance(army, Mapping) or not army or any(type(n) is not int or n < 1 for n in army.values()):
            yield Fault(path, "an army is a mapping from types to numbers of units", "for example {knights: 2}")
            return
    for side, army in default.items():
        for fault in check_list(rules, scenario, side, army).faults:
            yield Fault((*PATH, "default", side), f"{fault.says} ({army_text(army)[:80]})", fault.instead)
            return


def default_army(
    rules: System[Any], scenario: Scenario, side: str, own: Army, points: int, most: int = MOST_UNITS
) -> dict[str, int]:
    """The army of a side that submits none: its units in the scenario, in turn, again and again while points last, and
    no more than ``most`` units.

    ValueError if none of them is cheap enough.
    """
    prices = {key: cost for key, _, _, cost in rules.check_army(scenario, side, own, {"points": points}).rows}
    army, left, units = dict[str, int](), points, 0
    while units < most:
        before = units
        for key, count in own.items():
            more = min(count, most - units, left // prices[key] if prices[key] else count * (key not in army))
            if more > 0:
                army[key] = army.get(key, 0) + more
                left, units = left - more * prices[key], units + more
        if units == before:
            break
    if not army:
        cheapest = min(prices.values(), default=0)
        raise ValueError(f"{scenario.sides[side].name} needs at least {counted(cheapest, 'point')} for one unit")
    return army
