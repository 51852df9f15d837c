"""The words for each type of unit: its name and aliases, with their plurals."""

from collections.abc import Iterator, Mapping, Sequence

from engine.contract import counted
from engine.contract.unit_counts import Types
from engine.toolkit.wording import dice_faces, number_word, regular_plural

from .state.battle_events import Volley
from .state.position import Counts
from .table_rows import LOADED
from .tables import AA, ARTILLERY, CATALOGUE, COMPLEX, INFANTRY, TABLES

ALIKE = (INFANTRY, ARTILLERY, AA, LOADED)
"""The types whose plural is the same word."""


def _plural(word: str) -> str:
    return word if word in ALIKE else regular_plural(word)


def _words(kind: str) -> Iterator[str]:
    yield from (kind, _plural(kind))
    for word in TABLES.aliases.get(kind, ()):
        yield from dict.fromkeys((word, _plural(word)))


WORDS: Mapping[str, tuple[str, ...]] = {kind: tuple(_words(kind)) for kind in (*CATALOGUE, LOADED)}
"""Type (``loaded`` too) -> its name, its plural, then its aliases. One-letter aliases are valid only after a number."""
TYPES = Types(WORDS)


def counted_units(number: int, kind: str) -> str:
    """``3 tanks``"""
    return f"{number} {WORDS[kind][0 if number == 1 else 1]}"


def type_in_words(key: str) -> str:
    """The name of a type as a title."""
    return {AA: "Anti-aircraft gun", COMPLEX: "Industrial complex"}.get(key, key.capitalize())


def unit_list(counts: Counts) -> str:
    """``2 infantry, 1 tank``: units in catalogue order; "" if there are none."""
    return ", ".join(counted_units(counts[kind], kind) for kind in (*CATALOGUE, LOADED) if counts.get(kind))


def some_units(counts: Counts) -> str:
    """``2 infantry, 1 tank``, or ``none``."""
    return unit_list(counts) or "none"


def few_units(count: int, kind: str) -> str:
    """``two tanks``, in words."""
    return f"{number_word(count)} {WORDS[kind][0 if count == 1 else 1]}"


def ipcs_in_words(amount: float) -> str:
    """``12 IPCs``, ``1 IPC``, ``9.5 IPCs``"""
    return counted(f"{round(amount, 1):g}", "IPC")


def dice_in_words(rolled: Sequence[int]) -> str:
    """``2 5``"""
    return dice_faces(rolled)


def low_luck_in_words(volley: Volley) -> str:
    """BK 3.8: ``7 at 3, 3 sure, 5 (needs 3)``"""
    sure, left = divmod(volley.firing * volley.need, 6)
    die = f", {dice_in_words(volley.dice)} ({f'needs {left}' if left else 'for a one'})" if volley.dice else ""
    return f"{volley.firing} at {volley.need}, {sure} sure{die}"
