"""A line without one of its orders, with an order for one of several units, or with its orders apart."""

import re
from collections.abc import Callable, Container, Iterator, Sequence
from typing import NamedTuple

from engine.language.words import EVERYBODY, TOGETHER
from engine.verdict import Verdict

_WORD = re.compile(r"[^\s,&+]+")
_JOINT = re.compile(r"(?:[\s,;&+|/]|->|\b(?:and|then)\b)+$", re.IGNORECASE)
"""What stands between two orders of a line in place of a semicolon."""
UNITS = "units "
"""What may stand behind ``all``."""
MOST = 12
"""Units of which each is given an order where all of them were."""
_EITHER = frozenset(re.findall(r"\w+", "or nor else otherwise instead rather than but before after if unless until"))
"""Words of lines whose orders are not all to be carried out, or not one after the other."""
_MARKS = " .,:;!?()[]"
"""What may stand around a word."""
_ENDING = ("done", "commit")
"""Words that may stand behind an order instead of on a line of their own."""


def order_for_each(verdict: Verdict, names_in: Callable[[str], frozenset[str]], own: Sequence[str]) -> Iterator[str]:
    """The line with the order for each of the units that it begins with (``RE, BO move 0402``), then for one of them.

    ``names_in``: the units and places that a text names.  ``own``: the units of the side, which ``all`` stands for.
    """
    start, end = verdict.line.span
    text, units, rest = verdict.line.text, list[str](), ""
    first, _, others = text[start:end].partition(" ")
    behind = text[end:].strip(_MARKS).casefold()
    alone = not behind or behind in _ENDING  # what follows would be for the last of them
    if first.casefold() in EVERYBODY and alone and 1 < len(own) <= MOST:
        yield f"{text[:start]}{'; '.join(f'{unit} {others.removeprefix(UNITS)}' for unit in own)}"
        return
    for word in _WORD.finditer(text, start, end):
        named = names_in(word[0])
        if len(named) != 1 and not (units and word[0].casefold() in TOGETHER):
            rest = text[word.start() : end]
            break
        units += named
    if len({*units}) == len(units) > 1 and rest:
        if alone:
            yield f"{text[:start]}{'; '.join(f'{unit} {rest}' for unit in units)}"
        yield from (f"{text[:start]}{unit} {rest}{text[end:]}" for unit in units)


class OrdersApart(NamedTuple):
    """A line with ``;`` between the orders that stand in one of its orders, the likeliest way first; ``several``:
    whether they seem to be for several units.
    """

    lines: tuple[str, ...] = ()
    several: bool = False


def says_either(verdict: Verdict) -> bool:
    """Whether an order holds a word by which not all that it says is to be done."""
    text, span = verdict.line.text, verdict.line.span
    return any(word[0].casefold() in _EITHER for word in _WORD.finditer(text, *span))


def orders_apart(verdict: Verdict, is_unit: Callable[[str], bool], verbs: Container[str]) -> OrdersApart:
    """The line with ``;`` before each further order that stands within this one (``RE move 0403, BO fire T1``).

    A unit before a verb may be that of the order which begins there, or else the last word of the one before it; a word
    that begins some orders may be one within another (``U1 form column``).
    """
    text, (start, end) = verdict.line.text, verdict.line.span
    words = list(_WORD.finditer(text, start, end))
    if says_either(verdict):
        return OrdersApart()
    begun = [nth for nth, word in enumerate(words) if nth > 1 and word[0].strip(_MARKS).casefold() in verbs]
    named = [nth - 1 if nth > 2 and is_unit(words[nth - 1][0].strip('"')) else nth for nth in begun]

    def line(places: Sequence[int]) -> str:
        columns = [words[nth].start() for nth in places]
        parts = [text[a:b] for a, b in zip([start, *columns], [*columns, end], strict=True)]
        return text[:start] + "; ".join(_JOINT.sub("", part) for part in parts) + text[end:]

    wrong = max((problem.column - 1 + problem.width for problem in verdict.problems), default=0)
    units = [at for at, verb in zip(named, begun, strict=True) if at != verb]
    ways = (units, named[:1], named, begun) if begun and wrong > words[named[0]].start() else ()
    return OrdersApart(tuple(dict.fromkeys(line(way) for way in ways if way)), bool(ways and units))


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


def without_ending(verdict: Verdict) -> Iterator[str]:
    """The line without a ``done`` behind its order."""
    text, (start, end) = verdict.line.text, verdict.line.span
    *said, last = text[start:end].split() or [""]
    if said and last.strip(_MARKS).casefold() in _ENDING:
        yield f"{text[:start]}{' '.join(said).rstrip(_MARKS)}{text[end:]}".rstrip(_MARKS)
