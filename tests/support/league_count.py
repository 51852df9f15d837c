"""The tables of a league counted a second time: plain additions, slow, from nothing but its games.

An oracle: nothing here imports what it is compared with.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from math import exp, log, sqrt
from typing import NamedTuple

Worth = tuple[int, int, int]
"""Points for a win, a draw and a loss."""
RATED = ("played", "adjudication")


class Played(NamedTuple):
    """A game that has ended.  ``players``: the first side before the second.  ``winner``: "" if nobody has won.
    ``scores``: in the order of ``players``, the bid taken from the first side's; None if there are none.
    """

    match: int
    players: tuple[str, str]
    winner: str = ""
    how: str = "played"
    scores: tuple[int, int] | None = None
    at: str = ""
    scenario: str = ""


class Line(NamedTuple):
    """A player's line of a table, without the place."""

    player: str
    won: int
    drawn: int
    lost: int
    byes: int
    points: int
    direct: int
    schedule: int
    score: int


class Figures(NamedTuple):
    """A rating with its bounds, in points, and how many games were rated."""

    rating: int
    bounds: int
    games: int


def points_of(game: Played, player: str, worth: Worth) -> int:
    """What a game brings one of its players."""
    if game.how == "double-loss" or (game.how == "forfeit" and game.winner != player):
        return 0
    return worth[0] if game.winner == player else worth[2] if game.winner else worth[1]


def difference_of(game: Played, player: str) -> int:
    """The player's score less the other's."""
    if game.scores is None:
        return 0
    mine, theirs = game.scores if game.players[0] == player else game.scores[::-1]
    return mine - theirs


def count_lines(
    pairs: Mapping[int, tuple[str, str]],
    games: Sequence[Played],
    byes: Mapping[str, int],
    worth: Worth,
    bye_worth: int,
) -> dict[str, Line]:
    """By player, for everybody in ``byes``.  ``pairs``: the players of each match, whether it is over or not."""
    points = {player: bye_worth * byes[player] for player in byes}
    for game in games:
        for player in game.players:
            points[player] += points_of(game, player, worth)
    lines = dict[str, Line]()
    for player in byes:
        won = drawn = lost = direct = schedule = score = 0
        for game in games:
            if player in game.players:
                won += game.winner == player
                drawn += not game.winner and game.how != "double-loss"
                lost += game.winner not in (player, "") or game.how == "double-loss"
                score += difference_of(game, player)
                other = game.players[1] if game.players[0] == player else game.players[0]
                direct += points_of(game, player, worth) if points[other] == points[player] else 0
        for pair in pairs.values():
            if player in pair:
                schedule += points[pair[0]] + points[pair[1]] - points[player]
        schedule += byes[player] * points[player]
        lines[player] = Line(player, won, drawn, lost, byes[player], points[player], direct, schedule, score)
    return lines


def in_order(
    lines: Mapping[str, Line], ties: Sequence[str], seeds: Mapping[str, int], first: Mapping[str, int] | None = None
) -> list[str]:
    """The players by their places.  ``first``: what counts before points, the lowest best."""
    order = list[str]()
    for player in lines:
        at = 0
        while at < len(order) and _is_before(order[at], player, lines, ties, seeds, first or {}):
            at += 1
        order.insert(at, player)
    return order


def _is_before(
    one: str, other: str, lines: Mapping[str, Line], ties: Sequence[str], seeds: Mapping[str, int],
    first: Mapping[str, int],
) -> bool:  # fmt: skip
    if first.get(one, 0) != first.get(other, 0):
        return first.get(one, 0) < first.get(other, 0)
    for what in ("points", *ties):
        mine, theirs = getattr(lines[one], what), getattr(lines[other], what)
        if mine != theirs:
            return bool(mine > theirs)
    return seeds[one] < seeds[other]


# ratings: Weng and Lin's Plackett-Luce for two players, written out
MU, SIGMA, BETA, TAU, KAPPA = 25.0, 25 / 3, 25 / 6, 25 / 300, 0.0001
WEEK = 7 * 86_400
POINTS = 400 / log(10) / (BETA * sqrt(2))


class _Known(NamedTuple):
    """What was known of a player after a game, at that second."""

    at: float
    mu: float
    sigma: float


def count_ratings(games: Sequence[Played], now: str) -> dict[str, Figures]:
    """By player, from the games of one system."""
    rated = [game for game in games if game.how in RATED]
    rated.sort(key=lambda game: (game.at, game.players, game.scenario, game.winner))
    first = _pass_through(rated, None)
    found = dict[str, Figures]()
    for player, known in _pass_through(rated, first).items():
        mu, sigma = _grown_idle(known, _seconds(now))
        found[player] = Figures(
            round(1500 + (mu - MU) * POINTS), round(1.96 * sigma * POINTS), len([*filter(None, known)])
        )
    return found


def _pass_through(games: Sequence[Played], later: Mapping[str, list[_Known]] | None) -> dict[str, list[_Known]]:
    known = dict[str, list[_Known]]()
    for game in games:
        at = _seconds(game.at)
        before = [_grown_idle(known.setdefault(player, []), at) for player in game.players]
        against = before
        if later is not None:
            against = [[(one.mu, one.sigma) for one in later[player] if one.at <= at + 26 * WEEK][-1]
                       for player in game.players]  # fmt: skip
        for me, player in enumerate(game.players):
            result = 0.5 if not game.winner else 1.0 if game.winner == player else 0.0
            known[player].append(_Known(at, *_rated(before[me], against[1 - me], result)))
    return known


def _grown_idle(known: Sequence[_Known], at: float) -> tuple[float, float]:
    """After four free weeks the variance grows, in 104 weeks from nothing to a newcomer's."""
    if not known:
        return MU, SIGMA
    last = known[-1]
    idle = max(0.0, (at - last.at) / WEEK - 4)
    grown = min(SIGMA, sqrt(last.sigma**2 + SIGMA**2 / 104 * idle))
    return last.mu, max(grown, last.sigma)


def _rated(me: tuple[float, float], other: tuple[float, float], result: float) -> tuple[float, float]:
    """``result``: 1 for a win, a half for a draw, 0 for a loss."""
    mine, theirs = sqrt(me[1] ** 2 + TAU**2), sqrt(other[1] ** 2 + TAU**2)
    spread = sqrt(mine**2 + theirs**2 + 2 * BETA**2)
    chance = exp(me[0] / spread) / (exp(me[0] / spread) + exp(other[0] / spread))
    if result == 0.5:  # each of the two stages counts half
        omega, delta = (1 - chance) / 2 - chance / 2, chance * (1 - chance)
    else:
        omega, delta = result - chance, chance * (1 - chance)
    shrunk = 1 - mine / spread * mine**2 / spread**2 * delta
    return me[0] + mine**2 / spread * omega, mine * sqrt(max(shrunk, KAPPA))


def _seconds(moment: str) -> float:
    return datetime.fromisoformat(moment).timestamp()
