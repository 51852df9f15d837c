"""Lines in canonical spelling, read the short way: by their words alone, without tables of names."""

from typing import Any

from engine.contract import Vocabulary

from .grammar import Grammar, GrammarSlot, Sentence
from .line import ParsedLine
from .words import Span


def read_canonical(number: int, row: str, plan: Grammar, vocabulary: Vocabulary) -> list[ParsedLine] | None:
    """The orders of a line as the long way would read them; None if it must: here nothing is ever complained about."""
    lines, begin, unit, where = list[ParsedLine](), 0, "", (0, 0)
    for part in row.split(";"):
        start, end = begin + part.startswith(" ") if begin else 0, begin + len(part)
        words, at = row[start:end].split(" "), start
        if words[0] in vocabulary.units and len(words) > 1:
            unit = words.pop(0)
            at += len(unit) + 1
            where = start, at - 1
        sentence = plan.verbs.get(words[0])
        if (
            sentence is None
            or sentence.subject is None
            or words[0] in plan.short
            or unit not in vocabulary.mine
            or unit in vocabulary.gone
        ):
            return None
        spans = {"verb": (at, at + len(words[0])), "unit": where}
        values = _arguments(words, at, sentence, vocabulary, spans)
        if values is None:
            return None
        lines.append(
            ParsedLine(number, row, (start, end), sentence.kind(unit=unit, **values), sentence.kind, None, spans)
        )
        begin = end + 1
    return lines


def _arguments(
    words: list[str], at: int, sentence: Sentence, vocabulary: Vocabulary, spans: dict[str, Span]
) -> dict[str, Any] | None:
    """Values by field, if the words after the verb (whose column is ``at``) fill the slots one by one."""
    values, used, cells = dict[str, Any](), 1, vocabulary.board.cells if vocabulary.board else {}
    at += len(words[0]) + 1
    for gap in sentence.slots:
        left = words[used:]
        if not left:
            if gap.needed:
                return None
        elif gap.many:
            if gap.noun != "place" or gap.lead or not all(word in cells for word in left):
                return None
            values[gap.field], used = tuple(left), len(words)
            spans[gap.field] = at, at + sum(map(len, left)) + len(left) - 1
        elif (value := _value(left[0], gap, sentence, vocabulary)) is not None:
            values[gap.field], used = value, used + 1
            spans[gap.field] = at, at + len(left[0])
            at += len(left[0]) + 1
        elif gap.needed:
            return None
    return values if used == len(words) else None


def _value(word: str, gap: GrammarSlot, sentence: Sentence, vocabulary: Vocabulary) -> str | None:
    if gap.choices or gap.lead:
        return None if gap.lead else gap.choices.get(word)
    known = (
        gap.noun in ("target", "friend", "unit") and word in vocabulary.units and word.casefold() not in sentence.stops
    )
    return (
        word
        if known or (gap.noun in ("target", "friend", "place") and vocabulary.board and word in vocabulary.board.cells)
        else None
    )
