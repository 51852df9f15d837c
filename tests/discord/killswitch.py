"""Runs the shipped bot with a finger on kill -9: at the n-th step of writing its database it dies, as if the power had gone.

``killswitch.py FILE``: while FILE is there it holds how many steps are left; a step is the moment before or after each statement that
writes.  What it died at is written beside it.
"""
import os
import signal
import sqlite3
import sys
from pathlib import Path
from typing import Any

FINGER = Path(sys.argv[1])
WRITES = ("begin", "insert", "update", "delete", "commit", "rollback", "savepoint", "release", "replace")


def step(where: str) -> None:
    if not FINGER.exists():
        return
    left = int(FINGER.read_text()) - 1
    FINGER.write_text(str(left))
    if left <= 0:
        FINGER.with_suffix(".died").write_text(where)
        os.kill(os.getpid(), signal.SIGKILL)


class Watched(sqlite3.Connection):
    """A connection whose every write is two steps."""

    def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
        words = " ".join(sql.split()).lower()
        if not words.startswith(WRITES):
            return super().execute(sql, *given)
        step(f"before {words[:60]}")
        done = super().execute(sql, *given)
        step(f"after {words[:60]}")
        return done


_connect = sqlite3.connect


def connect(*given: Any, **named: Any) -> sqlite3.Connection:
    made: sqlite3.Connection = _connect(*given, **({"factory": Watched} | named))
    return made


if __name__ == "__main__":
    sqlite3.connect = connect  # type: ignore[assignment]
    from bot.serve import serve

    sys.exit(serve())
