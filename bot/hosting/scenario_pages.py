"""What scenarios come with Fieldpost, a row each, and the page of one: what it is about, its sides, how even it is."""

from functools import cache
from itertools import pairwise
from typing import NamedTuple

from engine.contract import Scenario, counted
from engine.lookups.rulebook import UnknownPassage, find_system
from engine.scenarios.reader import find_shipped, load, shipped
from engine.stand_ins.balance import DRAW, Balance, balance_lines, is_uneven, shipped_balance
from engine.systems import SYSTEMS, rules_of
from maps.scene.scene import Scene

from .board_pages import board_line
from .scenario_check import army_words, length_words, size_words, unit_counts


class ScenarioRow(NamedTuple):
    """A scenario in a list.  ``length``: how long it is at most, and how often a side is asked for orders in a game;
    ``wins``: how many of a hundred games each side wins; ``uneven``: that is far from half of them.
    """

    stem: str
    name: str
    system: str
    players: int
    size: str
    armies: str
    length: str
    wins: str
    uneven: bool

    @property
    def balance(self) -> str:
        """``9 : 91, uneven``; "" without figures."""
        return f"{self.wins}, uneven" if self.uneven else self.wins

    @property
    def facts(self) -> str:
        """All of it but name and system on one line, and how even it is if it is not."""
        uneven = f"uneven {self.wins}" if self.uneven else ""
        players = counted(self.players, "player")
        return ", ".join(filter(None, (players, self.size, self.armies, self.length, uneven)))


class ScenarioPage(NamedTuple):
    """``head``: its name, system and size; ``sides``: a line each, and one on its board if it is one."""

    stem: str
    head: str
    about: str
    sides: tuple[str, ...]
    balance: tuple[str, ...]
    scene: Scene


@cache
def scenario_rows() -> tuple[ScenarioRow, ...]:
    """Of all shipped scenarios.  Reads every file the first time, which takes a while."""
    return tuple(_row(stem, load(stem)) for stem in shipped())


def system_named(words: str) -> str:
    """The name of the system that the words name; "" if they name none, or a scenario."""
    if words.strip().casefold() in shipped():
        return ""
    try:
        return find_system(words)
    except UnknownPassage:
        return ""


def rows_of(system: str) -> tuple[ScenarioRow, ...]:
    """Of all shipped scenarios of a system, or of all systems if it is ""."""
    return tuple(row for row in scenario_rows() if not system or row.system == SYSTEMS[system].TITLE)


def scenario_page(name: str) -> ScenarioPage:
    """Of a shipped scenario, by its stem or what begins it.  Raises reader.UnknownScenario."""
    file = find_shipped(name)
    return page_of(file.stem, load(file))


def page_of(stem: str, scenario: Scenario) -> ScenarioPage:
    """``stem``: "" for a scenario that is not shipped, of which there are no figures."""
    system = rules_of(scenario)
    found = shipped_balance(stem, scenario)
    sides = tuple(
        f"{key}: {scenario.sides[key].name}, {counted(count, 'unit') if count else 'chooses its units'}"
        for key, count in unit_counts(scenario).items()
    )
    return ScenarioPage(
        stem,
        f"{scenario.name} ({system.TITLE}, {size_words(scenario)})",
        " ".join(scenario.about.split()),
        (*sides, *filter(None, (board_line(scenario),))),
        tuple(balance_lines(scenario, found)) if found else (),
        system.scene(system.view(system.start(scenario), ""), ()),
    )


def _row(stem: str, scenario: Scenario) -> ScenarioRow:
    found = shipped_balance(stem, scenario)
    return ScenarioRow(
        stem,
        scenario.name,
        SYSTEMS[scenario.system].TITLE,
        len(scenario.sides),
        size_words(scenario),
        army_words(scenario),
        length_words(scenario, found),
        _wins(found) if found else "",
        found is not None and is_uneven(found),
    )


def _wins(found: Balance) -> str:
    """``48 : 52``, 100 together; draws are left out."""
    wins = [won for group, won in found.wins.items() if group != DRAW]
    total = max(1, sum(wins))
    upto = [round(100 * sum(wins[:count]) / total) for count in range(len(wins) + 1)]
    return " : ".join(str(last - first) for first, last in pairwise(upto))
