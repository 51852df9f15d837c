"""Orders of a whole side in canonical spelling, in games that count units by type: read by their words alone.

``move 3 infantry, 1 tank Fort to Ridge``, ``losses land: infantry > tank``, ``retreat sea after round 2 to sz1``.
Whatever could mean something else as well, such as a place called like a type, is left to the long way of reading.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.contract import StandingOrder, Vocabulary, kept_for_latest
from engine.contract.unit_counts import ALL, JOINTS

from .counted_units import DEFAULT, EVERYWHERE
from .grammar import Grammar, GrammarSlot, Sentence
from .name_tables import place_table
from .slots import FILLERS
from .words import Span

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_FIGURE = re.compile(r"0|[1-9][0-9]?")
_RESERVED = frozenset({ALL, DEFAULT, "then", *JOINTS, *FILLERS})
_Taken = tuple[Any, int]
"""A value, and the index after its last word."""


class _Types(NamedTuple):
    """``words``: the word of a type for one, and for several -> the type; ``parts``: all that words of types consist
    of.
    """

    words: tuple[Mapping[str, str], Mapping[str, str]]
    parts: frozenset[str]


@kept_for_latest
def _types(known: Mapping[str, tuple[str, ...]]) -> _Types:
    """Of words for types those that are letters alone and mean one type."""
    meant = {word: kind for kind, words in known.items() for word in words}
    said = tuple({words[nth % len(words)]: kind for kind, words in known.items()} for nth in (0, 1))
    one, several = ({w: k for w, k in each.items() if meant[w] == k and _PLAIN.fullmatch(w)} for each in said)
    return _Types((one, several), frozenset(part for word in meant for part in word.split(" ")))


@kept_for_latest
def _plain_places(vocabulary: Vocabulary) -> frozenset[str]:
    """The places that one word names and that are no other word of the game, nor begin the name of another place."""
    table = place_table(vocabulary)
    begun = {name.split(" ", 1)[0] for name in table if " " in name}
    others = _types(vocabulary.forces.words).parts, _scope_words(vocabulary.forces.scopes), _RESERVED, begun
    plain: set[str] = set()
    for at in dict.fromkeys(vocabulary.places.values()):
        said = at.casefold()
        if _PLAIN.fullmatch(at) and table[said] == at and not any(said in taken for taken in others):
            plain.add(at)
    return frozenset(plain)


@kept_for_latest
def _scope_words(scopes: Mapping[str, str]) -> frozenset[str]:
    return frozenset(part for scope in scopes for part in scope.split(" "))


def read_counts(
    words: list[str], start: int, plan: Grammar, vocabulary: Vocabulary
) -> tuple[Sentence, dict[str, Any], dict[str, Span]] | None:
    """The sentence, its values and their columns by field; None if the long way must look.  ``start``: the column of
    the first word.
    """
    if vocabulary.units or vocabulary.board or plan.called or not all(words):
        return None
    reader = _Reader(words, start, plan, vocabulary)
    return (reader.sentence, reader.values, reader.spans) if reader.sentence and reader.fill() else None


class _Reader:
    """One order being read.  ``colon``: how many words stand before a colon; -1 if there is none."""

    def __init__(self, words: list[str], start: int, plan: Grammar, vocabulary: Vocabulary) -> None:
        self.colon = next((at for at, word in enumerate(words, 1) if word[-1] == ":"), -1)
        self.words, self.verbs, self.vocabulary = words, plan.verbs, vocabulary
        if self.colon > 0:
            self.words = [*words[: self.colon - 1], words[self.colon - 1][:-1], *words[self.colon :]]
        self.sentence = self._sentence(plan)
        self.values: dict[str, Any] = {}
        self.spans = {"verb": (start, start + len(self.words[0]))}
        self._typed, self._start = words, start

    def _sentence(self, plan: Grammar) -> Sentence | None:
        verb = self.words[0]
        sentence = plan.verbs.get(verb)
        if sentence is None or verb != sentence.verb or issubclass(sentence.kind, StandingOrder):
            return None
        said = [word.casefold() for word in self.words[1:]]
        if not plan.phrases.keys().isdisjoint(said):
            return None
        other = plan.marked.get(verb)
        return other if other and not other.marks.isdisjoint(said) else sentence

    def fill(self) -> bool:
        """Whether the words after the verb fill the slots one by one."""
        slots, at, count = self.sentence.slots if self.sentence else (), 1, len(self.words)
        ranking = self.sentence is not None and self.sentence.ranking is not None
        if ranking != (self.colon > 0 or self.words[1:] == [DEFAULT]):
            return False
        for gap in slots:
            led = bool(gap.lead) and not gap.silent and gap.noun != "scope"
            if gap.noun != "scope" and (at == count or (led and self.words[at] != gap.lead)):
                if gap.needed:
                    return False
                continue
            at += led
            taken = self._value(gap, at) if at < count else None
            if taken is None:
                return False
            self.values[gap.field], end = taken
            if end > at:
                self.spans[gap.field] = self._columns(at, end)
            at = end
        return at == count

    def _columns(self, at: int, end: int) -> Span:
        """Where the words from ``at`` up to ``end`` stand in the line."""
        begin = self._start + sum(map(len, self._typed[:at])) + at
        return begin, begin + len(" ".join(self._typed[at:end]).rstrip(":,"))

    def _value(self, gap: GrammarSlot, at: int) -> _Taken | None:
        match gap.noun:
            case "scope":
                return self._scope(at)
            case "force":
                return self._force(gap, at)
            case "ranking":
                return self._ranking(at)
            case "terms":
                return self._terms(gap, at)
            case "number":
                return self._number(gap, at)
            case "place" if gap.many:
                places = tuple(self.words[at:])
                return (places, len(self.words)) if all(map(self._is_place, places)) else None
            case "place":
                word = self.words[at]
                return (word, at + 1) if word in gap.also or self._is_place(word) else None
        return None

    def _is_place(self, word: str) -> bool:
        """Whether it can only be a place here."""
        if self.sentence is None or word not in _plain_places(self.vocabulary):
            return False
        said = word.casefold()
        if said in self.verbs or said in self.sentence.stops:
            return False
        return said not in [gap.field for gap in self.sentence.slots]

    def _scope(self, at: int) -> _Taken | None:
        """What stands before a colon, or before the terms."""
        marks = self.sentence.marks if self.sentence else ()
        end = max(at, self.colon) if not marks else at
        while marks and end < len(self.words) and self.words[end] not in marks:
            end += 1
        said = " ".join(self.words[at:end])
        if end == at:
            return EVERYWHERE, at
        if self.vocabulary.forces.scopes.get(said) == said:
            return said, end
        return (said, end) if self._is_place(said) else None

    def _force(self, gap: GrammarSlot, at: int) -> _Taken | None:
        """``3 infantry, 1 tank``, each type once; ``all`` of a type or of all."""
        if self.words[at] in gap.also - {ALL}:
            return (), at + 1
        lots: dict[str, int] = {}
        types, more = _types(self.vocabulary.forces.words), True
        while more and at + 1 < len(self.words):
            said, word = self.words[at], self.words[at + 1]
            number = 0 if said == ALL and ALL in gap.also else int(said) if _FIGURE.fullmatch(said) else -1
            more = word[-1:] == ","
            kind = types.words[number != 1].get(word[:-1] if more else word, "")
            if number < (said != ALL) or not kind or kind in lots:
                return None
            lots[kind] = number
            at += 2
        return None if more else (tuple((number, kind) for kind, number in lots.items()), at)

    def _ranking(self, at: int) -> _Taken | None:
        """``infantry > tank``, or ``default``."""
        words, end = self.words, len(self.words)
        if words[at:] == [DEFAULT]:
            return (), end
        known, _ = _types(self.vocabulary.forces.words).words
        kinds, signs = words[at::2], words[at + 1 :: 2]
        good = len(kinds) > len(signs) and all(known.get(kind) == kind and len(kind) > 1 for kind in kinds)
        return (tuple(kinds), end) if good and all(sign == ">" for sign in signs) else None

    def _terms(self, gap: GrammarSlot, at: int) -> _Taken | None:
        """``after round 2``, ``when attackers < defenders``; the number is a value of its own."""
        leads = self.sentence.leads if self.sentence else ()
        end = next((i for i in range(at + 1, len(self.words)) if self.words[i].casefold() in leads), len(self.words))
        said = self.words[at:end]
        figure = next((word for word in said if word.isdigit()), "")
        form = " ".join("N" if word == figure else word for word in said)
        value = next((value for value, words in gap.terms if words == form), None)
        least, most = gap.bounds or (0, 99)
        if value is None or (figure and not (_FIGURE.fullmatch(figure) and least <= int(figure) <= most)):
            return None
        self.values["n"] = int(figure) if figure else None
        return value, end

    def _number(self, gap: GrammarSlot, at: int) -> _Taken | None:
        """A number, and the word that belongs after it."""
        least, most = gap.bounds or (0, 99)
        if not _FIGURE.fullmatch(self.words[at]) or not least <= int(self.words[at]) <= most:
            return None
        return int(self.words[at]), at + 1 + (self.words[at + 1 : at + 2] in ([word] for word in gap.after))
