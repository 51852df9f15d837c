"""What is shown of leagues, and the dates of rounds for a calendar."""

from collections.abc import Callable, Mapping, Sequence

from bot.correspondence.deadline_calendar import ALARM, Deadline, origin_of
from bot.hosting.engine_thread import EngineData
from bot.hosting.player_records import reliability
from engine.contract import counted, replace
from engine.errors import Refused
from engine.leagues.fold import League
from engine.leagues.grid import Cell, Grid
from engine.leagues.overview import balance_grid, crosstable_grid, log_grid, ratings_grid, rounds_grid, standings_grid
from engine.leagues.ratings import rated_games
from engine.leagues.template_words import read_number, read_options
from engine.log.replies import Replies, added_replies
from engine.systems import SYSTEMS

from .awards import awards_view, closed_season

VIEWS = ("standings", "crosstable", "rounds", "players", "ratings", "balance", "awards", "log")


def league_list(data: EngineData, is_shown: Callable[[League], bool] = lambda _: True) -> Grid:
    """All leagues, or those that are shown."""
    rows = []
    leagues, broken = data.leagues.readable()
    for league in filter(is_shown, leagues):
        template = league.template
        open_matches = len(league.open_matches())
        rows.append(
            (
                league.id,
                league.name,
                template.system,
                template.format,
                league.season,
                len(league.active()),
                open_matches,
            )
        )
    head = ("id", "name", "system", "format", "season", "players", "open matches")
    return _with_damaged(Grid(counted(len(rows), "league"), head, tuple(rows)), broken)


def league_view(data: EngineData, word: str, words: Sequence[str], now: str) -> tuple[Grid, ...]:
    """``standings season=1``: one table for each division.  Refused with the views that there are."""
    view, *rest = words or ["standings"]
    if view not in VIEWS:
        raise Refused("no-such-view", f"There is no view {view[:40]!r}. Write one of {', '.join(VIEWS)}.")
    league, options = data.leagues.find(word), read_options(rest, ("season",))
    season = read_number("season", 1, league.season, options["season"]) if "season" in options else league.season
    called = names(data)
    if view == "awards":
        closed = closed_season(league, season if "season" in options else 0)
        return (awards_view(data, league, closed, called),)
    match view:
        case "standings":
            return tuple(standings_grid(league, division, season, called) for division in league.divisions())
        case "crosstable":
            return tuple(crosstable_grid(league, division, season, called) for division in league.divisions())
        case "rounds":
            return (rounds_grid(league, season, called),)
        case "players":
            replies = [data.table.replies_if_readable(game) for game in games_played(league)]
            return (players_grid(league, replies, called),)
        case "ratings":
            return (_league_ratings(data, league, now, called),)
        case "log":
            return (log_grid(data.leagues.log(league.id), league.name),)
        case _:
            games = rated_games(league.matches.values(), league.template.system)
            return (balance_grid(games, f"{league.name}, balance of sides"),)


def games_played(league: League) -> tuple[str, ...]:
    """The ids of its games at this table, in all seasons."""
    return tuple(game.game for match in league.matches.values() for game in match.games if game.game)


def players_grid(league: League, replies: Sequence[tuple[Replies, ...]], called: Callable[[str], str]) -> Grid:
    """Who plays, and how reliably they did; ``replies``: of its games."""
    rows = list[tuple[Cell, ...]]()
    divisions = ("division",) if league.template.divisions else ()
    present = [tuple(replace(one, player=league.spelling(one.player)) for one in game) for game in replies]
    for one in league.active():
        known = added_replies(one.player, present)
        share = reliability(known)
        met = (share, known.timed) if share is not None else ("", 0)
        rows.append((called(one.player), *([one.division] if divisions else []), one.pace or "", *met))
    note = "% on time: of the phases with a deadline in this league; those in which a player was away, or the referee "
    note += "held the game, are not counted."
    head = ("player", *divisions, "pace (h)", "% on time", "phases")
    return Grid(f"{league.name}, players", head, tuple(rows), (note,))


def rating_list(data: EngineData, words: Sequence[str], now: str) -> Grid:
    """Of all leagues: ``miniwars`` for one system, nothing for all systems together."""
    system = words[0] if words else ""
    if system not in ("", *SYSTEMS) or len(words) > 1:
        raise Refused("no-such-system", f"{' '.join(words)[:40]!r} is no system. Write one of {', '.join(SYSTEMS)}.")
    title = f"Ratings, {SYSTEMS[system].TITLE if system else 'all systems'}"
    ratings, broken = data.leagues.ratings_and_damaged(system)
    return _with_damaged(ratings_grid(ratings, title, now, names(data)), broken)


def balance_list(data: EngineData) -> Grid:
    games, broken = data.leagues.rated()
    return _with_damaged(balance_grid(games, "Balance of sides in all leagues"), broken)


def round_dates(data: EngineData, league: League) -> tuple[Deadline, ...]:
    """The ends of the present season's rounds."""
    origin, called = origin_of(data), names(data)
    return tuple(
        Deadline(
            f"league-{league.id}",
            f"{league.name}, round {held.number}",
            f"s{league.season}r{held.number}",
            held.due,
            origin,
            0,
            "; ".join(" against ".join(map(called, league.matches[number].players)) for number in held.matches),
            ALARM,
            "results are due",
        )
        for held in league.rounds
        if held.due
    )


def names(data: EngineData) -> Callable[[str], str]:
    """How players are called; one without a name of their own by their id."""
    known: Mapping[str, str] = data.people.names()
    return lambda player: known.get(player) or player


def _league_ratings(data: EngineData, league: League, now: str, called: Callable[[str], str]) -> Grid:
    """Of this league's players by all games of its system, in whatever league they were played."""
    system = league.template.system
    title = f"{league.name}, ratings in {SYSTEMS[system].TITLE}"
    ratings, broken = data.leagues.ratings_and_damaged(system)
    return _with_damaged(ratings_grid(ratings, title, now, called, league.entrants), broken)


def _with_damaged(grid: Grid, broken: Sequence[str]) -> Grid:
    """With a note on the leagues that are missing from it because they are damaged."""
    if not broken:
        return grid
    note = f"Damaged and left out: {', '.join(broken)}. `league show {broken[0]}` says what is wrong."
    return grid._replace(notes=(*grid.notes, note))
