"""Runs the shipped bot with a deadline clock that soon sees what another process has changed."""

import sys

from bot.hosting import deadline_clock
from bot.serve import serve

if __name__ == "__main__":
    deadline_clock.LONGEST_WAIT = 0.3
    sys.exit(serve())
