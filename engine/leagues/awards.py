"""Awards of a closed season, each with the figure for which it is given; none without enough to go by.

``called`` gives the name of a player.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import sqrt
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from engine.contract import Record, counted
from engine.contract.counting import rough_length
from engine.log.deadline import to_unix

from .grid import Grid
from .matches import LeagueGame, Match
from .ratings import RATED, Ratings
from .standings import standings

if TYPE_CHECKING:
    from .fold import League

Called = Callable[[str], str]
NEWCOMERS_GAMES, UPSET, KNOWN_GAMES, RUN = 3, 50, 3, 3
"""Games of a newcomer; points of rating that the winner of an upset was behind, and rated games that both had had; wins
in a row."""
PHASES, RELIABLE = 10, 90
"""Phases by which somebody's reliability and reply time are known; percent of them that were met."""
ROLLS, DEVIATIONS = 30, 1.0
"""Rolls with a target by which somebody's luck is known, and standard deviations from what was expected of them."""
SHARED = 3
"""Players who may share an award; one that more would share says nothing."""
GAMES = 4
"""Games of the season of which one was the closest, or the longest."""


class PlayerFacts(Record, frozen=True):
    """Of a player in one game.  ``seconds``: that each reply took.  ``timed`` and ``met``: phases with a deadline.
    ``rolls`` with a target, their ``successes``, how many were ``expected``, with which ``variance``.
    """

    seconds: tuple[int, ...] = ()
    timed: int = 0
    met: int = 0
    rolls: int = 0
    successes: int = 0
    expected: float = 0.0
    variance: float = 0.0


class GameFacts(Record, frozen=True):
    """What a game that is over tells beside its result.  ``turns``: how many it had; ``agreed``: its players ended it,
    so that its scores say nothing.  ``name``: of its scenario.
    """

    turns: int
    name: str
    agreed: bool = False
    players: Mapping[str, PlayerFacts] = {}


class Award(Record, frozen=True):
    """``players``: who shares it; ``figure``: what for, in words."""

    name: str
    players: tuple[str, ...]
    figure: str


class Ended(NamedTuple):
    """A game with its match, once it has its result."""

    match: Match
    game: LeagueGame
    at: str

    @property
    def winner(self) -> str:
        return self.game.result.winner if self.game.result else ""


def awards_grid(
    league: "League", season: int, ratings: Ratings, facts: Mapping[str, GameFacts], called: Called
) -> Grid:
    """``ratings``: by all games of the system, of whatever league.  ``facts``: by the ids of games."""
    found = [*champions(league, season), *log_awards(league, season, ratings, called)]
    ended = _ended(league, season)
    found += [*game_awards(ended, facts, called), *player_awards(facts[one.game.game] for one in ended
                                                                 if one.game.game in facts)]  # fmt: skip
    given = [one for one in found if len(one.players) <= SHARED]
    rows = tuple((one.name, ", ".join(map(called, one.players)), one.figure) for one in given)
    return Grid(f"{league.name}, season {season}, awards", ("award", "for", "figure"), rows)


def champions(league: "League", season: int) -> Iterator[Award]:
    """The first of each division, if a game was won in it."""
    for division in league.divisions():
        table = standings(league, division, season)
        if any(row.won for row in table):
            name = f"champion, {division}" if division else "champion"
            yield Award(name, (table[0].player,), counted(table[0].points, "point"))


def log_awards(league: "League", season: int, ratings: Ratings, called: Called) -> Iterator[Award]:
    """Those that follow from the log alone."""
    yield from _best_newcomer(league, season)
    played = [one for one in _ended(league, season) if one.game.result and one.game.result.how in RATED]
    yield from _biggest_upset(played, ratings, called)
    yield from _longest_run(played)


def game_awards(ended: Sequence[Ended], facts: Mapping[str, GameFacts], called: Called) -> Iterator[Award]:
    """The closest game, of equal ones the earliest; and the longest, unless another was as long."""
    margins = [(margin, one) for one in ended if (margin := _margin(one, facts)) is not None]
    if len(margins) >= GAMES:
        _, one = min(margins, key=lambda pair: pair[0])
        first, second = one.match.players
        scores = one.game.result.scores if one.game.result else None
        assert scores is not None
        bid = f" less a bid of {one.match.bid}" if one.match.bid else ""
        figure = f"match {one.match.number}: {called(first)} {scores[0]}, {called(second)} {scores[1]}{bid}"
        yield Award("closest game", one.match.players, figure)
    known = [(facts[one.game.game], one) for one in ended if one.game.game in facts]
    if len(known) >= GAMES:
        longest = max(facts.turns for facts, _ in known)
        ones = [(facts, one) for facts, one in known if facts.turns == longest]
        if len(ones) == 1:
            ((only, one),) = ones
            figure = f"match {one.match.number}: {counted(longest, 'turn')} of {only.name}"
            yield Award("longest game", one.match.players, figure)


