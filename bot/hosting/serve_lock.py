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


def who_serves(database: Path) -> str | None:
    """The bot that serves a database file now, such as ``process 123 on host`` ("" if nobody knows which); None if none
    does.  Raises CommandFailed if it cannot be found out.
    """
    path = lock_file(database)
    try:
        held = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise CommandFailed(f"{path} cannot be opened ({fault.strerror}): the bot needs it.") from fault
    try:
        fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _process(os.pread(held, 300, 0))
    except OSError as fault:
        raise CommandFailed(f"{path} cannot be locked ({fault.strerror}): the bot needs that.") from fault
    finally:
        os.close(held)
    return None


def lock_file(database: Path) -> Path:
    """The file beside the database, whatever link leads there.  It stays; what counts is the lock on it."""
    whole = database.resolve()
    return whole.with_name(f"{whole.name}.lock")


def _process(written: bytes) -> str:
    """What the bot that holds the lock has written into its file."""
    number, _, host = written.decode("utf-8", "replace").strip().partition(" ")
    return f"process {number} on {host}" if number.isdigit() and host.isprintable() else ""


def _already_running(database: Path, written: bytes) -> str:
    who = f" ({process})" if (process := _process(written)) else ""
    return (
        f"Another bot already serves {database}{who}. Two would answer everything twice: stop that one first, or give "
        "this one a database of its own with FIELDPOST_DB. Terminals may use the database while a bot runs."
    )
