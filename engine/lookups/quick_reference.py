"""A game's rules on one page, for players at the table: made of its quick_reference.yaml, its tables and its orders'
examples.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import Any

import msgspec

from engine import systems
from engine.errors import Refused
from engine.systems import SYSTEMS
from engine.toolkit.rulebook_tables import read_tables, written_tables
from maps.scene.quick_reference import QuickReference, ReferenceSection

WIDTH = 78
"""Columns of the page as text."""
_VALUE = re.compile(r"\{(\+?)(\w[\w.+!=-]*)\}")


class _Section(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    rows: tuple[tuple[str, ...], ...] = ()
    lines: tuple[str, ...] = ()


class _Page(msgspec.Struct, forbid_unknown_fields=True):
    """``orders``: a heading -> the orders under it, by their first words."""

    subtitle: str
    sections: tuple[_Section, ...]
    orders: dict[str, tuple[str, ...]]


@cache
def quick_reference(system: str) -> QuickReference:
    """The page of a system.  Raises Refused if it has none, FaultyTables or LookupError if the page names a value
    or an order that does not exist.
    """
    folder = Path(systems.__file__).parent / system
    file = folder / "quick_reference.yaml"
    if not file.exists():
        raise Refused(
            "no-summary",
            f"{SYSTEMS[system].TITLE} has no one-page summary: quick_reference.yaml is missing in its folder.",
        )
    page, tables = read_tables(file, written_tables(file), _Page), written_tables(folder / "tables.yaml")
    sections = [
        ReferenceSection(
            fill_in(part.title, tables),
            tuple(tuple(fill_in(cell, tables) for cell in row) for row in part.rows),
            tuple(fill_in(line, tables) for line in part.lines),
        )
        for part in page.sections
    ]
    examples = _examples(system)
    orders = tuple(f"{head}: {' · '.join(_listed(examples, tags))}" for head, tags in page.orders.items())
    read_on = f"More: fieldpost rules {system}, fieldpost rules {system} 4.1; in Discord /rules."
    sections.append(ReferenceSection("Orders, each with an example", (), (*orders, read_on)))
    return QuickReference(f"{SYSTEMS[system].TITLE} on one page", fill_in(page.subtitle, tables), tuple(sections))


def fill_in(text: str, tables: Mapping[str, Any]) -> str:
    """The text with each ``{melee.0.1}`` replaced by that value of tables.yaml; ``{+rally.far}`` shows a sign.

    Raises LookupError.
    """

    def value(found: re.Match[str]) -> str:
        at: Any = tables
        for step in found[2].split("."):
            at = at[int(step)] if isinstance(at, list) else at[step]
        return f"{at:+d}" if found[1] else f"{at:g}" if isinstance(at, float) else str(at)

    return _VALUE.sub(value, text)


def quick_reference_text(page: QuickReference) -> str:
    """The page as text in lines of at most 78 columns."""
    return "\n".join(_lines(page))


def _examples(system: str) -> dict[str, list[str]]:
    """An order's first word -> its examples; two orders may share the word."""
    found = dict[str, list[str]]()
    for kind in SYSTEMS[system].ORDERS:
        word = str(kind.__struct_config__.tag).removesuffix("-policy")
        found.setdefault(word, []).append(kind.EXAMPLE or word)
    return found


def _listed(examples: Mapping[str, list[str]], words: tuple[str, ...]) -> Iterator[str]:
    for word in words:
        yield from examples[word]


def _lines(page: QuickReference) -> Iterator[str]:
    yield page.title.upper()
    yield from wrap(page.subtitle, WIDTH)
    for section in page.sections:
        yield f"-- {section.title} ".ljust(WIDTH, "-")
        widths = [max(map(len, column)) for column in zip(*section.rows, strict=True)]
        for row in section.rows:
            yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for line in section.lines:
            yield from wrap(line, WIDTH, subsequent_indent="  ")
