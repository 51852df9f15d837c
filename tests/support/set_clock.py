"""Runs the shipped bot by a clock that stands in a file (its first argument) and moves when a test moves it."""

import sys
from pathlib import Path

from bot.hosting import utc_now as clock


def run(file: Path) -> int:
    clock.utc_now = lambda: file.read_text()
    from bot.hosting import deadline_clock
    from bot.serve import serve

    deadline_clock.LONGEST_WAIT = 0.2
    return serve()


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1])))
