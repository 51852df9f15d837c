"""One value of a slot: the word or words that it takes, or a complaint."""

from collections.abc import Sequence
from typing import Any

from . import model_runs
from .complaint import Complaint
from .directions import DirectionReader, is_compass_word
from .explain import summary
from .grammar import NEEDS, GrammarSlot, Sentence
from .line import ARGUMENT, PLACE, TARGET, WEAPON, Found
from .measures import COMPASS_WORDS, FIGURE, hundredths, inch_words, joined_by_comma
from .names import NameLookup
from .similarity import listed
from .words import Span, Word


class Values(DirectionReader):
    """Reads for one sentence.  ``unit``: whom the order is for, "" if nobody; ``values``: what was found, by field."""

    def __init__(self, plan: Sentence, names: NameLookup, line: str, unit: str, complaints: list[Complaint]) -> None:
        super().__init__(names, line, complaints)
        self.plan, self.unit = plan, unit
        self.values: dict[str, Any] = {}

    def _unit(self, gap: GrammarSlot, noun: str, words: Sequence[Word], at: int) -> tuple[Any, int]:
        """A unit, with the run of its models if one follows."""
        find = {"unit": self.names.any_unit, "target": self.names.target, "friend": self.names.friend}[noun]
        value, end = self._named(find, TARGET, words, at)
        if model_runs.models_follow(words, end):
            return self._run(gap, value, (words[at].start, words[end - 1].end), words[end]), end + 1
        return value, end

    def _choice(self, gap: GrammarSlot, word: Word) -> str | None:
        """One of the words that a slot offers; None if it was complained about."""
        if word.text not in gap.choices:
            says = f"{self.raw(word)} does not belong here; write {listed(gap.words, 'or')}"
            self.complain(ARGUMENT, word, "syntax", says, self.names.like(word.text, gap.choices))
        return gap.choices.get(word.text)

    def value(self, gap: GrammarSlot, words: Sequence[Word], at: int) -> tuple[Any, int]:
        """The value that begins at a word, None if it was complained about, and where it ends."""
        word = words[at]
        if word.text in gap.also and not word.quoted:
            return word.text, at + 1
        if gap.choices:
            return self._choice(gap, word), at + 1
        match gap.noun:
            case "unit" | "target" | "friend" as noun:
                return self._unit(gap, noun, words, at)
            case "weapon":
                return self._weapon(words, at) if self.unit else (None, at + 1)
            case "place" if self.names.board and word.text in self.names.board.cells:
                return word.text, at + 1
            case "place" if word.text.isdigit() and not word.quoted:
                return self._found(self.names.place(word.text, self.raw(word)), PLACE, word, word.end), at + 1
            case "place":
                return self._named(self._place, PLACE, words, at)
            case "type":
                kind, end = self.kind(words, at)
                return self._found(kind, TARGET, word, words[end - 1].end), end
            case "number":
                return self.number(word, gap.bounds), at + 1 + any(
                    after.text in gap.after for after in words[at + 1 : at + 2]
                )
            case "inches" if at + 1 < len(words) and joined_by_comma(self.line, word, words[at + 1]):
                self.comma(word, words[at + 1])
                return None, at + 2
            case "inches":
                return self.inches(word), at + 1 + inch_words(words, at + 1)
            case "bearing":
                return self.compass_bearing(words, at)
            case "point":
                return self.point(words, at)
            case "way" | "heading":
                return self._toward(gap, words, at)
        return self.line[word.start : word.end].strip("\"'") if word.quoted else word.text, at + 1

    def _run(self, gap: GrammarSlot, unit: str | None, name: Span, word: Word) -> str | None:
        """The unit, if it has the models that are written at its ``name``, and the order may say which are meant."""
        if f"{gap.field}_models" not in self.plan.runs:
            named = unit or self.line[slice(*name)]
            self.complaints.append(model_runs.whole_target_only(self.plan.verb, named, (name[0], word.end), self.line))
            return None
        run = model_runs.read_model_run(word, unit or "", self.names, self.line, TARGET)
        if isinstance(run, Complaint):
            self.complaints.append(run)
            return None
        self.values[f"{gap.field}_models"] = run
        return unit

    def _weapon(self, words: Sequence[Word], at: int) -> tuple[str | None, int]:
        """One that the unit carries: of a name of several words as many as there are."""
        end = min(len(words), at + self.names.longest_weapon) + 1
        found = Found("")
        while not found.value and end > at + 1:
            end -= 1
            found = self.names.weapon(
                self.unit, " ".join(w.text for w in words[at:end]), self.raw(words[at], words[end - 1].end)
            )
        return self._found(found, WEAPON, words[at], words[end - 1].end), end

    def kind(self, words: Sequence[Word], at: int) -> tuple[Found, int]:
        """The type that as many words as possible name, and where they end; else what is wrong with the first or
        with all."""
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
        placed = about == PLACE
        stop = next(
            (
                i
                for i in range(at + 1, last)
                if words[i].text in self.plan.stops or (placed and words[i].text.isdigit())
            ),
            last,
        )
        if words[at].text in self.names.ids and stop == at + 1 and not placed:
            return self.names.ids[words[at].text], at + 1
        stop = max(stop, self._exact(words, at, last))
        many = self.names.phrase(words, at, stop)
        found: Found = find(
            " ".join(w.text for w in words[at : at + many]), self.raw(words[at], words[at + many - 1].end)
        )
        if not found.value and many == 1 and 1 < stop - at <= self.names.longest:
            whole: Found = find(" ".join(w.text for w in words[at:stop]), self.raw(words[at], words[stop - 1].end))
            if whole.near:
                found, many = whole, stop - at
        return self._found(found, about, words[at], words[at + many - 1].end), at + many

    def _exact(self, words: Sequence[Word], at: int, last: int) -> int:
        """Where the longest whole name ends that is written here without quotes, numbers in it included (``House 2``);
        0 if there is none of several words."""
        end = next((i for i in range(at, last) if words[i].quoted), last)
        for stop in range(end, at + 1, -1):
            said = " ".join(word.text for word in words[at:stop])
            if said in self.names.places or said in self.names.full:
                return stop
        return 0

    def _found(self, found: Found, about: str, word: Word, end: int) -> str | None:
        if found.code:
            self.complain(
                PLACE if found.code in ("off-board", "unknown-place") else about,
                word,
                found.code,
                found.says,
                found.near,
                end,
            )
            return None
        return found.value

    def _toward(
        self, gap: GrammarSlot, words: Sequence[Word], at: int
    ) -> tuple[str | int | tuple[int, int] | None, int]:
        """A point if a comma parts two numbers; else a bearing; else, of a heading, a unit.  A name in quotes is
        always a name."""
        word = words[at]
        if not word.quoted and at + 1 < len(words) and joined_by_comma(self.line, word, words[at + 1]):
            pair = words[at : at + 2]
            point = (
                (hundredths(pair[0].text), hundredths(pair[1].text)) if gap.noun == "heading" else self.on_table(pair)
            )
            return point, at + 2
        if (end := self.misread(gap.noun, words, at)) > at:
            return None, end
        compass = is_compass_word(word, self.names) or bool(FIGURE.fullmatch(word.text))
        named = gap.noun == "heading" and self.names.unit(word.text)
        if not named and (end := self.feature(words, at, whole=compass)) > at:
            return None, end
        many = self.names.phrase(words, at, len(words))
        if (is_compass_word(word, self.names) and many == 1) or (FIGURE.fullmatch(word.text) and not word.quoted):
            return self.compass_bearing(words, at)
        if gap.noun == "heading":
            return self._named(self._headed, TARGET, words, at)
        end, near = words[at + many - 1].end, () if word.quoted else self.names.like(word.text, COMPASS_WORDS)
        says = f"{self.raw(word, end)} is neither a point nor a bearing; write {NEEDS['way']}"
        self.complain(PLACE, word, "unknown-place", says, near, end)
        return None, at + many

    def _place(self, said: str, raw: str) -> Found:
        """A place; where a unit is named instead, what the order is for is said."""
        found = self.names.place(said, raw)
        if found.code != "unknown-place" or not (said in self.names.ids or said in self.names.full):
            return found
        meaning = summary(self.plan.kind).rstrip(".")
        says = f"{raw} is a unit, not a place; {self.plan.verb} means: {meaning[:1].lower()}{meaning[1:]}"
        return Found("", found.code, says + self.names.examples.as_in(self.plan.kind))

    def _headed(self, said: str, raw: str) -> Found:
        """A unit of either side to turn to."""
        found = self.names.any_unit(said, raw)
        if found.code != "unknown-unit":
            return found
        return found._replace(says=f"{raw} is neither a unit, nor a bearing, nor a point; write {NEEDS['heading']}")
