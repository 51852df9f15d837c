"""The awards of a closed season, as a table and in lines."""

from collections.abc import Callable, Mapping

from bot.hosting.engine_thread import EngineData
from bot.hosting.league_awards import gather_facts_here
from engine.contract import counted
from engine.errors import Refused
from engine.leagues.awards import GameFacts, awards_grid
from engine.leagues.fold import League
from engine.leagues.grid import Grid
from engine.leagues.ratings import Ratings

Called = Callable[[str], str]
NO_AWARDS = "No award of this season has enough to go by."


def closed_season(league: League, season: int) -> int:
    """Which closed season is meant; 0: the last one.  Refused no-season."""
    closed = len(league.seasons)
    if not closed:
        raise Refused(
            "no-season", f"No season of {league.name} is closed yet. `league close {league.id}` ends the present one."
        )
    if season > closed:
        has = f"{counted(closed, 'closed season')}: `league show {league.id} awards season={closed}`"
        raise Refused("no-season", f"Season {season} of {league.name} is not closed yet. It has {has}.")
    return season or closed


def awards_view(data: EngineData, league: League, season: int, called: Called) -> Grid:
    """Where nobody else waits: the games are read at once."""
    facts = gather_facts_here(data.table, league, season)
    return awards_of(league, season, data.leagues.ratings(league.template.system), facts, called)


def awards_of(league: League, season: int, ratings: Ratings, facts: Mapping[str, GameFacts], called: Called) -> Grid:
    """``ratings``: by the games of all leagues; ``facts``: of the season's games."""
    grid = awards_grid(league, season, ratings, facts, called)
    return grid if grid.rows else grid._replace(notes=(NO_AWARDS,))


def awards_lines(grid: Grid) -> tuple[str, ...]:
    """``Biggest upset: Ann (match 3: 1420 beat 1610, Bob).``"""
    return tuple(f"{str(award)[:1].upper()}{str(award)[1:]}: {whom} ({figure})." for award, whom, figure in grid.rows)
