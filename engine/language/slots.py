"""The words after a verb, put into the slots of its sentence: each is used, or complained about."""

from collections.abc import Container, Sequence
from typing import Any

from .complaint import Change, Complaint, second_order
from .counted_units import EVERYWHERE, CountedUnitReader
from .grammar import LISTS, GrammarSlot, Sentence, slot_help
from .line import ARGUMENT, EXTRA, MISSING, OPEN
from .measures import FIGURE, NUMBERS
from .model_courses import CourseReader
from .names import NameLookup
from .similarity import without_hyphens
from .values import Values
from .words import IN_FIGURES, JOINTS, Span, Word, joint

FILLERS = frozenset({"at", "to", "toward", "towards"})
TOWARD = frozenset({"place", "target", "friend", "point", "way", "heading", "course", "spots"})


class Slots(Values):
    """One sentence being filled: columns go to ``spans``, and what could not be filled to ``complaints``."""

    def __init__(
        self,
        plan: Sentence,
        names: NameLookup,
        line: str,
        unit: str,
        spans: dict[str, Span],
        complaints: list[Complaint],
    ) -> None:
        super().__init__(plan, names, line, unit, complaints)
        self.spans, self._tried = spans, set[str]()

    def fill(self, words: Sequence[Word], verbs: Container[str], verb: Word) -> dict[str, Any]:
        """Values by field.  ``verbs`` end a list of names; ``verb`` is what a missing word is reported at."""
        at, self.verb, self.verbs = 0, verb, verbs
        while at < len(words):
            gap, begin = self._gap(words, at)
            gap = gap or self._slot_without_lead(words, at)
            if gap is None and at + 1 < len(words) and words[at].text in JOINTS and not words[at].quoted:
                at += 1
                continue
            if gap is None:
                self._complain_about_rest(words[at:], verbs)
                break
            if begin == len(words):
                self._tried.add(gap.field)
                self.complain(
                    OPEN, words[at], "missing-argument", f"{self.raw(words[at])} must be followed by {slot_help(gap)}"
                )
                break
            if gap.noun in LISTS:
                at = self._list(gap, words, begin, verbs, verb)
            elif gap.noun in ("course", "spots"):
                at = self._pointed(gap, words, begin, verbs)
            else:
                at = self._many(gap, words, begin, verbs, verb) if gap.many else self._single(gap, words, begin)
        for gap in self.plan.slots:
            if gap.noun == "scope":
                self.values.setdefault(gap.field, EVERYWHERE)
            elif gap.needed and gap.field not in self._tried:
                lead = f"{gap.lead} and " if gap.lead and not gap.silent else ""
                self.complain(
                    MISSING,
                    verb,
                    "missing-argument",
                    f"{self.plan.verb} needs {lead}{slot_help(gap)}{self._as_in_example()}",
                )
        return self.values

    def _slot_without_lead(self, words: Sequence[Word], at: int) -> GrammarSlot | None:
        """The place that still has to be said, if one stands here without the word that has to be before it."""
        word, said = words[at], " ".join(one.text for one in words[at : at + self.names.phrase(words, at, len(words))])
        gaps = (
            gap
            for gap in self.plan.slots
            if gap.needed and not gap.bare and gap.noun == "place" and gap.field not in self._tried
        )
        gap = next(gaps, None)
        if gap is None or said in JOINTS or not self.names.placed(said):
            return None
        says = f"{self.raw(word)} needs {gap.lead} before it{self._as_in_example()}"
        change = Change(word.start, word.start, f"{gap.lead} ")
        self.complaints.append(Complaint(MISSING, word.start, word.end, "missing-argument", says, (change,)))
        return gap

    def _as_in_example(self) -> str:
        return self.names.examples.as_in(self.plan.kind)

    def _gap(self, words: Sequence[Word], at: int) -> tuple[GrammarSlot | None, int]:
        """The slot that the word at ``at`` begins, and where its own words begin."""
        word, placed = words[at], None
        for gap in self.plan.slots:
            if gap.field in self._tried:
                continue
            if not word.quoted:
                if word.text in gap.leads or (
                    word.text == gap.field.casefold() and at + 1 < len(words) and gap.noun not in LISTS
                ):
                    return gap, at + 1
                if word.text in gap.choices:
                    return gap, at
            if placed is None and gap.placed and self._may_stand(gap, words, at):
                placed = gap
        skip = (
            placed is not None
            and not word.quoted
            and word.text in FILLERS
            and (placed.noun in TOWARD or placed.field == "target")
        )
        return placed, at + 1 if skip else at

    def _may_stand(self, gap: GrammarSlot, words: Sequence[Word], at: int) -> bool:
        """Whether the word at ``at`` can be meant for a slot that has nothing before it."""
        if gap.noun == "number" and gap.silent:
            return bool(FIGURE.fullmatch(words[at].text)) or any(
                word.text in gap.after for word in words[at + 1 : at + 2]
            )
        return not (gap.counts and self._number_left_out(gap, words, at))

    def _number_left_out(self, gap: GrammarSlot, words: Sequence[Word], at: int) -> bool:
        """Whether a number that may be left out has been: no number stands there, nor anything else before what is
        counted."""
        word, last = words[at], at + 1 == len(words)
        counted = self.plan.slots[self.plan.slots.index(gap) + 1 :]
        if any(other.field in self._tried for other in counted):
            return not (last and NUMBERS.fullmatch(word.text))
        if word.quoted or (last and without_hyphens(word.text) in self.names.types):
            return True
        if NUMBERS.fullmatch(word.text):
            return False
        return bool(
            last or self.kind(words, at)[0].value or not (word.text[0].isdigit() or self.kind(words, at + 1)[0].value)
        )

    def _single(self, gap: GrammarSlot, words: Sequence[Word], at: int) -> int:
        self._tried.add(gap.field)
        value, after = self.value(gap, words, at)
        if value is not None:
            self.values[gap.field] = value
            self.spans[gap.field] = (words[at].start, words[after - 1].end)
        if gap.noun == "way" and isinstance(value, tuple):
            self._tried |= {other.field for other in self.plan.slots if other.noun == "inches"}
        return after

    def _list(self, gap: GrammarSlot, words: Sequence[Word], at: int, verbs: Container[str], verb: Word) -> int:
        """Units, types, a scope, terms or text."""
        self._tried.add(gap.field)
        lists = CountedUnitReader(self.plan, self.names, self.line, verbs, self.complaints)
        value: Any = None
        end = at
        match gap.noun:
            case "force":
                value, end = lists.force(gap, words, at)
            case "ranking":
                value, end = lists.ranking(words, at)
            case "scope":
                value, end = lists.scope(words, at, verb)
            case "terms":
                value, self.values["n"], end = lists.terms(gap, words, at)
            case "text":
                value, end = lists.text(words, at)
        if value is not None:
            self.values[gap.field] = value
        if end > at:
            self.spans[gap.field] = (words[at].start, words[end - 1].end)
        return end

    def _pointed(self, gap: GrammarSlot, words: Sequence[Word], at: int, verbs: Container[str]) -> int:
        """A course or spots: every word up to one that belongs elsewhere."""
        self._tried.add(gap.field)
        end = next(
            (i for i in range(at + 1, len(words)) if words[i].text in self.plan.stops and not words[i].quoted),
            len(words),
        )
        courses = CourseReader(self.names, self.line, verbs, self.complaints, self.plan.stops)
        value = courses.course(words[at:end]) if gap.noun == "course" else courses.spots(words[at:end])
        if value is not None:
            self.values[gap.field] = value
            self.spans[gap.field] = (words[at].start, words[end - 1].end)
        return end

    def _many(self, gap: GrammarSlot, words: Sequence[Word], at: int, verbs: Container[str], verb: Word) -> int:
        self._tried.add(gap.field)
        found: list[Any] = []
        begin, good = at, True
        last = self._last(gap, words, at)
        while at < last:
            word = words[at]
            passed = word.text in FILLERS or (at > begin and word.text in JOINTS)
            if not word.quoted and (word.text in self.plan.stops or passed or (at > begin and word.text in verbs)):
                if not passed or word.text in self.plan.stops:
                    break
                at += 1
                continue
            value, at = self.value(gap, words, at)
            found.append(value)
            good = good and value is not None
        if not found:
            where = words[begin - 1] if begin else verb
            self.complain(
                MISSING, where, "missing-argument", f"{self.plan.verb} needs {slot_help(gap)}{self._as_in_example()}"
            )
        elif good:
            self.values[gap.field] = tuple(found)
            self.spans[gap.field] = (words[begin].start, words[at - 1].end)
        return at

    def _last(self, gap: GrammarSlot, words: Sequence[Word], at: int) -> int:
        """Where a list of places must end: at the target that has to follow it, a unit or else a last name that is
        no place."""
        others = [other for other in self.plan.slots if other.field not in self._tried]
        if gap.noun != "place" or not any(
            other.noun in ("target", "friend", "unit") and other.needed for other in others
        ):
            return len(words)
        while at < len(words):
            word, many = words[at], self.names.phrase(words, at, len(words))
            said = " ".join(w.text for w in words[at : at + many])
            if not word.quoted and (word.text in self.plan.stops or any(word.text == other.field for other in others)):
                return at
            if not (self.names.board and word.text in self.names.board.cells):
                found = self.names.target(said, "")
                unknown = found.code == "unknown-unit" and at + many == len(words)
                if unknown or found.value in self.names.units or found.code == "ambiguous-unit":
                    return at
            at += many
        return at

    def _complain_about_rest(self, words: Sequence[Word], verbs: Container[str]) -> None:
        start, end = words[0].start, words[-1].end
        if not words[0].quoted and words[0].text in verbs:
            if misread := self._unit_before(start):
                self.complaints.remove(misread)
                start = misread.start
            end = words[0].end
            changes = [Change(joint(self.line, start), start, "; ")]
            says = second_order(self.line[start:end])
        else:
            changes = [Change(start, end, "")]
            counted = words[0].text[:1].isdigit() or words[0].text in IN_FIGURES or words[0].text == "all"
            if self.plan.lists and counted:  # all others do the same once only
                again = f"{self._shared_end(words)}; {self.plan.verb} "
                changes.insert(0, Change(joint(self.line, start), start, again))
            says = f"{self.raw(words[0], end)} does not belong after {self.plan.verb} here; leave it out"
            if not self._tried and (open_ := [gap for gap in self.plan.slots if gap.choices or gap.lead]):
                self._unknown_word(words[0], end, open_)
                return
        about = ARGUMENT if self.plan.subject or self.plan.slots else EXTRA
        self.complaints.append(Complaint(about, start, end, "syntax", says, tuple(changes)))

    def _shared_end(self, words: Sequence[Word]) -> str:
        """The end of these words that the order before them needs too, as in ``2 tanks from A and 1 fighter from B to
        C``; "" if there is none.
        """
        open_ = [gap for gap in self.plan.slots if gap.needed and gap.lead and gap.field not in self._tried]
        shared = next((word for word in words[1:] if any(word.text in gap.leads for gap in open_)), None)
        return f" {self.line[shared.start : words[-1].end]}" if shared else ""

    def _unknown_word(self, word: Word, end: int, open_: Sequence[GrammarSlot]) -> None:
        """Nothing after the verb is any of the words it knows: those are named."""
        known = [
            f"{gap.lead} and {slot_help(gap) if gap.noun or gap.choices else 'its name'}"
            if gap.lead
            else slot_help(gap)
            for gap in open_
        ]
        near = [near for gap in open_ if not gap.lead for near in self.names.like(word.text, gap.choices)]
        says = f"{self.raw(word, end)} does not belong after {self.plan.verb}; write {', or '.join(known)}"
        self.complain(ARGUMENT, word, "syntax", says, near, end)

    def _unit_before(self, start: int) -> Complaint | None:
        """The complaint about a word before a verb that is no place or target, but a unit of the side's own."""
        end, mine = joint(self.line, start), self.names.vocabulary.mine
        about = (one for one in self.complaints if one.end == end)
        units = ((one, self.names.unit(self.line[one.start : end].casefold())) for one in about)
        return next((one for one, named in units if len(named) == 1 and named[0] in mine), None)
