"""Reading: every word is either used or complained about, and every complaint points at its words."""

from collections.abc import Callable, Sequence

from engine.contract import Condition, Order, Vocabulary

from .canonical_lines import read_canonical
from .complaint import Change, Complaint, objections, replacements
from .examples import RULEBOOK, Examples
from .grammar import Grammar, grammar
from .kept_lines import kept_lines
from .line import ASKED, FORM, PLACE, Found, ParsedLine, ranks
from .line_parser import LineParser, PartialOrder
from .names import NameLookup
from .similarity import listed
from .words import Part, Word, cite, clean, code_fence, find_colon, list_number, split_orders


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
        for part in self._parts():
            wrong, words = self._if(part) if _opens_if(part) else ([], part.words)
            draft = self._draft(chain, part, words)
            if wrong or spoilt:
                draft.complaints[:0] = wrong
                spoilt.append(draft)
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
            return ([] if part.odd >= 0 else [self._no_colon(part.words)]), []
        complaints = self._condition([w for w in part.words[1:] if w.end <= at], first)
        if not rest and part.odd < 0:
            complaints.append(_unreadable(first.start, at + 1, "write an order after the colon, on the same line"))
        if rest and rest[0].text == "if" and not rest[0].quoted:
            return [*complaints, _second_if(rest[0])], []
        return complaints, rest

    def _condition(self, words: Sequence[Word], first: Word) -> list[Complaint]:
        vocabulary, complaints = self.names.vocabulary, list[Complaint]()
        states = {c.casefold(): c for c in vocabulary.conditions}
        at = self._situated(words)
        state, where = (words[at], words[at + 1 :]) if words else (first, words)
        name = [w for w in words[:at] if w.quoted or w.text not in ("is", "are")]
        if not name or state.text not in states:
            near = replacements(state.start, state.end, self.names.like(state.text, states)) if name else ()
            complaints.append(_unreadable(state.start, state.end, self._wants(), near))
        elif states[state.text] in vocabulary.types.conditions_at_place and not where:
            complaints.append(
                _unreadable(
                    state.start, state.end, f"{state.text} must be followed by a place, then a colon and the order"
                )
            )
        placed = states.get(state.text) in vocabulary.forces.place_conditions or self._only_places()
        subject = self._find(self.names.place if placed else self.names.any_unit, name, complaints)
        place = self._find(self.names.place, where, complaints)
        if not complaints:
            self.condition = Condition(subject, states[state.text], place)
        return complaints

    def _situated(self, words: Sequence[Word]) -> int:
        """Which word between ``if`` and colon is the state: one that a place must follow, else the last."""
        known = {c.casefold() for c in self.names.vocabulary.types.conditions_at_place}
        start = self.names.phrase(words, 0, len(words)) if known and words else 0
        here = (
            at
            for first in (start, 1)
            for at in range(first, len(words))
            if words[at].text in known and not words[at].quoted
        )
        return next(here, len(words) - 1) if start else len(words) - 1

    def _find(self, find: Callable[[str, str], Found], words: Sequence[Word], complaints: list[Complaint]) -> str:
        """The unit or place that all of these words name; "" and a complaint if none."""
        if not words:
            return ""
        start, end = words[0].start, words[-1].end
        found = find(" ".join(w.text for w in words), cite(self.text, start, end))
        if found.code:
            about = PLACE if found.code in ("unknown-place", "off-board") else ASKED
            complaints.append(
                Complaint(about, start, end, found.code, found.says, replacements(start, end, found.near))
            )
        return found.value

    def _wants(self) -> str:
        vocabulary = self.names.vocabulary
        if not vocabulary.conditions:
            return "if cannot be used here; write the order alone"
        whom = (
            "a place"
            if self._only_places()
            else "a unit or a place"
            if vocabulary.forces.place_conditions
            else "a unit"
        )
        states = [
            f"{state} and a place" if state in vocabulary.types.conditions_at_place else state
            for state in vocabulary.conditions
        ]
        return f"if needs {whom}, then {listed(states, 'or')}, then a colon and the order"

    def _only_places(self) -> bool:
        return set(self.names.vocabulary.conditions) <= self.names.vocabulary.forces.place_conditions

    def _no_colon(self, words: Sequence[Word]) -> Complaint:
        states = {c.casefold() for c in self.names.vocabulary.conditions}
        at = next((at for at in range(2, len(words) - 1) if words[at].text in states), 0)
        said = "|".join(
            f"{state} <place>" if state in self.names.vocabulary.types.conditions_at_place else state
            for state in self.names.vocabulary.conditions
        )
        whom = "place" if self._only_places() else "unit"
        says = f"an if needs a colon before its order: if <{whom}> <{said}>: <order>" if said else self._wants()
        if not at:
            return _unreadable(words[0].start, words[0].end, says)
        if words[at].text in {c.casefold() for c in self.names.vocabulary.types.conditions_at_place}:
            at += self.names.phrase(words, at + 1, len(words))
        end = words[at].end
        comma = self.cleaned[end : end + 1] == ","
        return _unreadable(words[0].start, end, says, (Change(end, end + comma, ":"),))

    def _odd_quote(self, at: int, end: int) -> Complaint:
        """The quote is best closed after the longest name that follows it."""
        rest = self.cleaned[at + 1 : end]
        said = split_orders(rest[: next((i for i, c in enumerate(rest) if c in ";#"), len(rest))], 0)
        words = said[0].words if said else []
        close = at + 1 + (words[self.names.phrase(words, 0, len(words)) - 1].end if words else 0)
        change = Change(close, close, '"') if words else Change(at, at + 1, "")
        left = words or any(part.words for part in split_orders(self.cleaned[:at] + self.cleaned[at + 1 :], 0))
        return _unreadable(at, end, "a quote is opened here and never closed", (change,) if left else ())


def _opens_if(part: Part) -> bool:
    return bool(part.words) and part.words[0].text == "if" and not part.words[0].quoted


def _second_if(word: Word) -> Complaint:
    return _unreadable(word.start, word.end, "a line can have only one if; write the second on a line of its own")


def _unreadable(start: int, end: int, says: str, changes: tuple[Change, ...] = ()) -> Complaint:
    return Complaint(FORM, start, end, "syntax", says, changes)
