"""The games of a league at this table: opened for its matches, and their results taken when they are over."""

from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING

from engine.deadlines.words import read_calendar
from engine.errors import Refused
from engine.leagues.entries import Body, GameOpened, Reopened, Reported
from engine.leagues.fold import League
from engine.leagues.matches import GameResult, LeagueGame, Match
from engine.leagues.player_names import name_key
from engine.log.entries import DEADLINE
from engine.log.outcome import AGREED_DRAW, CONCEDED
from engine.scenarios import reader
from engine.systems import SYSTEMS
from engine.table import Game, Table

if TYPE_CHECKING:
    from .engine_thread import EngineData

AGREED = frozenset((CONCEDED, AGREED_DRAW, "concession", "agreed"))
"""Reasons of an end, by votes and in all systems, that no score has decided."""
REWOUND = "The game was rewound and goes on."
OTHER_END = "The game was rewound and has ended otherwise."
PlaceGame = Callable[[Game, tuple[str, str]], None]
"""What else is done with a game that is opened for these players, such as saying where it is played.  Raises
Refused.
"""


def place_nowhere(_: Game, __: tuple[str, str]) -> None:
    """Of a game that only terminals play."""


def open_games(table: Table, league: League, now: str, place: PlaceGame = place_nowhere) -> list[Body]:
    """Open the games of all matches that have none and whose players have not withdrawn, and seat these: what the
    league's log says of it.  In one transaction with it.
    """
    words = league.template.terms.get(DEADLINE, "")
    calendar = read_calendar(words) if words else None
    made = list[Body]()
    for match, number, game in _games_of(league):
        if game.game or game.result or (league.template.sides == "bids" and match.bid is None):
            continue
        if not league.all_active(match.players):  # the referee decides
            continue
        title = f"{league.name} {match.number}.{number}" if len(match.games) > 1 else f"{league.name} {match.number}"
        opened = table.open(match.scenario, title, now, calendar)
        place(opened, game.players)
        for side, player in zip(opened.sides, game.players, strict=True):
            table.seat(opened.id, side, player, now)
        made.append(GameOpened(match.number, opened.id, number))
    return made


def open_all_games(data: "EngineData", league: str, now: str, place: PlaceGame = place_nowhere) -> list[Body]:
    """As ``open_games``, written to the league's log; their results are taken when they end."""
    made = list[Body]()

    def open_all(found: League) -> list[Body]:
        made.extend(open_games(data.table, found, now, place))
        return made

    with data.table.journal.transaction():
        found = data.leagues.write(league, open_all, now)
        for body in made:
            if isinstance(body, GameOpened):
                data.league_places.note_game(body.game, found.id)
    return made


def game_of_match(data: "EngineData", league: League, match: Match, number: int, word: str) -> GameOpened:
    """A game that is at this table already.  Refused if it is not what the match is about, or another match's."""
    found = data.table.game(word)
    if owner := next((one for one in league.matches.values() if one != match and _has(one, found.id)), None):
        raise Refused("game-open", f"{found.id} is the game of {owner.name}, already, and counts once.")
    if (other := data.league_places.league_of(found.id)) not in ("", league.id):
        raise Refused("game-open", f"{found.id} is played for the league {other} already, and counts once.")
    wanted = match.games[number - 1].players if number <= len(match.games) else match.players
    holders = tuple(found.holder(side) for side in found.sides)
    if found.scenario != match.scenario or [*map(name_key, holders)] != [*map(name_key, wanted)]:
        raise Refused(
            "other-game",
            f"{found.id} is {found.scenario} with {' against '.join(holder or 'nobody' for holder in holders)}; game "
            f"{number} of {match.name}, is {match.scenario} with {' against '.join(wanted)}.",
        )
    return GameOpened(match.number, found.id, number)


def _has(match: Match, game: str) -> bool:
    return any(one.game == game for one in match.games)


def stop_game(data: "EngineData", game: str, now: str, by: str, why: str) -> None:
    """Freeze a game whose match was decided otherwise, if it is running: its later end would mislead its players."""
    if (found := _running(data, game)) and not found.frozen:
        data.table.pause(game, now, "referee", by, why, freeze=True)


def resume_game(data: "EngineData", game: str, now: str, by: str, why: str) -> None:
    """Let a game go on that was frozen."""
    if (found := _running(data, game)) and found.frozen:
        data.table.resume(game, now, "referee", by, why)


def _running(data: "EngineData", game: str) -> Game | None:
    """The game as it is; None if it is over, has not begun, or is halted, so that nothing can be decided about it."""
    (found, *_) = (*data.table.infos((game,)), None)
    going = found is not None and found.started and not found.over and not data.halted.fault(game)
    return found if going else None


def finished_games(table: Table, league: League) -> list[Body]:
    """The results of games that are over, and those to be taken back because their game was rewound.

    A game that its players gave up without a winner has no result: the referee decides.
    """
    return results_of_games(table, league, [game.game for _, _, game in _games_of(league) if game.game])


def results_of_games(table: Table, league: League, games: Collection[str]) -> list[Body]:
    """As ``finished_games``, of these games alone."""
    made = list[Body]()
    there = {found.id: found for found in table.infos(tuple(games))}
    for match, number, game in _games_of(league):
        found = there.get(game.game)
        if found is None:
            continue
        ended = _ended(table, match, number, game, found) if found.over and found.winner else None
        stale = game.result and game.result.game == found.id and not (ended and _says(game.result, ended, match))
        if stale:
            made.append(Reopened(match.number, number, REWOUND if not found.over else OTHER_END))
        if ended and (stale or game.result is None):
            made.append(ended)
    return made


def _ended(table: Table, match: Match, number: int, game: LeagueGame, found: Game) -> Reported:
    """How a game has ended that has a winner or is drawn."""
    scores = tuple(table.scores(found.id).values())
    first, second = scores if game.players == match.players else scores[::-1]
    won, agreed = winner_of(found, game), found.reason in AGREED
    counts = not (agreed and match.bid)
    return Reported(match.number, won, number, (first, second), found.id, agreed, counts)


def _says(result: GameResult, ended: Reported, match: Match) -> bool:
    """Whether a result is that of this end; where a bid is taken from the scores, these alone decide."""
    if ended.agreed or result.scores is None:
        return result.winner == ended.winner
    return result.scores == ended.scores and (match.bid is not None or result.winner == ended.winner)


def winner_of(found: Game, game: LeagueGame) -> str:
    """The player who has won a game that is over, "" in a draw; seats may have changed hands since it was opened."""
    if found.winner == "draw" or not found.winner:
        return ""
    sides = list(found.sides)
    if found.winner in sides:
        return game.players[sides.index(found.winner)]
    system = SYSTEMS[found.system]
    state = system.start(reader.load_shipped(found.scenario))
    groups = {system.group_of(state, side): player for side, player in zip(sides, game.players, strict=True)}
    return groups[found.winner]


def _games_of(league: League) -> Iterator[tuple[Match, int, LeagueGame]]:
    """The games of the present season, with their numbers in their matches."""
    for match in league.season_matches():
        for number, game in enumerate(match.games, 1):
            yield match, number, game
