"""The database of games: its path, how it is opened, and the exception for commands that fail."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from engine.database.address import Address, is_server

from .settings import current, value

if TYPE_CHECKING:
    from .hosted_table import HostedTable

KEYBOARD = "keyboard"
"""The player who holds all seats of a game at this keyboard."""
UNKNOWN_GAME = ("no-such-game", "ambiguous-game")
"""Codes of refusals after which a word may still be the name of a scenario."""


class CommandFailed(Exception):
    """A command cannot be carried out; the text is a sentence for the person who typed it."""


FILE = "fieldpost.db"
"""The database if none is named; files that lie beside a database are named by it where that is on a server."""


def database_address(named: str | None) -> Address:
    """The database: as named, else as set in FIELDPOST_DB, else fieldpost.db in this folder.  Raises BadSetting."""
    said = named or value(current(), "FIELDPOST_DB") or FILE
    return said if is_server(said) else Path(said)


def file_beside(database: Address) -> Path:
    """The path from which files beside the database get their names; with a server, they lie in this folder."""
    return Path(FILE if is_server(database) else database)


def memory_budget() -> int:
    """Megabytes that games in memory may take: FIELDPOST_MEMORY, or the usual amount.  Raises Refused, and
    BadSetting."""
    from engine.game.game_cache import MEMORY

    return _megabytes("FIELDPOST_MEMORY", MEMORY)


def picture_memory_budget() -> int:
    """Megabytes that drawing may keep for the next pictures: FIELDPOST_PICTURE_MEMORY, or the usual amount.
    Raises Refused, and BadSetting.
    """
    from maps.drawing.canvas.memory import MEMORY

    return _megabytes("FIELDPOST_PICTURE_MEMORY", MEMORY)


def _megabytes(setting: str, usual: int) -> int:
    from engine.table import Refused

    said = value(current(), setting)
    if not said:
        return usual
    if not (said.isascii() and said.isdecimal() and int(said)):
        raise Refused(
            "bad-setting",
            f"{setting} is {said!r}; it must be a whole number of megabytes, such as {setting}={usual}.",
        )
    return int(said)


@contextmanager
def open_database(address: Address) -> Iterator["HostedTable"]:
    """The table of a database, which is created if it does not exist.  Raises CommandFailed."""
    from engine.table import Refused

    from .hosted_table import HostedTable

    try:
        table = HostedTable(address, secrets.token_bytes, memory_budget())
        try:
            yield table
        finally:
            table.close()
    except Refused as fault:
        raise CommandFailed(str(fault)) from fault


@contextmanager
def existing_database(address: Address) -> Iterator["HostedTable"]:
    """The table of a database that exists.  Raises CommandFailed."""
    require_database(address)
    with open_database(address) as table:
        yield table


def require_database(address: Address) -> None:
    """Raises CommandFailed if it is a file that is not there.  A server answers for itself when it is asked."""
    if not database_exists(address):
        raise CommandFailed(
            f"There is no database {address}. Name one with --db, or start a game with `fieldpost play`."
        )


def database_exists(address: Address) -> bool:
    return is_server(address) or Path(address).exists()
