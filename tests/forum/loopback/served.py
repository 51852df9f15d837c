"""``fieldpost serve`` at the pace of tests: run by tests that kill it.

With a file's name behind it, it is killed at the step of writing that the file names (``kill_process.py``).
"""

import sys
from functools import partial

import bot.serve
from bot.forum.pace import Pace
from bot.forum.serve import ForumDoor

PACE = Pace(near=0.2, idle=0.2, least=0.01, doubt=1, calls=10**6)

if __name__ == "__main__":
    if sys.argv[1:]:
        from tests.support.kill_process import watch

        watch()
    vars(bot.serve)["ForumDoor"] = partial(ForumDoor, pace=PACE)
    sys.exit(bot.serve.serve())
