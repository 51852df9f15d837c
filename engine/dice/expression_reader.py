"""Reads one dice expression, such as ``4d6kh3 + (1d4, 2)kl1``, from a place in a text; nothing is rolled."""

import re
from collections.abc import Callable

from .dice_term_reader import read_advantage, read_dice, read_operators
from .expression_problems import RollFault, quoted
from .expression_tree import (
    DEPTH,
    NUMBER,
    Annotated,
    Bracket,
    Calculation,
    CalculationStep,
    HitCount,
    Number,
    NumberSet,
    Operator,
    Signed,
    Span,
    SuccessCount,
    Tree,
    dice_terms,
    number_of,
    pool_of,
    with_advantage,
)
from .text_cursor import TextCursor

_GAP = r"[^\S\n]*"
_COMPARISON = re.compile(r"\s*(==|>=|<=|!=|<|>|=|≥|≤|≠)")
_SUM = re.compile(r"\s*([-+−–—＋])")
_PRODUCT = re.compile(r"\s*(?!(?<=\s)\*+[^\W\d])(//|[/*%×·÷])|\s*(\*)(?=d[\d%f])", re.IGNORECASE | re.ASCII)
"""A star directly before a word begins a comment, as in ``1d20 *charge*``."""
_SAME = str.maketrans({"−": "-", "–": "-", "—": "-", "＋": "+", "×": "*", "·": "*", "÷": "/"})
_SAME_COMPARISON = {"≥": ">=", "≤": "<=", "≠": "!=", "=": "=="}
_NUMBER = re.compile(r"\d+\.\d*|\.\d+|\d+", re.ASCII)
_NOTE = re.compile(_GAP + r"(\[[^\n]*?\])")
_HITS = re.compile(_GAP + r"hits?(?:\s+on)?" + _GAP + r"(?=\d)", re.IGNORECASE | re.ASCII)
_ENOUGH = re.compile(r"(\d+)([-+])(?!\s*(?!\d+=-?\d)[\d.(d])", re.IGNORECASE | re.ASCII)
_WORTH = re.compile(_GAP + r"(\d+)=(-?\d+)", re.ASCII)
_SET_OPERATORS = ("k", "p")

Reading = Callable[[int], Tree]
"""Reads a tree at so many brackets' and signs' depth."""


