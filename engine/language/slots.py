"""The words after a verb, put into the slots of its sentence: each is used, or complained about."""
from collections.abc import Container, Sequence
from typing import Any

from . import models
from .complaint import Change, Complaint
from .courses import Courses
from .figures import NUMBERS, Figures
from .grammar import Gap, Sentence
from .likeness import listed, loose
from .line import ARGUMENT, EXTRA, MISSING, OPEN, PLACE, TARGET, WEAPON
from .nouns import Found, Names
from .plane import COMPASS, COMPASS_WORDS, FIGURE, after_inches, comma, hundredths
from .words import Span, Word

FILLERS = frozenset({"at", "to"})
TOWARD = frozenset({"place", "target", "friend", "point", "way", "heading", "course", "spots"})
JOINTS = frozenset({"and", "then"})
BREAKS = " \t,.–—-"
NEEDS = {
    "unit": "a unit", "type": "a type of unit", "target": "a target: a unit, or the place it is in", "place": "a place",
    "friend": "a unit of yours", "number": "a number", "inches": "inches", "point": "a point such as 12.5,8",
    "bearing": "a bearing: N, NE, ... or degrees", "weapon": "a weapon", "spots": "a place such as 12.5,8",
    "way": "a point such as 12.5,8, or a bearing: N, NE, ... or degrees",
    "heading": "a bearing (N, NE, ... or degrees), a unit, or a point such as 12.5,8",
    "course": "a place such as 12.5,8, a path such as 10,6>12,8, or a bearing and inches such as NE 4.5",
}


