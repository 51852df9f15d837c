"""Lists of counted units and of types, what a standing order is about, its terms, and words kept as typed."""

from collections.abc import Container, Iterator, Sequence
from itertools import pairwise

from engine.contract.unit_counts import ALL, JOINTS, CountFault, merged_counts, too_many_units

from .complaint import Change, Complaint, replacements
from .grammar import GrammarSlot, Sentence, forms, slot_help, usual_forms
from .line import ARGUMENT, FORCE, PLACE, Found
from .measures import FIGURE, MeasureReader
from .names import NameLookup
from .similarity import similar
from .words import NOTHING, Span, Word, clean, find_colon

EVERYWHERE = "all"
"""The scope of an order that says none."""
DEFAULT = "default"
RANKS = JOINTS | {"then"}
FIRST = "first"
"""What may stand beside the first type of a ranking."""
SIGNS = "<>"
BETWEEN = " ,>"
"""What may stand between the types of a ranking."""
Said = Sequence[Word]


def split_counted(words: Said, names: NameLookup) -> Said:
    """Numbers and types written together (``3inf&1``) as words of their own."""
    return [part for word in words for part in _parts(word, names)]


def _parts(word: Word, names: NameLookup) -> Iterator[Word]:
    parts = () if word.quoted or len(word.text) != word.end - word.start else names.forces.parts(word.text)
    if len(parts) < 2:
        yield word
        return
    at = word.start
    for part in parts:
        yield Word(part, at, at + len(part))
        at += len(part)