class ExpressionReader(TextCursor):
    """Reads trees at the cursor; what cannot be read raises RollFault."""

    first_dice: Span | None = None
    """The first dice of the sum that is being read, without those in brackets."""

    def expression(self, depth: int = 0) -> Tree:
        """A comparison, a count of hits, or anything that binds tighter."""
        start, self.first_dice = self.at, None
        tree, steps = self._sum(depth), list[CalculationStep]()
        while True:
            if found := self.take(_HITS):
                tree = self._hits(_chain(tree, steps), Span(start, found.start()))
            elif found := self.take(_COMPARISON):
                step = self._step(found, self._sum, depth)
                counted = None if steps else self._successes(tree, start, step)
                tree, steps = (counted, steps) if counted else (tree, [*steps, step])
            else:
                return _chain(tree, steps)

    def _successes(self, left: Tree, start: int, step: CalculationStep) -> SuccessCount | None:
        """A pool directly before a sign and a number after it count successes; everything else is compared as a
        whole."""
        pool = pool_of(left)
        if pool and (bound := number_of(step.right)) is not None:
            return SuccessCount(left, step.sign, bound)
        if pool and (pool.dice > 1 or pool.operators):
            self._refuse_two_meanings(start, step)
        return None

    def _refuse_two_meanings(self, start: int, step: CalculationStep) -> None:
        """``3d6>=5+1`` and ``3d6>=5 + 2d6>=4``: other dice notations read them otherwise."""
        text, right, here = self.text, step.right, self.at
        again = any(dice_terms(right))
        if again and not self.sees(_COMPARISON):
            return
        pool = text[start : step.at.start].strip()
        says = f"This can mean two things. To compare the sum, put the dice in brackets: ({quoted(pool)}). To count "
        fixes = [f"{text[:start]}({pool}){text[step.at.start :]}"]
        if isinstance(right, Calculation) and number_of(right.first) is not None:
            sign = right.steps[0].at
            first, rest = text[start : sign.start].strip(), text[sign.end : here].strip()
            count = f"{text[:start]}({first}) {text[slice(*sign)]} "
            fixes.insert(0, f"{count}({rest}{text[here:]})" if again else f"{count}{rest}{text[here:]}")
            says += f"successes, put the count in brackets: ({quoted(first)})."
        else:
            says += "successes, compare with one number."
        raise RollFault(says, Span(step.at.start, here), fixes)

    def _hits(self, pool: Tree, at: Span) -> Tree:
        start = at.start
        if not pool_of(pool):
            what = f"{self.text[:start]}8d6 hits {self.text[self.at :]}"
            raise RollFault("Hits are counted on dice: write the dice directly before hits.", at, [what])
        found, begin = self.take(_ENOUGH), self.at
        if not found:
            end = self.at + len(str(self.integer("the number to hit")))
            raise RollFault(
                "Write which faces hit: 5+ for 5 or more, 5- for 5 or less; in brackets if a sum goes on after it.",
                Span(begin, end),
                [
                    f"{self.text[:end]}+{self.text[end:]}",
                    bracketed := self._bracketed_hits(start, begin, end),
                    bracketed.rstrip(" ="),
                ],
            )
        bound, worth = self.checked(found[1], found.start(), "the number to hit"), list[tuple[int, int]]()
        while pair := self.take(_WORTH):
            worth.append(
                (
                    self.checked(pair[1], pair.start(1), "a face"),
                    self.checked(pair[2], pair.start(2), "the hits of a face"),
                )
            )
        return HitCount(
            pool, ">=" if found[2] == "+" else "<=", bound, tuple(worth), self.text[found.start() : self.at].strip()
        )

    def _bracketed_hits(self, start: int, begin: int, end: int) -> str:
        """``8d6 hits 5+ 1``, where the sign was meant for a sum."""
        return f"{self.text[:start]}({self.text[start:end].strip()}+){self.text[end:]}"

    def _sum(self, depth: int) -> Tree:
        tree = self._product(depth)
        steps = list[CalculationStep]()
        while True:
            if found := self.take(_SUM):
                steps.append(self._step(found, self._product, depth))
            elif keep := read_advantage(self):
                tree, steps = self._advantage(_chain(tree, steps), keep), []
                if isinstance(tree, Calculation) and tree.steps[0].sign in "+-":
                    steps = [*tree.steps]
                    tree = tree.first
            else:
                return _chain(tree, steps)

    def _advantage(self, tree: Tree, keep: Operator) -> Tree:
        if changed := with_advantage(tree, keep):
            return changed
        word = self.text[keep.at.start : keep.at.end]
        rest = self.text[: keep.at.start].strip()
        raise RollFault(
            f"{word} rolls the first die of the expression twice; here it does not begin with one die. To roll "
            "everything twice, put both in a set and keep one.",
            keep.at,
            [f"({rest}, {rest})k{keep.selectors[0].kind}1", f"d20 {word}"],
        )

    def _product(self, depth: int) -> Tree:
        tree, steps = self._signed(depth), list[CalculationStep]()
        while found := self.take(_PRODUCT):
            steps.append(self._step(found, self._signed, depth))
        return _chain(tree, steps)

    def _step(self, found: re.Match[str], read: Reading, depth: int) -> CalculationStep:
        group = 1 if found[1] else 2
        sign, at = found[group].translate(_SAME), Span(found.start(group), found.end(group))
        sign = _SAME_COMPARISON.get(sign, sign)
        self.skip_gap()
        start = self.at
        return CalculationStep(sign, read(depth), at, Span(start, self.at))

    def _signed(self, depth: int) -> Tree:
        self.skip_gap()
        self.check_depth(depth, DEPTH)
        if found := self.take(_SUM):
            return Signed(found[1].translate(_SAME), self._signed(depth + 1))
        return self._annotated(depth)

    def _annotated(self, depth: int) -> Tree:
        tree = self._atom(depth)
        notes = list[str]()
        while found := self.take(_NOTE):
            notes.append(found[1])
        return Annotated(tree, " ".join(notes)) if notes else tree

    def _atom(self, depth: int) -> Tree:
        if self.text.startswith(("(", "（"), self.at):
            return self._brackets(depth)
        start = self.at
        if dice := read_dice(self, self.first_dice):
            self.first_dice = self.first_dice or self.read_since(start)
            return dice
        if found := self.take(_NUMBER):
            value = self.checked(found[0], found.start(), "a number", NUMBER)
            return Number(float(found[0]) if "." in found[0] else value)
        raise self.missing("a number or dice such as 2d6")

    def _brackets(self, depth: int) -> Tree:
        """A bracket around one value, or a set: of several, of none, or of one with a comma after it."""
        opened, before = self.at, self.first_dice
        self.at += 1
        elements, comma = list[Tree](), False
        self.skip_gap()
        while not self.text.startswith((")", "）"), self.at):
            if elements and not comma:
                fixes = [f"{self.text[: self.at]}){self.text[self.at :]}", f"{self.text})"]
                raise RollFault("This bracket is not closed. Write ) at its end.", Span(opened, opened + 1), fixes)
            elements.append(self.expression(depth + 1))
            self.skip_gap()
            comma = self.text.startswith(",", self.at)
            self.at += comma
            self.skip_gap()
        self.at += 1
        self.first_dice = before
        operators = read_operators(self, _SET_OPERATORS)
        if len(elements) == 1 and not comma:
            return Bracket(elements[0], operators)
        return NumberSet(tuple(elements), operators)


def _chain(first: Tree, steps: list[CalculationStep]) -> Tree:
    return Calculation(first, tuple(steps)) if steps else first
