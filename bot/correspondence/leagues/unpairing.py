"""A round that was paired too early is taken back, as long as nobody has moved in its games."""

from collections.abc import Sequence

from bot.hosting.engine_thread import EngineData
from bot.hosting.league_games import stop_game
from engine.errors import Refused
from engine.leagues.entries import Unpaired
from engine.leagues.fold import League
from engine.leagues.round_checks import last_round

from .words import Said, round_name, speaker, words_of

MOVES = frozenset(("written", "done", "closed"))
"""Kinds of entries in a game's log that show that somebody has ordered, or that a phase is over."""


def unpair(said: Said) -> tuple[str, ...]:
    words_of(said, "unpair", 0, most=0)
    stopped = list[str]()

    def take_back(league: League) -> Unpaired:
        number = len(league.rounds)
        stopped.extend(_games(league, number))
        _require_untouched(said.data, league, stopped)
        return Unpaired(number)

    league = said.write(take_back)
    number = len(league.rounds) + 1
    for game in stopped:
        said.data.league_places.forget_game(game)
        why = f"{round_name(league, number)} is taken back, so this game does not count."
        stop_game(said.data, game, said.now, speaker(said), why)
    return (f"{round_name(league, number)} is taken back: its matches are not played.",)


def _games(league: League, number: int) -> list[str]:
    """The ids of the round's games at this table.  Refused if it cannot be taken back."""
    matches = [league.matches[at] for at in last_round(league, number).matches]
    return [game.game for match in matches for game in match.games if game.game]


def _require_untouched(data: EngineData, league: League, games: Sequence[str]) -> None:
    """Refused game-begun if somebody has moved in one of them."""
    for game in games:
        if any(entry.kind in MOVES for entry in data.table.journal.read(game)):
            raise Refused(
                "game-begun",
                f"{round_name(league, len(league.rounds))} cannot be taken back: {game} has begun, and somebody has "
                f"moved in it. Whoever should not play it can have the match decided: `league double-loss {league.id} "
                f'{_match_of(league, game)} "paired too early"`.',
            )


def _match_of(league: League, game: str) -> int:
    return next(match.number for match in league.matches.values() if any(one.game == game for one in match.games))
