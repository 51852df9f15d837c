"""Orders that may do in place of a refused one, the most alike first: whether they work in its place is another
question.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Generic, Protocol, TypeVar

from engine.contract import Order
from engine.language.complaint import SHOWN
from engine.language.similarity import similar
from engine.language.slips import Correction
from engine.verdict import Verdict

M = TypeVar("M")
"""The moment in which a line begins: a position, and what is known of it."""
M_contra = TypeVar("M_contra", contravariant=True)
LAST = 10
"""Legal orders of any kind, and samples, that are tried where nothing like the refused order works."""
TELLING = 3
"""A word of more letters says what a line is about."""


class Lookups(Protocol[M_contra]):
    """What suggestions ask of the game."""

    def judge(self, line: str, moment: M_contra) -> Sequence[Verdict]:
        """The verdicts on a line at a moment, with lines that may do instead."""

    def ideas(self, moment: M_contra) -> Sequence[tuple[Order, str]]:
        """Legal orders then, each with its text."""

    def samples(self, moment: M_contra) -> Sequence[tuple[Order, str]]:
        """Orders of every kind then, legal or not."""

    def corrections(self, verdict: Verdict) -> Iterable[Correction]:
        """A refused order's line with one word spelled right."""

    def names_in(self, text: str) -> frozenset[str]:
        """The units, places and hexes that a text names."""

    def own_units(self) -> Sequence[str]:
        """The units of the side's own that are in play."""

    def is_unit(self, word: str) -> bool:
        """Whether a word names one unit of the side's own that is in play."""

    def types_in(self, text: str, *, slips: bool) -> frozenset[str]:
        """The types of unit that a text names; with ``slips`` also those misspelt by a slip of the finger."""

    def verbs(self) -> Container[str]:
        """The words with which orders begin, behind their unit."""

    def verbs_to(self, name: str) -> Iterable[str]:
        """The verbs of orders to a unit of which that other unit or place is all that must be said."""


