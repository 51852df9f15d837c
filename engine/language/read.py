"""Reading: every word is either used or complained about, and every complaint points at its words."""
from collections.abc import Sequence
from typing import NamedTuple

from ..contract import Condition, Nouns, Order, Standing
from .complaint import Change, Complaint, instead, objections
from .grammar import Grammar, Sentence, grammar
from .line import MISSING, SYNTAX, UNIT, VERB, Line
from .nouns import Found, Names, alike, listed
from .slots import Slots
from .standing import standing
from .words import Part, Word, bullet, cite, clean, colon, fence, parts


def read(text: str, kinds: Sequence[type[Order]], nouns: Nouns) -> tuple[Line, ...]:
    """Every order of a message, good or not, in the order written.  Takes any text; nothing is raised."""
    plan, names = grammar(tuple(kinds)), Names(nouns)
    return tuple(line for number, row in enumerate(text.splitlines(), 1) if row for line in _Row(number, row, plan, names).read())


class _Subject(NamedTuple):
    """Whom an order is for: where the name stands, the unit if it can be ordered, the complaint if it cannot."""

    span: tuple[int, int]
    unit: str
    complaints: tuple[Complaint, ...]


class _Draft(NamedTuple):
    """One order before its complaints are made into objections."""

    span: tuple[int, int]
    complaints: list[Complaint]
    order: Order | None = None
    kind: type[Order] | None = None
    spans: dict[str, tuple[int, int]] = {}


