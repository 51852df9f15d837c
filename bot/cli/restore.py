"""`fieldpost restore`: a backup becomes the database again; what it replaces is kept beside it."""

import os
import secrets
import shutil
from argparse import Namespace
from contextlib import suppress
from pathlib import Path

from bot.hosting.database import CommandFailed, database_address
from bot.hosting.serve_lock import serve_lock
from bot.hosting.utc_now import utc_now
from engine.contract import counted
from engine.database.address import is_server, without_password
from engine.database.sqlite_tables import PROGRAM
from engine.errors import Refused

from .backup import SIDECARS, checked_file, remove, sync_folder
from .database_contents import Contents, newer_entries

SQLITE = b"SQLite format 3\0"
LISTED = 5
"""How many newer games a refusal names."""
NOTHING_CHANGED = "Nothing was changed."


def restore(arguments: Namespace) -> int:
    """Raises CommandFailed, and then the database is as it was."""
    address, file = database_address(arguments.db), Path(arguments.file)
    if is_server(address):
        shown = without_password(address)
        raise CommandFailed(
            f"{shown} is on a PostgreSQL server: restore it with pg_restore. To bring a file's games to an empty"
            f" database there, type: fieldpost copy-db {file} {shown}"
        )
    database = Path(address)
    _refuse_foreign(file)
    if database.exists() and file.resolve() == database.resolve():
        raise CommandFailed(f"{file} is the database itself. Name a backup.")
    prepared = database.with_name(f"{database.name}.restoring")
    try:
        with serve_lock(database):
            contents = _prepare(file, prepared)
            kept = _keep_old(database, contents, file, replace=arguments.replace) if database.exists() else None
            os.replace(prepared, database)
            sync_folder(database)
    except OSError as fault:
        raise CommandFailed(f"{database} cannot be written ({fault.strerror}). {NOTHING_CHANGED}") from fault
    finally:
        remove(prepared)
    before = f" What it replaces is kept as {kept}." if kept else ""
    print(f"{database}: {contents}, from {file}. Every chain is valid.{before}")
    return 0


def _refuse_foreign(file: Path) -> None:
    """By the head of the file, so that nothing of another program is ever opened for writing."""
    try:
        with open(file, "rb") as there:
            head = there.read(100)
    except OSError as fault:
        raise CommandFailed(f"{file} cannot be read ({fault.strerror}). {NOTHING_CHANGED}") from fault
    if not head.startswith(SQLITE) or int.from_bytes(head[68:72], "big") != PROGRAM:
        raise CommandFailed(
            f"{file} is no database of Fieldpost. Name a file that `fieldpost backup` has made. {NOTHING_CHANGED}"
        )


def _prepare(file: Path, prepared: Path) -> Contents:
    """A copy of the backup beside the database, checked; the backup itself is only read.  Raises CommandFailed."""
    remove(prepared)
    os.close(os.open(prepared, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    shutil.copyfile(file, prepared)
    beside = file.with_name(f"{file.name}-wal")
    if beside.exists():  # a database that was copied by hand while it was open
        shutil.copyfile(beside, prepared.with_name(f"{prepared.name}-wal"))
    try:
        contents = checked_file(prepared)
    except Refused as refused:
        says = str(refused).replace(str(prepared), str(file)).partition(" Restore ")[0]
        raise CommandFailed(f"{file} cannot be restored: {says} {NOTHING_CHANGED}") from refused
    with open(prepared, "rb") as written:
        os.fsync(written.fileno())
    return contents


def _keep_old(database: Path, contents: Contents, file: Path, *, replace: bool) -> Path:
    """Give the present database a second name.  Raises CommandFailed if it has newer games, unless they are to be
    replaced, and if somebody has it open.
    """
    try:
        newer = newer_entries(checked_file(database), contents)
    except Refused as damaged:
        newer = dict[str, int]()
        if not replace:
            raise CommandFailed(
                f"{database} cannot be compared with {file}: {damaged} To put the backup in its place, add --replace;"
                f" the present file is kept beside it. {NOTHING_CHANGED}"
            ) from damaged
    else:
        if database.with_name(f"{database.name}-wal").exists():
            raise CommandFailed(f"Another program has {database} open. Close all terminals, and try again.")
    if newer and not replace:
        games = ", ".join(f"{game} ({counted(count, 'entry')})" for game, count in list(newer.items())[:LISTED])
        more = f" and {len(newer) - LISTED} more" if len(newer) > LISTED else ""
        raise CommandFailed(
            f"{database} has entries that {file} does not have: {games}{more}. To go back to the backup all the same,"
            f" add --replace; the present file is kept beside it. {NOTHING_CHANGED}"
        )
    return _second_name(database)


def _second_name(database: Path) -> Path:
    """The database keeps its own name until the backup takes it, so that it is missing at no moment."""
    moment = utc_now().translate({ord(sign): None for sign in "-:Z"}).replace("T", "-")
    kept = database.with_name(f"{database.name}.replaced-{moment}")
    if kept.exists():  # two in one second
        kept = kept.with_name(f"{kept.name}-{secrets.token_hex(2)}")
    try:
        os.link(database.resolve(), kept)
    except OSError:  # a disk without second names
        shutil.copy2(database, kept)
    for end in SIDECARS:
        with suppress(FileNotFoundError):  # only a damaged database has them still
            os.replace(database.with_name(f"{database.name}{end}"), kept.with_name(f"{kept.name}{end}"))
    return kept
