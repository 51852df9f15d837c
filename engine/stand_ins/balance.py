"""How even a scenario is: many games between stand-ins, counted."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec

import maps
from engine.contract import Scenario, System, counted, encode
from engine.contract.odds import seeded_numbers
from engine.seeded_dice import SeededDice
from engine.systems import SYSTEMS, rules_of

from .match import Result, play_game
from .players import Chooser

DRAW = "draw"
Z = 1.96
"""Standard deviations of 95 % bounds."""
FIGURES = Path(maps.__file__).parent / "scenarios" / "balance.json"
"""What came of the games of shipped scenarios: stem -> Balance."""
ENOUGH = 40
"""Games, below which figures say little."""
LEAGUE = (0.42, 0.58)
"""Shares of the wins between which a board for leagues lies."""


class Balance(msgspec.Struct, frozen=True):
    """What came of many games.

    ``wins``: by side or group of sides, draws under ``draw``; ``reasons``: why games ended; ``turns``: the fewest, the
    median, the most; ``parts``: how often a side was asked for orders in a game, the median.  ``of``: the digest of
    the scenario that was played.
    """

    games: int
    wins: Mapping[str, int]
    reasons: Mapping[str, int]
    turns: tuple[int, int, int]
    parts: int
    of: str


def play_numbered(scenario: Scenario, number: int) -> Result:
    """The game of that number between two choosers, the same each time.  Raises Refused if it does not end."""
    system = rules_of(scenario)
    seed = f"{scenario.name} {number}"
    players = {side: Chooser(seeded_numbers(f"{seed} {side}")) for side in scenario.sides}
    return play_game(system, scenario, players, SeededDice(seed))


def count(scenario: Scenario, results: Iterable[Result]) -> Balance:
    """At least one result."""
    found = list(results)
    wins = Counter(result.winner for result in found)
    turns = sorted(result.turns for result in found)
    parts = sorted(result.phases for result in found)
    return Balance(
        len(found),
        {group: wins[group] for group in (*groups(scenario), DRAW)},
        dict(Counter(result.reason for result in found).most_common()),
        (turns[0], turns[len(turns) // 2], turns[-1]),
        parts[len(parts) // 2],
        digest(scenario),
    )


def digest(scenario: Scenario) -> str:
    """Of all that decides how it is played: its content and the version of its rules."""
    return sha256(encode(scenario.source) + SYSTEMS[scenario.system].VERSION.encode()).hexdigest()[:16]


def groups(scenario: Scenario) -> tuple[str, ...]:
    """The sides, or groups of sides, that can win."""
    system: System[Any] = rules_of(scenario)
    state = system.start(scenario)
    return tuple(dict.fromkeys(system.group_of(state, side) for side in scenario.sides))


def bounds(won: float, games: int) -> tuple[float, float]:
    """Between which shares the chance to win lies, with 95 % (Wilson's interval); a draw may be half a win."""
    share, square = won / games, Z * Z / games
    middle, half = share + square / 2, Z * sqrt(share * (1 - share) / games + square / games / 4)
    return max(0.0, (middle - half) / (1 + square)), min(1.0, (middle + half) / (1 + square))


def is_even(balance: Balance) -> bool:
    """Whether no side wins more of the games that are won than a league allows; of two sides, and in enough games."""
    wins = [won for group, won in balance.wins.items() if group != DRAW]
    return (
        len(wins) == 2 and balance.games >= ENOUGH and sum(wins) > 0 and LEAGUE[0] <= wins[0] / sum(wins) <= LEAGUE[1]
    )


def is_uneven(balance: Balance) -> bool:
    """Whether enough games were won to say that the scenario is not even in that sense."""
    wins = sum(won for group, won in balance.wins.items() if group != DRAW)
    return (
        len(balance.wins) - (DRAW in balance.wins) == 2 and min(balance.games, wins) >= ENOUGH and not is_even(balance)
    )


def balance_lines(scenario: Scenario, found: Balance) -> Sequence[str]:
    """In sentences, one a line."""
    system: System[Any] = rules_of(scenario)
    state = system.start(scenario)
    shares = []
    for group, won in found.wins.items():
        if group != DRAW:
            name = scenario.sides[group].name if group in scenario.sides else system.group_name(state, group)
            low, high = bounds(won, found.games)
            shares.append(f"{name} {won / found.games:.0%} ({low:.0%} to {high:.0%})")
    drawn = f", drawn {found.wins[DRAW] / found.games:.0%}" if found.wins.get(DRAW) else ""
    few, usual, most = found.turns
    lengths = counted(usual, "turn") if few == most else f"{counted(usual, 'turn')} ({few} to {most})"
    ends = ", ".join(f"{reason or 'no reason'} {number / found.games:.0%}" for reason, number in found.reasons.items())
    return (
        f"{counted(found.games, 'game')} between computer players that look one order ahead: won by"
        f" {', '.join(shares)}{drawn}.",
        f"A game takes {lengths}; orders are asked for {found.parts} times. It ends by: {ends}.",
    )


def shipped_balance(stem: str, scenario: Scenario) -> Balance | None:
    """The figures of a shipped scenario; None if there are none, or if it has been changed since they were counted."""
    found = _figures().get(stem)
    return found if found and found.of == digest(scenario) else None


def with_figures(new: Mapping[str, Balance]) -> bytes:
    """The content of the file of figures with new ones in it."""
    every = dict(sorted({**_read_figures(), **new}.items()))
    return msgspec.json.format(msgspec.json.encode(every), indent=1) + b"\n"


@cache
def _figures() -> Mapping[str, Balance]:
    return _read_figures()


def _read_figures() -> Mapping[str, Balance]:
    return msgspec.json.decode(FIGURES.read_bytes(), type=dict[str, Balance]) if FIGURES.exists() else {}
