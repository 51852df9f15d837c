"""How much of the long tests is run: all of it under ``FIELDPOST_THOROUGH=1``, as `.ci/run` does, else a fair share
by a fixed rule."""

import os

THOROUGH = os.environ.get("FIELDPOST_THOROUGH", "0") not in ("", "0")


def share(everything: int, some: int) -> int:
    """How many of a thing are tried."""
    return everything if THOROUGH else some


def examples(everything: int) -> int:
    """How many examples hypothesis draws for a test: a quarter of them, at least 20."""
    return share(everything, min(everything, max(20, everything // 4)))
