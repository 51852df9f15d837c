"""`fieldpost league`: leagues from the command line."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import TYPE_CHECKING

from bot.hosting.database import CommandFailed, database_address

from .existing_data import existing_data
from .files import write_file
from .league_arguments import DEEDS, SHOWN

if TYPE_CHECKING:
    from bot.hosting.engine_thread import EngineData
    from engine.leagues.grid import Grid


def league(arguments: Namespace) -> int:
    """Raises CommandFailed."""
    from bot.hosting.utc_now import utc_now

    action, words, now = _known_action(arguments.action), list(arguments.words), utc_now()
    with _data(arguments) as data:
        if grids := _shown(data, action, words, now):
            _write(grids, arguments)
        elif action == "calendar":
            print(_calendar(data, words, arguments.out, now))
        else:
            done = _done(data, action, words, now)
            print("\n".join((*done, *_season(data, words[0])) if action == "close" else done))
    return 0


def _known_action(said: str) -> str:
    """Raises CommandFailed."""
    if said in (*DEEDS, *SHOWN):
        return said
    near = get_close_matches(said, (*DEEDS, *SHOWN), 1)
    instead = f"Did you mean {near[0]}?" if near else f"Write one of {', '.join((*SHOWN, *DEEDS))}."
    raise CommandFailed(f"`fieldpost league` has no action {said[:40]!r}. {instead}")


@contextmanager
def _data(arguments: Namespace) -> "Iterator[EngineData]":
    """The database; for a new league one is made where there is none."""
    if arguments.action == "new":
        from bot.hosting.engine_thread import EngineData
        from engine.errors import Refused

        try:
            EngineData(database_address(arguments.db)).close()
        except Refused as refused:
            raise CommandFailed(str(refused)) from refused
    with existing_data(arguments.db) as data:
        yield data


def _shown(data: "EngineData", action: str, words: list[str], now: str) -> "Sequence[Grid]":
    """The tables that the action shows; none if it does something."""
    from bot.correspondence.leagues.views import balance_list, league_list, league_view, rating_list

    match action:
        case "list":
            return (league_list(data),)
        case "ratings":
            return (rating_list(data, words, now),)
        case "balance":
            return (balance_list(data),)
        case "show":
            if not words:
                raise CommandFailed("Which league? `fieldpost league list` has all of them.")
            return league_view(data, words[0], words[1:], now)
        case _:
            return ()


def _done(data: "EngineData", action: str, words: list[str], now: str) -> tuple[str, ...]:
    from bot.correspondence.leagues.deeds import do
    from bot.correspondence.leagues.words import Said
    from engine.log.entries import HOST

    return do(action, Said(data, words[0] if words else "", words[1:], HOST, now))


def _season(data: "EngineData", word: str) -> tuple[str, ...]:
    """The awards and final tables of the season that was closed last."""
    from bot.correspondence.leagues.awards import awards_lines, awards_view
    from bot.correspondence.leagues.views import names
    from engine.leagues.grid import grid_text
    from engine.leagues.overview import standings_grid

    found, called = data.leagues.find(word), names(data)
    season = len(found.seasons)
    awards = awards_lines(awards_view(data, found, season, called))
    tables = [grid_text(standings_grid(found, division, season, called)) for division in found.divisions()]
    return (*(("Awards", *awards) if awards else ()), *(f"\n{table}" for table in tables))


def _write(grids: "Sequence[Grid]", arguments: Namespace) -> None:
    from engine.leagues.grid import written

    text = written(grids, arguments.form)
    if not arguments.out:
        print(text)
        return
    write_file(arguments.out, f"{text}\n".encode())
    print(f"{arguments.out}: {grids[0].title}")


def _calendar(data: "EngineData", words: list[str], out: str, now: str) -> str:
    from bot.correspondence.deadline_calendar import write_calendar
    from bot.correspondence.leagues.views import round_dates
    from engine.contract import counted

    if len(words) != 1 or not out:
        raise CommandFailed("Name a league and a file: fieldpost league calendar spring-cup --out spring-cup.ics")
    found = round_dates(data, data.leagues.find(words[0]))
    write_file(out, write_calendar(found, now))
    return f"{out}: {counted(len(found), 'round')}"
