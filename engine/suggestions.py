"""Suggestions for refused orders: whole lines that are accepted when they are typed in place of the line as written.

None ends a phase that its writer did not mean to end, and none throws anything away.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Generic, Protocol, TypeVar

from engine.contract import Commit, Done, Order, replace
from engine.language.complaint import SHOWN
from engine.language.similarity import similar
from engine.language.slips import Correction
from engine.language.words import Span
from engine.shorter_lines import order_for_each, without, without_order
from engine.verdict import Verdict, with_suggestions

M = TypeVar("M")
"""The moment in which a line begins: a position, and what is known of it."""
M_contra = TypeVar("M_contra", contravariant=True)
MOST_JUDGED, MOST_OF_LINE = 150, 30
"""Orders that are judged for the suggestions of one message, and of one of its lines; what comes later goes without,
so that a hundred bad lines stay quick."""
DEEP = 3
"""How many orders of a line one suggestion may replace."""
WIDE = 4
"""Replacements that are tried for each of them."""
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

    def types_in(self, text: str) -> frozenset[str]:
        """The types of unit that a text names, also with a slip of the finger."""

    def verbs_to(self, name: str) -> Iterable[str]:
        """The verbs of orders to a unit of which that other unit or place is all that must be said."""


class Suggestions(Generic[M]):
    """The suggestions for one message.  ``left``: how many more orders may be judged."""

    def __init__(self, lookups: Lookups[M]) -> None:
        self.lookups, self.left = lookups, MOST_JUDGED
        self._of_units: tuple[Sequence[tuple[Order, str]], dict[str, list[tuple[Order, str]]]] = (), {}

    def for_line(self, verdicts: Sequence[Verdict], moment: M) -> tuple[Verdict, ...]:
        """The verdicts on the orders of one line, each refused one with lines that work in place of the whole line."""
        if all(verdict.accepted for verdict in verdicts):
            return tuple(verdicts)
        repair = _Repair(self, verdicts, moment)
        return tuple(verdict if verdict.accepted else repair.with_suggestions(verdict) for verdict in verdicts)

    def judged(self, line: str, moment: M) -> Sequence[Verdict]:
        """The verdicts on a line; none once the message has used up what it may cost."""
        verdicts = self.lookups.judge(line, moment) if self.left > 0 else ()
        self.left -= max(1, len(verdicts))
        return verdicts

    def similar_orders(self, verdict: Verdict, moment: M) -> Iterator[str]:
        """Lines with a legal order of the same verb and unit in place of the refused one, the most alike first."""
        start, end = verdict.line.span
        text, kind = verdict.line.text, verdict.kind
        if self.left <= 0 or len(text) > SHOWN:
            return
        unit = getattr(verdict.line.order or verdict.line.part, "unit", "")
        written, alike = text[start:end].casefold().split(), list[tuple[int, str]]()
        said = {*written, *(_verbs_meant(written, self.lookups.ideas(moment)) if kind is None else ())}
        for other, words in self._ideas_of(unit, moment):
            its = getattr(other, "unit", "")
            if kind in (None, type(other)) and self._is_about_same(verdict, other, words):
                common = len(said & _words(words))
                if kind or common > 1 or [its.casefold()] == written[:1]:
                    alike.append((common, words))
        for _, words in sorted(alike, key=lambda one: -one[0]):
            yield text[:start] + words + text[end:]

    def orders_naming(self, verdict: Verdict, moment: M) -> Iterator[str]:
        """Lines with an order of another kind that names all that the refused one names, its unit and another: legal
        ones, then whatever can be done to a unit."""
        start, end = verdict.line.span
        text, names = verdict.line.text, self.names_typed(verdict)
        unit = str(getattr(verdict.line.order or verdict.line.part, "unit", "")) or next(iter(text.split()), "").upper()
        if self.left <= 0 or len(text) > SHOWN or len(names) < 2 or unit not in names:
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

    def nearest_orders(self, verdict: Verdict, moment: M) -> Iterator[str]:
        """Orders of any kind that have a unit, the verb or a telling word in common with the refused one, legal ones,
        then samples: the same unit first, then the same verb, then orders of no unit, then the most words in common.

        One of each verb and unit comes before a second one.
        """
        if self.left <= 0 or len(verdict.line.text) > SHOWN:
            return
        for find in (self.lookups.ideas, self.lookups.samples):
            yield from islice(self._nearest(verdict, find(moment)), LAST)

    def _nearest(self, verdict: Verdict, orders: Sequence[tuple[Order, str]]) -> list[str]:
        """The texts of these orders, those nearest to the refused one first."""
        written = verdict.line.text[slice(*verdict.line.span)].casefold().split()
        unit, names = str(getattr(verdict.line.order or verdict.line.part, "unit", "")), self.names_typed(verdict)
        meant, seen = _verbs_meant(written, orders), Counter[tuple[str, str]]()
        said = frozenset(written)
        ranked = list[tuple[int, bool, bool, bool, int, str]]()
        for order, words in sorted(orders, key=lambda one: -len(names & self.lookups.names_in(one[1]))):
            its, verb = str(getattr(order, "unit", "")), str(order.__struct_config__.tag)
            alike = type(order) is verdict.kind or verb in meant
            common = said & _words(words)
            telling = alike or names & self.lookups.names_in(words) or any(len(word) > TELLING for word in common)
            if not (telling and self._is_about_same(verdict, order, words)):
                continue
            ranked.append((seen[verb, its], bool(unit) and its != unit, not alike, bool(its), -len(common), words))
            seen[verb, its] += 1
        return [words for *_, words in sorted(ranked, key=lambda one: one[:-1])]

    def _is_about_same(self, verdict: Verdict, order: Order, words: str) -> bool:
        """Whether an order of no unit has to do with the refused one: with its types, and if it is another kind of
        order also with its places."""
        if getattr(order, "unit", ""):
            return True
        same = verdict.kind in (None, type(order)) or bool(self.names_typed(verdict) & self.lookups.names_in(words))
        return same and self.keeps_types(verdict, words)

    def keeps_types(self, verdict: Verdict, line: str) -> bool:
        """Whether a line names a type of unit that was typed, if both name any."""
        typed = self.lookups.types_in(verdict.line.text[slice(*verdict.line.span)])
        return not (typed and (types := self.lookups.types_in(line))) or bool(typed & types)


@lru_cache(1024)
def _words(text: str) -> frozenset[str]:
    return frozenset(text.casefold().split())


def _verbs_meant(written: Sequence[str], ideas: Sequence[tuple[Order, str]]) -> set[str]:
    """The verbs of legal orders that words of an order without one look like."""
    verbs = {verb: verb for verb in dict.fromkeys(str(order.__struct_config__.tag) for order, _ in ideas)}
    return {verb for word in written[:4] for verb in similar(word, verbs)[:1]}


class _Repair(Generic[M]):
    """Finds lines that work in place of the line that these orders are ``written`` in."""

    def __init__(self, suggestions: Suggestions[M], written: Sequence[Verdict], moment: M) -> None:
        self._suggestions, self._moment = suggestions, moment
        self._kinds = {verdict.kind for verdict in written}
        self._accepted = dict.fromkeys(verdict.echo for verdict in written if verdict.accepted and verdict.echo)
        self._found, self._known = dict[tuple[str, int], str](), dict[str, Sequence[Verdict]]()
        self._known_others = dict[tuple[str, Span], list[str]]()
        self._least = suggestions.left - MOST_OF_LINE

    def with_suggestions(self, verdict: Verdict) -> Verdict:
        """The verdict with the suggestions that work, a slip of the finger mended before all else; where none of its
        own does, with a similar order."""
        slips = tuple(islice(self._suggestions.lookups.corrections(verdict), WIDE))
        if _is_one_word(verdict) and slips and all(slip.kind and _must_be_typed(slip.kind) for slip in slips):
            return with_suggestions(verdict, ())
        apart = islice(order_for_each(verdict, self._suggestions.lookups.names_in), WIDE)
        if works := [line for line in apart if self._mended(line, 0) == line]:
            return with_suggestions(verdict, tuple(works))
        self._kinds |= {slip.kind for slip in slips if slip.kind}
        mended = self._all_working([slip.line for slip in slips], verdict)
        problems = [
            replace(problem, suggestions=self._all_working(problem.suggestions, verdict))
            for problem in verdict.problems
        ]
        problems[0] = replace(problems[0], suggestions=tuple(dict.fromkeys((*mended, *problems[0].suggestions))))
        if not any(problem.suggestions for problem in problems):
            first = self._nearest_working(verdict) or self._last_resort(verdict)
            problems[0] = replace(problems[0], suggestions=(first,) if first else ())
        return replace(verdict, problems=tuple(problems))

    def _nearest_working(self, verdict: Verdict) -> str:
        """The first line in place of this order's that works and names all that it names, else the first that works."""
        working, keeps = "", self._keeps_names(verdict)
        for other in self._others(verdict):
            if working and not keeps(other):
                break
            if (line := self._mended(other, DEEP - 1)) and keeps(line):
                return line
            working = working or line
        return working

    def _all_working(self, lines: Iterable[str], verdict: Verdict) -> tuple[str, ...]:
        """Those of the lines that work, or what does in their place and is still about the same types of unit."""
        keeps_types = self._suggestions.keeps_types
        mended = ((line, self._mended(line, DEEP - 1)) for line in lines)
        working = dict.fromkeys(found for line, found in mended if found == line or keeps_types(verdict, found))
        return tuple(line for line in working if line and line != verdict.line.text)

    def _mended(self, line: str, deep: int) -> str:
        """The line without the full stop of prose, or one in which what is still refused is replaced; "" if none
        works.
        """
        line = line.rstrip(" .,!?;")
        if (line, deep) not in self._found:
            self._found[line, deep] = ""
            self._found[line, deep] = self._try(line, deep)
        return self._found[line, deep]

    def _try(self, line: str, deep: int) -> str:
        verdicts = self._judged(line)
        if not verdicts or any(self._is_grave(v.kind, v) for v in verdicts if v.kind):
            return ""
        if ender := next((v for v in verdicts if v.kind and issubclass(v.kind, (Done, Commit))), None):
            return self._mended(without(line, *ender.line.span), deep)
        refused = next((verdict for verdict in verdicts if not verdict.accepted), None)
        if refused is None:
            fresh = [verdict for verdict in verdicts if verdict.echo not in self._accepted]
            return line if fresh and all(verdict.echo and not verdict.warning for verdict in fresh) else ""
        others = (self._mended(other, deep - 1) for other in self._replaced(refused)) if deep else iter(())
        return next((other for other in others if other), "")

    def _judged(self, line: str) -> Sequence[Verdict]:
        """The verdicts on a line; none once this line has used up what it may cost."""
        if line not in self._known and self._suggestions.left > self._least:
            self._known[line] = self._suggestions.judged(line, self._moment)
        return self._known.get(line, ())

    def _replaced(self, refused: Verdict) -> Iterator[str]:
        """Lines that may do in place of the one with the refused order, those that name all that it names first."""
        own = list(islice(dict.fromkeys(line for problem in refused.problems for line in problem.suggestions), WIDE))
        kept = list(filter(keeps := self._keeps_names(refused), own))
        yield from kept
        if (others := self._known_others.get(order := (refused.line.text, refused.line.span))) is None:
            others = self._known_others[order] = list(self._others(refused))
        yield from filter(keeps, others) if len(kept) < len(own) else ()
        yield from own
        yield from others

    def _keeps_names(self, refused: Verdict) -> Callable[[str], bool]:
        """Whether a line names all that the refused order names, and nothing that its line does not."""
        names, names_in = self._suggestions.names_typed(refused), self._suggestions.lookups.names_in
        most = names | names_in(refused.line.text)
        return lambda line: names <= names_in(line) <= most

    def _others(self, refused: Verdict) -> Iterator[str]:
        """The line with a name before ``;`` joined to its order, a similar one, one of the same names, or without."""
        text, end = refused.line.text, refused.line.span[1]
        several = ";" in text and len(text) <= SHOWN
        if several and refused.kind is None and text[end:].lstrip().startswith(";"):
            yield f"{text[:end]} {text[end:].lstrip(' ;')}"
        similar = list(islice(self._suggestions.similar_orders(refused, self._moment), WIDE))
        keeps = self._keeps_names(refused)
        yield from filter(keeps, similar)
        if several and keeps(bare := without_order(refused)):
            yield bare
        yield from islice(self._suggestions.orders_naming(refused, self._moment), WIDE)
        yield from similar
        if several:
            yield without_order(refused)

    def _last_resort(self, refused: Verdict) -> str:
        """The line with a legal order in place of the refused one, else with what was accepted of it and that order."""
        text, (start, end) = refused.line.text, refused.line.span
        self._least = min(self._least, self._suggestions.left - 4 * LAST)
        for words in self._suggestions.nearest_orders(refused, self._moment):
            alone = "; ".join((*self._accepted, words))
            for line in dict.fromkeys((text[:start] + words + text[end:], alone)):
                if found := self._mended(line, 0):
                    return found
        return ""

    def _is_grave(self, kind: type[Order], verdict: Verdict) -> bool:
        """Whether no line with such an order is to be suggested: it throws something away, or it ends a phase and its
        writer did not write it."""
        discards = kind.DISCARDS or (verdict.line.order is not None and verdict.line.order.discards)
        return discards or ((verdict.ends or kind.ENDS or kind is Commit) and kind not in self._kinds)


def _is_one_word(verdict: Verdict) -> bool:
    return len(verdict.line.text[slice(*verdict.line.span)].split()) == 1


def _must_be_typed(kind: type[Order]) -> bool:
    """Whether no line offers such an order: where it is misspelt, the refusal asks whether it was meant."""
    return kind.DISCARDS or issubclass(kind, (Done, Commit))
