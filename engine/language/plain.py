"""The short way: orders whose every word is already in the spelling the game itself would use, read without any table."""
from typing import Any

from ..contract import Nouns
from .grammar import Gap, Grammar, Sentence
from .line import Line
from .words import Span


def plain(number: int, row: str, plan: Grammar, nouns: Nouns) -> list[Line] | None:
    """The orders of a line as the long way would read them; None if it must: here nothing is ever complained about."""
    lines, begin, unit, where = list[Line](), 0, "", (0, 0)
    for part in row.split(";"):
        start, end = begin + part.startswith(" ") if begin else 0, begin + len(part)
        words, at = row[start:end].split(" "), start
        if words[0] in nouns.units and len(words) > 1:
            unit = words.pop(0)
            at += len(unit) + 1
            where = start, at - 1
        sentence = plan.verbs.get(words[0])
        if sentence is None or sentence.subject is None or words[0] in plan.short or unit not in nouns.mine or unit in nouns.gone:
            return None
        spans = {"verb": (at, at + len(words[0])), "unit": where}
        values = _arguments(words, at, sentence, nouns, spans)
        if values is None:
            return None
        lines.append(Line(number, row, (start, end), sentence.kind(unit=unit, **values), sentence.kind, None, spans))
        begin = end + 1
    return lines


def _arguments(words: list[str], at: int, sentence: Sentence, nouns: Nouns, spans: dict[str, Span]) -> dict[str, Any] | None:
    """Values by field, if the words after the verb (whose column is ``at``) fill the slots one by one."""
    values, used, cells = dict[str, Any](), 1, nouns.board.cells if nouns.board else {}
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
        elif (value := _value(left[0], gap, sentence, nouns)) is not None:
            values[gap.field], used = value, used + 1
            spans[gap.field] = at, at + len(left[0])
            at += len(left[0]) + 1
        elif gap.needed:
            return None
    return values if used == len(words) else None


def _value(word: str, gap: Gap, sentence: Sentence, nouns: Nouns) -> str | None:
    if gap.choices or gap.lead:
        return None if gap.lead else gap.choices.get(word)
    known = gap.noun in ("target", "friend", "unit") and word in nouns.units and word.casefold() not in sentence.stops
    return word if known or (gap.noun in ("target", "friend", "place") and nouns.board and word in nouns.board.cells) else None
