"""Leagues to test with: opened, entered and played without a database, each with the log that made it."""

from random import Random

import pytest

from engine.errors import Refused
from engine.leagues.entries import Body, Entered, LeagueOpened, Reported, SeasonClosed, Template
from engine.leagues.fold import League
from engine.leagues.ratings import rate, rated_games
from engine.leagues.rounds import next_round
from engine.leagues.standings import Standing, standings
from engine.log.deadline import add_seconds
from tests.support.toy_system import NOW

WEEK = 604_800


class Log:
    """A league, and the bodies of its log with their times."""

    def __init__(self, players: int = 0, **template: object) -> None:
        agreed = {"system": "toy", "format": "swiss", "scenarios": ("ford", "mill"), **template}
        self.opened = LeagueOpened("cup", "Cup", Template(**agreed), "host")  # type: ignore[arg-type]
        self.league, self.now = League(self.opened, NOW), NOW
        self.added = list[tuple[Body, str]]()
        for number in range(1, players + 1):
            self.add(Entered(f"p{number:02}"))

    def add(self, *bodies: Body) -> None:
        for body in bodies:
            self.league.apply(body, self.now)
            self.added.append((body, self.now))

    def again(self) -> League:
        """The league made from its log once more."""
        league = League(self.opened, NOW)
        for body, at in self.added:
            league.apply(body, at)
        return league

    def pair(self) -> list[int]:
        """The numbers of the next round's matches."""
        self.add(next_round(self.league, self.now))
        return list(self.league.rounds[-1].matches)

    def win(self, number: int, winner: str = "", scores: tuple[int, int] | None = None) -> None:
        """All games of a match."""
        for game in range(1, len(self.league.matches[number].games) + 1):
            self.add(Reported(number, winner, game, scores))

    def play_round(self, chance: Random) -> None:
        """Pair a round; a week later all its matches are over."""
        numbers = self.pair()
        self.now = add_seconds(self.now, WEEK)
        for number in numbers:
            self.win(number, chance.choice((*self.league.matches[number].players, "")))

    def close(self) -> None:
        self.add(SeasonClosed(self.league.season))


def everything(league: League) -> tuple[object, ...]:
    """All that is shown of a league."""
    tables = [
        standings(league, division, season) for season in range(1, league.season + 1) for division in league.divisions()
    ]
    games = rated_games(league.matches.values(), "toy")
    state = (league.entrants, league.matches, league.rounds, league.seasons, league.tickets, league.ladder())
    return tables, rate(games).table(league.changed_at), repr(state)


def refused(league: League, body: Body, code: str, *words: str) -> None:
    before = everything(league)
    with pytest.raises(Refused) as caught:
        league.apply(body, "2027-01-01T00:00:00Z")
    assert caught.value.code == code
    assert all(word in str(caught.value) for word in words), str(caught.value)
    assert everything(league) == before


def table(log: Log, division: str = "", season: int = 0) -> list[Standing]:
    return list(standings(log.league, division, season))
