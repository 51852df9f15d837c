"""Values in canonical spelling: each is read from its own word or words, or left to the long way of reading."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine.contract import Path, Shift, Vocabulary, kept_for_latest

from .grammar import GrammarSlot, Sentence
from .measures import WORDS, looks_like_bearing

_WHOLE = "(?:0|[1-9][0-9]{0,5})"
_FIGURE = rf"{_WHOLE}(?:\.[0-9]?[1-9])?"
_LENGTH = re.compile(_FIGURE)
_POINT = re.compile(rf"({_FIGURE}),({_FIGURE})")
_BEARING = re.compile(rf"{_WHOLE}(?:\.[1-9])?")
_RUN = re.compile("([1-9][0-9]{0,2})(?:-([1-9][0-9]{0,2}))?")
FULL_CIRCLE, LONGEST = 3600, 9900
COMPASS_WORDS = {word: tenths for tenths, word in WORDS.items()}
Point = tuple[int, int]
Run = tuple[int, int]
Taken = tuple[Any, int]
"""A value, and how many words it is made of; None where the long way has to look."""


def with_models(word: str, vocabulary: Vocabulary) -> tuple[str, Run | None] | None:
    """A unit's id and the models named after it: ``C1.2-4``; None if that is not what the word says."""
    if word in vocabulary.units:
        return (word, None) if word.isalnum() else None
    unit, dot, numbers = word.partition(".")
    found = _RUN.fullmatch(numbers) if dot and unit in vocabulary.units else None
    if found is None or _has_dots(vocabulary.units):
        return None
    first, last = int(found[1]), int(found[2] or found[1])
    good = first < last if found[2] else True
    return (unit, (first, last)) if good and last <= vocabulary.models.counts.get(unit, 0) else None


@kept_for_latest
def _has_dots(units: Mapping[str, str]) -> bool:
    """Whether a full name has a dot in it."""
    return any("." in name for name in units.values())


def taken(
    words: Sequence[str], gap: GrammarSlot, sentence: Sentence, vocabulary: Vocabulary, unit: str
) -> Taken | None:
    """The value with which these words begin, if they can fill the slot."""
    word = words[0]
    if gap.choices:
        return (word, 1) if gap.choices.get(word.casefold()) == word else None
    match gap.noun:
        case "target" | "friend" | "unit" | "place":
            return _name(word, gap, sentence, vocabulary)
        case "course":
            return _course(_up_to_stop(words, sentence))
        case "spots":
            return _spots(_up_to_stop(words, sentence))
        case "weapon":
            return _weapon(words, vocabulary.models.weapons.get(unit, ()))
        case "inches":
            length = _length(word)
            return (length, 1) if length is not None and 0 < length <= LONGEST else None
        case "bearing" | "way" | "heading" | "point":
            return _toward(word, gap.noun, len(words) == 1 or words[1] in sentence.stops, vocabulary)
    return None


def _name(word: str, gap: GrammarSlot, sentence: Sentence, vocabulary: Vocabulary) -> Taken | None:
    """A unit by its id, or a hex by its number."""
    board = vocabulary.board
    if not word.isalnum() or word.casefold() in sentence.stops:
        return None
    if gap.noun != "place" and word in vocabulary.units:
        return word, 1
    return (word, 1) if gap.noun != "unit" and board and word in board.cells else None


def _up_to_stop(words: Sequence[str], sentence: Sentence) -> Sequence[str]:
    for at in range(1, len(words)):
        if words[at].casefold() in sentence.stops:
            return words[:at]
    return words


def _course(words: Sequence[str]) -> Taken | None:
    """A bearing and inches, or a path for each model: points joined by ``>``, ``-`` for one that stays."""
    toward = _bearing(words[0])
    if toward is not None:
        length = _length(words[1]) if len(words) == 2 else None
        return (Shift(toward, length), 2) if length is not None else None
    paths = [_path(word) for word in words]
    return (tuple(paths), len(words)) if None not in paths else None


def _path(word: str) -> Path | None:
    if word == "-":
        return ()
    points: list[Point] = []
    for said in word.split(">"):
        point = _point(said)
        if point is None:
            return None
        points.append(point)
    return tuple(points)


def _spots(words: Sequence[str]) -> Taken | None:
    points = [point for word in words if (point := _point(word)) is not None]
    return (tuple(points), len(words)) if len(points) == len(words) else None


def _weapon(words: Sequence[str], carried: Sequence[str]) -> Taken | None:
    """A weapon of the unit, if its name is one word, which ends the order."""
    name = words[0]
    return (name, 1) if len(words) == 1 and name in carried and name.isalnum() and name == name.casefold() else None


def _toward(word: str, noun: str, last: bool, vocabulary: Vocabulary) -> Taken | None:
    """A point of the table, a bearing, or, of a heading, a unit."""
    if noun != "bearing" and "," in word:
        point = _point(word)
        good = point is not None and (noun == "heading" or _is_on_table(point, vocabulary))
        return (point, 1) if good else None
    if noun != "point" and (toward := _bearing(word)) is not None:
        return toward, 1
    named = noun == "heading" and last and word in vocabulary.units and word.isalnum()
    named = named and not looks_like_bearing(word)
    return (word, 1) if named else None


def _is_on_table(point: Point, vocabulary: Vocabulary) -> bool:
    table = vocabulary.tabletop
    return table is None or (point[0] <= table[0] * 100 and point[1] <= table[1] * 100)


def _point(word: str) -> Point | None:
    found = _POINT.fullmatch(word)
    return (_hundredths(found[1]), _hundredths(found[2])) if found else None


def _length(word: str) -> int | None:
    return _hundredths(word) if _LENGTH.fullmatch(word) else None


def _hundredths(figure: str) -> int:
    whole, _, parts = figure.partition(".")
    return int(whole) * 100 + (int(parts) * 10 ** (2 - len(parts)) if parts else 0)


def _bearing(word: str) -> int | None:
    """Tenths of a degree clockwise from north."""
    if (toward := COMPASS_WORDS.get(word)) is not None:
        return toward
    if not _BEARING.fullmatch(word):
        return None
    tenths = _hundredths(word) // 10
    return tenths if tenths < FULL_CIRCLE and tenths not in WORDS else None
