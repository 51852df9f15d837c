"""The health check for Docker: `python -m bot.health` exits with 0 if the bot was connected to Discord in the last 90
seconds.
"""

import os
import re
import sys
import time
from pathlib import Path

STALE = 90
FILE = "fieldpost.db"


def main() -> int:
    """0 if the bot was connected recently, 1 if not; imports nothing of the bot, so it starts quickly."""
    try:
        database, shards = os.environ.get("FIELDPOST_DB", "").strip() or FILE, os.environ.get("FIELDPOST_SHARDS", "")
        age = time.time() - alive(database, shards).stat().st_mtime
    except OSError:
        print("the bot has not connected to Discord yet")
        return 1
    print(f"last heard of Discord {age:.0f} seconds ago")
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
