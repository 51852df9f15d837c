"""How often each side wins each scenario, with the bounds that hold with 95 %."""

from collections.abc import Iterable
from statistics import median_low

from engine.contract import Record
from engine.stand_ins.balance import bounds

from .ratings import RatedGame


class SideBalance(Record, frozen=True):
    """``first`` and ``second``: games that the scenario's sides have won.  ``low`` and ``high``: bounds of the first
    side's share, where a draw is half a win.  ``usual_bid``: half of the bids for the first side were no higher, None
    without any.
    """

    system: str
    scenario: str
    first: int
    second: int
    drawn: int
    low: float
    high: float
    usual_bid: int | None = None

    @property
    def games(self) -> int:
        return self.first + self.second + self.drawn

    @property
    def meaning(self) -> str:
        """What the figures give grounds for."""
        if self.low <= 0.5 <= self.high:
            return "no side is known to be better"
        return f"the {'first' if self.low > 0.5 else 'second'} side is better"

    @property
    def share(self) -> float:
        return (self.first + self.drawn / 2) / self.games


def side_balances(games: Iterable[RatedGame]) -> tuple[SideBalance, ...]:
    """By system and scenario."""
    found = dict[tuple[str, str], list[RatedGame]]()
    for game in games:
        found.setdefault((game.system, game.scenario), []).append(game)
    return tuple(_count(*key, games) for key, games in sorted(found.items()))


def _count(system: str, scenario: str, games: list[RatedGame]) -> SideBalance:
    first = sum(game.winner == game.players[0] for game in games)
    drawn = sum(not game.winner for game in games)
    low, high = bounds(first + drawn / 2, len(games))
    bids = [game.bid for game in games if game.bid is not None]
    usual = median_low(bids) if bids else None
    return SideBalance(system, scenario, first, len(games) - first - drawn, drawn, low, high, usual)
