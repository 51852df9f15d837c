"""Many cases in one test, where a test of its own for each would take longer to start and to report than to run."""

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from inspect import iscoroutinefunction, signature
from itertools import chain
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

Test = Callable[..., None]
Cases = Iterable[Any] | Callable[[], Iterable[Any]]
Names = Iterable[str] | Callable[[Any], object] | None
CaseNames = list[str] | Callable[[Any], object] | None
SHOWN = 10
"""How many failures are shown whole."""


def for_each(parameters: str | Sequence[str], cases: Cases, ids: Names = None) -> Callable[[Test], Test]:
    """Like ``pytest.mark.parametrize``, in one test: it tries every case, and names and shows all that fail. Cases that
    take long to make are a function, which is called when the test runs and not when tests are collected."""
    names = [name.strip() for name in parameters.split(",")] if isinstance(parameters, str) else list(parameters)
    given = cases if callable(cases) else list(cases)
    named: CaseNames = ids if callable(ids) or ids is None else list(ids)

    def of_one_case(test: Test) -> Test:
        assert not iscoroutinefunction(test), "a coroutine would not be awaited"
        known = signature(test)

        @wraps(test)
        def every_case(**fixtures: Any) -> None:
            tried = [
                _case(names, case, named, number) for number, case in enumerate(given() if callable(given) else given)
            ]
            assert tried, "there is no case to try"
            failures = list(chain.from_iterable(_failure(test, name, values, fixtures) for name, values in tried))
            if failures:
                failed = "; ".join(name for name, _ in failures)
                message = f"{len(failures)} of {len(tried)} cases fail: {failed}"
                raise BaseExceptionGroup(message, [failure for _, failure in failures[:SHOWN]])

        own = [parameter for name, parameter in known.parameters.items() if name not in names]
        every_case.__signature__ = known.replace(parameters=own)  # type: ignore[attr-defined]
        return every_case

    return of_one_case


def _case(
    names: Sequence[str], case: Any, ids: list[str] | Callable[[Any], object] | None, number: int
) -> tuple[str, dict[str, Any]]:
    """The name of a case and its arguments."""
    name, values = "", (case,) if len(names) == 1 else tuple(case)
    if isinstance(case, ParameterSet):
        assert not case.marks, "one case cannot be marked here"
        name, values = str(case.id or ""), tuple(case.values)
    arguments = dict(zip(names, values, strict=True))
    if not name and ids is not None:
        name = "-".join(str(ids(value)) for value in values) if callable(ids) else ids[number]
    return name or ", ".join(f"{key}={value!r:.120}" for key, value in arguments.items()), arguments


def _failure(
    test: Test, name: str, values: dict[str, Any], fixtures: dict[str, Any]
) -> Iterable[tuple[str, BaseException]]:
    try:
        test(**values, **fixtures)
    except (Exception, pytest.fail.Exception, pytest.skip.Exception) as failure:
        failure.add_note(f"This is the case {name}")
        return [(name, failure)]
    return []
