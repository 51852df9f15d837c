"""What a letter asks of leagues: standings and crosstable as tables and as text, everything else as text and files."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.league_homes import DOORS
from bot.hosting.utc_now import utc_now
from engine.contract import counted
from engine.errors import Refused
from engine.leagues.fold import League
from engine.leagues.grid import Grid, grid_text
from engine.leagues.template_words import EXAMPLE, read_number, read_options
from engine.log.deadline import time_in_words
from engine.log.entries import DEADLINE
from engine.systems import SYSTEMS
from maps.drawing.table import draw_table
from maps.scene.table import Table

from ..answers import File, Found, Section, said
from ..asker import Asker
from ..emphasis import spoken
from .awards import closed_season
from .export import calendar_files, says
from .forms import PICTURED, SHOWN, likely_word
from .gathering import gather_export, gather_grid
from .named import find_league, split_words
from .news import match_line, terms_lines
from .pictures import grid_picture, table_grid, table_pictures
from .refusals import in_letters
from .views import league_list, league_view, names

NONE_YET = f"There is no league yet. `league new Spring Cup {EXAMPLE}` opens one."
LISTED = 20
"""Open matches of an overview."""


class Shown(NamedTuple):
    """An answer, and the tables that are still to be drawn."""

    section: Section
    files: tuple[File, ...] = ()
    pictures: tuple[Table, ...] = ()


class Wanted(NamedTuple):
    """What is shown once games have been read; ``view``: export, or one of GATHERED."""

    league: League
    view: str
    season: int = 0


async def look_up_league(asker: Asker, rest: str) -> Found:
    """``league``, ``league standings spring-cup season=1``, ``league spring-cup``."""
    found = await asker.engine.use_data(lambda data: _look(data, asker.player, split_words(rest)))
    shown = await _gather(asker.engine, found) if isinstance(found, Wanted) else found
    files = list(shown.files)
    for number, picture in enumerate(shown.pictures, 1):
        drawn = await asker.engine.run_drawing(partial(draw_table, picture))
        files.append(File(f"league-{number}.png", drawn, grid_text(table_grid(picture))))
    return Found(shown.section, tuple(files))


async def _gather(engine: EngineThread, wanted: Wanted) -> Shown:
    league = wanted.league
    if wanted.view == "export":
        files = await gather_export(engine, league, utc_now())
        return Shown(said(league.name, says(league, files)), files)
    return _tables(league.name, (await gather_grid(engine, league, wanted.view, wanted.season),))


def _look(data: EngineData, player: str, words: list[str]) -> Shown | Wanted:
    try:
        return _show(data, player, words)
    except Refused as refused:
        raise in_letters(data, refused) from refused


def _show(data: EngineData, player: str, words: list[str]) -> Shown | Wanted:
    view = words[0].casefold() if words else "list"
    if view not in SHOWN:
        return _show_named(data, words)
    rest, now = words[1:], utc_now()
    if view == "list":
        listed = league_list(data, lambda league: _is_listed(data, league, player))
        return (
            _tables("Leagues", (listed,)) if listed.rows or listed.notes else Shown(said("Leagues", spoken(NONE_YET)))
        )
    league, more = find_league(data, rest)
    match view:
        case "show":
            return Shown(said(league.name, *overview(data, league)))
        case "calendar":
            return _calendar(data, league, now)
        case "export" | "players":
            return Wanted(league, view)
        case "awards":
            return Wanted(league, view, closed_season(league, _season(league, more)))
        case view if view in PICTURED:
            return _pictured(data, league, view, more)
    grids = league_view(data, league.id, (view, *more), now)
    drawn = tuple(picture for grid in grids if (picture := grid_picture(grid, view)))
    shown = _tables(league.name, grids)._replace(pictures=drawn)
    return shown._replace(files=calendar_files(data, league, now)) if view == "rounds" else shown


def _is_listed(data: EngineData, league: League, player: str) -> bool:
    """Those of a server of Discord are found by whoever knows their names, and listed for their own people."""
    place = data.league_places.find(league.id)
    return place is None or place.door != "discord" or player == league.owner or player in league.entrants


def _show_named(data: EngineData, words: list[str]) -> Shown:
    """``league spring-cup``, or a word that is misspelled."""
    try:
        league, more = find_league(data, words)
    except Refused as unknown:
        if not (likely := likely_word(words[0])):
            raise
        raise Refused("no-such-view", _unknown(words[0], " ".join(("league", likely, *words[1:])))) from unknown
    if more and (likely := likely_word(more[0])):
        raise Refused("no-such-view", _unknown(more[0], f"league {likely} {league.id}"))
    if more:
        known = wording.join_list([f"`league {view} {league.id}`" for view in ("standings", "rounds")], "or")
        raise Refused("no-such-view", f"{' '.join(more)[:40]!r} is nothing that is shown of a league. Write {known}.")
    return Shown(said(league.name, *overview(data, league)))


def _unknown(word: str, line: str) -> str:
    return f"{word[:40]!r} is no word of leagues. Did you mean `{line}`?"


def _tables(title: str, grids: Sequence[Grid]) -> Shown:
    lines = "\n\n".join(map(grid_text, grids)).splitlines()
    return Shown(Section(title, tuple(lines), fixed=True))


def _pictured(data: EngineData, league: League, view: str, words: Sequence[str]) -> Shown:
    pictures = table_pictures(league, view, _season(league, words), names(data))
    return _tables(league.name, [table_grid(one) for one in pictures])._replace(pictures=pictures)


def _season(league: League, words: Sequence[str]) -> int:
    """``season=2``; 0 where none is named."""
    season = read_options(words, ("season",)).get("season", "")
    return read_number("season", 1, league.season, season) if season else 0


def _calendar(data: EngineData, league: League, now: str) -> Shown:
    files = calendar_files(data, league, now)
    ends = [f"Round {held.number} ends {time_in_words(held.due)}." for held in league.rounds if held.due]
    says = (
        [*ends, f"{files[0].name} holds these dates for a calendar."] if files else ["No round of it ends on a date."]
    )
    return Shown(said(f"{league.name}, calendar", *says), files)


def overview(data: EngineData, league: League) -> tuple[str, ...]:
    """Its terms, players and open matches."""
    called, template, place = names(data), league.template, data.league_places.find(league.id)
    where = f"It is played {DOORS[place.door]}" if place else "It is run from the command line"
    lines = [
        f"{SYSTEMS[template.system].TITLE}, {template.format}, season {league.season}; its id is {league.id}.",
        f"{where}, and was opened by {called(league.owner)}.",
        *terms_lines(league),
    ]
    if words := template.terms.get(DEADLINE):
        lines.append(f"Phases of its games: {words}.")
    players = [called(one.player) for one in league.active()]
    lines.append(f"{counted(len(players), 'player')}: {wording.join_list(players)}." if players else "No players yet.")
    waiting = league.open_matches()
    for match in waiting[:LISTED]:
        games = ", ".join(game.game for game in match.games if game.game)
        lines.append(f"{match_line(match, called)}{f' ({games})' if games else ''}")
    return (*lines, *([f"And {len(waiting) - LISTED} open matches more."] if len(waiting) > LISTED else []))
