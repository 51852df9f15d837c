"""Slips of the finger: the command word that was meant, where one letter is swapped, missing, too many or wrong."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.contract import Order

from .complaint import SHOWN
from .grammar import Grammar, grammar
from .names import NameLookup
from .words import IN_FIGURES, PLAIN, TOGETHER, Span, Word, normalized

_WORD = re.compile(r"\"[^\"]*\"|[^\W\d_][\w-]*")
ENGLISH = PLAIN | TOGETHER | IN_FIGURES.keys()
"""Words that are no slips of others."""
LONGEST = 20
"""Letters of the longest word that is looked at."""


class Correction(NamedTuple):
    """A whole line with one word corrected.  ``kind``: the order whose verb it is, None for any other word."""

    line: str
    kind: type[Order] | None


def corrections(line: str, span: Span, kinds: tuple[type[Order], ...], names: NameLookup) -> Iterator[Correction]:
    """The line with one word of an order corrected, the likeliest slip first; none of a line over SHOWN.

    A verb in quotes, which make it a name, is one.
    """
    if len(line) > SHOWN:
        return
    verbs, known, found = grammar(kinds).verbs, _command_words(kinds, names), list[tuple[int, int, str, Correction]]()
    named = {word for name, _ in names.whole_names(line[slice(*span)]) for word in name.split(" ")}
    for typed in _WORD.finditer(line, *span):
        said = normalized(typed[0])
        is_name = said in named or said in names.forces.meant
        bare = said.strip('"')
        if bare in verbs and (quoted := _in_quotes(line, typed.span())):
            without = f"{line[: quoted[0]]}{bare}{line[quoted[1] :]}"
            found.append((0, typed.start(), bare, Correction(without, verbs[bare].kind)))
        if said in known or said in ENGLISH or is_name or not 1 < len(said) <= LONGEST:
            continue
        for word in known:
            if likely := _slip(said, word):
                mended = f"{line[: typed.start()]}{known[word]}{line[typed.end() :]}"
                kind = verbs[word].kind if word in verbs else None
                found.append((likely, typed.start(), word, Correction(mended, kind)))
    yield from (correction for *_, correction in sorted(found, key=lambda one: one[:-1]))


def _in_quotes(line: str, span: Span) -> Span | None:
    """The columns of a word with the quotes around it, None without."""
    start, end = span
    if line[start] == '"':
        return span
    return (start - 1, end + 1) if start and line[start - 1] == line[end : end + 1] == "'" else None


def is_slip(said: str, word: str) -> bool:
    """Whether a word, in small letters, is another one with a letter swapped, missing, too many or wrong."""
    return bool(_slip(said, word))


def types_in(text: str, names: NameLookup, *, slips: bool) -> frozenset[str]:
    """The types of unit that a text names; with ``slips`` also those misspelt by a slip of the finger."""
    known, found = {**names.types, **names.forces.meant}, set[str]()
    for said in {normalized(word[0]) for word in _WORD.finditer(text) if known}:
        if said in known:
            found.add(known[said])
        elif slips:
            found |= {kind for name, kind in known.items() if is_slip(said, name)}
    return frozenset(found)


def misspells_order(word: Word, plan: Grammar, names: NameLookup) -> bool:
    """Whether a word is an order of the whole side with a slip in it, and no unit's name: ``chose a``."""
    alike = len(word.text) > 2 and any(is_slip(word.text, verb) for verb in plan.bare)
    return alike and not word.quoted and not names.unit(word.text)


def _command_words(kinds: tuple[type[Order], ...], names: NameLookup) -> dict[str, str]:
    """All words of orders that are no names, as they are compared -> as they are written."""
    policies = names.vocabulary.policies
    answers = [*policies, *(word for words in policies.values() for word in words)]
    return {**_grammar_words(kinds), **{word.casefold(): word for word in answers if len(word) > 1}}


@lru_cache(64)
def _grammar_words(kinds: tuple[type[Order], ...]) -> dict[str, str]:
    plan = grammar(kinds)
    found = {verb: verb for verb in plan.words}
    for sentence in plan.sentences:
        for slot in sentence.slots:
            found |= {lead: lead for lead in slot.leads} | dict(slot.choices)
    return {word: written for word, written in found.items() if len(word) > 1}


@lru_cache(8192)
def _slip(said: str, word: str) -> int:
    """How far a word is from what was said: 0 if by more than one slip, else 1 (two letters swapped) to 4 (a wrong
    one)."""
    more = len(said) - len(word)
    if said == word or not -1 <= more <= 1:
        return 0
    at = next((n for n, (a, b) in enumerate(zip(said, word, strict=False)) if a != b), min(len(said), len(word)))
    if more == 1:
        return (2 if said[at - 1 : at] == said[at : at + 1] else 3) if said[:at] + said[at + 1 :] == word else 0
    if more == -1:
        return 3 if said == word[:at] + word[at + 1 :] else 0
    if said[at : at + 2] == word[at : at + 2][::-1] and said[at + 2 :] == word[at + 2 :]:
        return 1
    return 4 if said[at + 1 :] == word[at + 1 :] else 0
