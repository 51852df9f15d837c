"""Which scenarios can be played as boards for armies of one's own, a row each."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from engine.contract import Scenario, counted
from engine.scenarios.boards import board_points
from engine.scenarios.reader import load, shipped
from engine.stand_ins.balance import shipped_balance
from engine.systems import SYSTEMS
from maps.scene.card import Card

from .scenario_check import length_words, size_words

ERAS = {"miniwars": "fantasy", "forumini": "1939-45", "acw": "1861-65", "zones": "other worlds"}
"""When the battles of a system take place, where its scenario does not say."""


class BoardRow(NamedTuple):
    """A board in a list.  ``points``: what the dearer of the scenario's own armies costs, so a usual sum.  ``length``:
    how many turns it has, and how often a side is asked for orders in a game with the scenario's own armies.
    """

    stem: str
    name: str
    system: str
    size: str
    sides: int
    points: int
    era: str
    length: str


@cache
def board_rows() -> tuple[BoardRow, ...]:
    """Of all shipped scenarios that can be boards.  Reads every file the first time, which takes a while."""
    found = ((stem, load(stem)) for stem in shipped())
    return tuple(_row(stem, scenario, points) for stem, scenario in found if (points := board_points(scenario)))


@cache
def own_types() -> Mapping[str, tuple[str, Mapping[str, Card]]]:
    """Of each shipped scenario with types of its own its system, and the cards of these.  Reads every file the first
    time.
    """
    found = {stem: load(stem) for stem in shipped()}
    return {
        stem: (one.system, {key: card for key, card in SYSTEMS[one.system].cards(one).items() if key in one.types})
        for stem, one in found.items()
        if one.types
    }


def board_line(scenario: Scenario) -> str:
    """How the scenario is played as a board, in a sentence; "" if it is none."""
    points = board_points(scenario)
    return (
        f"Board for armies of your own, {era(scenario)}: its own cost up to {counted(points, 'point')}"
        if points
        else ""
    )


def era(scenario: Scenario) -> str:
    """When its battle takes place."""
    army = scenario.setup.get("army")
    year = army.get("year") if isinstance(army, dict) else None
    return str(year) if year else ERAS.get(scenario.system, "")


def _row(stem: str, scenario: Scenario, points: int) -> BoardRow:
    return BoardRow(
        stem,
        scenario.name,
        SYSTEMS[scenario.system].TITLE,
        size_words(scenario),
        len(scenario.sides),
        points,
        era(scenario),
        length_words(scenario, shipped_balance(stem, scenario)),
    )
