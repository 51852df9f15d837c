"""How well the chooser plays: games against random play, each group of sides being the chooser's by turns."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from engine.contract import Scenario, System, counted
from engine.contract.odds import seeded_numbers
from engine.seeded_dice import SeededDice
from engine.systems import rules_of

from .balance import DRAW, bounds
from .match import play_game
from .players import Chooser, RandomPlayer, StandIn

Outcome = Literal["won", "drawn", "lost"]


class Game(NamedTuple):
    """``group``: the side, or group of sides, that the chooser played; ``outcome``: what came of it for the chooser."""

    group: str
    outcome: Outcome


def play_random(scenario: Scenario, name: str, number: int) -> Game:
    """The game of that number against random play, the same each time.  Raises Refused if it does not end."""
    system: System[Any] = rules_of(scenario)
    start = system.start(scenario)
    groups = list(dict.fromkeys(system.group_of(start, side) for side in scenario.sides))
    own = groups[number % len(groups)]
    chance = seeded_numbers(f"random player {number}")
    players: dict[str, StandIn] = {
        side: Chooser(seeded_numbers(f"chooser {side} {number}"))
        if system.group_of(start, side) == own
        else RandomPlayer(chance)
        for side in scenario.sides
    }
    winner = play_game(system, scenario, players, SeededDice(f"{name} {number}")).winner
    return Game(own, "won" if winner == own else "drawn" if winner == DRAW else "lost")


def skill_lines(scenario: Scenario, games: Iterable[Game]) -> Sequence[str]:
    """In sentences, one a line: a draw is no win."""
    found = list(games)
    every = Counter(game.outcome for game in found)
    low, high = bounds(every["won"], len(found))
    lines = [
        f"{counted(len(found), 'game')} of the computer player against random play: won {every['won'] / len(found):.0%}"
        f" ({low:.0%} to {high:.0%}), drawn {every['drawn'] / len(found):.0%}."
    ]
    system: System[Any] = rules_of(scenario)
    state = system.start(scenario)
    for group in dict.fromkeys(game.group for game in found):
        name = scenario.sides[group].name if group in scenario.sides else system.group_name(state, group)
        own = Counter(game.outcome for game in found if game.group == group)
        lines.append(f"As {name}: won {own['won']}, drawn {own['drawn']}, lost {own['lost']}.")
    return lines
