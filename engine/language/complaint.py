"""A complaint about some words of a line, and the changes to the line that would mend it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .line import FORM, Objection, ParsedLine, ranks
from .words import Word, cite, clean, split_orders

SHOWN = 400
"""Corrected lines are written out for lines up to this length, and for so many complaints of a line at most."""
MOST = 12


class Change(NamedTuple):
    """New words for the columns ``start`` to ``end``."""

    start: int
    end: int
    words: str


class Complaint(NamedTuple):
    """What is wrong with the columns ``start`` to ``end``; each of ``changes`` alone would mend it, the likeliest
    first.

    ``about``: one of the words of line.py.
    """

    about: str
    start: int
    end: int
    code: str
    says: str
    changes: tuple[Change, ...] = ()


def one_of(idle: Complaint, name: str, others: Sequence[Complaint], checks: tuple[str, ...]) -> Complaint:
    """One complaint about a unit without an order, whose name has faults too: the first in the order of the checks.

    ``idle``: that it has no order; if it is the first, it says the others in its sentence.
    """
    rank = ranks(checks)
    first = min((idle, *others), key=lambda complaint: rank[complaint.about])
    says = "; ".join([f"no order follows {name}", *(other.says for other in others)])
    return idle._replace(says=says) if others and first is idle else first


_DENIAL = re.compile(r"not|cannot|\w+n't|(?:do|does|did|ca|wo|must|should|would|could|need|is|are|was|has)nt")
"""Words that say what shall not be done: a line without them would say the opposite, so none is offered."""


def denial_in(words: Sequence[Word]) -> Word | None:
    """The first word that denies; ``never`` is the value of standing orders."""
    return next((word for word in words if denies(word)), None)


def denies(word: Word) -> bool:
    """Whether it is ``not`` or ends in ``n't``."""
    return not word.quoted and _DENIAL.fullmatch(word.text.strip(",:()[]")) is not None


def is_denied(line: str) -> bool:
    """Whether an order of the line, or a condition of one, is denied."""
    return any(denial_in(part.words) for part in split_orders(clean(line), 0))


def before_whole_side(said: str, verb: str, start: int, end: int, verb_start: int) -> Complaint:
    """Words before an order of the whole side, ``said`` as typed."""
    says = f"{verb} is an order of the whole side; leave out {said}"
    return Complaint(FORM, start, end, "syntax", says, (Change(start, verb_start, ""),))


def second_order(said: str) -> str:
    """What is said where the words of another order stand in one, of which the first are given as typed."""
    return f'a second order begins with "{said}"; put ; before it'


def out_of_place(word: Word, verb: Word, said: str) -> Complaint:
    """About a word before ``verb``, which ``said`` stands for, that only a standing order may have there."""
    says = f"{word.text} belongs before a standing order, and {said} is not one; leave it out"
    return Complaint(FORM, word.start, word.end, "syntax", says, (Change(word.start, verb.start, ""),))


def denied(complaints: Sequence[Complaint], words: Sequence[Word], line: str) -> Complaint | None:
    """The complaint in place of all others about an order that its words deny; None if they do not."""
    if not complaints or (denial := denial_in(words)) is None:
        return None
    said = cite(line, denial.start, denial.end)
    says = f"an order cannot be denied with {said}: if you do not want it, leave out the whole line"
    return complaints[0]._replace(says=says, changes=())


def too_short(verb: str, form: str, complaints: Sequence[Complaint], checks: tuple[str, ...]) -> list[Complaint]:
    """One complaint about a verb alone, for all that is missing: the first in the order of the checks.

    Of a unit out of play it says nothing: with the words that are missing it would be the second thing wrong.
    """
    rank = ranks(checks)
    first = min((one for one in complaints if one.code != "unit-gone"), key=lambda one: rank[one.about])
    return [first._replace(says=f"{verb} alone is too little: write {form}")]


def replacements(start: int, end: int, names: Iterable[str]) -> tuple[Change, ...]:
    """Each of the names in place of the words between two columns."""
    return tuple(Change(start, end, f'"{name}"' if " " in name else name) for name in names)


def together(line: ParsedLine, objections: Sequence[Objection], untimely: Sequence[Objection]) -> list[Objection]:
    """All objections to an order; to a verb alone it is one, which says that this is not its moment too."""
    if not (objections and untimely and line.order is None and line.spans.get("verb") == line.span):
        return [*objections, *untimely]
    first = min(objections, key=lambda one: one.rank)
    return [first._replace(says="; ".join([first.says, *(one.says for one in untimely)]))]


def objections(
    line: str, complaints: Sequence[Complaint], everything: Sequence[Complaint], rank: Mapping[str, int]
) -> tuple[Objection, ...]:
    """The complaints of one order, ranked; each corrected line mends what it can of ``everything`` said about the
    line."""
    if len(line) > SHOWN or len(everything) > MOST:
        return tuple(Objection(rank[c.about], c.start, c.end, c.code, c.says) for c in complaints)
    likeliest = dict.fromkeys(c.changes[0] for c in everything if c.changes)
    mended = [tuple(new for change in c.changes if (new := _changed(line, [change, *likeliest]))) for c in complaints]
    return tuple(
        Objection(rank[c.about], c.start, c.end, c.code, c.says, lines)
        for c, lines in zip(complaints, mended, strict=True)
    )


def _changed(line: str, changes: Iterable[Change]) -> str:
    """The line after these changes; of two that touch the same columns the first counts."""
    made = list[Change]()
    for change in changes:
        if (
            all(change.end <= other.start or change.start >= other.end for other in made if other != change)
            and change not in made
        ):
            made.append(change)
    for start, end, words in sorted(made, reverse=True):
        line = line[:start] + words + line[end + (not words and _has_inch_mark(line, start, end)) :]
    return line.strip()


def _has_inch_mark(line: str, start: int, end: int) -> bool:
    """Whether the number in these columns is followed by ", which without the number would open a quote."""
    return line[end : end + 1] == '"' and line[start:end][-1:].isdigit() and not line.count('"', 0, start) % 2
