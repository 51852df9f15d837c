"""Runs the shipped bot with a list of somebody's games that is changed as soon as it differs, and a quick clock."""

import sys

from bot.hosting import deadline_clock, direct_messages
from bot.serve import serve

if __name__ == "__main__":
    deadline_clock.LONGEST_WAIT = 0.3
    direct_messages.PAUSE = 0
    sys.exit(serve())