class Slots(Figures):
    """One sentence being filled: columns go to ``spans``, and what could not be filled to ``complaints``.

    ``unit``: whom the order is for, "" if nobody.
    """

    def __init__(self, plan: Sentence, names: Names, line: str, unit: str, spans: dict[str, Span], complaints: list[Complaint]) -> None:
        super().__init__(names, line, complaints)
        self.plan, self.unit, self.spans = plan, unit, spans
        self.values, self._tried = dict[str, Any](), set[str]()

    def fill(self, words: Sequence[Word], verbs: Container[str], verb: Word) -> dict[str, Any]:
        """Values by field.  ``verbs`` end a list of names; ``verb`` is what a missing word is reported at."""
        at = 0
        while at < len(words):
            gap, begin = self._gap(words, at)
            if gap is None and at + 1 < len(words) and words[at].text in JOINTS and not words[at].quoted:
                at += 1
                continue
            if gap is None:
                self._left_over(words[at:], verbs)
                break
            if begin == len(words):
                self._tried.add(gap.field)
                self.complain(OPEN, words[at], "missing-argument", f"{self.raw(words[at])} must be followed by {needs(gap)}")
                break
            if gap.noun in ("course", "spots"):
                at = self._pointed(gap, words, begin, verbs)
            else:
                at = self._many(gap, words, begin, verbs, verb) if gap.many else self._single(gap, words, begin)
        for gap in self.plan.slots:
            if gap.needed and gap.field not in self._tried:
                lead = f"{gap.lead} and " if gap.lead else ""
                self.complain(MISSING, verb, "missing-argument", f"{self.plan.verb} needs {lead}{needs(gap)}{self._like()}")
        return self.values

    def _like(self) -> str:
        return f", as in {self.plan.kind.EXAMPLE}" if self.plan.kind.EXAMPLE else ""

    def _gap(self, words: Sequence[Word], at: int) -> tuple[Gap | None, int]:
        """The slot that the word at ``at`` begins, and where its own words begin."""
        word, placed = words[at], None
        for gap in self.plan.slots:
            if gap.field in self._tried:
                continue
            if not word.quoted:
                if word.text in gap.leads or (word.text == gap.field.casefold() and at + 1 < len(words)):
                    return gap, at + 1
                if word.text in gap.choices:
                    return gap, at
            if placed is None and gap.placed and not (gap.counts and self._uncounted(gap, words, at)):
                placed = gap
        skip = placed is not None and not word.quoted and word.text in FILLERS and (placed.noun in TOWARD or placed.field == "target")
        return placed, at + 1 if skip else at

    def _uncounted(self, gap: Gap, words: Sequence[Word], at: int) -> bool:
        """Whether a number that may be left out has been: no number stands there, nor anything else before what is counted."""
        word, last = words[at], at + 1 == len(words)
        counted = self.plan.slots[self.plan.slots.index(gap) + 1:]
        if any(other.field in self._tried for other in counted):
            return not (last and NUMBERS.fullmatch(word.text))
        if word.quoted or (last and loose(word.text) in self.names.types):
            return True
        if NUMBERS.fullmatch(word.text):
            return False
        return bool(last or self._kind(words, at)[0].value or not (word.text[0].isdigit() or self._kind(words, at + 1)[0].value))

    def _single(self, gap: Gap, words: Sequence[Word], at: int) -> int:
        self._tried.add(gap.field)
        value, after = self._value(gap, words, at)
        if value is not None:
            self.values[gap.field] = value
            self.spans[gap.field] = (words[at].start, words[after - 1].end)
        if gap.noun == "way" and isinstance(value, tuple):
            self._tried |= {other.field for other in self.plan.slots if other.noun == "inches"}
        return after

    def _pointed(self, gap: Gap, words: Sequence[Word], at: int, verbs: Container[str]) -> int:
        """A course or spots: every word up to one that belongs elsewhere."""
        self._tried.add(gap.field)
        end = next((i for i in range(at + 1, len(words)) if words[i].text in self.plan.stops and not words[i].quoted), len(words))
        courses = Courses(self.names, self.line, verbs, self.complaints, self.plan.stops)
        value = courses.course(words[at:end]) if gap.noun == "course" else courses.spots(words[at:end])
        if value is not None:
            self.values[gap.field] = value
            self.spans[gap.field] = (words[at].start, words[end - 1].end)
        return end

    def _many(self, gap: Gap, words: Sequence[Word], at: int, verbs: Container[str], verb: Word) -> int:
        self._tried.add(gap.field)
        found, begin, good = list[Any](), at, True
        last = self._last(gap, words, at)
        while at < last:
            word = words[at]
            passed = word.text in FILLERS or (at > begin and word.text in JOINTS)
            if not word.quoted and (word.text in self.plan.stops or passed or (at > begin and word.text in verbs)):
                if not passed or word.text in self.plan.stops:
                    break
                at += 1
                continue
            value, at = self._value(gap, words, at)
            found.append(value)
            good = good and value is not None
        if not found:
            where = words[begin - 1] if begin else verb
            self.complain(MISSING, where, "missing-argument", f"{self.plan.verb} needs {needs(gap)}{self._like()}")
        elif good:
            self.values[gap.field] = tuple(found)
            self.spans[gap.field] = (words[begin].start, words[at - 1].end)
        return at

    def _last(self, gap: Gap, words: Sequence[Word], at: int) -> int:
        """Where a list of places must end: at the target that has to follow it, a unit or else a last name that is no place."""
        others = [other for other in self.plan.slots if other.field not in self._tried]
        if gap.noun != "place" or not any(other.noun in ("target", "friend", "unit") and other.needed for other in others):
            return len(words)
        while at < len(words):
            word, many = words[at], self.names.phrase(words, at, len(words))
            said = " ".join(w.text for w in words[at:at + many])
            if not word.quoted and (word.text in self.plan.stops or any(word.text == other.field for other in others)):
                return at
            if not (self.names.board and word.text in self.names.board.cells):
                found = self.names.target(said, "")
                unknown = found.code == "unknown-unit" and at + many == len(words)
                if unknown or found.value in self.names.units or found.code == "ambiguous-unit":
                    return at
            at += many
        return at

    def _value(self, gap: Gap, words: Sequence[Word], at: int) -> tuple[Any, int]:
        """The value that begins at a word, None if it was complained about, and where it ends."""
        word = words[at]
        if gap.choices:
            if word.text not in gap.choices:
                says = f"{self.raw(word)} does not belong here; write {listed(gap.words, 'or')}"
                self.complain(ARGUMENT, word, "syntax", says, self.names.like(word.text, gap.choices))
            return gap.choices.get(word.text), at + 1
        match gap.noun:
            case "unit" | "target" | "friend" as noun:
                find = {"unit": self.names.anyone, "target": self.names.target, "friend": self.names.friend}[noun]
                value, end = self._named(find, TARGET, words, at)
                return (self._run(gap, value, words[end]), end + 1) if models.glued(words, end) else (value, end)
            case "weapon":
                return self._weapon(words, at) if self.unit else (None, at + 1)
            case "place" if self.names.board and word.text in self.names.board.cells:
                return word.text, at + 1
            case "place" if word.text.isdigit() and not word.quoted:
                return self._found(self.names.place(word.text, self.raw(word)), PLACE, word, word.end), at + 1
            case "place":
                return self._named(self.names.place, PLACE, words, at)
            case "type":
                kind, end = self._kind(words, at)
                return self._found(kind, TARGET, word, words[end - 1].end), end
            case "number":
                return self.number(word), at + 1
            case "inches" if at + 1 < len(words) and comma(self.line, word, words[at + 1]):
                self.comma(word, words[at + 1])
                return None, at + 2
            case "inches":
                return self.inches(word), at + 1 + after_inches(words, at + 1)
            case "bearing":
                return self.bearing(word), at + 1
            case "point":
                return self.point(words, at)
            case "way" | "heading":
                return self._toward(gap, words, at)
        return self.line[word.start:word.end].strip("\"'") if word.quoted else word.text, at + 1

    def _run(self, gap: Gap, unit: str | None, word: Word) -> str | None:
        """The unit, if it has the models that are written at it."""
        run = models.run(word, unit or "", self.names, self.line, TARGET)
        if isinstance(run, Complaint):
            self.complaints.append(run)
            return None
        self.values[f"{gap.field}_models"] = run
        return unit

    def _weapon(self, words: Sequence[Word], at: int) -> tuple[str | None, int]:
        """One that the unit carries: of a name of several words as many as there are."""
        end, found = min(len(words), at + self.names.longest_weapon) + 1, Found("")
        while not found.value and end > at + 1:
            end -= 1
            found = self.names.weapon(self.unit, " ".join(w.text for w in words[at:end]), self.raw(words[at], words[end - 1].end))
        return self._found(found, WEAPON, words[at], words[end - 1].end), end

    def _kind(self, words: Sequence[Word], at: int) -> tuple[Found, int]:
        """The type that as many words as possible name, and where they end; else what is wrong with the first or with all."""
        last = next((i for i in range(at + 1, len(words)) if words[i].quoted or words[at].quoted), len(words))
        first: tuple[Found, int] | None = None
        for end in range(min(last, at + self.names.longest_type), at, -1):
            found = self.names.kind(" ".join(w.text for w in words[at:end]), self.raw(words[at], words[end - 1].end))
            if found.value:
                return found, end
            first = (found, end) if first is None or not first[0].near else first
        assert first
        return first

    def _named(self, find: Any, about: str, words: Sequence[Word], at: int) -> tuple[str | None, int]:
        """A name of one word or more: as many as a known name has; of an unknown one as many as look like one."""
        last = min(len(words), at + self.names.longest + 1)
        placed = find == self.names.place
        stop = next((i for i in range(at + 1, last) if words[i].text in self.plan.stops or (placed and words[i].text.isdigit())), last)
        if words[at].text in self.names.ids and stop == at + 1 and not placed:
            return self.names.ids[words[at].text], at + 1
        many = self.names.phrase(words, at, stop)
        found: Found = find(" ".join(w.text for w in words[at:at + many]), self.raw(words[at], words[at + many - 1].end))
        if not found.value and many == 1 and 1 < stop - at <= self.names.longest:
            whole: Found = find(" ".join(w.text for w in words[at:stop]), self.raw(words[at], words[stop - 1].end))
            if whole.near:
                found, many = whole, stop - at
        return self._found(found, about, words[at], words[at + many - 1].end), at + many

    def _found(self, found: Found, about: str, word: Word, end: int) -> str | None:
        if found.code:
            self.complain(PLACE if found.code in ("off-board", "unknown-place") else about, word, found.code, found.says, found.near, end)
            return None
        return found.value

    def _toward(self, gap: Gap, words: Sequence[Word], at: int) -> tuple[str | int | tuple[int, int] | None, int]:
        """A point if a comma parts two numbers; else a bearing; else, of a heading, a unit.  A name in quotes is always a name."""
        word = words[at]
        if not word.quoted and at + 1 < len(words) and comma(self.line, word, words[at + 1]):
            pair = words[at:at + 2]
            point = (hundredths(pair[0].text), hundredths(pair[1].text)) if gap.noun == "heading" else self.on_table(pair)
            return point, at + 2
        if not word.quoted and (word.text in COMPASS or FIGURE.fullmatch(word.text)):
            return self.bearing(word), at + 1
        if gap.noun == "heading":
            return self._named(self.names.anyone, TARGET, words, at)
        says = f"{self.raw(word)} is no point and no bearing; write {NEEDS['way']}"
        self.complain(PLACE, word, "unknown-place", says, () if word.quoted else self.names.like(word.text, COMPASS_WORDS))
        return None, at + 1

    def _left_over(self, words: Sequence[Word], verbs: Container[str]) -> None:
        start, end = words[0].start, words[-1].end
        if not words[0].quoted and words[0].text in verbs:
            end, change = words[0].end, Change(self._joint(start), start, "; ")
            says = f"a second order begins with {self.raw(words[0])}; put ; before it"
        else:
            change = Change(start, end, "")
            says = f"{self.raw(words[0], end)} means nothing after {self.plan.verb} here; leave it out"
            if not self._tried and (open_ := [gap for gap in self.plan.slots if gap.choices or gap.lead]):
                self._neither(words[0], end, open_)
                return
        about = ARGUMENT if self.plan.subject or self.plan.slots else EXTRA
        self.complaints.append(Complaint(about, start, end, "syntax", says, (change,)))

    def _neither(self, word: Word, end: int, open_: Sequence[Gap]) -> None:
        """Nothing after the verb is any of the words it knows: those are named."""
        known = [f"{gap.lead} and {needs(gap) if gap.noun or gap.choices else 'its name'}" if gap.lead else needs(gap) for gap in open_]
        near = [near for gap in open_ if not gap.lead for near in self.names.like(word.text, gap.choices)]
        says = f"{self.raw(word, end)} means nothing after {self.plan.verb}; write {', or '.join(known)}"
        self.complain(ARGUMENT, word, "syntax", says, near, end)

    def _joint(self, start: int) -> int:
        """Where the space, comma or ``and then`` before a column begins, for which a semicolon would do."""
        before = self.line[:start].rstrip(BREAKS)
        for _ in JOINTS:
            last = before.rpartition(" ")[2]
            before = before[:-len(last)].rstrip(BREAKS) if last.casefold() in JOINTS else before
        return len(before)


def needs(gap: Gap) -> str:
    """What must be written into a slot, for people."""
    if gap.choices:
        return listed(gap.words, "or")
    if gap.noun == "place" and gap.many:
        return "the places to go through, or the last one"
    return NEEDS.get(gap.noun, f"a word for {gap.field}")

