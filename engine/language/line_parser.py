"""The orders of one line, read one after the other: the unit of each carries on to the next."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.contract import StandingOrder

from . import model_runs
from .complaint import (
    SHOWN,
    Change,
    Complaint,
    before_whole_side,
    denied,
    one_of,
    out_of_place,
    replacements,
    too_short,
)
from .counted_units import split_counted
from .explain import usage
from .grammar import Grammar, Sentence
from .line import FORM, IDLE, MODELS, NOBODY, VERB, WHO
from .model_courses import split_dashes
from .model_lists import about_lists
from .names import NameLookup
from .partial_order import PartialOrder, readable_part
from .rephrasings import rephrasings
from .similarity import listed
from .slips import misspells_order
from .slots import Slots
from .standing_orders import UNFIT, standing
from .words import STAYING, TOGETHER, Span, Word, cite


class _Subject(NamedTuple):
    """Whom an order is for: where the name stands, the unit, what is wrong with it, and its models, if not all of
    them are meant."""

    span: Span
    unit: str
    complaints: tuple[Complaint, ...]
    run: model_runs.Run | None = None


class LineParser:
    def __init__(self, text: str, plan: Grammar, names: NameLookup) -> None:
        self.text, self.plan, self.names = text, plan, names
        self.subject: _Subject | None = None

    def order(self, words: Sequence[Word]) -> PartialOrder:
        """What the words between two semicolons order; if they cannot be read as typed, in the first other way that
        leaves nothing to complain about, or without words that add nothing, if that leaves less."""
        before = self.subject
        typed = self._as_typed(words)
        if typed.complaints and self.names.vocabulary.models.counts:
            typed.complaints[:] = about_lists(typed.complaints, self.text, typed.span, self.names.ids)
        if typed.order or len(self.text) > SHOWN:
            return typed
        if only := denied(typed.complaints, words, self.text):
            return typed._replace(complaints=[only])
        best, after = typed, self.subject
        for nth, way in enumerate(rephrasings(self._join_verb_words(words), self.text, self.plan, self.names)):
            self.subject = before
            draft = self._as_typed(way.words)
            if draft.order and not draft.complaints:
                spans = {**draft.spans, "verb": way.verb} if way.verb else draft.spans
                return draft._replace(span=typed.span, spans=spans)
            in_order = all(one.start < one.end <= other.start for one, other in pairwise(way.words))
            if not nth and in_order and draft.kind and len(draft.complaints) < len(typed.complaints):
                best, after = draft._replace(span=typed.span), self.subject
        self.subject = after
        return best

    def _as_typed(self, words: Sequence[Word]) -> PartialOrder:
        """What the words order, word by word."""
        typed = words
        words = model_runs.split_models(self._join_verb_words(words) if self.plan.phrases else words, self.names)
        ahead = 1 if len(words) > 1 and words[0].text in self.plan.before and not words[0].quoted else 0
        before, words = words[:ahead], words[ahead:]
        at = self._verb(words)
        if at < 0:
            return self._no_verb(words)
        verb, plan = words[at], self._sentence_meant(words, at, before)
        if plan.pointed:
            words = [
                *words[: at + 1],
                *split_dashes([word for word in typed if word.start >= verb.end and word != verb], self.text, verb),
            ]
        after: Sequence[Word] = [
            *(Word(said, verb.start, verb.end) for said in self.plan.short.get(verb.text, ())),
            *words[at + 1 :],
        ]
        if plan.lists:
            after = split_counted(after, self.names)
        spans, complaints = (
            {"verb": (verb.start, verb.end)},
            [out_of_place(word, verb, plan.verb) for word in before if word.text not in plan.kind.BEFORE],
        )
        values = self._unit_values(words[:at], verb, after, plan, spans, complaints)
        if issubclass(plan.kind, StandingOrder):
            values |= standing(after, self.names, self.text, verb, spans, complaints)
        elif not any(self._misplaced(c) for c in complaints):
            unit = self.subject.unit if self.subject and plan.subject else ""
            values |= Slots(plan, self.names, self.text, unit, spans, complaints).fill(after, self.plan.verbs, verb)
        readable = all(c.code == "unit-gone" for c in complaints)
        if len(words) == 1 and len(complaints) > 1 and not readable:
            form = f"{usage(plan.kind)}{self.names.examples.as_in(plan.kind)}"
            complaints = too_short(plan.verb, form, complaints, self.names.vocabulary.checks)
        order = plan.kind(**values) if readable else None
        part = None if order else readable_part(plan, values)
        return PartialOrder(([*before, *words][0].start, words[-1].end), complaints, order, plan.kind, spans, part)

    def _sentence_meant(self, words: Sequence[Word], at: int, before: Sequence[Word]) -> Sentence:
        """Of two orders with the verb the one that has terms, if such words say so."""
        plan = self.plan.verbs[words[at].text]
        other = self.plan.marked.get(plan.verb)
        said = other and (before or any(word.text in other.marks and not word.quoted for word in words[at + 1 :]))
        return other if other and said else plan

    def _join_verb_words(self, words: Sequence[Word]) -> Sequence[Word]:
        """The words with those of a verb of several words (``hit the dirt``) as one."""
        for at, first in enumerate(words):
            for verb in self.plan.phrases.get(first.text, ()):
                end = at + verb.count(" ") + 1
                if [w.text for w in words[at:end]] == verb.split(" ") and not any(w.quoted for w in words[at:end]):
                    return [*words[:at], Word(verb, first.start, words[end - 1].end), *words[end:]]
        return words

    def _verb(self, words: Sequence[Word]) -> int:
        """Where the verb stands: after the name of a unit, or first; -1 if there is none."""
        verbs, first = self.plan.verbs, words[0]
        if not self.plan.called:
            return 0 if first.text in verbs and not first.quoted else -1
        n = (
            1
            if first.text in self.names.ids and len(words) > 1 and words[1].text in verbs
            else self._named(words, len(words))
        )
        plan = verbs.get(words[n].text) if n < len(words) and not words[n].quoted else None
        if plan and words[n].text not in self.plan.words and misspells_order(first, self.plan, self.names):
            return -1
        if plan and (
            n > 1 or first.quoted or first.text not in verbs or (plan.subject and self._means_unit(first.text))
        ):
            return n
        if not first.quoted and first.text in verbs:
            return 0
        for later in range(2, min(len(words), self.names.longest + 1)):
            if words[later].text in verbs and not words[later].quoted and first.text not in self.names.ids:
                return later if self.names.any_unit(" ".join(w.text for w in words[:later]), "").near else -1
        return -1

    def _named(self, words: Sequence[Word], stop: int) -> int:
        """How many words at the beginning name a unit, its models included."""
        n = self.names.phrase(words, 0, stop)
        return n + model_runs.models_follow(words, n)

    def _means_unit(self, said: str) -> bool:
        """Whether a verb means a unit all the same; where beginnings of verbs will do, only a whole id does."""
        return said in self.names.ids if self.names.vocabulary.models.verb_letters else bool(self.names.unit(said))

    def _unit_values(
        self,
        before: Sequence[Word],
        verb: Word,
        after: Sequence[Word],
        plan: Sentence,
        spans: dict[str, Span],
        complaints: list[Complaint],
    ) -> dict[str, object]:
        if plan.subject is None:
            if before:
                start, end = before[0].start, before[-1].end
                complaints.append(before_whole_side(cite(self.text, start, end), plan.verb, start, end, verb.start))
            return {}
        if before:
            self.subject = self._subject(before)
        if self.subject is None:
            complaints.append(self._missing_unit(verb, after, plan))
            return {}
        spans["unit"] = self.subject.span
        complaints += self.subject.complaints
        if self.subject.run is None:
            return {"unit": self.subject.unit}
        if "models" not in plan.runs:
            complaints.append(model_runs.whole_unit_only(plan.verb, self.subject.unit, self.subject.span, self.text))
        return {"unit": self.subject.unit, "models": self.subject.run}

    def _subject(self, words: Sequence[Word]) -> _Subject:
        if not model_runs.models_follow(words, len(words) - 1):
            return self._unit(words)
        who = self._unit(words[:-1])
        run = model_runs.read_model_run(words[-1], who.unit, self.names, self.text, MODELS)
        span = who.span[0], words[-1].end
        if isinstance(run, Complaint):
            return _Subject(span, who.unit, (*who.complaints, run))
        return _Subject(span, who.unit, who.complaints, run)

    def _unit(self, words: Sequence[Word]) -> _Subject:
        start, end = words[0].start, words[-1].end
        said = words[0].text if len(words) == 1 else " ".join(w.text for w in words)
        if said in self.names.ready:
            return _Subject((start, end), self.names.ready[said], ())
        found = self.names.subject(said, cite(self.text, start, end))
        near = found[0].near or (self.names.like(said, self.plan.bare) if found[0].code == "unknown-unit" else ())
        changes = replacements(start, end, near)
        wrong = tuple(
            Complaint(UNFIT.get(one.code, WHO), start, end, one.code, one.says, changes) for one in found if one.code
        )
        return _Subject((start, end), found[0].value, wrong)

    def _misplaced(self, wrong: Complaint) -> bool:
        """Whether the words stand in such disorder that those after the verb are not its own."""
        return bool(wrong.changes) and (wrong.about == NOBODY or wrong.changes[0].words in self.plan.bare.values())

    def _missing_unit(self, verb: Word, after: Sequence[Word], plan: Sentence) -> Complaint:
        """An order to a unit without the unit; ``move W2 0508`` has it in the wrong place."""
        says = f"which unit should {plan.verb}? Write the unit first{self.names.examples.as_in(plan.kind)}"
        units = self.names.unit(after[0].text) if len(after) > (1 if plan.slots else 0) else ()
        swap = tuple(
            Change(verb.start, after[0].end, f"{u} {plan.verb}")
            for u in units
            if len(units) == 1 and u in self.names.own
        )
        return Complaint(NOBODY, verb.start, verb.end, self.names.vocabulary.types.no_unit_code, says, swap)

    def _no_verb(self, words: Sequence[Word]) -> PartialOrder:
        span, first = (words[0].start, words[-1].end), words[0]
        known = bool(self.plan.called) and (bool(self.names.unit(first.text)) or first.text in self.names.first_words)
        near = () if known else self.names.like(first.text, self.plan.words)
        if len(words) == 1 + model_runs.models_follow(words, 1):
            return self._lone_word(words, known, near)
        n = 0 if near or not self.plan.called else self._named(words, len(words) - 1)
        if n and n == len(words):
            return self._lone_word(words, known, near)
        if n:
            self.subject, near = self._subject(words[:n]), self.names.like(words[n].text, self.plan.called)
        wrong = words[n]
        fit = [verb for verb in near if self._fits(verb, words, n)] if n else near
        changes = replacements(wrong.start, wrong.end, fit)
        complaint = Complaint(VERB, wrong.start, wrong.end, "unknown-verb", self._no_order(wrong, near, n > 0), changes)
        return PartialOrder(span, [complaint, *(self.subject.complaints if n and self.subject else ())])

    def _lone_word(self, words: Sequence[Word], known: bool, near: Sequence[str]) -> PartialOrder:
        """A name without an order, or a word that is neither a name nor an order."""
        span, vocabulary = (words[0].start, words[-1].end), self.names.vocabulary
        if not (known or near) and vocabulary.stray_code == "unknown-unit":
            return PartialOrder(span, [*self._subject(words).complaints])
        says = self._no_order(words[0], near)
        if known:
            says = f"what should {cite(self.text, *span)} do? Write an order after it"
        idle = Complaint(
            IDLE if known else FORM,
            *span,
            vocabulary.idle_code if known else vocabulary.stray_code,
            says,
            replacements(*span, near),
        )
        if not self.names.unit(words[0].text):
            return PartialOrder(span, [idle])
        self.subject = self._subject(words)
        return PartialOrder(span, [one_of(idle, cite(self.text, *span), self.subject.complaints, vocabulary.checks)])

    def _fits(self, verb: str, words: Sequence[Word], n: int) -> bool:
        """Whether what was said could be read, or mended, with that verb as its n-th word, but for the unit named
        before it."""
        if verb not in self.plan.verbs:
            return True
        tried = LineParser(self.text, self.plan, self.names)
        draft = tried.order([*words[:n], Word(verb, words[n].start, words[n].end), *words[n + 1 :]])
        return all(wrong.changes or (tried.subject and wrong in tried.subject.complaints) for wrong in draft.complaints)

    def _plans(self, named: bool) -> Sequence[Sentence]:
        """Every order; after the name of a unit only those to units, if there are any now."""
        able = [plan for plan in self.plan.sentences if plan.subject and self.names.examples.usable(plan.kind)]
        return able if named and able else self.plan.sentences

    def _no_order(self, word: Word, near: Sequence[str], named: bool = False) -> str:
        if named and (word.text in TOGETHER or self.names.unit(word.text)):
            said = cite(self.text, word.start, word.end)
            return f"{said} does not belong here: an order is for one unit, so write one for each"
        begins = self.names.vocabulary.models.verb_letters and len(word.text) > 1
        begun = [verb for verb in self.plan.words if verb.startswith(word.text)] if begins else []
        if word.text in STAYING and not begun:
            would_do = "whoever is to do nothing needs none, so leave the line out"
        elif begun or near:
            would_do = f"did you mean {listed(begun or near, 'or')}?"
        else:
            would_do = f"the orders are {self.names.examples.verbs(self._plans(named))}"
        return f"{cite(self.text, word.start, word.end)} is not an order; {would_do}"
