"""How much of the long tests is run: all of it under ``FIELDPOST_THOROUGH=1``, as `.ci/run` does, else a fair share
by a fixed rule."""

import os
from typing import TypeVar

THOROUGH = os.environ.get("FIELDPOST_THOROUGH", "0") not in ("", "0")


Amount = TypeVar("Amount")


def share(everything: Amount, some: Amount) -> Amount:
    """What is tried, or how many of a thing."""
    return everything if THOROUGH else some


def examples(everything: int) -> int:
    """How many examples hypothesis draws for a test: a twentieth of them, at least 8."""
    return share(everything, min(everything, max(8, everything // 20)))
