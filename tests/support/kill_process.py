"""Runs the shipped bot and kills it with kill -9 at the n-th step of writing its database, like a power failure.

``kill_process.py FILE``: while FILE exists it holds how many steps are left; a step is the moment before or after each
statement that writes.  Where the bot died is written beside it.
"""

import os
import signal
import sqlite3
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

FINGER = Path(sys.argv[1])
WRITES = ("begin", "insert", "update", "delete", "commit", "rollback", "savepoint", "release", "replace")


def step(where: str) -> None:
    try:
        found = FINGER.read_text()
    except FileNotFoundError:
        return
    if not found:  # the test is just writing it
        return
    left = int(found) - 1
    FINGER.write_text(str(left))
    if left <= 0:
        FINGER.with_suffix(".died").write_text(where)
        os.kill(os.getpid(), signal.SIGKILL)


class Watched(sqlite3.Connection):
    """A connection whose every write is two steps; of many rows written at once each is a step of its own."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.set_trace_callback(before)

    def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
        done = super().execute(sql, *given)
        if writes(sql):
            step(f"after {short(sql)}")
        return done

    def executemany(self, sql: str, *given: Any) -> sqlite3.Cursor:
        done = super().executemany(sql, *given)
        step(f"after all of {short(sql)}")
        return done


def before(sql: str) -> None:
    if writes(sql):
        step(f"before {short(sql)}")


def writes(sql: str) -> bool:
    return sql.lstrip().lower().startswith(WRITES)


def short(sql: str) -> str:
    return " ".join(sql.split()).lower()[:40]


_connect = sqlite3.connect


def connect(*given: Any, **named: Any) -> sqlite3.Connection:
    made: sqlite3.Connection = _connect(*given, **({"factory": Watched} | named))
    return made


def watch_psycopg() -> None:
    """The same for connections to a server."""
    import psycopg

    class WatchedServer(psycopg.Connection[Any]):
        def execute(self, query: Any, *given: Any, **named: Any) -> Any:
            sql = query.decode() if isinstance(query, bytes) else str(query)
            if not writes(sql):
                return super().execute(query, *given, **named)
            step(f"before {short(sql)}")
            done = super().execute(query, *given, **named)
            step(f"after {short(sql)}")
            return done

    class WatchedCursor(psycopg.Cursor[Any]):
        def executemany(self, query: Any, params_seq: Iterable[Any], *, returning: bool = False) -> None:
            for row in params_seq:
                step(f"before {short(str(query))}")
                self.execute(query, row)
            step(f"after all of {short(str(query))}")

    psycopg.connect = partial(WatchedServer.connect, cursor_factory=WatchedCursor)


def watch() -> None:
    """From now on every connection to the database counts its steps."""
    sqlite3.connect = connect  # type: ignore[assignment]
    if "://" in os.environ.get("FIELDPOST_DB", ""):
        watch_psycopg()


if __name__ == "__main__":
    watch()
    from bot.serve import serve

    sys.exit(serve())
