"""The health check for Docker: `python -m bot.health` exits with 0 if one of the doors was connected in the last 90
seconds.
"""

import os
import re
import sys
import time
from pathlib import Path

from bot.hosting.settings import BadSetting, current, value
from engine.contract import counted

STALE = 90
FILE = "fieldpost.db"


def main() -> int:
    """0 if the bot was connected recently, 1 if not; imports only what reads the settings, so it starts quickly."""
    try:
        environ = current()
    except BadSetting:
        environ = dict(os.environ)
    try:
        database, shards = value(environ, "FIELDPOST_DB") or FILE, value(environ, "FIELDPOST_SHARDS")
        age = time.time() - alive(database, shards).stat().st_mtime
    except OSError:
        print("no door is connected yet")
        return 1
    print(f"a door was connected {counted(round(age), 'second')} ago")
    return 0 if age < STALE else 1


def alive(database: str | Path, shards: str = "") -> Path:
    """The file beside the database that is touched while the bot is connected; in this folder if a server keeps it.

    ``shards``: those of this process, as FIELDPOST_SHARDS names them; each process has a file of its own.
    """
    path = Path(FILE if isinstance(database, str) and "://" in database else database)
    first = re.match(r"\s*(\d+)", shards)
    return path.with_name(f"{path.name}.alive{f'-{first[1]}' if first else ''}")


if __name__ == "__main__":
    sys.exit(main())
