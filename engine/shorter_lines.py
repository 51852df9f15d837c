"""A line without one of its orders, or with an order for one of several units."""

import re
from collections.abc import Callable, Iterator

from engine.verdict import Verdict

_JOINING = ("and", "with", "plus")
"""Words between several units."""
_WORD = re.compile(r"[^\s,&+]+")


def order_for_each(verdict: Verdict, names_in: Callable[[str], frozenset[str]]) -> Iterator[str]:
    """The line with the order for one of the units that it begins with (``RE, BO move 0402``), for each of several.

    ``names_in``: the units and places that a text names.
    """
    start, end = verdict.line.span
    text, units, rest = verdict.line.text, list[str](), ""
    for word in _WORD.finditer(text, start, end):
        named = names_in(word[0])
        if len(named) != 1 and not (units and word[0].casefold() in _JOINING):
            rest = text[word.start() : end]
            break
        units += named
    if len(units) > 1 and rest:
        yield from (f"{text[:start]}{unit} {rest}{text[end:]}" for unit in units)


def without_order(verdict: Verdict) -> str:
    """The line of an order without it; its unit is kept for the next one."""
    text, (start, end), unit = verdict.line.text, verdict.line.span, verdict.line.spans.get("unit")
    named = unit and start <= unit[0] < end and text[end:].lstrip().startswith(";")
    if not unit or not named:
        return without(text, start, end)
    return f"{text[:start]}{text[slice(*unit)]} {text[end:].lstrip(' ;')}"


def without(line: str, start: int, end: int) -> str:
    """The line without the order between two columns."""
    before, after = line[:start].rstrip(" ;"), line[end:].lstrip(" ;")
    return f"{before}{'; ' if before and after and not after.startswith('#') else ' '}{after}".strip()
