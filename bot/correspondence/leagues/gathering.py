"""What is shown of a league for which its games must be read: others can ask the engine between any two of them."""

import asyncio
from collections.abc import Callable
from functools import partial

from bot.hosting.engine_thread import EngineThread
from bot.hosting.league_awards import gather_facts
from engine.leagues.fold import League
from engine.leagues.grid import Grid
from engine.table import Table

from ..answers import File
from .awards import awards_of
from .export import export_files
from .views import games_played, names, players_grid

GATHERED = ("players", "awards")
"""The views that are made here."""


async def gather_grid(engine: EngineThread, league: League, view: str, season: int) -> Grid:
    """One of these views; ``season``: a closed one, for its awards."""
    called = await engine.use_data(names)
    return await (gather_awards(engine, league, season, called) if view == "awards" else _players(engine, league))


async def gather_awards(engine: EngineThread, league: League, season: int, called: Callable[[str], str]) -> Grid:
    """``called`` is used outside the engine's thread, too."""
    facts = await gather_facts(engine, league, season)
    ratings = await engine.use_data(lambda data: data.leagues.ratings(league.template.system))
    return await asyncio.to_thread(awards_of, league, season, ratings, facts, called)


async def gather_export(engine: EngineThread, league: League, now: str) -> tuple[File, ...]:
    """Every table as a file."""
    grids = {"players": await gather_grid(engine, league, "players", 0)}
    if closed := len(league.seasons):
        grids["awards"] = await gather_grid(engine, league, "awards", closed)
    return await engine.use_data(lambda data: export_files(data, league, now, grids))


async def _players(engine: EngineThread, league: League) -> Grid:
    found = [await engine.use_table(partial(Table.replies_if_readable, game=game)) for game in games_played(league)]
    return await engine.use_data(lambda data: players_grid(league, found, names(data)))
