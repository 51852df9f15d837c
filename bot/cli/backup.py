"""`fieldpost backup`: a copy of the database in one file, made while the bot runs, and checked."""

import os
import sys
from argparse import Namespace
from pathlib import Path

from bot.hosting.database import CommandFailed, database_address, database_exists
from bot.hosting.last_backup import note_backup
from bot.hosting.utc_now import utc_now
from engine.database.address import Address, is_server, without_password
from engine.database.sqlite import SQLiteDatabase
from engine.errors import Refused
from engine.log.journal import Journal

from .database_contents import Contents, checked_contents

SIDECARS = ("-wal", "-shm", "-journal")
"""The ends of the names of files that SQLite keeps beside a database."""


def backup(arguments: Namespace) -> int:
    """Raises CommandFailed, and then there is no new file."""
    address, file = database_address(arguments.db), Path(arguments.file)
    _refuse(address, file)
    unfinished = file.with_name(f"{file.name}.unfinished")
    remove(unfinished)
    try:
        contents = _copy(Path(address), unfinished)
        os.replace(unfinished, file)
        sync_folder(file)
    except Refused as refused:
        raise CommandFailed(f"{_named(refused, unfinished, file)} No backup was made.") from refused
    except OSError as fault:
        raise CommandFailed(f"{file} cannot be written ({fault.strerror}). No backup was made.") from fault
    finally:
        remove(unfinished)
    _note(Path(address), utc_now(), file)
    newest = f" The newest entry is of {contents.last[:10]} {contents.last[11:16]} UTC." if contents.last else ""
    print(f"{file}: {contents}. Every chain is valid.{newest}")
    return 0


def _refuse(address: Address, file: Path) -> None:
    if is_server(address):
        shown = without_password(address)
        raise CommandFailed(
            f"{shown} is on a PostgreSQL server: back it up with pg_dump while the bot runs. To have its games in a"
            f" file, stop the bot and type: fieldpost copy-db {shown} {file}"
        )
    if not database_exists(address):
        raise CommandFailed(f"There is no database {address}. Name one with --db.")
    if file.is_dir():
        raise CommandFailed(f"{file} is a folder. Name a file in it, such as {file / 'fieldpost-backup.db'}.")
    if file.exists():
        raise CommandFailed(f"{file} exists, and backups overwrite nothing. Name another file.")


def _copy(database: Path, unfinished: Path) -> Contents:
    """Raises Refused if something cannot be copied, or if the copy is not sound."""
    source = SQLiteDatabase(database)
    try:
        source.copy_to(unfinished)
    finally:
        source.close()
    contents = checked_file(unfinished)
    with open(unfinished, "rb") as written:
        os.fsync(written.fileno())
    return contents


def checked_file(file: Path) -> Contents:
    """What a file holds that nobody else uses; tables of an earlier program are brought up to date in it.  Raises
    Refused.
    """
    journal = Journal(file)
    try:
        (sound,) = journal.database.query("pragma integrity_check(1)")[0]
        if sound != "ok":
            raise Refused("damaged", f"{file} is damaged: {sound}.")
        return checked_contents(journal)
    finally:
        journal.close()


def _note(database: Path, now: str, file: Path) -> None:
    """For `fieldpost doctor`, which knows the age of the last backup by it."""
    try:
        source = SQLiteDatabase(database)
        try:
            note_backup(source, now, str(file.resolve()))
        finally:
            source.close()
    except Refused as refused:
        print(f"{database} does not remember this backup: {refused}", file=sys.stderr)


def _named(refused: Refused, unfinished: Path, file: Path) -> str:
    return str(refused).replace(str(unfinished), str(file))


def remove(file: Path) -> None:
    """The file, with what SQLite keeps beside it, if any of it is there."""
    for end in ("", *SIDECARS):
        file.with_name(f"{file.name}{end}").unlink(missing_ok=True)


def sync_folder(file: Path) -> None:
    """Wait until the disk knows the name of a file."""
    folder = os.open(file.resolve().parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
