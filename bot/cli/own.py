"""`fieldpost my`: one person's games, settings and calendar."""

import sys
from argparse import Namespace
from collections.abc import Set
from typing import TYPE_CHECKING

from bot.hosting.database import KEYBOARD, CommandFailed

from .existing_data import existing_data
from .files import write_file

if TYPE_CHECKING:
    from bot.hosting.engine_thread import EngineData


def my(arguments: Namespace) -> int:
    """Raises CommandFailed."""
    with existing_data(arguments.db) as data:
        player = _find_player(data, arguments.player) if arguments.player else _at_keyboard(data, arguments.about)
        match arguments.about:
            case "games":
                _require_nothing(arguments.words, "games")
                print("\n".join(_games(data, player)))
            case "settings":
                print("\n".join(_settings(data, player, arguments.words)))
            case _:
                _require_nothing(arguments.words, "calendar")
                print(_calendar(data, player, arguments.out))
    return 0


def _games(data: "EngineData", player: str) -> tuple[str, ...]:
    from bot.correspondence.my_games import own_game_lines, own_games
    from bot.hosting.utc_now import utc_now

    now = utc_now()
    return own_game_lines(own_games(data, player, now), data.settings.find(player), now)


def _settings(data: "EngineData", player: str, words: list[str]) -> list[str]:
    from bot.hosting.own_settings import setting_lines

    if words:
        name, *value = words
        data.choose(player, {name.lower(): " ".join(value)})
    return [f"{name:<11}{value}" for name, value in setting_lines(data.settings.find(player))]


def _calendar(data: "EngineData", player: str, out: str) -> str:
    from bot.correspondence.deadline_calendar import own_deadlines, write_calendar
    from bot.hosting.utc_now import utc_now
    from engine.contract import counted

    if not out:
        raise CommandFailed(f"Name a file for the calendar: fieldpost my calendar {player} --out {player}.ics")
    now = utc_now()
    found = own_deadlines(data, player, now)
    write_file(out, write_calendar(found, now))
    return f"{out}: {counted(len(found), 'deadline')}"


def _require_nothing(words: list[str], about: str) -> None:
    if words:
        raise CommandFailed(f"{' '.join(words)!r} is too much: fieldpost my {about} PLAYER")


def _find_player(data: "EngineData", said: str) -> str:
    """The person of this id, or the only one of this name."""
    known = {*data.people.names(), *data.played.everybody()}
    if said in known:
        return said
    names = data.people.names()
    found = [player for player, name in names.items() if name.casefold() == said.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        raise CommandFailed(f"Several people are called {said}: {', '.join(sorted(found))}. Name one of these.")
    raise CommandFailed(f"Nobody here is called {said!r}. {_known(known)}")


def _at_keyboard(data: "EngineData", about: str) -> str:
    """Who plays at this keyboard, if nobody is named."""
    known = {*data.people.names(), *data.played.everybody()}
    if KEYBOARD not in known:
        raise CommandFailed(f"Whose {about}? Write fieldpost my {about} PLAYER. {_known(known)}")
    print(f"For {KEYBOARD}; for anyone else, name the player: fieldpost my {about} PLAYER", file=sys.stderr)
    return KEYBOARD


def _known(players: Set[str]) -> str:
    return f"Known are {', '.join(sorted(players)[:20])}." if players else "Nobody has played yet."
