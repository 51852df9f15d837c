"""Ratings by openskill (Plackett-Luce), from games in the order of their ends; idle players' become less certain.

They are on the scale of Elo's ratings: a newcomer has 1500, and 400 points more win ten games for each one lost.

All games are rated twice.  The first time nobody is known when they begin; the second time each opponent counts as the
first pass knew them half a year after the game, so that an early win over somebody who proved strong is worth it.
"""

import pickle
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import exp, log, sqrt
from typing import NamedTuple

from engine.contract import Record
from engine.log.deadline import add_seconds, to_unix
from engine.toolkit.long_calculations import long_calculation

from .matches import Match
from .matching import library
from .player_names import name_key

WEEK, EPOCH = 604_800, "1970-01-01T00:00:00Z"
FREE_WEEKS, IDLE_WEEKS = 4, 104
"""Weeks without a game that cost no certainty, and how many more make a rating as uncertain as a newcomer's, however
sure it was."""
KNOWN_LATER = 26 * WEEK
NEWCOMER, SCALE = 1500, 400 / log(10)
BOUNDS = 1.96
"""Standard deviations on both sides of a rating that hold the true strength with 95 %."""
RATED = ("played", "adjudication")
SOON, KEPT = 300, 8
"""Games that are rated in a few milliseconds, and results that are kept: those of each system, and of all."""


class RatedGame(Record, frozen=True):
    """``players``: the scenario's first side before the second; ``winner``: "" in a draw.  ``bid``: for the first side,
    None where nobody bids.
    """

    players: tuple[str, str]
    winner: str
    at: str
    system: str
    scenario: str
    bid: int | None = None


class Rating(Record, frozen=True):
    """``rating`` and ``bounds`` in points: the true strength lies within ``bounds`` on either side with 95 %.

    ``games``: that were rated; ``last``: when the last one ended.
    """

    player: str
    rating: int
    bounds: int
    games: int
    last: str


class RatingPoint(Record, frozen=True):
    """A rating as it was right after a game, with its bounds, in points."""

    at: str
    rating: int
    bounds: int


class _Known(NamedTuple):
    """Strength and its standard deviation, on the scale of the model."""

    mu: float
    sigma: float


class _History:
    """What a player's games made of their rating: times in UNIX seconds, and the rating after each.  Arrays, which are
    copied to another process at once.
    """

    def __init__(self) -> None:
        self.times, self._mus, self._sigmas = array("q"), array("d"), array("d")

    def add(self, at: int, known: _Known) -> None:
        self.times.append(at)
        self._mus.append(known.mu)
        self._sigmas.append(known.sigma)

    def after(self, game: int) -> _Known:
        """Of its games, counted from 0; -1: the last one."""
        return _Known(self._mus[game], self._sigmas[game])

    def before(self, games: int) -> "_History":
        """So many of its games."""
        found = _History()
        found.times, found._mus, found._sigmas = self.times[:games], self._mus[:games], self._sigmas[:games]
        return found


class _Model:
    """openskill's Plackett-Luce of two players, in closed form: what ``rate`` of the library gives, twenty times as
    fast.
    """

    def __init__(self) -> None:
        model = library("openskill.models").PlackettLuce()
        self.mu, self.sigma, self.kappa = float(model.mu), float(model.sigma), float(model.kappa)
        self._noise, self._drift = 2 * model.beta**2, model.tau**2
        self.points = SCALE / (model.beta * sqrt(2))
        self.idle = model.sigma**2 / IDLE_WEEKS

    def rated(self, one: _Known, other: _Known, score: float) -> _Known:
        """Of ``one``, after a game.  ``score``: 1 for a win, 0.5 for a draw, 0 for a defeat."""
        own, their = one.sigma**2 + self._drift, other.sigma**2 + self._drift
        scale = sqrt(own + their + self._noise)
        share = 1 / (1 + exp((other.mu - one.mu) / scale))
        shift = 0.5 - share if score == 0.5 else score - share
        sure = share * (1 - share) * (own / scale**2) * (sqrt(own) / scale)
        return _Known(one.mu + own / scale * shift, sqrt(own * max(1 - sure, self.kappa)))


