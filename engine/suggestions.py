"""Suggestions for refused orders: whole lines that are accepted when they are typed in place of the line as written.

None ends a phase that its writer did not mean to end, and none throws anything away.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Generic

from engine.contract import Commit, Done, Order, StandingOrder, replace
from engine.language.complaint import SHOWN, is_denied
from engine.language.condition_words import asked_conditions, conditions_in, times_in
from engine.language.words import Span
from engine.opposite_words import asks_for_nothing, says_opposite
from engine.shorter_lines import (
    OrdersApart,
    order_for_each,
    orders_apart,
    says_either,
    without,
    without_ending,
    without_order,
)
from engine.similar_orders import LAST, Lookups, M, SimilarOrders
from engine.verdict import Verdict, with_suggestions

MOST_JUDGED, MOST_OF_LINE = 150, 30
"""Orders that are judged for the suggestions of one message, and of one of its lines; what comes later goes without,
so that a hundred bad lines stay quick."""
DEEP = 3
"""How many orders of a line one suggestion may replace."""
MISPLACED = ("wrong-phase", "unknown-verb")
"""Codes of orders that this phase has not: their writers are told one that it has, which is no suggestion."""
WIDE = 4
"""Replacements that are tried for each of them."""


class Suggestions(Generic[M]):
    """The suggestions for one message.  ``left``: how many more orders may be judged."""

    def __init__(self, lookups: Lookups[M]) -> None:
        self.lookups, self.similar, self.left = lookups, SimilarOrders(lookups), MOST_JUDGED

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


class _Repair(Generic[M]):
    """Finds lines that work in place of the line that these orders are ``written`` in."""

    def __init__(self, suggestions: Suggestions[M], written: Sequence[Verdict], moment: M) -> None:
        self._suggestions, self._moment = suggestions, moment
        self._kinds = {verdict.kind for verdict in written}
        self._accepted = dict.fromkeys(verdict.echo for verdict in written if verdict.accepted and verdict.echo)
        self._warned = {verdict.echo for verdict in written if verdict.accepted and verdict.warning}
        self._found: dict[tuple[str, int], str] = {}
        self._known: dict[str, Sequence[Verdict]] = {}
        self._known_others: dict[tuple[str, Span], list[str]] = {}
        self._known_apart: dict[tuple[str, Span], OrdersApart] = {}
        self._least = suggestions.left - MOST_OF_LINE
        told = (line for verdict in written for problem in verdict.problems for line in problem.suggestions)
        self._text = written[0].line.text
        self._times = times_in(self._text)
        self._conditions = max([asked_conditions(self._text), *(bool(conditions_in(line)) for line in told)])
        """How many conditions what is written has: without one of them, a line may run when nobody wants it to."""

    def with_suggestions(self, verdict: Verdict) -> Verdict:
        """The verdict with the suggestions that work, a slip of the finger mended before all else; where none of its
        own does, with a similar order."""
        self._kinds |= self._kinds_as_typed(verdict)
        if is_denied(verdict.line.text):
            return with_suggestions(verdict, self._opposite_conditions(verdict))
        slips = tuple(islice(self._suggestions.lookups.corrections(verdict), WIDE))
        if _is_one_word(verdict) and slips and all(slip.kind and _must_be_typed(slip.kind) for slip in slips):
            return with_suggestions(verdict, ())
        lookups, split = self._suggestions.lookups, self._orders_apart(verdict)
        each = order_for_each(verdict, lookups.names_in, lookups.own_units())
        apart = islice(chain(without_ending(verdict), split.lines, each), 2 * WIDE)
        if works := [line for line in apart if self._mended(line, 0) == line and self._keeps_conditions(line)]:
            return with_suggestions(verdict, tuple(works[:1] if works[0] in split.lines else works))
        halves = (self._mended(line, DEEP - 1) for line in split.lines if split.several)
        if works := [line for line in halves if line and self._says_as_much(verdict, line)]:
            return with_suggestions(verdict, tuple(works[:1]))
        self._kinds |= {slip.kind for slip in slips if slip.kind}
        mended = self._all_working([slip.line for slip in slips], verdict)
        problems = [
            replace(problem, suggestions=self._all_working(problem.suggestions, verdict))
            for problem in verdict.problems
        ]
        others = chain.from_iterable(problem.suggestions for problem in problems[1:])
        fullest = self._suggestions.similar.fullest_first(verdict, (*mended, *problems[0].suggestions), others)
        problems[0] = replace(problems[0], suggestions=fullest)
        if not any(problem.suggestions for problem in problems):
            first = self._nearest_working(verdict) or self._last_resort(verdict)
            problems[0] = replace(problems[0], suggestions=(first,) if first else ())
            wrong = next((at for at, problem in enumerate(problems) if problem.code in MISPLACED), None)
            wrong = None if asks_for_nothing(verdict) else wrong
            if not first and wrong is not None and (line := self._line_of_phase()):
                said = problems[wrong].message
                says = f"{said} An order" if said.endswith("?") else f"{said}; an order"
                problems[wrong] = replace(problems[wrong], message=f"{says} of this phase is, for example: {line}")
        return replace(verdict, problems=tuple(problems))

    def _kinds_as_typed(self, verdict: Verdict) -> set[type[Order]]:
        """The kinds of orders that stand in the line as they are, but under a condition that cannot be read."""
        text = verdict.line.text.casefold()
        if verdict.kind or not self._conditions:
            return set()
        lines = dict.fromkeys(line for problem in verdict.problems for line in problem.suggestions)
        judged = (one for line in lines for one in self._judged(line) if one.kind and conditions_in(line))
        return {one.kind for one in judged if one.kind and one.line.text[slice(*one.line.span)].casefold() in text}

    def _opposite_conditions(self, verdict: Verdict) -> tuple[str, ...]:
        """Of lines in place of one that denies: those that only put its condition the other way round."""
        lines = dict.fromkeys(line for problem in verdict.problems for line in problem.suggestions)
        kept = (line for line in lines if conditions_in(line) and self._keeps_conditions(line))
        return tuple(line for line in kept if self._mended(line, 0) == line)

    def _keeps_conditions(self, line: str) -> bool:
        """Whether the line has as many as what is written, one at least where that says when and the line does not; a
        ``when`` in place of an ``if`` is one.
        """
        if not (self._conditions or self._times):
            return True
        by_itself = line.split() == ["when" if word.casefold() == "if" else word for word in self._text.split()]
        return conditions_in(line) + by_itself >= max(self._conditions, not self._times <= times_in(line))

    def _orders_apart(self, verdict: Verdict) -> OrdersApart:
        """The line with ``;`` between the orders that stand in this one."""
        order = (verdict.line.text, verdict.line.span)
        if order not in self._known_apart:
            lookups = self._suggestions.lookups
            self._known_apart[order] = orders_apart(verdict, lookups.is_unit, lookups.verbs())
        return self._known_apart[order]

    def _says_as_much(self, verdict: Verdict, line: str) -> bool:
        """Whether a line in place of a refused order keeps the conditions, turns nothing round, and does not give the
        order of one unit to another: of several orders for several units it leaves out none, of alternatives it makes
        no second order.
        """
        joins = line.count(";") > verdict.line.text.count(";") and says_either(verdict)
        if joins or not self._keeps_conditions(line) or says_opposite(verdict, line):
            return False
        names_in = self._suggestions.lookups.names_in
        unit = getattr(verdict.line.order or verdict.line.part, "unit", "")
        if unit and unit not in names_in(line):
            return False
        return not self._orders_apart(verdict).several or names_in(verdict.line.text) <= names_in(line)

    def _line_of_phase(self) -> str:
        """A line that only phases such as this one accept, whatever it is about, one that ends the phase only where all
        do; "" if none is found.
        """
        known = self._suggestions.lookups.ideas(self._moment)
        of_phase = (words for order, words in known if order.PHASES and not isinstance(order, StandingOrder))
        ideas = list(islice(of_phase, WIDE))
        goes_on = (line for idea in ideas if (line := self._mended(idea, 0)))
        ends = (idea for idea in ideas if (found := self._judged(idea)) and all(_works_and_ends(v) for v in found))
        return next(chain(goes_on, ends), "")

    def _nearest_working(self, verdict: Verdict) -> str:
        """The first line in place of this order's that works and names all that it names, else the first that works."""
        working, keeps = "", self._keeps_names(verdict)
        for other in self._others(verdict):
            if working and not keeps(other):
                break
            line = self._mended(other, DEEP - 1)
            if not line or not self._says_as_much(verdict, line):
                continue
            if keeps(line):
                return line
            working = working or line
        return working

    def _all_working(self, lines: Iterable[str], verdict: Verdict) -> tuple[str, ...]:
        """Those of the lines that work, or what does in their place and is still about the same types of unit."""
        keeps_types = self._suggestions.similar.keeps_types
        mended = ((line, self._mended(line, DEEP - 1)) for line in lines)
        working = dict.fromkeys(found for line, found in mended if found == line or keeps_types(verdict, found))
        return tuple(
            line for line in working if line not in ("", verdict.line.text) and self._says_as_much(verdict, line)
        )

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
        ender = next((v for v in verdicts if _is_ender(v)), None)
        if not verdicts or any(self._is_grave(v.kind, v) for v in verdicts if v.kind and not _is_ender(v)):
            return ""
        if ender:
            return self._mended(without(line, *ender.line.span), deep)
        refused = next((verdict for verdict in verdicts if not verdict.accepted), None)
        if refused is None:
            fresh = [verdict for verdict in verdicts if verdict.echo not in self._accepted]
            no_new_warning = all(not verdict.warning or verdict.echo in self._warned for verdict in verdicts)
            return line if fresh and no_new_warning and all(verdict.echo for verdict in fresh) else ""
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
        names, names_in = self._suggestions.similar.names_typed(refused), self._suggestions.lookups.names_in
        most = names | names_in(refused.line.text)
        return lambda line: names <= names_in(line) <= most

    def _others(self, refused: Verdict) -> Iterator[str]:
        """The line with a name before ``;`` joined to its order, a similar one, one of the same names, or without."""
        text, end = refused.line.text, refused.line.span[1]
        several = ";" in text and len(text) <= SHOWN
        if several and refused.kind is None and text[end:].lstrip().startswith(";"):
            yield f"{text[:end]} {text[end:].lstrip(' ;')}"
        if self._suggestions.left <= 0:
            if several:
                yield without_order(refused)
            return
        alike = self._suggestions.similar
        similar = list(islice(alike.of_same_words(refused, self._moment), WIDE))
        keeps = self._keeps_names(refused)
        yield from filter(keeps, similar)
        if several and keeps(bare := without_order(refused)):
            yield bare
        yield from islice(alike.of_same_names(refused, self._moment), WIDE)
        yield from similar
        if several:
            yield without_order(refused)

    def _last_resort(self, refused: Verdict) -> str:
        """The line with a legal order in place of the refused one, else with what was accepted of it and that order."""
        text, (start, end) = refused.line.text, refused.line.span
        self._least = min(self._least, self._suggestions.left - 4 * LAST)
        if self._suggestions.left <= 0:
            return ""
        for words in self._suggestions.similar.nearest(refused, self._moment):
            alone = "; ".join((*self._accepted, words))
            for line in dict.fromkeys((text[:start] + words + text[end:], alone)):
                if (found := self._mended(line, 0)) and self._says_as_much(refused, found):
                    return found
        return ""

    def _is_grave(self, kind: type[Order], verdict: Verdict) -> bool:
        """Whether no line with such an order is to be suggested: it throws something away, or it ends a phase and its
        writer did not write it."""
        discards = kind.DISCARDS or (verdict.line.order is not None and verdict.line.order.discards)
        return discards or ((verdict.ends or kind.ENDS or kind is Commit) and kind not in self._kinds)


def _is_ender(verdict: Verdict) -> bool:
    """Whether it is one on ``done`` or ``commit``."""
    return verdict.kind is not None and issubclass(verdict.kind, (Done, Commit))


def _works_and_ends(verdict: Verdict) -> bool:
    kind = verdict.kind
    return verdict.accepted and not verdict.warning and kind is not None and kind.ENDS and not _must_be_typed(kind)


def _is_one_word(verdict: Verdict) -> bool:
    return len(verdict.line.text[slice(*verdict.line.span)].split()) == 1


def _must_be_typed(kind: type[Order]) -> bool:
    """Whether no line offers such an order: where it is misspelt, the refusal asks whether it was meant."""
    return kind.DISCARDS or issubclass(kind, (Done, Commit))
