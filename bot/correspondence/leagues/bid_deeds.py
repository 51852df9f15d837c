"""Bids for the first side, in words: ``bid cup 3 ann 5`` in secret, ``bids cup 3 5 2`` by a host who knows both."""

import re
from collections.abc import Iterable
from shlex import quote

from bot.hosting.league_games import open_all_games
from engine.errors import Refused
from engine.leagues.entries import Bid, Body, GameOpened
from engine.leagues.fold import League
from engine.leagues.match_changes import HIGHEST, require_bidding
from engine.leagues.score_limits import MOST_SCORE
from engine.systems import SYSTEMS

from .words import Said, match_number, usage, words_of


def bid(said: Said) -> tuple[str, ...]:
    """Whose it is stands before it; a player who bids by another door is named by it."""
    match, player, amount = words_of(said, "bid", 3, most=3)
    number = match_number(match)[0]
    _require_bidding(said, number)
    wanted = _amount(amount, f"league bid {said.league} {match} {quote(player)} 5")
    _require_possible(said, number, player, wanted)
    league = said.data.leagues.bid(said.league, number, player, wanted, said.now)
    named, found = league.spelling(player), league.match(number)
    if found.bid is not None:
        return _decided(said, league, number)
    until = f" {found.due[:16].replace('T', ' ')} UTC" if found.due else ""
    return (
        f"Match {number}: {named} has bid {wanted} of their score, in secret. It can be changed until "
        f"{found.bids_missing[0]} has bid{f', or until{until}' if until else ''}.",
    )


def bids(said: Said) -> tuple[str, ...]:
    """Both, or none: then whoever has not bid has bid 0."""
    match, *both = words_of(said, "bids", 1, most=3)
    number = match_number(match)[0]
    _require_bidding(said, number)
    if len(both) == 1:
        raise usage("bids", "One bid is missing", said.data.leagues.find(said.league))
    if both:
        one, other = (_amount(amount, f"league bids {said.league} {match} 5 2") for amount in both)
        _require_possible(said, number, "", max(one, other))
        league = said.write(lambda _: Bid(number, (one, other)))
    else:
        league = said.data.leagues.open_bids(said.league, number, said.now)
    return _decided(said, league, number)


def _require_bidding(said: Said, number: int) -> None:
    """Refused if nobody can bid for this match, whatever the bid."""
    league = said.data.leagues.find(said.league)
    require_bidding(league.match(number), league.template)


def _amount(said: str, example: str) -> int:
    """Refused bad-number, with an example."""
    if re.fullmatch("[0-9]{1,6}", said) and int(said) <= HIGHEST:
        return int(said)
    raise Refused("bad-number", f"A bid is a number from 0 to {HIGHEST:,}, not {said[:40]!r}. Write `{example}`.")


def _require_possible(said: Said, number: int, player: str, bid: int) -> None:
    """Refused bad-number if no score of the game can be as high."""
    league = said.data.leagues.find(said.league)
    match, system = league.match(number), league.template.system
    most = MOST_SCORE.get(system, HIGHEST)
    if bid > most:
        name = quote(player or match.players[0])
        raise Refused(
            "bad-number",
            f"A bid of {bid:,} is more than anybody can score: in {SYSTEMS[system].TITLE} a score is from 0 to "
            f"{most:,}. A bid is what you give away of your score, in points of score: "
            f"`league bid {league.id} {number} {name} 5`.",
        )


def opened_lines(bodies: Iterable[Body]) -> list[str]:
    """The games that were opened."""
    return [f"Match {body.match}: {body.game}" for body in bodies if isinstance(body, GameOpened)]


def _decided(said: Said, league: League, number: int) -> tuple[str, ...]:
    """Who plays the first side; the game opens at once if the league lives nowhere, or else where it lives."""
    match = league.match(number)
    sides = f"Match {number}: {match.games[0].players[0]} plays the first side for {match.bid} of their score."
    if said.data.league_places.find(league.id):
        return (sides,)
    return (sides, *opened_lines(open_all_games(said.data, league.id, said.now)))
