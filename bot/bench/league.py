"""Simulated seasons: how well standings and ratings find the true strength of players, beside Elo on the same games."""

from collections.abc import Iterator, Mapping, Sequence
from math import exp
from random import Random
from statistics import fmean
from typing import NamedTuple

from engine.leagues.entries import Entered, Format, LeagueOpened, Reported, Template
from engine.leagues.fold import League
from engine.leagues.ratings import RatedGame, rate, rated_games
from engine.leagues.rounds import next_round
from engine.leagues.standings import standings
from engine.log.deadline import add_seconds

from .timing import Figure

PLAYERS, ROUNDS, SEASONS = 24, 12, 60
SPREAD, DRAWS = 200.0, 0.1
"""Standard deviation of the true strengths in points of Elo, and the share of games that are drawn."""
SPAN, START, WEEK = 400.0, "2026-01-05T18:00:00Z", 604_800
K = 32
"""How far a game moves an Elo rating at most."""


class Correlations(NamedTuple):
    """Spearman's rank correlation with the true strengths."""

    standings: float
    ratings: float
    elo: float


def figures(seasons: int) -> Iterator[Figure]:
    """Of Swiss and of round robin, the mean of all seasons."""
    forms: tuple[Format, ...] = ("swiss", "round-robin")
    for form in forms:
        found = [season(form, number) for number in range(seasons)]
        mean = Correlations(*(fmean(values) for values in zip(*found, strict=True)))
        about = f"{form}: {PLAYERS} players, {ROUNDS} rounds, {seasons} seasons"
        yield _at_least_elo(f"{about}, standings", mean.standings, mean.elo)
        yield _at_least_elo(f"{about}, ratings", mean.ratings, mean.elo)


def season(form: Format, number: int) -> Correlations:
    """One season, the same each time; everybody enters in an order that has nothing to do with strength."""
    chance = Random(f"{form} {number}")
    strength = {f"p{at:02}": chance.gauss(0, SPREAD) for at in range(PLAYERS)}
    league = League(LeagueOpened("cup", "Cup", Template("toy", form, ("ford",), rounds=ROUNDS), "host"), START)
    for player in strength:
        league.apply(Entered(player), START)
    now = START
    for _ in range(ROUNDS):
        league.apply(next_round(league, now), now)
        now = add_seconds(now, WEEK)
        for match in league.rounds[-1].matches:
            league.apply(Reported(match, _winner(league.matches[match].players, strength, chance)), now)
    games = rated_games(league.matches.values(), "toy")
    rated = {row.player: float(row.rating) for row in rate(games).table(now)}
    placed = {row.player: float(-row.place) for row in standings(league)}
    return Correlations(*(spearman(strength, found) for found in (placed, rated, elo(games, strength))))


def elo(games: Sequence[RatedGame], players: Mapping[str, float]) -> dict[str, float]:
    """Plain Elo ratings after these games."""
    ratings = dict.fromkeys(players, 0.0)
    for game in games:
        one, other = game.players
        scored = 0.5 if not game.winner else float(game.winner == one)
        change = K * (scored - _expected(ratings[one] - ratings[other]))
        ratings[one] += change
        ratings[other] -= change
    return ratings


def spearman(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """The correlation of two rankings of the same players, equal values sharing their ranks."""
    first, second = _ranks(one), _ranks(other)
    middle = (len(one) + 1) / 2
    product = sum((first[player] - middle) * (second[player] - middle) for player in one)
    squares = [sum((rank - middle) ** 2 for rank in ranks.values()) for ranks in (first, second)]
    return float(product / (squares[0] * squares[1]) ** 0.5) if all(squares) else 0.0


def _ranks(values: Mapping[str, float]) -> dict[str, float]:
    order = sorted(values.values())
    return {key: order.index(value) + (order.count(value) + 1) / 2 for key, value in values.items()}


def _expected(ahead: float) -> float:
    """The share of points that so many points of Elo more bring."""
    return 1 / (1 + exp(-ahead * 2.302585092994046 / SPAN))


def _winner(players: tuple[str, str], strength: Mapping[str, float], chance: Random) -> str:
    one, other = players
    if chance.random() < DRAWS:
        return ""
    return one if chance.random() < _expected(strength[one] - strength[other]) else other


def _at_least_elo(what: str, found: float, floor: float) -> Figure:
    return Figure("L1", what, f"{found:.3f}", f">= {floor:.3f} (Elo)", found >= floor)
