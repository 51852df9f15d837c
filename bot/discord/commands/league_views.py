"""What is shown of a league: standings and crosstable as pictures, everything as text, and files to take away."""

from collections.abc import Sequence
from functools import partial

from bot.correspondence.deadline_calendar import write_calendar
from bot.correspondence.leagues.awards import closed_season
from bot.correspondence.leagues.balance_words import balance_lines
from bot.correspondence.leagues.export import says
from bot.correspondence.leagues.gathering import gather_export, gather_grid
from bot.correspondence.leagues.news import match_line, terms_lines
from bot.correspondence.leagues.pictures import grid_picture, table_grid, table_pictures
from bot.correspondence.leagues.views import league_view, names, round_dates
from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.league_homes import DOORS
from bot.hosting.league_places import LeaguePlace
from bot.hosting.utc_now import utc_now
from engine.contract import counted
from engine.errors import Refused
from engine.leagues.fold import League
from engine.leagues.grid import Grid, grid_text
from engine.leagues.overview import BALANCE_NOTES
from engine.leagues.ratings import rated_games
from engine.log.entries import DEADLINE
from engine.systems import SYSTEMS
from maps.drawing.table import draw_table
from maps.scene.table import Table

from ..messages import markup
from ..messages.address import read_address
from .context import Context
from .league_refusals import in_discord
from .league_rights import find_league, league_channel, server_leagues
from .replies import Attachment, Reply

TABLES = ("rounds", "ratings", "balance", "awards", "log")
"""Those that are shown as text alone."""
PLAYERS = "players"
LISTED = 20
"""Open matches of an overview, and leagues of a list."""


async def pictured(context: Context, word: str | None, view: str, season: int | None) -> Reply:
    """``view``: standings or crosstable; a picture and a text for each division."""

    def look(data: EngineData) -> tuple[Table, ...]:
        league = find_league(data, context, word, elsewhere=True)
        if season and season > league.season:
            works = f"`/league {view} league:{league.id} season:{league.season}`"
            raise Refused(
                "no-season", f"{markup.escape(league.name)} has had {counted(league.season, 'season')}: {works}"
            )
        return table_pictures(league, view, season or 0, names(data))

    pictures = await context.services.engine.use_data(look)
    grids, files = [table_grid(one) for one in pictures], list[Attachment]()
    for number, (picture, grid) in enumerate(zip(pictures, grids, strict=True), 1):
        drawn = await context.services.engine.run_drawing(partial(draw_table, picture))
        files.append(Attachment(f"{view}-{number}.png", drawn, markup.alt_text(grid_text(grid))))
    return _text_reply(grids, tuple(files))


async def show(context: Context, word: str | None, table: str, season: int | None = None) -> Reply:
    """A table as text, or an overview."""
    if table == "awards":
        return await _awards(context, word, season or 0)
    if table == "balance":
        return await _drawn_balance(context, word)
    if table == PLAYERS:
        return await _players(context, word)

    def look(data: EngineData) -> Reply | tuple[Grid, ...]:
        league = find_league(data, context, word, elsewhere=True)
        if table == "rounds":
            return _rounds(data, league, season or 0)
        return _grids(data, league, table, season or 0) if table else _overview(data, league)

    found = await context.services.engine.use_data(look)
    return found if isinstance(found, Reply) else await _with_pictures(context, found, table)


async def _with_pictures(context: Context, grids: Sequence[Grid], view: str) -> Reply:
    """The tables as text, and those of ratings and balance drawn as well."""
    files = list[Attachment]()
    for grid in grids:
        if picture := grid_picture(grid, view):
            drawn = await context.services.engine.run_drawing(partial(draw_table, picture))
            files.append(Attachment(f"{view}.png", drawn, markup.alt_text(grid_text(grid))))
    return _text_reply(grids, tuple(files))


async def _awards(context: Context, word: str | None, season: int) -> Reply:
    """Of a closed season, 0 for the last one; others can ask the engine between any two games."""
    engine = context.services.engine

    def find(data: EngineData) -> tuple[League, int]:
        league = find_league(data, context, word, elsewhere=True)
        try:
            return league, closed_season(league, season)
        except Refused as refused:
            raise in_discord(data, refused) from refused

    league, closed = await engine.use_data(find)
    return _text_reply([await gather_grid(engine, league, "awards", closed)])


async def _drawn_balance(context: Context, word: str | None) -> Reply:
    def look(data: EngineData) -> tuple[Reply, tuple[Grid, ...]]:
        league = find_league(data, context, word, elsewhere=True)
        return _balance(league), _grids(data, league, "balance")

    answer, grids = await context.services.engine.use_data(look)
    return Reply(answer.text, (await _with_pictures(context, grids, "balance")).attachments)


def _rounds(data: EngineData, league: League, season: int) -> Reply:
    """The date, which is no part of the table, in each reader's own time."""
    answer = _text_reply([grid._replace(notes=()) for grid in _grids(data, league, "rounds", season)])
    dues = _due_lines(league) if season in (0, league.season) else []
    return Reply("\n".join((answer.text, *dues)), full=answer.full)


def _due_lines(league: League) -> list[str]:
    """When the present round is due; nothing if it never is."""
    return [f"Round {held.number} is due {markup.timestamp(held.due, 'f')}." for held in league.rounds[-1:] if held.due]


