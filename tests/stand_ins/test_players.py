"""The chooser beats random play, sees no more than its side may, and rolls nothing while it thinks."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine import play
from engine.contract import Order
from engine.contract.odds import seeded_numbers
from engine.scenarios import reader
from engine.seeded_dice import SeededDice
from engine.stand_ins.match import play_game
from engine.stand_ins.players import Chooser, RandomPlayer
from engine.systems import SYSTEMS
from tests.stand_ins.versus import wins

QUICK = [
    ("twin-hamlets", 12, 11),
    ("first-patrol", 12, 11),
    ("low-wells", 12, 10),
    ("even-ground", 12, 11),
    ("two-shores", 6, 5),
]
"""A small scenario of each system, how many games, and how many of them the chooser wins at least."""
LONG = {
    "miniwars": ("twin-hamlets", "danville-vanguard", "raid-on-danville"),
    "forumini": ("first-patrol", "airborne-bridge", "open-meeting"),
    "baker": ("two-shores", "middle-sea"),
    "acw": ("even-ground", "fallow-ridge", "amity-court-house", "kesslers-mill"),
    "zones": ("apple-toll", "glass-market", "red-terraces", "abbots-garden"),
}
"""Scenarios of each system that are played; those of ACW and Zone Control are even ones, because nobody beats anything
from the weak side of the others."""
GAMES = {"miniwars": 40, "forumini": 40, "baker": 20, "acw": 20, "zones": 20}
LEAST = {"miniwars": 36, "forumini": 37, "baker": 16, "acw": 18, "zones": 18}
"""How many games are played of each system in all, and how many of them the chooser wins at least."""
SMALL = ("millers-bridge", "first-patrol", "low-wells", "first-charge", "two-shores")
"""A scenario of each system that is soon over."""


@pytest.mark.long
@pytest.mark.parametrize(("scenario", "games", "least"), QUICK)
def test_the_chooser_beats_random_play(scenario: str, games: int, least: int) -> None:
    assert wins(scenario, range(games)) >= least


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("system", LONG)
def test_the_chooser_beats_random_play_on_several_boards(system: str) -> None:
    each = GAMES[system] / len(LONG[system])
    won = sum(wins(name, range(round(nth * each), round((nth + 1) * each))) for nth, name in enumerate(LONG[system]))
    assert won >= LEAST[system]


class Spied:
    """A system that is asked about nothing but the views it was told of."""

    def __init__(self, system: Any, views: list[Any]) -> None:
        self._system, self._views = system, views

    def __getattr__(self, name: str) -> Any:
        asked = getattr(self._system, name)
        if not callable(asked) or isinstance(asked, type):
            return asked

        def spied(*args: Any) -> Any:
            states = [one for one in args if isinstance(one, self._system.STATE)]
            assert all(any(one is seen for seen in self._views) for one in states), name
            return asked(*args)

        return spied


class Watched:
    """A chooser that is watched: what it asks about, that it rolls nothing, and that what it wishes is legal then."""

    def __init__(self, dice: "CountedDice") -> None:
        self._dice, self.orders = dice, 0

    def wishes(self, system: Any, look: Callable[[], Any], side: str) -> Iterator[Order]:
        views = list[Any]()

        def noted() -> Any:
            views.append(look())
            assert system.view(views[-1], side) == views[-1]
            return views[-1]

        wished = iter(Chooser(seeded_numbers(side)).wishes(Spied(system, views), noted, side))
        while True:
            rolled = self._dice.rolled
            order = next(wished, None)
            assert self._dice.rolled == rolled
            if order is None:
                return
            assert next(play.rule_refusals(system, look(), side, order), None) is None
            self.orders += 1
            yield order


class CountedDice(SeededDice):
    """Dice that count their rolls."""

    rolled = 0

    def roll(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
        self.rolled += 1
        return super().roll(why, nth, count, sides)


@pytest.mark.parametrize("name", SMALL)
def test_the_chooser_sees_its_sides_view_and_rolls_nothing(name: str) -> None:
    scenario, dice = reader.load(name), CountedDice(name)
    watched, other = Watched(dice), RandomPlayer(seeded_numbers(name))
    sides = list(scenario.sides)
    play_game(SYSTEMS[scenario.system], scenario, dict.fromkeys(sides, other) | {sides[0]: watched}, dice)
    assert watched.orders > 3 and dice.rolled > 5


@pytest.mark.parametrize("name", SMALL)
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    scenario = reader.load(name)
    first, second = (
        play_game(
            SYSTEMS[scenario.system],
            scenario,
            {side: Chooser(seeded_numbers(side)) for side in scenario.sides},
            SeededDice("again"),
        )
        for _ in range(2)
    )
    assert first == second


def test_two_choosers_do_not_throw_the_same_for_ever() -> None:
    scenario = reader.load("first-patrol")
    for number in (1, 2):
        players = {side: Chooser(seeded_numbers(side)) for side in scenario.sides}
        result = play_game(SYSTEMS["forumini"], scenario, players, SeededDice(f"first-patrol {number}"))
        assert result.turns <= (scenario.turns or 0) and result.phases < 100
