"""Settings of the whole process, so that one thread seldom waits for another."""

import gc
import sys

COLLECTIONS = (10_000, 10, 10)
"""How often garbage is looked for, as ``gc.set_threshold`` counts: all of it every few minutes under load."""
THREAD_SWITCH = 0.001
"""Seconds after which a thread that runs Python must let another that waits run.

Python's own 5 ms are felt in every answer: the event loop waits that long whenever it wakes while a map is drawn.
"""


def tune_interpreter() -> None:
    """Make threads take turns more often, and look for garbage seldom, never among what the start made.

    To look through everything stops all threads for 50 to 160 ms, and Python would do so every 20 s under load.
    """
    sys.setswitchinterval(THREAD_SWITCH)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)
