"""``tables.yaml`` read into typed rows and checked; a scenario may replace any row of the charts and any card."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from engine.contract import convert
from engine.toolkit.rulebook_tables import read_tables, written_tables

from .rows import Charts, Tables, UnitCard, Word
from .validation import faults


def _with_closed(written: Any) -> Any:
    """The values with None for ``x``, which means prohibited in the charts."""
    if isinstance(written, dict):
        return {key: _with_closed(value) for key, value in written.items()}
    return None if written == "x" else written


def charts(written: Mapping[str, Any]) -> Charts:
    """The charts as plain values, ``x`` for prohibited, as records.  Unreadable for anything else."""
    found: Charts = convert(_with_closed(dict(written)), Charts)
    return found


def read_rulebook(written: Mapping[str, Any]) -> Tables:
    """``tables.yaml`` as typed rows.  Raises FaultyTables, with a line for each fault that names its row."""
    return read_tables(FILE, _with_closed(written), Tables, lambda tables: faults(tables, written["units"]))


FILE = Path(__file__).parents[1] / "tables.yaml"
WRITTEN = written_tables(FILE)
TABLES = read_rulebook(WRITTEN)


def ability_words(card: UnitCard) -> Mapping[str, Word]:
    """What the rules say of the type words of a card (FA 1.5 to 1.7); obstacles have rows of their chart instead."""
    return _known_words(card.sub)


@cache
def _known_words(words: tuple[str, ...]) -> Mapping[str, Word]:
    return {word: TABLES.words[word] for word in words if word in TABLES.words}


def has_effect(card: UnitCard, moment: str) -> bool:
    """Whether a card has an ability that does something at a moment."""
    return any(
        stated is not False and moment in TABLES.abilities[name].effect for name, stated in card.abilities.items()
    )


def ability_name(moment: str, part: str = "") -> str:
    """The abilities that have an effect at a moment (on a ``part`` of it): ``spotter, air-spotter or observer``."""
    names = [
        name
        for name, known in TABLES.abilities.items()
        if moment in known.effect and (not part or part in known.effect[moment])
    ]
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else "that it would need"
