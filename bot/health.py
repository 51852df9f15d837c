"""The health check for Docker: `python -m bot.health` exits with 0 if the bot was connected to Discord in the last 90
seconds.
"""

import os
import sys
import time
from pathlib import Path

STALE = 90
FILE = "fieldpost.db"


def main() -> int:
    """0 if the bot was connected recently, 1 if not; imports nothing of the bot, so it starts quickly."""
    try:
        age = time.time() - alive(os.environ.get("FIELDPOST_DB", "").strip() or FILE).stat().st_mtime
    except OSError:
        print("the bot has not connected to Discord yet")
        return 1
    print(f"last heard of Discord {age:.0f} seconds ago")
    return 0 if age < STALE else 1


def alive(database: str | Path) -> Path:
    """The file beside the database that is touched while the bot is connected; in this folder if a server keeps it."""
    path = Path(FILE if isinstance(database, str) and "://" in database else database)
    return path.with_name(path.name + ".alive")


if __name__ == "__main__":
    sys.exit(main())
