"""The words of a line that may make it wait: what conditions begin with, and how many a line has."""

from collections.abc import Sequence
from itertools import pairwise

from .words import Part, Word, clean, list_number, split_orders

OPENERS = frozenset({"if", "when", "whenever", "once", "unless"})
"""What conditions begin with; only ``if`` is read."""
ANYWHERE = frozenset({"if", "unless"})
"""Those that begin a condition wherever they stand."""
LIKE = OPENERS | {"as", "provided", "assuming", "while", "until", "after", "in", "iff"}
"""Words that begin a condition where they begin a line: behind a semicolon, ``when`` may belong to an order."""
MORE = frozenset({"and", "or", "but", "nor", "else", "otherwise"})
"""Words of which a condition asks more than one thing, or that say what shall be done if it is not met."""
TIMES = frozenset({"when", "whenever", "once", "while", "whilst", "until", "till", "after", "before"})
"""Words that may say when an order shall run, and in some orders mean something else."""
ABLE = frozenset({"possible", "can", "able"})
"""Words behind an ``as soon as`` that opens no condition."""
REPEATED = frozenset({"more", "again"})
"""Words behind a ``once`` that opens no condition."""
WHEN = "when"
"""What opens the condition that is part of an order."""
TURNED = frozenset({"except", "even", "only", "not"})
"""Words before a condition that change what it means."""


def opening_at(words: Sequence[Word], at: int) -> int:
    """How many words open a condition there; 0 for ``at once`` and ``once more``, which say nothing of when."""
    word, *more = words[at : at + 3]
    if word.quoted:
        return 0
    if word.text == "as":
        after = {one.text for one in words[at + 3 : at + 5]}
        return 3 if [one.text for one in more] in (["soon", "as"], ["long", "as"]) and not after & ABLE else 0
    if word.text == "once" and (not more or more[0].text in REPEATED or (at and words[at - 1].text == "at")):
        return 0
    return int(word.text in OPENERS)


def asked_conditions(line: str) -> int:
    """How many conditions the orders of a line surely have, however they are put.

    More than can be read where one asks more than one thing, says what shall be done otherwise, or means its opposite.
    """
    parts = [part.words for part in _parts(line) if part.words]
    inside = sum(not word.quoted and word.text in ANYWHERE for words in parts for word in words)
    inside += sum(opening_at(words, at) == 3 for words in parts for at in range(1, len(words)))
    begun = any(not words[0].quoted and words[0].text in LIKE - ANYWHERE for words in parts[:1])
    more = sum(not word.quoted and word.text in MORE for words in parts for word in words)
    turned = sum(one.text in TURNED and two.text in OPENERS for words in parts for one, two in pairwise(words))
    return inside + begun + more + turned if inside + begun else 0


def times_in(line: str) -> frozenset[str]:
    """The words of a line that may say when its orders shall run."""
    told = ((part.words, at, word) for part in _parts(line) for at, word in enumerate(part.words) if not word.quoted)
    return TIMES & {word.text for words, at, word in told if word.text != "once" or opening_at(words, at)}


def conditions_in(line: str) -> int:
    """How many conditions the orders of a line have, as they are read."""
    return sum(map(opens_if, _parts(line)))


def _parts(line: str) -> list[Part]:
    cleaned = clean(line)
    return split_orders(cleaned, list_number(cleaned)[1])


def opens_if(part: Part) -> bool:
    """Whether a part of a line begins with ``if``."""
    return bool(part.words) and part.words[0].text == "if" and not part.words[0].quoted
