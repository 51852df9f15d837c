"""A player who is called otherwise from now on: what was under the old name is under the new one."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from engine.contract import replace
from engine.errors import Refused

from .entries import Became
from .matches import GameResult, LeagueGame, Match
from .player_names import name_key, require_name
from .records import Entrant, Round, Season
from .standings import Standing

if TYPE_CHECKING:
    from .fold import League

ADDED = ("games", "won", "drawn", "lost", "byes", "points", "direct", "schedule", "score")
"""Figures of a table's line of which two become one."""


def rename(league: "League", body: Became) -> None:
    """Refused bad-name, no-such-player, and two-players if both are in the league and cannot be one."""
    old, new = body.old, body.new
    _require_new_name(league, old, new)
    entered, both = old in league.entrants, {old, new} <= set(league.entrants)
    if both:
        _require_one_player(league, old, new)
    league.owner = new if league.owner == old else league.owner
    if not entered:
        return
    if both:
        _drop_rung(league, old, new)
    league.entrants = _entrants(league, old, new)
    league.matches = {number: _match(match, old, new) for number, match in league.matches.items()}
    league.rounds = [_round(held, old, new) for held in league.rounds]
    league.seasons = [_season(season, old, new) for season in league.seasons]
    league.tickets = {
        _name(player, old, new): replace(ticket, player=_name(player, old, new))
        for player, ticket in league.tickets.items()
    }
    signed = {f"+{old}": f"+{new}", f"-{old}": f"-{new}"}
    changes = [signed.get(one, one) if isinstance(one, str) else one for one in league.rungs.changes]
    league.rungs.replace(changes, league.matches, league.template)
    league.spellings = {key: _name(player, old, new) for key, player in league.spellings.items()}
    league.spellings |= {name_key(old): new, name_key(new): new}


def _require_new_name(league: "League", old: str, new: str) -> None:
    require_name(new)
    if old == new:
        raise Refused("bad-name", f"{new} is called that already.")
    if old != league.owner:
        league.entrant(old)
    if (other := league.spelling(new)) not in (old, new):
        raise Refused("bad-name", f"{new} is {other} in {league.name}, and has to be called that.")


def _require_one_player(league: "League", old: str, new: str) -> None:
    """Refused two-players."""
    one, other = league.entrants[old], league.entrants[new]
    head = f"{old} and {new} have both entered {league.name}"
    met = [match for match in league.matches.values() if {old, new} == {*match.players}]
    if met:
        raise Refused(
            "two-players",
            f"{head} and are opponents in match {met[0].number}, so they stay two players. Each goes on from the "
            "address under which they entered.",
        )
    if one.withdrawn is None and other.withdrawn is None:
        raise Refused(
            "two-players",
            f"{head}, and one player has one entry. Withdraw one of them first, where it was entered: "
            f"`league withdraw {league.id}`.",
        )
    if {old, new} <= league.paired_players() and (
        league.template.format == "knock-out" or one.division != other.division
    ):
        raise Refused(
            "two-players",
            f"{head}, and both have been paired in season {league.season}. Once that is closed they can become one: "
            f"`league close {league.id}`.",
        )


def _drop_rung(league: "League", old: str, new: str) -> None:
    """In a ladder, the rung of the one who still plays counts."""
    gone = new if league.entrants[old].withdrawn is None else old
    changes = [one for one in league.rungs.changes if one not in (f"+{gone}", f"-{gone}")]
    league.rungs.replace(changes, league.matches, league.template)


def _entrants(league: "League", old: str, new: str) -> dict[str, Entrant]:
    """By seed; of two who become one, the entry of the one who still plays, and the division of the one paired."""
    there = [one for player in (new, old) if (one := league.entrants.get(player))]
    kept = next((one for one in there if one.withdrawn is None), there[0])
    paired = next((one for one in there if one.player in league.paired_players()), kept)
    merged = replace(kept, player=new, seed=min(one.seed for one in there), division=paired.division)
    return {_name(player, old, new): merged if player in (old, new) else one for player, one in league.entrants.items()}


def _match(match: Match, old: str, new: str) -> Match:
    if old not in match.players and not any(result.by == old for result in match.results):
        return match
    games = tuple(_game(game, old, new) for game in match.games)
    challenger = _name(match.challenger, old, new)
    return replace(match, players=_pair(match.players, old, new), games=games, challenger=challenger)


def _game(game: LeagueGame, old: str, new: str) -> LeagueGame:
    result = game.result and _result(game.result, old, new)
    return replace(game, players=_pair(game.players, old, new), result=result)


def _result(result: GameResult, old: str, new: str) -> GameResult:
    return replace(result, winner=_name(result.winner, old, new), by=_name(result.by, old, new))


def _season(season: Season, old: str, new: str) -> Season:
    rounds = tuple(_round(held, old, new) for held in season.rounds)
    tables: Mapping[str, tuple[Standing, ...]] = {
        division: _table(rows, old, new) for division, rows in season.tables.items()
    }
    return replace(season, rounds=rounds, tables=tables)


def _round(held: Round, old: str, new: str) -> Round:
    return replace(held, byes=tuple(_name(player, old, new) for player in held.byes))


def _table(rows: Iterable[Standing], old: str, new: str) -> tuple[Standing, ...]:
    """The better place counts for two lines that become one."""
    found = dict[str, Standing]()
    for row in rows:
        player = _name(row.player, old, new)
        found[player] = _added(found[player], row) if player in found else replace(row, player=player)
    return tuple(replace(row, place=place) for place, row in enumerate(found.values(), 1))


def _added(row: Standing, more: Standing) -> Standing:
    figures = {name: getattr(row, name) + getattr(more, name) for name in ADDED}
    return replace(row, **figures, withdrawn=row.withdrawn and more.withdrawn)


def _pair(players: tuple[str, str], old: str, new: str) -> tuple[str, str]:
    return _name(players[0], old, new), _name(players[1], old, new)


def _name(player: str, old: str, new: str) -> str:
    return new if player == old else player
