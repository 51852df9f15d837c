"""The database of games: where it is, how it is opened, and the exception whose text is a sentence for the person at the keyboard."""

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
    """What was asked for cannot be done; the text is a sentence for the person who asked."""


def database_path(named: str | None) -> Path:
    """Where games are kept: as named, else $FIELDPOST_DB, else fieldpost.db in this folder."""
    return Path(named or os.environ.get("FIELDPOST_DB", "").strip() or "fieldpost.db")


@contextmanager
def open_database(path: Path) -> Iterator["Table"]:
    """The games of a database, made if it is not there."""
    from engine.table import Refused, Table

    try:
        table = Table(path, secrets.token_bytes)
        try:
            yield table
        finally:
            table.close()
    except Refused as fault:
        raise CommandFailed(str(fault)) from fault
