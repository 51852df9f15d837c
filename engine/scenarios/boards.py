"""Boards: scenarios opened with points instead of their own units; each side musters an army of its own."""

from collections.abc import Mapping
from typing import Any

from engine.contract import Scenario, counted
from engine.systems import SYSTEMS
from engine.toolkit.muster.army_text import MOST_UNITS, army_of
from engine.toolkit.muster.judging import MOST_POINTS, default_army, muster_points
from engine.toolkit.muster.units import mustered, offers_muster

from .reader import LONGEST_ABOUT, parse
from .yaml_reader import FaultyFile

SIZES = (MOST_UNITS, 30, 20, 12, 8, 5, 3, 1)
"""Units of the armies that are tried, until there is room for them."""


class NoBoard(ValueError):
    """A scenario that is no board, or none for these points; the text says why in a sentence."""


def as_board(scenario: Scenario, points: int) -> Scenario:
    """The scenario with armies of the players' own, of so many points each.  Raises NoBoard."""
    rules = SYSTEMS[scenario.system]
    if not offers_muster(rules):
        raise NoBoard(f"{rules.TITLE} has no points, so {scenario.name} is not a board for armies of your own.")
    if not 1 <= points <= MOST_POINTS:
        raise NoBoard(f"{points} is not a number of points; write a number from 1 to {MOST_POINTS:,}.")
    try:
        muster = {"points": points, "default": _default_armies(scenario, points)}
        return parse({**scenario.source, "about": _about(scenario, points), "units": [], "muster": muster})
    except FaultyFile as faulty:
        raise NoBoard(f"{_no_board(scenario, points)}: {faulty.faults[0].says}.") from None
    except ValueError as fault:
        raise NoBoard(f"{_no_board(scenario, points)}: {fault}.") from None


def _about(scenario: Scenario, points: int) -> str:
    """What the scenario says about itself, behind the words that its own armies are not the ones that fight."""
    own = (
        f"Before the game each side chooses an army of its own, for up to {counted(points, 'point')}: `army` lists what"
        " there is. The scenario, as it is with its own armies:"
    )
    return f"{own} {scenario.about}"[:LONGEST_ABOUT] if scenario.about and not scenario.muster else scenario.about


def _no_board(scenario: Scenario, points: int) -> str:
    return f"{scenario.name} is not a board for {counted(points, 'point')}"


def _default_armies(scenario: Scenario, points: int) -> dict[str, dict[str, int]]:
    """Of each side, as large as the points allow and the deployment zones have room for.  Raises ValueError."""
    rules, own = SYSTEMS[scenario.system], {side: _own_army(scenario, side) for side in scenario.sides}
    for most in SIZES:
        armies = {side: default_army(rules, scenario, side, army, points, most) for side, army in own.items()}
        try:
            mustered(rules, scenario, armies)
        except ValueError:
            if most == SIZES[-1]:
                raise
        else:
            break
    return armies


def _own_army(scenario: Scenario, side: str) -> Mapping[str, int]:
    """The side's army in the scenario: its units, or the list that it has if it submits or buys none."""
    own = army_of(scenario.units, side)
    listed: Mapping[str, Any] = scenario.muster or scenario.setup.get("army") or {}
    return own or (listed.get("default") or {}).get(side) or {}


def usual_points(scenario: Scenario) -> int:
    """Those of a file with a muster; otherwise what the dearer of the scenario's own armies costs."""
    if scenario.muster:
        return muster_points(scenario)
    rules = SYSTEMS[scenario.system]
    return max(
        rules.check_army(scenario, side, _own_army(scenario, side), {"points": MOST_POINTS}).total
        for side in scenario.sides
    )


def board_points(scenario: Scenario) -> int:
    """The points with which the scenario is usually played as a board; 0 if it is none."""
    if not offers_muster(SYSTEMS[scenario.system]):
        return 0
    points = usual_points(scenario)
    try:
        as_board(scenario, points)
    except NoBoard:
        return 0
    return points
