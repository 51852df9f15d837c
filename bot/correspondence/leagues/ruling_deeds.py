"""What the referee of a league decides, in words: ``forfeit cup 3 ann no answer``.  A game that is decided stops."""

from bot.hosting.league_games import resume_game, stop_game
from engine.contract import counted
from engine.errors import Refused
from engine.leagues.entries import BidsDropped, Body, Reopened, Reported, Ruled, Verdict
from engine.leagues.fold import League
from engine.leagues.match_changes import changed_match
from engine.leagues.matches import LeagueGame, Match
from engine.leagues.player_names import DRAW

from .words import Said, match_number, speaker, winner_of, words_of

LATER_END = "and that stays, however this game ends"


def forfeit(said: Said) -> tuple[str, ...]:
    match, name, *_ = words_of(said, "forfeit", 3)
    league = said.data.leagues.find(said.league)
    found, loser = league.match(match_number(match)[0]), league.spelling(name)
    if loser not in found.players:
        raise Refused("not-in-match", f"{loser[:40]!r} does not play {found.name}. Who forfeits it?")
    return _rule(said, "forfeit", "forfeit", found.opponent(loser), 2)


def adjudicate(said: Said) -> tuple[str, ...]:
    winner = words_of(said, "adjudicate", 3)[1]
    return _rule(said, "adjudicate", "adjudication", winner, 2)


def double_loss(said: Said) -> tuple[str, ...]:
    return _rule(said, "double-loss", "double-loss", DRAW, 1)


def _rule(said: Said, deed: str, verdict: Verdict, winner: str, before: int) -> tuple[str, ...]:
    """``winner``: a player, or DRAW if nobody wins; ``before``: words before the reason."""
    words = words_of(said, deed, before + 1)
    (number, game), why = match_number(words[0]), " ".join(words[before:])
    found = said.data.leagues.find(said.league)
    body, before_it = Ruled(number, verdict, why, said.by, winner_of(found, winner), game), found.match(number)
    league = said.write(lambda league: decided(league, body))
    by_this = [at for at, one in enumerate(league.match(number).games, 1)
               if one.result and one.result.how == verdict and one.result.why == why]  # fmt: skip
    for at in by_this if not game else [game]:
        stop_games(said, league.match(number), at, _stopped(league, number, why))
    return (outcome_line(league, number), *dropped_line(before_it, league.match(number)))


def dropped_line(before_it: Match, after: Match) -> tuple[str, ...]:
    """That secret bids have been dropped by a decision, if there were any."""
    dropped = any(before_it.seals) and not any(after.seals)
    return (f"Secret bids for match {after.number} are dropped unopened.",) if dropped else ()


def decided(league: League, body: Ruled | Reported) -> tuple[Body, ...]:
    """With the end of secret bids that are left over, if it decides the match before both are in."""
    match = league.match(body.match)
    if match.bid is not None or not any(match.seals):
        return (body,)
    after = changed_match(match, body, league.template, league.changed_at, league.id)
    return (body, BidsDropped(body.match)) if after.complete else (body,)


def stop_games(said: Said, match: Match, number: int, why: str) -> None:
    """Freeze game ``number`` of a match, 0 for all, where it is running at this table."""
    for one in _games(match, number):
        stop_game(said.data, one.game, said.now, speaker(said), why)


def reported(league: League, number: int, result: str) -> str:
    """Why a game stops whose result was reported while it was running."""
    return f"Match {number} of {league.name} has its result, {LATER_END}: {result}"


def reopen(said: Said) -> tuple[str, ...]:
    match, *why = words_of(said, "reopen", 2)
    (number, game), reason = match_number(match), " ".join(why)
    league = said.write(lambda _: Reopened(number, game or 1, reason))
    for one in _games(league.match(number), game or 1):
        resume_game(
            said.data, one.game, said.now, speaker(said), f"Match {number} of {league.name} is open again: {reason}"
        )
    return (outcome_line(league, number),)


def outcome_line(league: League, number: int) -> str:
    match = league.match(number)
    first, second = match.players
    points = f"{first} {match.points(first, league.template)}, {second} {match.points(second, league.template)} points"
    waiting = sum(game.result is None for game in match.games)
    more = f"; {counted(waiting, 'game')} open" if waiting else ""
    return f"Match {number}: {points}{more}."


def _games(match: Match, number: int) -> tuple[LeagueGame, ...]:
    """Game ``number`` of a match, 0 for all of them, as far as they are games of this table."""
    chosen = match.games if not number else match.games[number - 1 : number]
    return tuple(game for game in chosen if game.game)


def _stopped(league: League, number: int, why: str) -> str:
    return f"The referee of {league.name} has decided match {number}, {LATER_END}: {why}"