class Ratings:
    """The ratings after some games, given in the order of their ends.  Refused no-library."""

    def __init__(self, games: Sequence[RatedGame]) -> None:
        self._model = _Model()
        self._spellings = dict[str, str]()
        timed = [(to_unix(game.at), *self._respelled(game)) for game in games]
        self._last = {player: game.at for game, (_, *named) in zip(games, timed, strict=True) for player in named[:2]}
        self._first = self._rate(timed, {})
        self._known = self._rate(timed, self._first)

    def find(self, player: str, now: str) -> Rating | None:
        """None as long as no game of theirs has been rated."""
        player = self._spellings.get(name_key(player), player)
        if player not in self._known:
            return None
        rating, bounds = self._figures(self._at(self._known[player], to_unix(now)))
        return Rating(player, rating, bounds, len(self._known[player].times), self._last[player])

    def before(self, player: str, at: str) -> Rating | None:
        """As it was known then, by the games that had ended before; None without one."""
        player = self._spellings.get(name_key(player), player)
        history, moment = self._first.get(player, _History()), to_unix(at)
        games = bisect_left(history.times, moment)
        if not games:
            return None
        known = history.before(games)
        return Rating(player, *self._figures(self._at(known, moment)), games, add_seconds(EPOCH, known.times[-1]))

    def curve(self, player: str) -> tuple[RatingPoint, ...]:
        """The rating after each game; nothing as long as none has been rated."""
        known = self._known.get(player, _History())
        return tuple(
            RatingPoint(add_seconds(EPOCH, at), *self._figures(known.after(game)))
            for game, at in enumerate(known.times)
        )

    def _figures(self, found: _Known) -> tuple[int, int]:
        """Rating and bounds, in points."""
        rating = NEWCOMER + (found.mu - self._model.mu) * self._model.points
        return round(rating), round(BOUNDS * found.sigma * self._model.points)

    def table(self, now: str) -> tuple[Rating, ...]:
        """The best first."""
        found = [rating for player in self._known if (rating := self.find(player, now))]
        return tuple(sorted(found, key=lambda one: (-one.rating, one.bounds, one.player)))

    def _respelled(self, game: RatedGame) -> tuple[str, str, str]:
        """Both players and the winner, as each was spelled in their first game: leagues may have them in different
        case.
        """
        first, second, winner = (
            self._spellings.setdefault(name_key(name), name) if name else "" for name in (*game.players, game.winner)
        )
        return first, second, winner

    def _rate(self, games: Iterable[tuple[int, str, str, str]], known: Mapping[str, _History]) -> dict[str, _History]:
        """``games``: when, who against whom, and who won.  ``known``: what an earlier pass found, by which opponents
        are judged.
        """
        found = dict[str, _History]()
        for at, one, other, winner in games:
            first, second = found.setdefault(one, _History()), found.setdefault(other, _History())
            before = self._at(first, at), self._at(second, at)
            against = (self._later(known[one], at), self._later(known[other], at)) if known else before
            score = 0.5 if not winner else float(winner == one)
            first.add(at, self._model.rated(before[0], against[1], score))
            second.add(at, self._model.rated(before[1], against[0], 1 - score))
        return found

    def _at(self, history: _History, at: int) -> _Known:
        """As it has become by then: the variance grows with each idle week, up to a newcomer's."""
        if not history.times:
            return _Known(self._model.mu, self._model.sigma)
        last = history.after(-1)
        weeks = max(0.0, (at - history.times[-1]) / WEEK - FREE_WEEKS)
        sigma = min(self._model.sigma, sqrt(last.sigma**2 + self._model.idle * weeks))
        return _Known(last.mu, max(sigma, last.sigma))

    def _later(self, history: _History, at: int) -> _Known:
        """The last rating that is not much later than a game of theirs."""
        return history.after(bisect_right(history.times, at + KNOWN_LATER) - 1)


def rated_games(matches: Iterable[Match], system: str) -> list[RatedGame]:
    """Games that were played, and those that the referee adjudicated; a forfeit says nothing about strength.
    A match of somebody whom others have entered unasked is not rated.
    """
    return [
        RatedGame(game.players, game.result.winner, game.result.at, system, match.scenario, match.bid)
        for match in matches
        for game in match.games
        if match.rated and game.result and game.result.how in RATED
    ]


def rate(games: Iterable[RatedGame], system: str = "") -> Ratings:
    """By the games of one system, or of all if it is ""; in whatever order they are given.  Refused no-library."""
    chosen = [game for game in games if system in ("", game.system)]
    return Ratings(sorted(chosen, key=lambda game: (game.at, game.players, game.scenario, game.winner)))


class LeagueGames:
    """Those of a league that count for ratings.  ``key``: tells them from others, and from what they were before."""

    def __init__(self, key: Hashable, games: tuple[RatedGame, ...]) -> None:
        self.key, self.games = key, games
        self.players = {player for game in games for player in game.players}

    @cached_property
    def _packed(self) -> bytes:
        return pickle.dumps(self.games)

    def __reduce__(self) -> tuple[object, ...]:
        """Most of the copying to another process is done once."""
        return _unpacked, (self.key, self._packed)


def _unpacked(key: Hashable, packed: bytes) -> LeagueGames:
    return LeagueGames(key, pickle.loads(packed))


class RatedLeagues:
    """The games of some leagues that count for ratings.  Two are the same if their leagues' keys are: comparing them
    reads no game.
    """

    def __init__(self, leagues: tuple[LeagueGames, ...]) -> None:
        self._leagues, self._key = leagues, tuple(one.key for one in leagues)

    def of_system(self, system: str) -> "RatedLeagues":
        """Those of one system, or all if it is ""."""
        return RatedLeagues(tuple(one for one in self._leagues if system in ("", one.games[0].system)))

    def systems(self, player: str) -> set[str]:
        """In which a player's games count."""
        return {one.games[0].system for one in self._leagues if player in one.players}

    def __iter__(self) -> Iterator[RatedGame]:
        return (game for one in self._leagues for game in one.games)

    def __len__(self) -> int:
        return sum(len(one.games) for one in self._leagues)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RatedLeagues) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


def _rated_soon(system: str, leagues: RatedLeagues) -> Ratings | None:
    return rate(leagues, system) if len(leagues) <= SOON else None


@long_calculation(KEPT, attempt=_rated_soon)
def ratings_of(system: str, leagues: RatedLeagues) -> Ratings:
    """As ``rate``; its last results are kept."""
    return rate(leagues, system)
