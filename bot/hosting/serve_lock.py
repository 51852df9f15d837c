"""The lock that keeps a second bot from one database.  The system frees it when a process ends, however it ends."""

import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.database.address import Address, is_server

from .database import CommandFailed


@contextmanager
def serve_lock(database: Address) -> Iterator[None]:
    """Held while the bot runs; terminals and short commands do not ask for it.  Raises CommandFailed.

    A server has a lock of its own, which goes with the bot's connection (``Database.serve_alone``).
    """
    if is_server(database):
        yield
        return
    path = lock_file(Path(database))
    try:
        held = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as fault:
        raise CommandFailed(f"{path} cannot be opened or created ({fault.strerror}): the bot needs it.") from fault
    try:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CommandFailed(_already_running(Path(database), os.pread(held, 300, 0))) from None
        except OSError as fault:
            raise CommandFailed(f"{path} cannot be locked ({fault.strerror}): the bot needs that.") from fault
        os.ftruncate(held, 0)
        os.pwrite(held, f"{os.getpid()} {socket.gethostname()}\n".encode(), 0)
        yield
    finally:
        os.close(held)


def lock_file(database: Path) -> Path:
    """The file beside the database, whatever link leads there.  It stays; what counts is the lock on it."""
    whole = database.resolve()
    return whole.with_name(f"{whole.name}.lock")


def _already_running(database: Path, written: bytes) -> str:
    number, _, host = written.decode("utf-8", "replace").strip().partition(" ")
    who = f" (process {number} on {host})" if number.isdigit() and host.isprintable() else ""
    return (
        f"Another bot already serves {database}{who}. Two would answer everything twice: stop that one first, or give "
        "this one a database of its own with FIELDPOST_DB. Terminals may use the database while a bot runs."
    )
