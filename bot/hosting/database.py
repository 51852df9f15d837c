"""The database of games: its path, how it is opened, and the exception for commands that fail."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.table import Table

UNKNOWN_GAME = ("no-such-game", "ambiguous-game")
"""Codes of refusals after which a word may still be the name of a scenario."""


class CommandFailed(Exception):
    """A command cannot be carried out; the text is a sentence for the person who typed it."""


def database_path(named: str | None) -> Path:
    """The path of the database: as named, else $FIELDPOST_DB, else fieldpost.db in this folder."""
    return Path(named or os.environ.get("FIELDPOST_DB", "").strip() or "fieldpost.db")


def memory_budget() -> int:
    """Megabytes that games in memory may take: $FIELDPOST_MEMORY, or the usual amount.  Raises Refused."""
    from engine.game.game_cache import MEMORY
    from engine.table import Refused

    said = os.environ.get("FIELDPOST_MEMORY", "").strip()
    if not said:
        return MEMORY
    if not (said.isascii() and said.isdecimal() and int(said)):
        raise Refused(
            "bad-setting",
            f"FIELDPOST_MEMORY is {said!r}; it must be a whole number of megabytes, such as FIELDPOST_MEMORY={MEMORY}.",
        )
    return int(said)


@contextmanager
def open_database(path: Path) -> Iterator["Table"]:
    """The table of a database, which is created if it does not exist.  Raises CommandFailed."""
    from engine.table import Refused, Table

    try:
        table = Table(path, secrets.token_bytes, memory_budget())
        try:
            yield table
        finally:
            table.close()
    except Refused as fault:
        raise CommandFailed(str(fault)) from fault
