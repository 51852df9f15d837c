"""Runs the shipped bot by a clock that stands in a file (its first argument) and moves when a test moves it."""

import sys
from pathlib import Path

from bot.hosting import utc_now as clock


def run(file: Path) -> int:
    clock.utc_now = lambda: file.read_text()
    from bot.hosting import deadline_clock, uptime
    from bot.serve import serve

    deadline_clock.LONGEST_WAIT = 0.2
    uptime.DOWNTIME = 10**9  # a clock that is moved looks like a bot that was away
    return serve()


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1])))
