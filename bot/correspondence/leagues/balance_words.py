"""How often each side has won each scenario, in sentences that fit a phone."""

from collections.abc import Iterable

from engine.contract import counted
from engine.leagues.ratings import RatedGame
from engine.leagues.side_balance import SideBalance, side_balances
from engine.scenarios import reader


def balance_lines(games: Iterable[RatedGame]) -> tuple[str, ...]:
    """One for each scenario; none without games."""
    return tuple(map(_line, side_balances(games)))


def _line(one: SideBalance) -> str:
    scenario = reader.load_shipped(one.scenario)
    first, second = (side.name for side in scenario.sides.values())
    bid = "" if one.usual_bid is None else f" Usual bid for {first}: {one.usual_bid}."
    meaning = one.meaning.replace("the first side", first).replace("the second side", second)
    won = f"{first} won {one.first}, {second} won {one.second}, {one.drawn} drawn"
    share, low, high = (f"{part:.0%}".replace("%", " %") for part in (one.share, one.low, one.high))
    chance = f"Of the points {first} took {share}, and the chance of that side lies between {low} and {high}"
    return f"{scenario.name}, {counted(one.games, 'game')}: {won}. {chance}: {meaning}.{bid}"
