"""Reading: every word is either used or complained about, and every complaint points at its words."""

from collections.abc import Sequence

from engine.contract import Condition, Order, Vocabulary

from .canonical_lines import read_canonical
from .complaint import Change, Complaint, objections
from .condition_words import opens_if
from .conditions import ConditionReader, unreadable
from .examples import RULEBOOK, Examples
from .grammar import Grammar, grammar
from .kept_lines import kept_lines
from .line import ParsedLine, ranks
from .line_parser import LineParser
from .names import NameLookup
from .partial_order import PartialOrder
from .words import Part, Word, clean, code_fence, find_colon, list_number, split_orders


def read(
    text: str, kinds: Sequence[type[Order]], vocabulary: Vocabulary, examples: Examples = RULEBOOK
) -> tuple[ParsedLine, ...]:
    """Every order of a message, good or not, in the order written.  Takes any text; nothing is raised."""
    return read_with(NameLookup(vocabulary, examples), text, kinds)


def read_with(names: NameLookup, text: str, kinds: Sequence[type[Order]]) -> tuple[ParsedLine, ...]:
    """As ``read``, for several texts with the same names: their tables are made once."""
    vocabulary, plan = names.vocabulary, grammar(tuple(kinds), names.vocabulary.models.verb_letters)
    lines: list[ParsedLine] = []
    names.forget_nearby()
    for number, row in enumerate(text.splitlines(), 1):
        if row:
            short = read_canonical(number, row, plan, vocabulary)
            lines += _read_at_length(number, row, plan, names) if short is None else short
    return tuple(lines)


def _read_at_length(number: int, row: str, plan: Grammar, names: NameLookup) -> Sequence[ParsedLine]:
    """One line, word by word."""
    return kept_lines(number, row, names, plan, lambda: _Row(number, row, plan, names).read())


class _Row:
    """One line of a message, with the ``if`` that covers the rest of it."""

    def __init__(self, number: int, text: str, plan: Grammar, names: NameLookup) -> None:
        self.number, self.text, self.plan, self.names = number, text, plan, names
        self.cleaned = clean(text)
        self.conditions = ConditionReader(text, self.cleaned, names, self.plan)
        self.condition: Condition | None = None
        self.waits = False

    def read(self) -> list[ParsedLine]:
        """An ``if`` that cannot be read takes all that it covers with it: the rest of the line is then one refused
        order."""
        chain, drafts, spoilt = (
            LineParser(self.text, self.plan, self.names),
            list[tuple[PartialOrder, Condition | None]](),
            list[PartialOrder](),
        )
        parts = self._parts()
        for nth, part in enumerate(parts, 1):
            wrong, words = self._if(part) if opens_if(part) else self._misplaced_if(part, parts[nth:])
            draft = self._draft(chain, part, words)
            if wrong or spoilt:
                draft.complaints[:0] = wrong
                end = max([draft.span[1], *(complaint.end for complaint in wrong)])
                spoilt.append(draft._replace(span=(draft.span[0], end)))
            else:
                drafts.append((draft, self.condition))
        if spoilt:
            whole = [c for d in spoilt for c in d.complaints]
            drafts.append((PartialOrder((spoilt[0].span[0], spoilt[-1].span[1]), whole), None))
        return self._lines(drafts)

    def _parts(self) -> Sequence[Part]:
        if self.cleaned.isalnum():
            return split_orders(self.cleaned, 0)
        tag = code_fence(self.cleaned)
        if tag is not None and tag not in self.plan.verbs:
            return ()
        item, start = list_number(self.cleaned)
        return split_orders(self.cleaned, 0 if item in self.names.ids else start)

    def _lines(self, drafts: Sequence[tuple[PartialOrder, Condition | None]]) -> list[ParsedLine]:
        everything, rank = [c for draft, _ in drafts for c in draft.complaints], ranks(self.names.vocabulary.checks)
        return [
            ParsedLine(
                self.number,
                self.text,
                d.span,
                d.order,
                d.kind,
                condition,
                d.spans,
                objections(self.text, d.complaints, everything, rank) if d.complaints else (),
                d.part,
            )
            for d, condition in drafts
        ]

    def _draft(self, chain: LineParser, part: Part, words: Sequence[Word]) -> PartialOrder:
        start = part.words[0].start if part.words else part.odd
        if part.odd >= 0:
            end = len(self.text.rstrip())
            return PartialOrder((start, end), [self._odd_quote(part.odd, end)])
        if not words:
            return PartialOrder((start, part.words[-1].end), [])
        return chain.order(words)

    # conditions
    def _if(self, part: Part) -> tuple[list[Complaint], list[Word]]:
        """Reads the ``if`` that opens a part: complaints about it, and the words after its colon."""
        first, at = part.words[0], find_colon(self.cleaned, part.words[0].start)
        rest = [w for w in part.words[1:] if w.start > at >= 0]
        if self.waits:
            return [_second_if(first)], rest
        self.waits = True
        if at < 0:
            return ([] if part.odd >= 0 else [self.conditions.without_colon(part.words)]), []
        complaints, self.condition = self.conditions.read([w for w in part.words[1:] if w.end <= at], first)
        if not rest and part.odd < 0:
            complaints.append(unreadable(first.start, at + 1, "write an order after the colon, on the same line"))
        if rest and rest[0].text == "if" and not rest[0].quoted:
            return [*complaints, _second_if(rest[0])], []
        return complaints, rest

    def _misplaced_if(self, part: Part, following: Sequence[Part]) -> tuple[list[Complaint], list[Word]]:
        """Complaints about a condition that begins otherwise or stands behind its order, and the words of the order."""
        if len(part.words) < 3 or part.odd >= 0:
            return [], part.words
        if begun := self.conditions.begun_otherwise(part.words):
            return [begun], []
        behind = self.conditions.behind_order(part.words, following)
        return ([behind[1]], part.words[: behind[0]]) if behind else ([], part.words)

    def _odd_quote(self, at: int, end: int) -> Complaint:
        """The quote is best closed after the longest name that follows it."""
        rest = self.cleaned[at + 1 : end]
        said = split_orders(rest[: next((i for i, c in enumerate(rest) if c in ";#"), len(rest))], 0)
        words = said[0].words if said else []
        close = at + 1 + (words[self.names.phrase(words, 0, len(words)) - 1].end if words else 0)
        change = Change(close, close, '"') if words else Change(at, at + 1, "")
        left = words or any(part.words for part in split_orders(self.cleaned[:at] + self.cleaned[at + 1 :], 0))
        return unreadable(at, end, "a quote is opened here and never closed", (change,) if left else ())


def _second_if(word: Word) -> Complaint:
    return unreadable(word.start, word.end, "a line can have only one if; write the second on a line of its own")
