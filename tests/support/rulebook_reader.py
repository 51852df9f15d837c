"""A players' rulebook as its tests read it: paragraphs by number, charts by row, orders with their words."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from engine.contract import Order

SYSTEMS = Path(__file__).parents[2] / "engine/systems"
SHARED = frozenset(
    (
        "syntax",
        "unknown-verb",
        "unknown-unit",
        "ambiguous-unit",
        "not-your-unit",
        "unit-gone",
        "unknown-place",
        "off-board",
        "wrong-phase",
        "not-your-phase",
        "already-acted",
        "too-far",
        "impassable",
        "occupied",
        "out-of-range",
        "no-line-of-sight",
        "no-target",
        "invalid-target",
        "missing-argument",
        "bad-number",
        "stacking",
    )
)
"""The codes that every system uses."""


class Book:
    """``paragraphs``: section -> how many paragraphs it has."""

    def __init__(self, system: str, letters: str, paragraphs: Mapping[int, int]) -> None:
        self.text = (SYSTEMS / system / "RULES.md").read_text("utf-8")
        self.letters = letters
        self.numbers = [f"{section}.{n}" for section, most in paragraphs.items() for n in range(1, most + 1)]

    def paragraph(self, number: str) -> str:
        """What stands from a paragraph's number to the next one or the next heading."""
        found = re.search(
            rf"^\*\*{self.letters} {re.escape(number)}\*\*(.*?)(?=^\*\*{self.letters} |^#|\Z)", self.text, re.M | re.S
        )
        assert found, number
        return found[1]

    def has_every_paragraph_in_order(self) -> bool:
        return re.findall(rf"^\*\*{self.letters} (\d+\.\d+)\*\* \S", self.text, re.M) == self.numbers

    def fits_a_phone(self) -> bool:
        """Paragraphs short enough for one post of 2,000 characters, charts narrow enough for a phone."""
        blocks = re.findall(r"^```\n(.*?)^```", self.text, re.M | re.S)
        assert len(blocks) > 12
        wide = [line for block in blocks for line in block.splitlines() if len(line) > 60]
        return not wide and max(len(self.paragraph(number)) for number in self.numbers) < 1900

    def cites_only_itself(self) -> bool:
        return not set(re.findall(rf"\b{self.letters} (\d+\.\d+)", " ".join(self.text.split()))) - set(self.numbers)

    def untold(self, orders: Iterable[type[Order]]) -> list[str]:
        """The orders that have no passage of their own with each of their other words and their example."""
        parts = self.text.split("\n\n")
        told = {
            verb: next((part for part in parts if part.startswith(f"**{verb}**")), "")
            for kind in orders
            if (verb := verb_of(kind))
        }
        return [
            verb_of(kind)
            for kind in orders
            if not all(f"`{word}`" in told[verb_of(kind)] for word in (*kind.ALIASES, *kind.SHORT, kind.EXAMPLE))
        ]


def verb_of(kind: type[Order]) -> str:
    return str(kind.__struct_config__.tag)


def rows(text: str) -> dict[str, list[str]]:
    """The first word of each line -> the other words."""
    return {words[0]: words[1:] for line in text.splitlines() if (words := line.split())}


@cache
def codes(folder: Path) -> frozenset[str]:
    """The codes of refusals in a folder's program text: what stands where a code belongs."""
    trees = (ast.parse(file.read_text("utf-8")) for file in sorted(folder.rglob("*.py")))
    return frozenset(code for tree in trees for code in codes_in(tree))


def codes_in(tree: ast.AST) -> Iterator[str]:
    """A code is the second word of a Refusal, the fourth of a Complaint or an Objection, and what a search for a
    name calls `code`."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="Refusal"), args=[_, ast.Constant(value=str(code)), *_]):
                yield code
            case ast.Call(
                func=ast.Name(id="Complaint" | "Objection"), args=[_, _, _, ast.Constant(value=str(code)), *_]
            ):
                yield code
            case ast.Constant(value=str(code)) if code in SHARED:
                yield code
