"""The words for each type of unit: its name, its aliases, their plurals."""
from collections.abc import Iterator, Mapping

from .tables import CATALOGUE, LOADED, TABLES

TYPES: Mapping[str, tuple[str, ...]]
"""Type (``loaded`` too) -> its name and every other word for it; those of one letter only after a number."""


def _plural(word: str) -> str:
    if len(word) == 1 or word == LOADED or word.endswith("s"):
        return word
    if word.endswith("y"):
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith("x") else f"{word}s"


def _words(kind: str) -> Iterator[str]:
    for word in (kind, *TABLES.aliases.get(kind, ())):
        yield from (word, _plural(word))


TYPES = {kind: tuple(dict.fromkeys(_words(kind))) for kind in (*CATALOGUE, LOADED)}
