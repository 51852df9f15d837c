"""Files, databases and scenarios named on the command line, and the error messages if they cannot be used."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bot.hosting.database import UNKNOWN_GAME, CommandFailed, database_address, open_database
from engine.database.address import Address, is_server, without_password

if TYPE_CHECKING:
    from engine.contract import Scenario
if TYPE_CHECKING:
    from engine.table import Game, Table

LOG = 200_000_000
"""Most bytes of a log that are read: about a thousand long games."""


@contextmanager
def file_errors(path: str | Path) -> Iterator[None]:
    """Turns errors of the operating system about a file into sentences.  Raises CommandFailed."""
    try:
        yield
    except BrokenPipeError:
        raise
    except FileNotFoundError as fault:
        folder = Path(path).parent
        raise CommandFailed(
            f"There is no file {path}." if folder.is_dir() else f"There is no folder {folder}."
        ) from fault
    except IsADirectoryError as fault:
        raise CommandFailed(f"{path} is a folder; name a file.") from fault
    except PermissionError as fault:
        raise CommandFailed(f"You have no permission to read or write {path}.") from fault
    except OSError as fault:
        raise CommandFailed(f"{path} cannot be used: {fault.strerror or fault}.") from fault


@contextmanager
def existing_database(address: Address) -> Iterator["Table"]:
    """The table of a database that exists.  Raises CommandFailed."""
    if not _exists(address):
        raise CommandFailed(
            f"There is no database {address}. Name one with --db, or start a game with `fieldpost play`."
        )
    with open_database(address) as table:
        yield table


def _exists(address: Address) -> bool:
    return is_server(address) or Path(address).exists()


@contextmanager
def existing_game(what: str, db: str | None) -> "Iterator[tuple[Table, Game] | None]":
    """The game of that name and its table; None if there is none, or if the name is a scenario's or a file's."""
    from engine.scenarios.reader import shipped
    from engine.table import Refused

    address = database_address(db)
    if what in shipped() or what.endswith((".yaml", ".yml")) or not _exists(address):
        yield None
        return
    with existing_database(address) as table:
        try:
            game = table.game(what)
        except Refused as no:
            if no.code not in UNKNOWN_GAME:
                raise
            game = None
        yield (table, game) if game else None


@contextmanager
def neither_game(db: str | None) -> Iterator[None]:
    """Adds to an error about an unknown scenario that there is no such game either."""
    from engine.scenarios.reader import UnknownScenario

    try:
        yield
    except CommandFailed as fault:
        if isinstance(fault.__cause__, UnknownScenario):
            where = without_password(database_address(db))
            raise CommandFailed(f"{fault} There is no such game in {where} either.") from fault
        raise


def require_side(side: str, sides: tuple[str, ...]) -> None:
    if side and side not in sides:
        raise CommandFailed(f"There is no side {side!r}. The sides are {', '.join(sides)}.")


def load_scenario(name: str) -> "Scenario":
    from engine.scenarios.reader import UnknownScenario, load
    from engine.scenarios.yaml_reader import FaultyFile

    try:
        with file_errors(name):
            return load(name)
    except UnknownScenario as fault:
        raise CommandFailed(str(fault)) from fault
    except FaultyFile as fault:
        raise CommandFailed(
            f"{name} cannot be played; `fieldpost check {name}` lists every error. The first: {fault.faults[0]}."
        ) from fault