class CountedUnitReader(MeasureReader):
    """Reads one list at a time: what could not be read goes to ``complaints``.  ``verbs`` begin an order of their
    own."""

    def __init__(
        self, plan: Sentence, names: NameLookup, line: str, verbs: Container[str], complaints: list[Complaint]
    ) -> None:
        super().__init__(names, line, complaints)
        self.plan, self.verbs, self.cleaned = plan, verbs, clean(line)
        self.placed = any(gap.noun == "place" for gap in plan.slots)

    # counted units
    def force(self, gap: GrammarSlot, words: Said, begin: int) -> tuple[tuple[tuple[int, str], ...] | None, int]:
        """The units and where they end: at a word that begins another slot, or where the name of a place stands."""
        texts, lots, at, before = [word.text for word in words], list[tuple[int, str]](), begin, len(self.complaints)
        if texts[begin] in gap.also - {ALL}:
            return (), begin + 1
        while at < len(words) and not self._ends(words, texts, at, begin):
            if texts[at] in JOINTS:
                at += 1
                continue
            stop = next(
                (i for i in range(at + 1, len(words)) if texts[i] in self.plan.stops and not words[i].quoted),
                len(words),
            )
            if self._everything(gap, words, texts, at, stop):
                lots.append((0, ALL))
                at += 1
                break
            lot = self.names.forces.lot(texts[: min(stop, self._end_of_run(words, at + 1))], at)
            if isinstance(lot, CountFault):
                self._flaw(lot, words)
            elif lot.number == 0 and ALL not in gap.also:
                says = f"{self.plan.verb} does not accept all of a type; write a number from 1 to 99"
                self.complain(FORCE, words[at], "bad-number", says)
            else:
                lots.append((lot.number, lot.type))
            at = lot.end
        if not lots and len(self.complaints) == before:
            where = words[begin]
            self.complain(
                FORCE,
                where,
                "missing-argument",
                f"{self.plan.verb} needs {slot_help(gap)}{self._example()} before {self.raw(where)}",
            )
        return self._sum(lots, words[begin], before), at

    def _everything(self, gap: GrammarSlot, words: Said, texts: Sequence[str], at: int, stop: int) -> bool:
        """Whether ``all`` stands alone, without a type: before a place or a word that introduces one."""
        if texts[at] != ALL or words[at].quoted or ALL not in gap.also or not self.placed:
            return False
        return at + 1 == stop or (
            not self.names.forces.find(texts[:stop], at + 1, 2) and self._place(words, at + 1) > 0
        )

    def _sum(self, lots: Sequence[tuple[int, str]], word: Word, before: int) -> tuple[tuple[int, str], ...] | None:
        total = merged_counts(lots)
        much = too_many_units({kind: number for number, kind in total})
        if much:
            self.complain(FORCE, word, much.code, much.says)
        return total if len(self.complaints) == before else None

    def _example(self) -> str:
        example = self.names.examples.as_in(self.plan.kind)
        return example and f"{example},"

    def _flaw(self, flaw: CountFault, words: Said) -> None:
        first, last = words[flaw.start], words[flaw.end - 1]
        near: Sequence[str] = ()
        if flaw.code == "unknown-unit":
            meant = self.names.forces.meant
            near = (meant[first.text],) if first.text in meant else self.names.like(first.text, meant)
        self.complain(FORCE, first, flaw.code, flaw.says, near, last.end)

    def _ends(self, words: Said, texts: Sequence[str], at: int, begin: int) -> bool:
        """Whether the list is over before this word."""
        word = words[at]
        if word.quoted:
            return self.placed
        if texts[at] in self.plan.stops:
            return True
        if texts[at] in JOINTS or texts[at] == ALL or texts[at][:1].isdigit() or FIGURE.fullmatch(texts[at]):
            return False
        if self.names.forces.find(texts, at, 2):
            return at > begin and self.placed and self._named_last(words, at)
        if texts[at] in self.verbs:
            return at > begin
        if not self.placed:
            return False
        return self._place(words, at) > 0 or (at > begin and not self._listed(words, at))

    def _place(self, words: Said, at: int) -> int:
        """How many words the name of a place has here, 0 if there is none."""
        many = self.names.phrase(words, at, len(words))
        return many if self.names.placed(" ".join(word.text for word in words[at : at + many])) else 0

    def _named_last(self, words: Said, at: int) -> bool:
        """Whether a type's word is exactly a place's, and no other place could stand after it."""
        after = words[at + 1 : at + 2]
        return words[at].text in self.names.places and (
            not after or (after[0].text in self.plan.stops and not after[0].quoted)
        )

    def _listed(self, words: Said, at: int) -> bool:
        """Whether an unknown word was meant as a unit: a comma stands before it, or a place after it."""
        before = words[at - 1]
        comma = any(char in self.cleaned[before.end : words[at].start] for char in ",،") or before.text in JOINTS
        after = words[at + 1] if at + 1 < len(words) else None
        return comma or (after is not None and after.text not in self.plan.stops and self._place(words, at + 1) > 0)

    def _end_of_run(self, words: Said, at: int) -> int:
        """Where the words end that nothing but space parts from the one at ``at``."""
        breaks = (i for i in range(at + 1, len(words)) if self.cleaned[words[i - 1].end : words[i].start].strip())
        return next(breaks, len(words))

    # types in an order
    def ranking(self, words: Said, begin: int) -> tuple[tuple[str, ...] | None, int]:
        """Types, the first one first; () for the default."""
        texts, kinds, at, good = [word.text for word in words], list[str](), begin, True
        if texts[begin] == DEFAULT:
            return (), begin + 1
        while at < len(words) and not (texts[at] in self.plan.stops and not words[at].quoted):
            found = self.names.forces.find(texts[: self._end_of_run(words, at)], at, 2)
            if found:
                kinds.append(found[0])
            elif at > begin and texts[at] in self.verbs:
                break
            elif (at == begin or texts[at] not in RANKS) and not self._is_first(words, at, begin, len(kinds)):
                good = False
                self._no_type(words[at])
            at = found[1] if found else at + 1
        return (tuple(kinds) if good else None), at

    def _no_type(self, word: Word) -> None:
        """A word of a ranking that is no type: the likeliest ones, or without a name or a verb, which say nothing of
        the types beside it.
        """
        known = ", ".join(self.names.vocabulary.forces.words)
        near = replacements(word.start, word.end, self.names.like(word.text, self.names.forces.meant))
        stray = word.text in self.verbs or self.names.named_in(word.text)
        changes = near or ((Change(*self._with_sign(word), ""),) if stray else ())
        says = f"no type of unit is called {self.raw(word)}; the types are {known}"
        self.complaints.append(Complaint(FORCE, word.start, word.end, "unknown-unit", says, changes))

    def _is_first(self, words: Said, at: int, begin: int, ranked: int) -> bool:
        """Whether a word is a ``first`` that belongs to the first type: ``first inf``, or ``inf first then art``."""
        if words[at].text != FIRST or words[at].quoted:
            return False
        after = words[at + 1] if at + 1 < len(words) else None
        ends = after is None or after.text in RANKS or self.cleaned[words[at].end : after.start].strip() != ""
        return at == begin if not ranked else ranked == 1 and ends

    def _with_sign(self, word: Word) -> Span:
        """The columns of a word of a ranking and of the sign before it, of the first one those of the sign after it."""
        before, after = self.line[: word.start], self.line[word.end :]
        if any(sign in before[len(before.rstrip(BETWEEN)) :] for sign in ",>"):
            return len(before.rstrip(BETWEEN)), word.end
        return word.start, len(self.line) - len(after.lstrip(BETWEEN))

    # what it is about
    def scope(self, words: Said, begin: int, verb: Word) -> tuple[str | None, int]:
        """One of the scopes or a place; all of it stands before the colon, if there is one."""
        mark = find_colon(self.cleaned, verb.end)
        end = sum(word.end <= mark for word in words) if mark >= 0 else self._scoped(words, begin)
        if end <= begin:
            return EVERYWHERE, begin
        said, scopes = " ".join(word.text for word in words[begin:end]), self.names.vocabulary.forces.scopes
        if not words[begin].quoted and (said in scopes or said == EVERYWHERE):
            return scopes.get(said, said), end
        start, last = words[begin].start, words[end - 1].end
        found = self.names.place(said, self.raw(words[begin], last))
        if not found.value:
            self._unknown_place(found, said, start, last)
        return found.value or None, end

    def _unknown_place(self, found: Found, said: str, start: int, end: int) -> None:
        known = self.names.vocabulary.forces.scopes
        near = self.names.like(said, {**self.names.places, **known}) or found.near
        changes = tuple(
            Change(start, end, name) if name in known else replacements(start, end, [name])[0] for name in near
        )
        scopes = ", ".join(dict.fromkeys(known.values()))
        self.complaints.append(Complaint(PLACE, start, end, found.code, f"{found.says}; or {scopes}", changes))

    def _scoped(self, words: Said, begin: int) -> int:
        """Where it ends without a colon: before terms, or with the longest name of a scope or of a place that is no
        type."""
        if self.plan.marks:
            return next(
                (i for i in range(begin, len(words)) if words[i].text in self.plan.stops and not words[i].quoted),
                len(words),
            )
        scopes, texts = self.names.vocabulary.forces.scopes, [word.text for word in words]
        longest = max((name.count(" ") + 1 for name in scopes), default=0)
        ends = (
            end for end in range(min(len(words), begin + longest), begin, -1) if " ".join(texts[begin:end]) in scopes
        )
        if (end := next(ends, 0)) and not words[begin].quoted:
            return end
        known = texts[begin] == DEFAULT or self.names.forces.find(texts, begin, 2)
        return begin if known and not words[begin].quoted else begin + self._place(words, begin)

    # terms
    def terms(self, gap: GrammarSlot, words: Said, begin: int) -> tuple[str | None, int | None, int]:
        """Value, number if it has one, and where the terms end: before the lead of another slot."""
        leads = {lead for other in self.plan.slots for lead in other.leads}
        end = next(
            (i for i in range(begin + 1, len(words)) if words[i].text in leads and not words[i].quoted), len(words)
        )
        said = words[begin:end]
        for value, form in gap.terms:
            if self._matches(parts := _signed(form), said):
                figure = next((word for word, (part, _) in zip(said, parts, strict=True) if part == "N"), None)
                n = self.number(figure, gap.bounds) if figure else None
                return (None if figure and n is None else value), n, end
        start, last = said[0].start, said[-1].end
        typed = next((word.text for word in said if word.text.isdigit()), "2")
        whole = {
            " ".join(part for part, _ in _signed(form)): form.replace(" N", f" {typed}")
            for form in usual_forms(gap.terms).values()
        }
        changes = tuple(Change(start, last, form) for form in similar(" ".join(word.text for word in said), whole))
        says = f"{self.raw(said[0], last)} is not a condition for {self.plan.verb}; write {forms(gap)}"
        self.complaints.append(Complaint(ARGUMENT, start, last, "syntax", says, changes))
        return None, None, end

    def _matches(self, form: Sequence[tuple[str, str]], said: Said) -> bool:
        """Word by word, and each sign of comparison between its two words."""
        if len(form) != len(said) or any(word.quoted for word in said):
            return False
        between = ["".join(c for c in self.cleaned[a.end : b.start] if c in SIGNS) for a, b in pairwise(said)]
        fits = all(
            FIGURE.fullmatch(word.text) if part == "N" else word.text == part
            for (part, _), word in zip(form, said, strict=True)
        )
        return fits and between == [sign for _, sign in form[:-1]]

    # as typed
    def text(self, words: Said, begin: int) -> tuple[str, int]:
        """All that is left of the order, one space between its words."""
        said = self.cleaned[words[begin].start : words[-1].end].replace(NOTHING, "")
        return " ".join(said.split()), len(words)


def _signed(form: str) -> list[tuple[str, str]]:
    """Its words, each with the sign of comparison that follows it."""
    found = list[tuple[str, str]]()
    for part in form.split(" "):
        if part in SIGNS:
            found[-1] = found[-1][0], part
        else:
            found.append((part, ""))
    return found
