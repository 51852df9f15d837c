"""Round robin: everybody meets everybody, by the circle method as long as nobody enters late."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .matching import least_cost

if TYPE_CHECKING:
    from .fold import League


def round_robin_round(league: "League", division: str) -> list[tuple[str, str]]:
    """The pairs of the next round, in no order of sides; empty once everybody has met everybody."""
    active = [one.player for one in league.active(division)]
    missing = _missing(league, division, active)
    if not missing:
        return []
    roster = _roster(league, division) or active
    if set(active) <= set(roster):
        wanted = [pair for pair in circle(roster, len(league.rounds)) if missing[_key(*pair)]]
        if wanted:
            return wanted
    return _as_many_as_possible(missing, active)


def meetings_left(league: "League", division: str) -> int:
    """The most opponents that a player has still to meet, those of each cycle apart."""
    counts = Counter[str]()
    missing = _missing(league, division, [one.player for one in league.active(division)])
    for pair, times in missing.items():
        for player in pair:
            counts[player] += times
    return max(counts.values(), default=0)


def circle(players: Sequence[str], number: int) -> list[tuple[str, str]]:
    """Round ``number`` (from 0) of the circle method; with an odd number of players one has no pair."""
    seats = [*players, ""] if len(players) % 2 else list(players)
    turn = number % (len(seats) - 1)
    fixed, circling = seats[-1], seats[:-1]
    order = [*circling[turn:], *circling[:turn], fixed]
    pairs = ((order[at], order[-1 - at]) for at in range(len(order) // 2))
    return [pair for pair in pairs if all(pair)]


def _roster(league: "League", division: str) -> list[str]:
    """Who was paired in the first round of the season, by seed."""
    if not league.rounds:
        return []
    first = league.rounds[0]
    there = {player for number in first.matches for player in league.matches[number].players} | set(first.byes)
    return [one.player for one in league.entrants.values() if one.division == division and one.player in there]


def _missing(league: "League", division: str, active: Sequence[str]) -> Counter[tuple[str, str]]:
    """How often each two of them have still to meet."""
    missing = Counter(
        {_key(one, other): league.template.cycles for at, one in enumerate(active) for other in active[:at]}
    )
    missing.subtract(
        _key(*match.players) for match in league.season_matches(division) if _key(*match.players) in missing
    )
    return +missing


def _as_many_as_possible(missing: Counter[tuple[str, str]], active: Sequence[str]) -> list[tuple[str, str]]:
    """First those who have most matches before them."""
    left = Counter[str]()
    for (one, other), times in missing.items():
        left[one] += times
        left[other] += times
    number = {player: at for at, player in enumerate(active)}
    edges = [(*sorted((number[one], number[other])), -left[one] - left[other]) for one, other in missing]
    return [(active[one], active[other]) for one, other in least_cost((a, b, cost) for a, b, cost in edges)]


def _key(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)
