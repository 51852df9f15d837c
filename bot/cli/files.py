"""Files, databases and scenarios named on the command line, and the error messages if they cannot be used."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bot.hosting.database import UNKNOWN_GAME, CommandFailed, database_address, database_exists, existing_database
from engine.database.address import without_password

if TYPE_CHECKING:
    from engine.contract import Scenario
if TYPE_CHECKING:
    from engine.table import Game, Table

SQLITE = b"SQLite format 3\0"
"""How such a database begins."""
LOG_HEAD, LONGEST_HEAD = b'{"format":"fieldpost-log/', 500
"""How an exported log begins, and the most bytes of its first line."""
LOG = 200_000_000
"""Most bytes of a log that are read: about a thousand long games."""


def print_table(rows: Sequence[tuple[str, ...]]) -> None:
    """Rows in columns, the heads first."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip())


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


PICTURES = {b"\x89PNG": ".png", b"GIF8": ".gif"}
"""How pictures begin, and how the names of their files end."""
OTHER_PICTURES = frozenset({".png", ".gif", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff", ".svg", ".pdf"})


def write_picture(path: str | Path, data: bytes) -> None:
    """Write a picture.  Raises CommandFailed, also for a name that says it is of another kind."""
    ending = next(ending for head, ending in PICTURES.items() if data.startswith(head))
    if (said := Path(path).suffix.lower()) != ending and said in OTHER_PICTURES:
        named = Path(path).with_suffix(ending)
        raise CommandFailed(f"The picture is a {ending[1:].upper()} file, and {path} says {said}. Write {named}.")
    write_file(path, data)


def write_file(path: str | Path, data: bytes) -> None:
    """Write what a command has made.

    Raises CommandFailed, also instead of overwriting a database of games, or a log by anything but a log of that game.
    """
    with file_errors(path):
        before = b""
        if Path(path).is_file():  # reading from a pipe would wait for somebody to write
            with open(path, "rb") as there:
                before = there.readline(LONGEST_HEAD)
        if before.startswith(SQLITE):
            raise CommandFailed(f"{path} is a database, which is not overwritten. Name another file.")
        if before.startswith(LOG_HEAD) and not data.startswith(before):
            raise CommandFailed(f"{path} is the log of a game, which is not overwritten. Name another file.")
        Path(path).write_bytes(data)


@contextmanager
def existing_game(what: str, db: str | None) -> "Iterator[tuple[Table, Game] | None]":
    """The game of that name and its table; None if there is none, or if the name is a scenario's or a file's."""
    from engine.scenarios.reader import shipped
    from engine.table import Refused

    address = database_address(db)
    if what in shipped() or what.endswith((".yaml", ".yml")) or not database_exists(address):
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
