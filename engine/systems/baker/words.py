"""The words for each type of unit: its name, its plural, its aliases and theirs."""
from collections.abc import Iterator, Mapping

from ...contract.forces import Types
from .tables import AA, CATALOGUE, LOADED, TABLES

ALIKE = ("infantry", "artillery", AA, LOADED)
"""Of many as of one."""


def _plural(word: str) -> str:
    if len(word) == 1 or word in ALIKE or word.endswith("s"):
        return word
    if word.endswith("y"):
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith("x") else f"{word}s"


def _words(kind: str) -> Iterator[str]:
    yield from (kind, _plural(kind))
    for word in TABLES.aliases.get(kind, ()):
        yield from dict.fromkeys((word, _plural(word)))


WORDS: Mapping[str, tuple[str, ...]] = {kind: tuple(_words(kind)) for kind in (*CATALOGUE, LOADED)}
"""Type (``loaded`` too) -> its name, its plural, then every other word for it; those of one letter only after a number."""
TYPES = Types(WORDS)


def counted(number: int, kind: str) -> str:
    """``3 tanks``"""
    return f"{number} {WORDS[kind][0 if number == 1 else 1]}"
