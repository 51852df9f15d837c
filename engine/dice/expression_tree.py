"""What dice expressions are parsed to: trees in which nothing is rolled yet, and the limits of what may be written."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

LENGTH, DICE, SIDES, NUMBER, DEPTH, ROLLS, LABEL = 500, 1000, 1000, 1_000_000, 20, 20, 60
"""The most characters of a text, dice rolled for it (rerolls and explosions count), sides of a die, the largest number
written, the deepest nesting of brackets and signs, rolls in one text (repeats count), and characters of a label."""

RESULT = 10**12
"""No calculation may go beyond this or below its negative."""


class Span(NamedTuple):
    """A stretch of the text: from ``start`` to before ``end``, counted from 0."""

    start: int
    end: int


class DieType(NamedTuple):
    """What one die shows: a face from 1 to ``faces`` is worth ``first`` and ``step`` more for each face above 1;
    ``digits``: physical dice that are read as the digits of one value."""

    written: str
    faces: int
    first: int = 1
    step: int = 1
    digits: int = 1

    def values(self, faces: Sequence[int]) -> list[int]:
        """The values of so many physical dice, one for each ``digits`` of them."""
        worth = [self.first + self.step * (face - 1) for face in faces]
        if self.digits == 1:
            return worth
        return [10 * tens + ones for tens, ones in zip(worth[::2], worth[1::2], strict=True)]


TENS, FUDGE, TABLE = DieType("%", 10, 0, 10), DieType("F", 3, -1), DieType("66", 6, digits=2)
"""``d%`` (00, 10 ... 90), ``dF`` (-1, 0 or 1), ``d66`` (two dice: tens and ones)."""


class Selector(NamedTuple):
    """Which values an operator is about: equal to ``number`` (""), less (<), greater (>), or so many of the highest
    (h) or lowest (l)."""

    kind: str
    number: int


class Operator(NamedTuple):
    """``name``: k p rr ro ra e mi ma; it is about the values that any of the selectors selects."""

    name: str
    selectors: tuple[Selector, ...]
    at: Span


class Number(NamedTuple):
    value: int | float


class DiceTerm(NamedTuple):
    """So many ``dice`` of one type, and what is done with them."""

    dice: int
    die: DieType
    at: Span
    operators: tuple[Operator, ...] = ()


class Bracket(NamedTuple):
    inside: "Tree"
    operators: tuple[Operator, ...] = ()


class NumberSet(NamedTuple):
    """``(a, b, c)``: several values that operators choose from; it is worth their sum."""

    elements: tuple["Tree", ...]
    operators: tuple[Operator, ...] = ()


class Signed(NamedTuple):
    sign: str
    inside: "Tree"


class CalculationStep(NamedTuple):
    """A sign of a chain and what follows it; ``at`` is the place of the sign, ``right_at`` of what follows."""

    sign: str
    right: "Tree"
    at: Span
    right_at: Span


class Calculation(NamedTuple):
    """``2d6 + 3 - 1``: signs that bind alike, calculated from left to right."""

    first: "Tree"
    steps: tuple[CalculationStep, ...]


class Annotated(NamedTuple):
    """``notes``: ``[fire]``, brackets included; they are only shown."""

    inside: "Tree"
    notes: str


class SuccessCount(NamedTuple):
    """How many kept dice of a pool compare with a number in this way."""

    pool: "Tree"
    sign: str
    bound: int | float


class HitCount(NamedTuple):
    """How many kept dice of a pool compare in this way; a face in ``worth`` counts as so many hits instead."""

    pool: "Tree"
    sign: str
    bound: int
    worth: tuple[tuple[int, int], ...]
    written: str


Tree = Number | DiceTerm | Bracket | NumberSet | Signed | Calculation | Annotated | SuccessCount | HitCount


class Contestant(NamedTuple):
    """One side of a roll: its label ("" for none), its tree, and how it was written."""

    label: str
    tree: Tree
    written: str


class RollRequest(NamedTuple):
    """A roll made ``repeats`` times (0: once, without a number), of one contestant, or of two against each other."""

    contestants: tuple[Contestant, ...]
    repeats: int
    comment: str


def children(tree: Tree) -> tuple[Tree, ...]:
    """The trees directly inside this one, from left to right."""
    match tree:
        case Number() | DiceTerm():
            return ()
        case NumberSet(elements):
            return elements
        case Calculation(first, steps):
            return (first, *(step.right for step in steps))
        case SuccessCount(pool) | HitCount(pool):
            return (pool,)
    return (tree.inside,)


def dice_terms(tree: Tree) -> Iterator[DiceTerm]:
    """All dice of a tree, from left to right."""
    if isinstance(tree, DiceTerm):
        yield tree
    for child in children(tree):
        yield from dice_terms(child)


def pool_of(tree: Tree) -> DiceTerm | None:
    """The dice, if the tree is nothing but dice with their operators and notes."""
    match tree:
        case DiceTerm():
            return tree
        case Annotated(inside):
            return pool_of(inside)
    return None


def number_of(tree: Tree) -> int | float | None:
    """The number, if the tree is nothing but a number with its sign and notes."""
    match tree:
        case Number(value):
            return value
        case Signed(sign, Number(value)):
            return -value if sign == "-" else value
        case Annotated(inside):
            return number_of(inside)
    return None


def with_advantage(tree: Tree, keep: Operator) -> Tree | None:
    """The tree with two of its leftmost die, of which ``keep`` keeps one; None if it begins with no die, or more than
    two dice."""
    match tree:
        case DiceTerm(dice, operators=operators):
            single = dice == 1 or (dice == 2 and not operators)
            return tree._replace(dice=2, operators=(keep, *operators)) if single else None
        case Calculation(first):
            inside = with_advantage(first, keep)
            return inside and tree._replace(first=inside)
        case Bracket(first) | Signed(_, first) | Annotated(first):
            inside = with_advantage(first, keep)
            return inside and tree._replace(inside=inside)
    return None