class SimilarOrders(Generic[M]):
    """What is alike to a refused order, among all that the ``lookups`` know."""

    def __init__(self, lookups: Lookups[M]) -> None:
        self.lookups = lookups
        self._meant = dict[tuple[tuple[str, ...], tuple[type[Order], ...]], frozenset[str]]()
        self._of_units: tuple[Sequence[tuple[Order, str]], dict[str, list[tuple[Order, str]]]] = (), {}

    def of_same_words(self, verdict: Verdict, moment: M) -> Iterator[str]:
        """Lines with a legal order of the same verb and unit in place of the refused one, the most alike first."""
        start, end = verdict.line.span
        text, kind = verdict.line.text, verdict.kind
        if len(text) > SHOWN:
            return
        unit = getattr(verdict.line.order or verdict.line.part, "unit", "")
        written, alike = text[start:end].casefold().split(), list[tuple[int, str]]()
        said = {*written, *(self._verbs_meant(written, self.lookups.ideas(moment)) if kind is None else ())}
        for other, words in self._ideas_of(unit, moment):
            its = getattr(other, "unit", "")
            if kind in (None, type(other)) and self._is_about_same(verdict, other, words):
                common = len(said & _words(words))
                if kind or common > 1 or [its.casefold()] == written[:1]:
                    alike.append((common, words))
        for _, words in sorted(alike, key=lambda one: -one[0]):
            yield text[:start] + words + text[end:]

    def of_same_names(self, verdict: Verdict, moment: M) -> Iterator[str]:
        """Lines with an order of another kind that names all that the refused one names, its unit and another: legal
        ones, then whatever can be done to a unit."""
        start, end = verdict.line.span
        text, names = verdict.line.text, self.names_typed(verdict)
        unit = str(getattr(verdict.line.order or verdict.line.part, "unit", "")) or next(iter(text.split()), "").upper()
        if len(text) > SHOWN or len(names) < 2 or unit not in names:
            return
        for _, words in self._ideas_of(unit, moment):
            if names <= self.lookups.names_in(words):
                yield text[:start] + words + text[end:]
        for target in sorted(names - {unit})[: 3 - len(names)]:
            yield from (f"{text[:start]}{unit} {verb} {target}{text[end:]}" for verb in self.lookups.verbs_to(target))

    def _ideas_of(self, unit: str, moment: M) -> Sequence[tuple[Order, str]]:
        """The legal orders to a unit; of "" all."""
        ideas = self.lookups.ideas(moment)
        if self._of_units[0] is not ideas:
            self._of_units = ideas, {"": list(ideas)}
            for idea in ideas:
                if its := getattr(idea[0], "unit", ""):
                    self._of_units[1].setdefault(its, []).append(idea)
        return self._of_units[1].get(unit, ())

    def names_typed(self, verdict: Verdict) -> frozenset[str]:
        """The units and places that an order names, as it was typed."""
        unit = getattr(verdict.line.order or verdict.line.part, "unit", "")
        typed = self.lookups.names_in(verdict.line.text[slice(*verdict.line.span)])
        return typed | {unit} if unit else typed

    def nearest(self, verdict: Verdict, moment: M) -> Iterator[str]:
        """Orders of any kind that have a unit, the verb or a telling word in common with the refused one, legal ones,
        then samples: the same unit first, then the same verb, then orders of no unit, then the most words in common.

        One of each verb and unit comes before a second one.  Where the unit is known, others have the same verb.
        """
        if len(verdict.line.text) > SHOWN:
            return
        for find in (self.lookups.ideas, self.lookups.samples):
            yield from islice(self._nearest(verdict, find(moment)), LAST)

    def _nearest(self, verdict: Verdict, orders: Sequence[tuple[Order, str]]) -> list[str]:
        """The texts of these orders, those nearest to the refused one first."""
        written = verdict.line.text[slice(*verdict.line.span)].casefold().split()
        unit, names = str(getattr(verdict.line.order or verdict.line.part, "unit", "")), self.names_typed(verdict)
        meant, seen = self._verbs_meant(written, orders), Counter[tuple[str, str]]()
        said = frozenset(written)
        related = list[tuple[int, str, str, bool, int, str]]()
        verbs = {kind: str(kind.__struct_config__.tag) for kind in {type(order) for order, _ in orders}}
        for order, words in orders:
            verb, its = verbs[type(order)], str(getattr(order, "unit", ""))
            alike = type(order) is verdict.kind or verb in meant
            if unit and its not in ("", unit):
                continue
            common = said & _words(words)
            both = len(names & self.lookups.names_in(words)) if names else 0
            telling = alike or both or any(len(word) > TELLING for word in common)
            if telling and self._is_about_same(verdict, order, words):
                related.append((both, its, verb, alike, len(common), words))
        ranked = list[tuple[int, bool, bool, bool, int, str]]()
        for _, its, verb, alike, shared, words in sorted(related, key=lambda one: -one[0]):
            ranked.append((seen[verb, its], bool(unit) and its != unit, not alike, bool(its), -shared, words))
            seen[verb, its] += 1
        return [words for *_, words in sorted(ranked, key=lambda one: one[:-1])]

    def _verbs_meant(self, written: Sequence[str], orders: Sequence[tuple[Order, str]]) -> frozenset[str]:
        """The verbs of these orders that words of an order without one look like."""
        key = tuple(written[:4]), tuple(dict.fromkeys([type(order) for order, _ in orders]))
        if key not in self._meant:
            verbs = {verb: verb for verb in [str(kind.__struct_config__.tag) for kind in key[1]]}
            self._meant[key] = frozenset([verb for word in key[0] for verb in similar(word, verbs)[:1]])
        return self._meant[key]

    def _is_about_same(self, verdict: Verdict, order: Order, words: str) -> bool:
        """Whether an order is for now if the refused one is, and, if of no unit, has to do with it: with its types, and
        if it is another kind of order also with its places."""
        if verdict.kind and order.ANYTIME > verdict.kind.ANYTIME:
            return False
        if getattr(order, "unit", ""):
            return True
        same = verdict.kind in (None, type(order)) or bool(self.names_typed(verdict) & self.lookups.names_in(words))
        return same and self.keeps_types(verdict, words)

    def fullest_first(self, verdict: Verdict, lines: Sequence[str], others: Iterable[str]) -> tuple[str, ...]:
        """The lines, each once, those first that leave out the fewest types of unit that were typed; ``others`` among
        them that leave out fewer than all the lines.
        """
        typed = self._types_typed(verdict)

        def left_out(line: str) -> int:
            return len(typed - self.lookups.types_in(line, slips=False))

        best = min(map(left_out, lines), default=len(typed))
        fuller = [line for line in others if left_out(line) < best]
        return tuple(sorted(dict.fromkeys((*lines, *fuller)), key=left_out))

    def keeps_types(self, verdict: Verdict, line: str) -> bool:
        """Whether a line names a type of unit that was typed, if both name any, in no more orders than were typed."""
        typed, types = self._types_typed(verdict), self.lookups.types_in(line, slips=False)
        several = line.count(";") > verdict.line.text.count(";")
        return not (typed and types) or (bool(typed & types) and not several)

    def _types_typed(self, verdict: Verdict) -> frozenset[str]:
        """The types of unit that an order names, also those misspelt."""
        return self.lookups.types_in(verdict.line.text[slice(*verdict.line.span)], slips=True)


@lru_cache(1024)
def _words(text: str) -> frozenset[str]:
    return frozenset(text.casefold().split())