def player_awards(facts: Iterable[GameFacts]) -> Iterator[Award]:
    """Those that are counted from the phases and rolls of all games."""
    of = dict[str, PlayerFacts]()
    for game in facts:
        for player, more in game.players.items():
            of[player] = added_facts(of.get(player, PlayerFacts()), more)
    timed = {player: one for player, one in of.items() if one.timed >= PHASES}
    if best := _best(timed, lambda one: (one.met / one.timed, one.met)):
        share = round(100 * of[best[0]].met / of[best[0]].timed)
        if share >= RELIABLE and len(timed) > 1:
            yield Award("most reliable", best, f"{of[best[0]].met} of {of[best[0]].timed} phases met on time")
    replied = {player: one for player, one in of.items() if len(one.seconds) >= PHASES}
    if len(replied) > 1 and (best := _best(replied, lambda one: (-median(one.seconds), 0))):
        own = of[best[0]].seconds
        yield Award("quickest to reply", best, f"half of {len(own)} phases within {rough_length(median(own))}")
    yield from _luck(of)


def _best_newcomer(league: "League", season: int) -> Iterator[Award]:
    """The best of those whose first season it was, where others have played before."""
    before = {player for match in league.matches.values() if match.season < season for player in match.players}
    rows = [(at, row, division) for at, division in enumerate(league.divisions())
            for row in standings(league, division, season)]  # fmt: skip
    new = [(at, row, division) for at, row, division in rows
           if row.player not in before and row.won + row.drawn + row.lost >= NEWCOMERS_GAMES]  # fmt: skip
    if before and new:
        _, row, division = min(new, key=lambda found: (found[0], found[1].place))
        where = f" of {division}" if division else ""
        yield Award("best newcomer", (row.player,), f"place {row.place}{where} with {counted(row.points, 'point')}")


def _biggest_upset(played: Sequence[Ended], ratings: Ratings, called: Called) -> Iterator[Award]:
    """By the ratings that both had before the game, from earlier games alone."""
    found = list[tuple[int, Ended, int, int]]()
    for one in played:
        if one.winner:
            mine = ratings.before(one.winner, one.at)
            theirs = ratings.before(one.match.opponent(one.winner), one.at)
            if mine and theirs and min(mine.games, theirs.games) >= KNOWN_GAMES:
                found.append((theirs.rating - mine.rating, one, mine.rating, theirs.rating))
    if found and (most := max(found, key=lambda each: each[0]))[0] >= UPSET:
        _, one, mine_then, theirs_then = most
        loser = called(one.match.opponent(one.winner))
        figure = f"match {one.match.number}: beat {loser}, {mine_then} against {theirs_then}"
        yield Award("biggest upset", (one.winner,), figure)


def _longest_run(played: Sequence[Ended]) -> Iterator[Award]:
    """Games in a row that somebody has won, in the order in which they ended."""
    players = dict.fromkeys(player for one in played for player in one.match.players)
    runs = dict[str, int]()
    for player in players:
        won = [one.winner == player for one in played if player in one.match.players]
        runs[player] = max((len([*run]) for wins, run in groupby(won) if wins), default=0)
    longest = max(runs.values(), default=0)
    if longest >= RUN:
        holders = tuple(player for player, run in runs.items() if run == longest)
        yield Award("longest winning run", holders, f"{longest} games in a row")


def _luck(of: Mapping[str, PlayerFacts]) -> Iterator[Award]:
    """Whose rolls brought most, and least, beside what was expected of them, in standard deviations."""
    known = {player: (one.successes - one.expected) / sqrt(one.variance)
             for player, one in of.items() if one.rolls >= ROLLS and one.variance > 0}  # fmt: skip
    for name, sign in (("luckiest", 1), ("unluckiest", -1)):
        most = max((sign * own for own in known.values()), default=0.0)
        if most >= DEVIATIONS and len(known) > 1:
            players = tuple(player for player, own in known.items() if sign * own == most)
            one = of[players[0]]
            figure = f"{one.successes} of {counted(one.rolls, 'roll')} made, {one.expected:.1f} expected"
            yield Award(name, players, figure)


def _ended(league: "League", season: int) -> list[Ended]:
    """The games of a season with a result, in the order of their ends."""
    found = [Ended(match, game, game.result.at) for match in league.season_matches(season=season)
             for game in match.games if game.result]  # fmt: skip
    return sorted(found, key=lambda one: (to_unix(one.at), one.match.number))


def _margin(one: Ended, facts: Mapping[str, GameFacts]) -> int | None:
    """Of a game that was won by its scores."""
    result, known = one.game.result, facts.get(one.game.game)
    if not result or not result.winner or not result.scores or result.how != "played":
        return None
    if result.agreed or (known and known.agreed):  # earlier entries do not say so
        return None
    first, second = result.scores
    own = first - second if result.winner == one.match.players[0] else second - first
    bid = (one.match.bid or 0) * (-1 if one.game.players[0] == result.winner else 1)
    return own + bid if own + bid >= 0 else None


def _best(of: Mapping[str, PlayerFacts], worth: Callable[[PlayerFacts], tuple[float, int]]) -> tuple[str, ...]:
    """Whoever is worth most; several if they are worth the same."""
    most = max(map(worth, of.values()), default=None)
    return tuple(player for player, one in of.items() if worth(one) == most)


def added_facts(one: PlayerFacts, more: PlayerFacts) -> PlayerFacts:
    """Of the same player in several games, or under several names in one."""
    return PlayerFacts(*(getattr(one, name) + getattr(more, name) for name in PlayerFacts.__struct_fields__))
