"""A vocabulary and the ways in which tests of the language ask about it."""

from engine.contract import Vocabulary
from engine.language import ParsedLine, read, write
from tests.language.toy_orders import KINDS, NOUNS


def lines(text: str, nouns: Vocabulary = NOUNS) -> tuple[ParsedLine, ...]:
    return read(text, KINDS, nouns)


def one(text: str, nouns: Vocabulary = NOUNS) -> ParsedLine:
    (line,) = lines(text, nouns)
    return line


def written(text: str) -> list[str]:
    return [write(line.order, NOUNS, line.condition) if line.order else "" for line in lines(text)]


def objected(text: str) -> list[tuple[str, str]]:
    """Codes, each with the words it points at, the one that counts first."""
    return [
        (o.code, line.text[o.start : o.end])
        for line in lines(text)
        for o in sorted(line.objections, key=lambda o: o.rank)
    ]


def suggested(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(i for line in lines(text) for o in line.objections for i in o.instead))
