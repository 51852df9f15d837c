"""A league as files: every table as CSV, all of them as JSON, the log, and the ends of the rounds for a calendar."""

from collections.abc import Iterator, Mapping, Sequence

from bot.hosting.engine_thread import EngineData
from engine.leagues.fold import League
from engine.leagues.grid import Grid, grid_csv, grids_json

from ..answers import File
from ..deadline_calendar import write_calendar
from .views import VIEWS, league_view, round_dates

OF_A_SEASON = ("standings", "crosstable", "rounds")


def shown_season(league: League) -> int:
    """The present one, or the last one as long as the next has not begun."""
    return league.season if league.rounds or not league.seasons else league.season - 1


def says(league: League, files: Sequence[File]) -> str:
    """What the files are."""
    dates = ", and the ends of its rounds for a calendar" if any(one.name.endswith(".ics") for one in files) else ""
    return f"Season {shown_season(league)}: tables as CSV and JSON, with the log from which they are calculated{dates}."


def export_files(data: EngineData, league: League, now: str, gathered: Mapping[str, Grid]) -> tuple[File, ...]:
    """``gathered``: the views for which games had to be read; awards only once a season is closed."""
    return tuple(_files(data, league, now, gathered))


def _files(data: EngineData, league: League, now: str, gathered: Mapping[str, Grid]) -> Iterator[File]:
    every = list[Grid]()
    for view in VIEWS if league.seasons else (view for view in VIEWS if view != "awards"):
        season = (f"season={shown_season(league)}",) if view in OF_A_SEASON else ()
        grids = (gathered[view],) if view in gathered else league_view(data, league.id, (view, *season), now)
        every += grids if view != "log" else []
        yield File(f"{league.id}-{view}.csv", "\n".join(map(grid_csv, grids)).encode())
    yield File(f"{league.id}.json", grids_json(every).encode())
    yield from calendar_files(data, league, now)


def calendar_files(data: EngineData, league: League, now: str) -> tuple[File, ...]:
    """None as long as no round ends on a date."""
    dates = round_dates(data, league)
    return (File(f"{league.id}.ics", write_calendar(dates, now)),) if dates else ()