class _Row:
    """One line of a message; its unit and its ``if`` carry on from each of its orders to the next."""

    def __init__(self, number: int, text: str, plan: Grammar, names: Names) -> None:
        self.number, self.text, self.plan, self.names = number, text, plan, names
        self.cleaned = clean(text)
        self.subject: _Subject | None = None
        self.condition: Condition | None = None
        self.waits = False

    def read(self) -> list[Line]:
        tag = fence(self.cleaned)
        if tag is not None and tag not in self.plan.verbs:
            return []
        item, start = bullet(self.cleaned)
        found = parts(self.cleaned, 0 if item in self.names.ids else start)
        lines, spoilt = list[tuple[_Draft, Condition | None]](), list[_Draft]()
        for part in found:
            bad_if, words = self._if(part) if _opens_if(part) else ([], part.words)
            draft = self._draft(part, words, bad_if)
            if bad_if or spoilt:
                spoilt.append(draft)
            else:
                lines.append((draft, self.condition))
        if spoilt:
            whole = [c for d in spoilt for c in d.complaints]
            lines.append((_Draft((spoilt[0].span[0], spoilt[-1].span[1]), whole), None))
        return self._lines(lines)

    def _lines(self, drafts: Sequence[tuple[_Draft, Condition | None]]) -> list[Line]:
        everything = [c for draft, _ in drafts for c in draft.complaints]
        return [
            Line(self.number, self.text, d.span, d.order, d.kind, condition, d.spans,
                 objections(self.text, d.complaints, everything) if d.complaints else ())
            for d, condition in drafts]

    def _draft(self, part: Part, words: list[Word], before: list[Complaint]) -> _Draft:
        start = part.words[0].start if part.words else part.odd
        if part.odd >= 0:
            end = len(self.text.rstrip())
            return _Draft((start, end), [*before, self._odd_quote(part.odd, end)])
        if not words:
            return _Draft((start, part.words[-1].end), before)
        draft = self._order(words)
        return draft._replace(complaints=[*before, *draft.complaints], order=None if before else draft.order)

    # conditions
    def _if(self, part: Part) -> tuple[list[Complaint], list[Word]]:
        """Reads the ``if`` that opens a part: complaints about it, and the words after its colon."""
        first, at = part.words[0], colon(self.cleaned, part.words[0].start)
        if self.waits:
            says = "a line can have one if; write the second on a line of its own"
            return [Complaint(SYNTAX, first.start, first.end, "syntax", says)], [w for w in part.words[1:] if w.start > at >= 0]
        self.waits = True
        if at < 0:
            return ([] if part.odd >= 0 else [self._no_colon(part.words)]), []
        inner, rest = [w for w in part.words[1:] if w.end <= at], [w for w in part.words if w.start > at]
        complaints = self._condition(inner, first)
        if not rest and part.odd < 0:
            complaints.append(Complaint(SYNTAX, first.start, at + 1, "syntax", "after the colon an order must follow, on the same line"))
        return complaints, rest

    def _condition(self, words: Sequence[Word], first: Word) -> list[Complaint]:
        state = words[-1] if words else first
        name = [w for w in words[:-1] if w.quoted or w.text not in ("is", "are")]
        states, complaints = {c.casefold(): c for c in self.names.nouns.conditions}, list[Complaint]()
        if not name or state.text not in states:
            says = f"if wants a unit, then {listed(states.values(), 'or')}, then a colon and the order"
            near = instead(state.start, state.end, alike(state.text, states)) if name else ()
            complaints.append(Complaint(SYNTAX, state.start, state.end, "syntax", says, near))
        if name:
            start, end = name[0].start, name[-1].end
            found = self.names.anyone(" ".join(w.text for w in name), cite(self.text, start, end))
            if found.code:
                complaints.append(Complaint(SYNTAX, start, end, "syntax", found.says, instead(start, end, found.near)))
            elif not complaints:
                self.condition = Condition(found.value, states[state.text])
        return complaints

    def _no_colon(self, words: Sequence[Word]) -> Complaint:
        states = self.names.nouns.conditions
        state = next((w for w in words[2:] if w.text in states), None)
        changes = (Change(state.end, state.end, ":"),) if state and state is not words[-1] else ()
        says = f"an if needs a colon before its order: if <unit> <{'|'.join(states)}>: <order>"
        return Complaint(SYNTAX, words[0].start, (state or words[0]).end, "syntax", says, changes)

    # one order
    def _order(self, words: list[Word]) -> _Draft:
        at = self._verb(words)
        if at < 0:
            return self._no_verb(words)
        verb, plan = words[at], self.plan.verbs[words[at].text]
        complaints, spans = list[Complaint](), {"verb": (verb.start, verb.end)}
        values = self._for_whom(words[:at], verb, plan, complaints, spans, words[at + 1:])
        if plan.kind is Standing:
            found, places, said = standing(words[at + 1:], self.names, self.text, verb)
        else:
            slots = Slots(plan, self.plan.stops[plan.verb], self.names, self.text)
            slots.fill(words[at + 1:], self.plan.verbs.keys(), verb)
            found, places, said = slots.values, slots.spans, slots.complaints
        complaints += said
        order = None if complaints else plan.kind(**values, **found)
        return _Draft((words[0].start, words[-1].end), complaints, order, plan.kind, {**spans, **places})

    def _verb(self, words: Sequence[Word]) -> int:
        """Where the verb stands: after the name of a unit, or first; -1 if there is none."""
        verbs, first = self.plan.verbs, words[0]
        n = self.names.phrase(words, 0, len(words)) if first.text in self.names.heads else 1
        if n < len(words) and not words[n].quoted and words[n].text in verbs:
            called = verbs[words[n].text].subject is not None and len(self.names.unit(first.text)) == 1
            if n > 1 or first.quoted or first.text not in verbs or called:
                return n
        if not first.quoted and first.text in verbs:
            return 0
        for later in range(2, min(len(words), self.names.longest + 1)):
            if words[later].text in verbs and not words[later].quoted and not self.names.unit(first.text):
                return later if self.names.subject(" ".join(w.text for w in words[:later]), "").near else -1
        return -1

    def _for_whom(self, words: Sequence[Word], verb: Word, plan: Sentence, complaints: list[Complaint],
                  spans: dict[str, tuple[int, int]], after: Sequence[Word]) -> dict[str, str]:
        if plan.subject is None:
            if words:
                says = f"{plan.verb} is an order of the whole side; leave out {cite(self.text, words[0].start, words[-1].end)}"
                complaints.append(Complaint(SYNTAX, words[0].start, words[-1].end, "syntax", says, (Change(words[0].start, verb.start, ""),)))
            return {}
        if words:
            self.subject = self._subject(words)
        if self.subject is None:
            complaints.append(self._nobody(verb, plan, after))
            return {}
        spans["unit"] = self.subject.span
        complaints += self.subject.complaints
        return {"unit": self.subject.unit}

    def _subject(self, words: Sequence[Word]) -> _Subject:
        start, end = words[0].start, words[-1].end
        found: Found = self.names.subject(" ".join(w.text for w in words), cite(self.text, start, end))
        wrong = (Complaint(UNIT, start, end, found.code, found.says, instead(start, end, found.near)),) if found.code else ()
        return _Subject((start, end), found.value, wrong)

    def _nobody(self, verb: Word, plan: Sentence, after: Sequence[Word]) -> Complaint:
        """An order to a unit without the unit; ``move W2 0508`` has it in the wrong place."""
        like = f", as in {plan.kind.EXAMPLE}" if plan.kind.EXAMPLE else ""
        unit = self.names.unit(after[0].text) if after else ()
        swap = tuple(Change(verb.start, after[0].end, f"{u} {plan.verb}") for u in unit if u in self.names.own and len(unit) == 1 and len(after) > 1)
        return Complaint(MISSING, verb.start, verb.end, "missing-argument", f"who should {plan.verb}? Write the unit first{like}", swap)

    def _no_verb(self, words: Sequence[Word]) -> _Draft:
        span, first = (words[0].start, words[-1].end), words[0]
        known = bool(self.names.unit(first.text)) or first.text in self.names.heads
        near = () if known else self._near_verbs(first.text, self._leading())
        if len(words) == 1:
            says = f"what should {cite(self.text, *span)} do? Write an order after it: {self._orders(True)}" if known else self._no_order(first, near)
            return _Draft(span, [Complaint(SYNTAX, *span, "syntax", says, instead(*span, near))])
        if near:
            return _Draft(span, [self._unknown_verb(first, near)])
        n = self.names.phrase(words, 0, len(words) - 1)
        self.subject = self._subject(words[:n])
        return _Draft(span, [self._unknown_verb(words[n], self._near_verbs(words[n].text, self._after_unit())), *self.subject.complaints])

    def _odd_quote(self, at: int, end: int) -> Complaint:
        """The quote is best closed after the longest name that follows it, else at the end of the order."""
        rest = self.cleaned[at + 1:end]
        stop = next((i for i, c in enumerate(rest) if c in ";#"), len(rest))
        said = parts(rest[:stop], 0)
        words = said[0].words if said else []
        n = self.names.phrase(words, 0, len(words)) if words else 0
        close = at + 1 + (words[n - 1].end if words else stop)
        changes = (Change(close, close, '"'),) if words else (Change(at, at + 1, ""),)
        return Complaint(SYNTAX, at, end, "syntax", "a quote is opened here and never closed", changes)


def _opens_if(part: Part) -> bool:
    return bool(part.words) and part.words[0].text == "if" and not part.words[0].quoted
