"""Directions in words: where to go or what to turn to, and what a player who writes it in another way is told."""

from collections.abc import Container, Sequence
from typing import NamedTuple

from .complaint import Change, Complaint
from .line import NUMBER, PLACE, TARGET
from .measures import COMPASS_WORDS, FIGURE, SPELT, MeasureReader, bearing_text
from .names import NameLookup
from .words import Word

RELATIVE = {
    "up": ("N",),
    "upward": ("N",),
    "upwards": ("N",),
    "down": ("S",),
    "downward": ("S",),
    "downwards": ("S",),
    "left": ("W", "E"),
    "right": ("E", "W"),
    "forward": ("N", "S"),
    "forwards": ("N", "S"),
    "ahead": ("N", "S"),
    "back": ("S", "N"),
    "backward": ("S", "N"),
    "backwards": ("S", "N"),
    "around": ("S", "N"),
    "about": ("S", "N"),
    "rear": ("S", "N"),
}
"""Words for directions that are no bearings -> the bearings that may be meant, on the map or as a unit sees it."""
CODES = {"way": (PLACE, "unknown-place"), "heading": (TARGET, "unknown-unit"), "bearing": (NUMBER, "bad-number")}
"""What a fault of a slot's direction is about, and its code."""
_HOURS, _DEGREES = ("o'clock", "oclock", "o’clock"), ("degrees", "degree", "deg")
BEARINGS = "N, NE, ... or degrees clockwise from north, which is up"


class Direction(NamedTuple):
    """Words for a direction that are no bearing: where they end, and the bearings that may be meant."""

    end: int
    meant: tuple[str, ...]


def misread_direction(words: Sequence[Word], at: int, noun: str) -> Direction | None:
    """``left`` or ``3 o'clock``, of a heading ``right 45`` too, as it begins at a word; None if nothing of the sort
    does."""
    word, after = words[at], words[at + 1] if at + 1 < len(words) else None
    if word.quoted:
        return None
    if after and after.text in _HOURS and word.text.isascii() and word.text.isdigit() and 1 <= int(word.text) <= 12:
        return Direction(at + 2, (bearing_text(int(word.text) % 12 * 300),))
    if word.text not in RELATIVE:
        return None
    turned = noun == "heading" and after is not None and FIGURE.fullmatch(after.text)
    return Direction(at + 2 + degree_words(words, at + 2) if turned else at + 1, RELATIVE[word.text])


def is_compass_word(word: Word, names: NameLookup) -> bool:
    """Whether a compass word, short or in full, is meant as one: no unit may be called so."""
    if word.quoted or word.text not in COMPASS_WORDS | SPELT:
        return False
    return word.text in COMPASS_WORDS or not (word.text in names.full or word.text in names.ids)


def degree_words(words: Sequence[Word], at: int) -> int:
    """How many words there only say that a number before them means degrees: one or none."""
    return int(at < len(words) and words[at].text in _DEGREES and not words[at].quoted)


class DirectionReader(MeasureReader):
    """Reads bearings; of directions that are none it says how one is written.

    ``verb``: the verb of the sentence as typed; ``verbs`` those that begin an order.
    """

    verb: Word | None = None
    verbs: Container[str] = ()

    def compass_bearing(self, words: Sequence[Word], at: int) -> tuple[int | None, int]:
        """Tenths of a degree clockwise from north, None if it was complained about, and where the bearing ends."""
        end = self.misread("bearing", words, at)
        return (None, end) if end > at else (self.bearing(words[at]), at + 1 + degree_words(words, at + 1))

    def misread(self, noun: str, words: Sequence[Word], at: int) -> int:
        """Where words for a direction end that are no bearing, after a complaint; ``at`` if none begin there.

        A verb may be a direction itself: ``U1 move left 3`` may be ``U1 left 3``.
        """
        found = misread_direction(words, at, noun)
        if found is None:
            return at
        word, end, verb = words[at], words[found.end - 1].end, self.verb
        says = f"{self.raw(word, end)} is not a bearing; write {BEARINGS}"
        meant = [(word.start, bearing) for bearing in found.meant]
        if verb and noun == "way" and word.text in self.verbs:
            says, meant = f"{says}, or leave out {self.raw(verb)}", [(verb.start, word.text)]
        about, code = CODES[noun]
        changes = tuple(Change(start, end, instead) for start, instead in meant)
        self.complaints.append(Complaint(about, word.start, end, code, says, changes))
        return found.end
