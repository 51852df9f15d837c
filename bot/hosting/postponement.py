"""Keeps the engine's thread quick: calculations that would take long there are postponed, and run in a worker."""

import time
from collections import defaultdict, deque
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from engine.toolkit.long_calculations import CalculateElsewhere, LongCalculation, Values

LONG = 0.012
"""Seconds of computing that are too many for the engine's thread."""
REMEMBERED = 8
"""Times of one calculation in one system that are remembered; the longest is what the next may take."""
asker: ContextVar[str] = ContextVar("asker", default="")
"""Who asks the engine, for a fair order of what is postponed; "": the bot itself."""


class Postponement:
    """A gate (``long_calculations.Gate``) for one thread.  ``clock`` gives the thread's seconds of computing."""

    def __init__(self, clock: Callable[[], float] = time.thread_time) -> None:
        self._clock = clock
        self._took = defaultdict[tuple[str, Any], deque[float]](lambda: deque(maxlen=REMEMBERED))

    def __call__(self, calculation: LongCalculation[..., Any], values: Values) -> Any:
        """The result, if it can be expected soon.  Raises CalculateElsewhere."""
        if calculation.attempt is not None:
            if (found := calculation.attempt(*values)) is None:
                raise CalculateElsewhere(calculation, values)
            return found
        if max(self._took[_kind(calculation, values)], default=0.0) > LONG:
            raise CalculateElsewhere(calculation, values)
        began = self._clock()
        result = calculation.calculate(*values)
        self.note(calculation, values, self._clock() - began)
        return result

    def note(self, calculation: LongCalculation[..., Any], values: Values, seconds: float) -> None:
        """How long a calculation took, here or in a worker."""
        self._took[_kind(calculation, values)].append(seconds)


def _kind(calculation: LongCalculation[..., Any], values: Values) -> tuple[str, Any]:
    """What tells how long a calculation takes: its name and its first value, the system."""
    return calculation.name, values[0]


def timed(calculation: LongCalculation[..., Any], values: Values) -> tuple[Any, float]:
    """In a worker: the result of a calculation, and its seconds of computing."""
    began = time.thread_time()
    return calculation.calculate(*values), time.thread_time() - began
