"""Everything that can be wrong with ``tables.yaml``, found when it is loaded."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.contract import Fault
from engine.toolkit import rulebook_tables

from .ability_validation import ability_faults, word_faults
from .card_validation import card_faults
from .chart_validation import chart_faults, missing_row_faults, nation_faults
from .rows import Tables
from .setup_values import default_faults


def faults(tables: Tables, written_cards: Mapping[str, Mapping[str, Any]]) -> Iterator[rulebook_tables.Fault]:
    """Missing rows, unknown names and numbers out of range.  ``written_cards``: the cards as the file has them."""
    for fault in _faults(tables, written_cards):
        says = f"{fault.says}; {fault.instead}" if fault.instead else fault.says
        yield ".".join(map(str, fault.path)), says


def _faults(tables: Tables, written_cards: Mapping[str, Mapping[str, Any]]) -> Iterator[Fault]:
    yield from missing_row_faults(tables)
    yield from chart_faults(tables)
    yield from nation_faults(tables.nations)
    yield from ability_faults(tables)
    yield from word_faults(tables)
    yield from default_faults(tables)
    for key, written in written_cards.items():
        yield from card_faults(("units", key), written, tables)
