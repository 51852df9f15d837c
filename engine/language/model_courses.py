"""Courses and spots: points, paths joined by ``>``, a bearing with its inches; ``-`` for a model that stays."""

import re
from collections.abc import Container, Iterable, Sequence
from itertools import pairwise
from typing import TypeVar

from engine.contract import Path, Shift

from .complaint import Change, Complaint, replacements, second_order
from .directions import BEARINGS, Direction, degree_words, misread_direction
from .line import ARGUMENT, MISSING, NUMBER, PLACE
from .measures import COMPASS, FIGURE, LENGTH, SPELT, MeasureReader, bearing, hundredths, inch_words, point
from .names import NameLookup
from .similarity import listed
from .words import IN_FIGURES, JOINTS, Word, clean, joint

COURSE, SPOTS = "course", "spots"
STAYS = "-"
COMMAS = ",،"
_ALONE = re.compile(r"(?<![^\s()>])-(?![^\s();#])")
_REST = re.compile(r"[^;#]*")
T = TypeVar("T")
Point = tuple[int, int]
Said = list[list[Word]]
"""A path as said: its places, of which each is the words that commas join."""


def split_dashes(words: Sequence[Word], line: str, verb: Word) -> Sequence[Word]:
    """The words after the verb, and every dash that stands alone as a word of its own."""
    cleaned = clean(line)
    rest = _REST.match(cleaned, words[-1].end if words else verb.end)
    end = rest.end() if rest else len(cleaned)
    alone = [Word(STAYS, m.start(), m.end()) for m in _ALONE.finditer(cleaned, verb.end, end)]
    outside = (dash for dash in alone if not any(word.start <= dash.start < word.end for word in words))
    return sorted([*words, *outside], key=lambda word: word.start) if alone else words


