"""A vocabulary and the ways in which tests of the language ask about it."""

from engine.contract import Vocabulary
from engine.language import ParsedLine, read, write
from tests.language.toy_orders import KINDS, VOCABULARY


def lines(text: str, vocabulary: Vocabulary = VOCABULARY) -> tuple[ParsedLine, ...]:
    return read(text, KINDS, vocabulary)


def one(text: str, vocabulary: Vocabulary = VOCABULARY) -> ParsedLine:
    (line,) = lines(text, vocabulary)
    return line


def written(text: str) -> list[str]:
    return [write(line.order, VOCABULARY, line.condition) if line.order else "" for line in lines(text)]


def objected(text: str) -> list[tuple[str, str]]:
    """Codes, each with the words it points at, the one that counts first."""
    return [
        (o.code, line.text[o.start : o.end])
        for line in lines(text)
        for o in sorted(line.objections, key=lambda o: o.rank)
    ]


def suggested(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(i for line in lines(text) for o in line.objections for i in o.instead))
