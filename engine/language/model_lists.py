"""Lists of models, ``C1.1,3``: orders name one model or a run of them, and a list is told how to be written so."""

import re
from collections.abc import Container, Iterator, Sequence

from .complaint import Change, Complaint
from .model_runs import Run, model_run_text
from .words import Span, cite

_LIST = re.compile(
    r"(?P<unit>[^\s.,;]+)\.\d{1,3}(?:-\d{1,3})?"
    r"(?:(?:\s*(?:[,+&]|\band\b)\s*(?:(?P=unit)?\.)?|\s+(?P=unit)\.)\d{1,3}(?:-\d{1,3})?)+",
    re.IGNORECASE,
)
_RUN = re.compile(r"(\d+)(?:-(\d+))?")


def about_lists(complaints: Sequence[Complaint], line: str, order: Span, units: Container[str]) -> Sequence[Complaint]:
    """The complaints of an order at these columns, with one in place of all those about the words of a list."""
    lists = [found for found in _LIST.finditer(line, *order) if found["unit"].casefold() in units]
    inside = {found: [one for one in complaints if found.start() <= one.start < found.end()] for found in lists}
    told = [_list_complaint(some[0], line, found, order) for found, some in inside.items() if some]
    return [*told, *(one for one in complaints if not any(one in some for some in inside.values()))]


def _list_complaint(first: Complaint, line: str, found: re.Match[str], order: Span) -> Complaint:
    """One run would do in place of the list, or an order for each part of it."""
    unit, (start, end) = found["unit"], found.span()
    numbers = found[0].casefold().replace(f"{unit.casefold()}.", ".")
    names = [unit + model_run_text(run) for run in _runs(numbers)]
    change = Change(start, end, names[0])
    if len(names) > 1:
        change = Change(*order, "; ".join(f"{line[order[0] : start]}{name}{line[end : order[1]]}" for name in names))
    says = f"{cite(line, start, end)} is a list; an order names one model or a run of them: {change.words}"
    return Complaint(first.about, start, end, first.code, says, (change,))


def _runs(numbers: str) -> Sequence[Run]:
    """The models named, as runs of neighbours in rising order."""
    named = sorted({n for first, last in _spans(numbers) for n in range(first, last + 1)})
    runs = list[Run]()
    for number in named:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return runs


def _spans(numbers: str) -> Iterator[Run]:
    for found in _RUN.finditer(numbers):
        first, last = sorted((int(found[1]), int(found[2] or found[1])))
        yield first, last