class CourseReader(MeasureReader):
    """One course being read.  ``verbs`` begin an order of their own, ``ends`` follow it."""

    def __init__(
        self, names: NameLookup, line: str, verbs: Container[str], complaints: list[Complaint], ends: Iterable[str] = ()
    ) -> None:
        super().__init__(names, line, complaints)
        self.verbs, self.cleaned, self.ends = verbs, clean(line), {word: word for word in sorted(ends)}

    def course(self, words: Sequence[Word]) -> Shift | tuple[Path, ...] | None:
        """A Shift if the first word is a compass word or a number without a comma, else a Path for each place or
        path."""
        words = self._named(words)
        if after := self.feature(words, 0, whole=bearing(words[0].text) is not None):
            self._behind_name(words[after:])
            return None
        first, degrees = words[0], degree_words(words, 1)
        paths = self._said([first, *words[1 + degrees :]])
        alone = paths[0] == [[first]] and not (first.quoted or self._is_split(first))
        if alone and (found := misread_direction(words, 0, COURSE)):
            self._not_a_bearing(words, found)
            return None
        if alone and (first.text in COMPASS or first.text in SPELT or FIGURE.fullmatch(first.text)):
            return self._shift(first, paths[1:])
        return _all(
            [() if [word.text for place in said for word in place] == [STAYS] else self._path(said) for said in paths]
        )

    def spots(self, words: Sequence[Word]) -> tuple[Point, ...] | None:
        """Points alone: what ``>`` joins is none."""
        words = self._named(words)
        if after := self.feature(words, 0):
            self._behind_name(words[after:])
            return None
        return _all([self._spot(said) for said in self._said(words)])

    def _named(self, words: Sequence[Word]) -> Sequence[Word]:
        """The words with those of the name of one point as one."""
        found, at = list[Word](), 0
        while at < len(words):
            most = min(len(words) - at, self.names.longest_spot)
            run = next(
                (few for n in range(most, 1, -1) if self._is_name(few := words[at : at + n])), words[at : at + 1]
            )
            named = Word(" ".join(word.text for word in run), run[0].start, run[-1].end)
            found.append(named if len(run) > 1 else run[0])
            at += len(run)
        return found

    def _is_name(self, words: Sequence[Word]) -> bool:
        """Whether words with nothing but blanks between them are the name of a point."""
        between = (self.cleaned[a.end : b.start] for a, b in pairwise(words))
        return " ".join(word.text for word in words) in self.names.spots and not any(map(str.strip, between))

    def _said(self, words: Sequence[Word]) -> list[Said]:
        """The words as paths, places and the numbers of a place, by what stands between them."""
        paths: list[Said] = [[[words[0]]]]
        for before, word in pairwise(words):
            between = self.cleaned[before.end : word.start]
            if ">" in between:
                paths[-1].append([word])
            elif any(comma in between for comma in COMMAS) and "(" not in between:
                paths[-1][-1].append(word)
            else:
                paths.append([[word]])
        return paths

    # by a bearing
    def _not_a_bearing(self, words: Sequence[Word], found: Direction) -> None:
        """Models have no front, so that left is the left of the map."""
        end = words[found.end - 1].end
        says = f"{self.raw(words[0], end)} is not a bearing; write {BEARINGS}, then the inches, such as N 3"
        self.complain(PLACE, words[0], "unknown-place", says, found.meant[:1], end)

    def _shift(self, first: Word, rest: Sequence[Said]) -> Shift | None:
        toward = bearing(first.text)
        if toward is None:
            would_do = "write N, NE, ... or degrees from 0 to 360, or a point such as 12.5,8"
            says = f"{self.raw(first)} is not a bearing; {would_do}"
            self.complain(NUMBER, first, "bad-number", says)
        if not rest:
            such = "N" if toward is None else first.text.upper()
            says = f"{self.raw(first)} is a bearing; write the inches after it, such as {such} 3"
            self.complain(MISSING, first, "missing-argument", says)
            return None
        length = [word for place in rest[0] for word in place]
        ends = (nth for nth, word in enumerate(length) if nth and (word.text in JOINTS or word.text in self.verbs))
        end = next(ends, len(length))
        inches = self._inches(length[:end], ends=end == len(length))
        more = length[end:] + [word for said in rest[1:] for place in said for word in place]
        more = more[inch_words(more, 0) :]
        if more:
            self._left_over(more, "a bearing and inches")
        return None if toward is None or inches is None or more else Shift(toward, inches)

    def _behind_name(self, more: Sequence[Word]) -> None:
        """What follows a name in place of a point: more places, or words that are too many."""
        words = [word for word in more if word.text not in self.names.spots and not FIGURE.fullmatch(word.text)]
        if words:
            self._left_over(words, "the name")

    def _left_over(self, more: Sequence[Word], behind: str) -> None:
        """Words that are left over behind something: perhaps another order."""
        first = next((word for word in more if word.text not in JOINTS), more[0])
        start, end, change = more[0].start, more[-1].end, Change(more[0].start, more[-1].end, "")
        says = f"{self._raw(more)} does not belong after {behind}; leave it out"
        if first.text in self.verbs and not first.quoted:
            start, end, change = first.start, first.end, Change(joint(self.line, first.start), first.start, "; ")
            says = second_order(self.line[start:end])
        self.complaints.append(Complaint(ARGUMENT, start, end, "syntax", says, (change,)))

    def _inches(self, words: Sequence[Word], *, ends: bool) -> int | None:
        """Of one number; where the course ``ends`` with it, a comma beside it parts what should be one place."""
        found = LENGTH.fullmatch(words[0].text) if len(words) == 1 and not (ends and self._is_split(words[0])) else None
        length = hundredths(found[1]) if found else -1
        if length >= 0:
            return length
        self._complain(
            NUMBER,
            words,
            "bad-number",
            f"{self._raw(words)} is not a length; write inches after the bearing, such as 5 or 2.5",
            [IN_FIGURES[word.text] for word in words[:1] if word.text in IN_FIGURES],
        )
        return None

    # by places
    def _path(self, said: Said) -> Path | None:
        """Its points, if something stands on both sides of every ``>``."""
        points = _all([self._place(place) for place in said])
        words = [word for place in said for word in place]
        if self._path_continues(words):
            self._complain(
                PLACE,
                words,
                "unknown-place",
                f"{self._raw(words)} has no place on one side of a >; write a path such as 10,6>12,8",
            )
            return None
        return points

    def _path_continues(self, words: Sequence[Word]) -> bool:
        before, after = self.cleaned[: words[0].start].rstrip(" ("), self.cleaned[words[-1].end :].lstrip(" )")
        between = (self.cleaned[a.end : b.start] for a, b in pairwise(words))
        return before.endswith(">") or after.startswith(">") or any(gap.count(">") > 1 for gap in between)

    def _spot(self, said: Said) -> Point | None:
        words = [word for place in said for word in place]
        if len(said) == 1 and not self._path_continues(words):
            return self._place(words)
        about, code = (NUMBER, "bad-number") if any(len(place) > 1 for place in said) else (PLACE, "unknown-place")
        self._complain(about, words, code, f"{self._raw(words)} is a path; write a place here, such as 12.5,8")
        return None

    def _place(self, words: Sequence[Word]) -> Point | None:
        """Two numbers with a comma between them, or the name of a point."""
        first = words[0]
        commas = [sum(map(self.cleaned[a.end : b.start].count, COMMAS)) for a, b in pairwise(words)]
        said = first.text + "".join("," * many + word.text for many, word in zip(commas, words[1:], strict=True))
        if (at := point(said)) is not None:
            return at
        if "," in said or self._is_split(first):
            says = (
                f"{self._raw(words)} is not a place; a place is two numbers with a comma between them, such as 12.5,8"
            )
            self._complain(NUMBER, words, "bad-number", says)
        elif said in self.names.spots:
            return self.names.vocabulary.models.points[self.names.spots[said]]
        else:
            self._unknown_place(first)
        return None

    def _is_split(self, word: Word) -> bool:
        """Whether a number has a comma beside it and nothing on its other side."""
        after, before = self.cleaned[word.end :].lstrip()[:1], self.cleaned[word.start - 1 : word.start]
        return bool(FIGURE.fullmatch(word.text)) and any(char in COMMAS for char in (after, before) if char)

    def _unknown_place(self, word: Word) -> None:
        raw, known = self.raw(word), self.names.vocabulary.models.points
        near = (
            ()
            if FIGURE.fullmatch(word.text)
            else self.names.like(word.text, self.ends) or self.names.like(word.text, self.names.spots)
        )
        changes = replacements(word.start, word.end, near)
        if word.text in self.verbs:
            changes = (Change(word.start, word.start, "; "),)
            says = f"{raw} is not a place; if a second order begins here, put ; before it"
        elif word.text == STAYS:
            says = "- is not a place here; write one, such as 12.5,8"
        else:
            names = f", nor one of {listed(known)}" if known else ""
            says = f"{raw} is not a place such as 12.5,8{names}, nor a bearing such as NE"
        self.complaints.append(Complaint(PLACE, word.start, word.end, "unknown-place", says, changes))

    # what is wrong
    def _raw(self, words: Sequence[Word]) -> str:
        return self.raw(words[0], words[-1].end)

    def _complain(self, about: str, words: Sequence[Word], code: str, says: str, near: Sequence[str] = ()) -> None:
        self.complain(about, words[0], code, says, near, words[-1].end)


def _all(found: Sequence[T | None]) -> tuple[T, ...] | None:
    """All of them; None if one could not be read."""
    good = [one for one in found if one is not None]
    return tuple(good) if len(good) == len(found) else None
