"""Functions that may take long: their results are kept, and a program that must stay quick may run them elsewhere.

Such a function is called like any other.  Only where a gate is open (``through_gate``) is the gate asked for results
that are not kept: it calculates them, or raises CalculateElsewhere.  Whoever opened the gate then undoes what was
begun, has the calculation run in another process, keeps its result, and begins again.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import update_wrapper
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar, overload

P = ParamSpec("P")
T = TypeVar("T")
Values = tuple[Any, ...]
Gate = Callable[["LongCalculation[..., Any]", Values], Any]
"""Gives the result of a calculation with these values, or raises CalculateElsewhere."""

_gate = ContextVar[Gate | None]("gate", default=None)


class CalculateElsewhere(BaseException):
    """A result is missing, and would take too long to calculate here.

    No Exception, so that only whoever opened the gate catches it, and ``if_at_hand``.
    """

    def __init__(self, calculation: "LongCalculation[..., Any]", values: Values) -> None:
        super().__init__(calculation, values)
        self.calculation, self.values = calculation, values


class LongCalculation(Generic[P, T]):
    """A function of a module, of hashable values that can be copied to another process; keeps its last results."""

    def __init__(self, function: Callable[P, T], kept: int, attempt: Callable[P, T | None] | None) -> None:
        self._function, self._kept, self.attempt = function, kept, attempt
        self._results, self._lock = OrderedDict[Hashable, T](), Lock()
        self.name = function.__qualname__
        update_wrapper(self, function)

    def __call__(self, *values: P.args, **named: P.kwargs) -> T:
        """The result.  Named values are not taken.  Raises CalculateElsewhere where a gate does."""
        assert not named, "the values of a long calculation are given in order"
        with self._lock:
            if values in self._results:
                self._results.move_to_end(values)
                return self._results[values]
        gate = _gate.get()
        result: T = self._function(*values) if gate is None else gate(self, values)  # type: ignore[call-arg]
        self.keep(values, result)
        return result

    def calculate(self, *values: P.args, **named: P.kwargs) -> T:
        """The result, whether it is kept or not, and without a gate."""
        return self._function(*values, **named)

    def keep(self, values: Values, result: T) -> None:
        """Remember a result that was calculated elsewhere."""
        with self._lock:
            self._results[values] = result
            if len(self._results) > self._kept:
                self._results.popitem(last=False)

    def clear(self) -> None:
        """Forget all results."""
        with self._lock:
            self._results.clear()

    def __reduce__(self) -> str:
        """In another process it is the calculation of the same name."""
        return self.name


@overload
def long_calculation(kept: int) -> Callable[[Callable[P, T]], LongCalculation[P, T]]: ...
@overload
def long_calculation(
    kept: int, attempt: Callable[P, T | None]
) -> Callable[[Callable[P, T]], LongCalculation[P, T]]: ...
def long_calculation(kept: int, attempt: Any = None) -> Any:
    """``kept``: how many results are kept.  ``attempt``: gives the result if it can be had soon, else None."""
    return lambda function: LongCalculation(function, kept, attempt)


def through_gate(gate: Gate) -> AbstractContextManager[None]:
    """In this thread, results that are not kept are asked of the gate."""
    return _gate_set_to(gate)


def without_gate() -> AbstractContextManager[None]:
    """Whatever is missing is calculated here: what was begun can no longer be undone."""
    return _gate_set_to(None)


def if_at_hand(question: Callable[[], T], otherwise: T) -> T:
    """The answer to a question that stores nothing; ``otherwise``, if it waits for a calculation elsewhere."""
    try:
        return question()
    except CalculateElsewhere:
        return otherwise


@contextmanager
def _gate_set_to(gate: Gate | None) -> Iterator[None]:
    token = _gate.set(gate)
    try:
        yield
    finally:
        _gate.reset(token)