def _balance(league: League) -> Reply:
    lines = balance_lines(rated_games(league.matches.values(), league.template.system))
    head = f"**{markup.escape(league.name)}**, balance of sides"
    if not lines:
        return Reply(f"{head}: no game is over yet.")
    notes = [f"-# {markup.escape(note)}" for note in BALANCE_NOTES]
    return Reply("\n".join((head, *(f"- {markup.escape(line)}" for line in lines), *notes)))


async def _players(context: Context, word: str | None) -> Reply:
    engine = context.services.engine
    league = await engine.use_data(lambda data: find_league(data, context, word, elsewhere=True))
    return _text_reply((await gather_grid(engine, league, PLAYERS, 0),))


async def list_(context: Context) -> Reply:
    def look(data: EngineData) -> Reply:
        there = server_leagues(data, context)
        lines = [_listed(data, place) for place in there[:LISTED]]
        more = [f"And {len(there) - LISTED} more."] if len(there) > LISTED else []
        none = "This server has no league yet. `/league new` opens one."
        return Reply("\n".join([*lines, *more]) or none)

    return await context.services.engine.use_data(look)


def _listed(data: EngineData, place: LeaguePlace) -> str:
    """A line; of a league that cannot be read, what is wrong with it."""
    head = (
        f"**{markup.escape(place.name)}** ({markup.inline_code(place.league)}) in <#{read_address(place.address)[1]}>:"
    )
    try:
        league = data.leagues.find(place.league)
    except Refused as refused:
        return f"{head} {refused}"
    return (
        f"{head} {SYSTEMS[league.template.system].TITLE}, {league.template.format}, season {league.season},"
        f" {counted(len(league.active()), 'player')}, {counted(len(league.open_matches()), 'open match')}"
    )


async def export(context: Context, word: str | None) -> Reply:
    """Every table as CSV, all of them as JSON, the log, and the ends of the rounds for a calendar."""

    engine = context.services.engine
    league = await engine.use_data(lambda data: find_league(data, context, word, elsewhere=True))
    found = await gather_export(engine, league, utc_now())
    return Reply(
        f"**{markup.escape(league.name)}**. {says(league, found)}",
        tuple(Attachment(one.name, one.data) for one in found),
    )


async def calendar(context: Context, word: str | None) -> Reply:
    """The ends of the present season's rounds, as a file."""

    def look(data: EngineData) -> Reply:
        league = find_league(data, context, word, elsewhere=True)
        dates = round_dates(data, league)
        if not dates:
            raise Refused(
                "no-dates",
                f"No round of season {league.season} of {markup.escape(league.name)} has a date."
                f" `/league show league:{league.id} table:rounds` lists its rounds.",
            )
        count = counted(len(dates), "round")
        file = Attachment(f"{league.id}.ics", write_calendar(dates, utc_now()))
        return Reply(f"The ends of {count} of **{markup.escape(league.name)}**, for your calendar.", (file,))

    return await context.services.engine.use_data(look)


def _grids(data: EngineData, league: League, view: str, season: int = 0) -> tuple[Grid, ...]:
    """``season``: 0 for the present one, or of awards the last one."""
    words = (view, f"season={season}") if season else (view,)
    try:
        return league_view(data, league.id, words, utc_now())
    except Refused as refused:
        raise in_discord(data, refused) from refused


def _text_reply(grids: Sequence[Grid], files: tuple[Attachment, ...] = ()) -> Reply:
    text = "\n\n".join(map(grid_text, grids))
    blocks = [markup.code_block(grid_text(grid)) for grid in grids]
    return Reply("\n".join(blocks), files, full=text)


def _where(data: EngineData, league: League) -> str:
    """The channel where it lives, or the door."""
    place, channel = data.league_places.find(league.id), league_channel(data, league)
    return f"<#{channel}>" if channel or place is None else f"played {DOORS[place.door]}"


def _overview(data: EngineData, league: League) -> Reply:
    called, template = names(data), league.template
    lines = [
        f"## {markup.escape(league.name)}",
        f"{SYSTEMS[template.system].TITLE}, {template.format} · id {markup.inline_code(league.id)} · season"
        f" {league.season} · {_where(data, league)}",
        f"Opened by {markup.escape(called(league.owner))}.",
        *map(markup.escape, terms_lines(league)),
    ]
    if words := template.terms.get(DEADLINE):
        lines.append(f"Phases of its games: {markup.escape(words)}.")
    players = [markup.escape(called(one.player)) for one in league.active()]
    lines.append(f"**{counted(len(players), 'player')}**: {wording.join_list(players)}." if players else "No players.")
    lines += _due_lines(league)
    waiting = league.open_matches()
    for match in waiting[:LISTED]:
        games = [game.game for game in match.games if game.game]
        where = "".join(f" {markup.inline_code(game)}" for game in games)
        if match in league.awaiting_bids():
            missing = [markup.escape(called(player)) for player in match.bids_missing]
            where += f" (waits for the bid of {wording.join_list(missing)})"
        lines.append(f"- {markup.escape(match_line(match, called))}{where}")
    lines += [f"And {len(waiting) - LISTED} open matches more."] if len(waiting) > LISTED else []
    return Reply("\n".join(lines))
