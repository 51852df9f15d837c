"""Parses dice expressions such as `2d6+1` or `4d6kh3` to a tree; nothing is rolled."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.contract import counted

LENGTH, DICE, SIDES, NUMBER, DEPTH = 200, 100, 1000, 1_000_000, 20
"""The most characters, dice, sides of a die, the largest number, and the deepest nesting of brackets."""

_TOKEN = re.compile(
    r"\s*(?:(adv|dis)(?![a-z])|(kh|kl|dh|dl|k)(?=\s*\d)|(>=|<=|>|<|=)|(\d+)|(d)(?=\s*[\d%])|([-+*()%]))", re.IGNORECASE
)

_SAME_SIGN = str.maketrans("−–—×·＋（）", "---**+()")


class BadExpression(ValueError):
    """The text is not a dice expression; the message says what is wrong and what to write instead."""


class Number(NamedTuple):
    value: int


class DiceTerm(NamedTuple):
    """So many ``dice`` of ``sides``; ``keep`` of them, the highest if it is above 0, the lowest if below; 0
    keeps all.
    """

    dice: int
    sides: int
    keep: int = 0


class Successes(NamedTuple):
    """How many kept dice of a roll compare with a number in this way."""

    roll: DiceTerm
    sign: str
    bound: int


class Sum(NamedTuple):
    sign: str
    left: "Tree"
    right: "Tree"


class Bracket(NamedTuple):
    inside: "Tree"


class Minus(NamedTuple):
    inside: "Tree"


Tree = Number | DiceTerm | Successes | Sum | Bracket | Minus


def parse(text: str) -> Tree:
    """The tree of an expression; nothing is rolled.  Raises BadExpression."""
    if len(text) > LENGTH:
        raise BadExpression(f"This is {len(text)} characters long; at most {LENGTH} are allowed. Roll it in parts.")
    words = list(_tokens(text.replace("≥", ">=").replace("≤", "<=").translate(_SAME_SIGN)))
    if not words:
        raise BadExpression("There is nothing to roll. Write something like 2d6+1.")
    reading = _Parser(text, words)
    tree = reading.sum(0)
    if reading.next():
        raise BadExpression(f"After {reading.before()!r} there is {reading.next()!r}. Join two rolls with + - or *.")
    if (count := _count_dice(tree)) > DICE:
        raise BadExpression(f"These are {count} dice; at most {DICE} are allowed. Roll them in parts.")
    return tree


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """The words with the column (from 0) behind each."""
    at, end = 0, len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at)
        if not found:
            strange = text[at:].split()[0][:20]
            raise BadExpression(
                f"{strange!r} is not a dice expression. Write something like 2d6+1, 4d6kh3, d20 adv, 3d6>=5 or d%."
            )
        at = found.end()
        yield found[0].strip().lower(), at


class _Parser:
    """The words of one expression, read from left to right."""

    def __init__(self, text: str, words: list[tuple[str, int]]) -> None:
        self.text, self.words, self.at = text, words, 0

    def next(self) -> str:
        return self.words[self.at][0] if self.at < len(self.words) else ""

    def take(self) -> str:
        self.at += 1
        return self.words[self.at - 1][0]

    def before(self) -> str:
        return self.text[: self.words[self.at - 1][1]].strip() if self.at else ""

    def sum(self, depth: int) -> Tree:
        left = self.product(depth)
        while self.next() in ("+", "-"):
            left = Sum(self.take(), left, self.product(depth))
        return left

    def product(self, depth: int) -> Tree:
        left = self.term(depth)
        while self.next() == "*":
            left = Sum(self.take(), left, self.term(depth))
        return left

    def term(self, depth: int) -> Tree:
        if depth > DEPTH:
            raise BadExpression(f"More than {DEPTH} brackets are nested. Leave some out.")
        word = self.next()
        if word == "-":
            self.take()
            return Minus(self.term(depth + 1))
        if word == "(":
            return self.bracket(depth)
        if word == "d":
            return self.roll(1)
        if word.isdecimal():
            number = self.number("a number", NUMBER)
            return self.roll(number) if self.next() == "d" else Number(number)
        where = f"after {self.before()!r}" if self.at else "at the start"
        raise BadExpression(f"Write a number or dice such as 2d6 {where}{f', not {word!r}' if word else ''}.")

    def bracket(self, depth: int) -> Tree:
        self.take()
        inside = self.sum(depth + 1)
        if self.next() != ")":
            raise BadExpression(f"A bracket is still open after {self.before()!r}. Close it with ).")
        self.take()
        return Bracket(inside)

    def roll(self, count: int) -> Tree:
        if not 1 <= count <= DICE:
            raise BadExpression(f"{counted(count, 'die')} cannot be rolled. Roll 1 to {DICE}.")
        self.take()
        if self.next() == "%":
            self.take()
            sides = 100
        else:
            sides = self.number("the number of sides", SIDES)
        if sides < 1:
            raise BadExpression("A die has at least one side; d6 is the usual one.")
        result = self.keep_dice(count, sides)
        if self.next() not in (">=", "<=", ">", "<", "="):
            return result
        return Successes(result, self.take(), self.number("the number to compare with", NUMBER))

    def keep_dice(self, count: int, sides: int) -> DiceTerm:
        word = self.next()
        if word in ("adv", "dis"):
            self.take()
            if count > 2:
                raise BadExpression(
                    f"{word} rolls two dice and keeps one. Write d{sides} {word}, or {count}d{sides}kh1."
                )
            return DiceTerm(2, sides, 1 if word == "adv" else -1)
        if word not in ("kh", "kl", "k", "dh", "dl"):
            return DiceTerm(count, sides)
        self.take()
        number = self.number("the number of dice", NUMBER)
        keep = count - number if word[0] == "d" else number
        if not 1 <= keep <= count:
            raise BadExpression(f"{count}d{sides} {word}{number} keeps {keep} dice of {count}. Keep 1 to {count}.")
        return DiceTerm(count, sides, -keep if word in ("kl", "dh") else keep)

    def number(self, what: str, most: int) -> int:
        if not self.next().isdecimal():
            raise BadExpression(f"Write {what} after {self.before()!r}.")
        digits = self.take().lstrip("0") or "0"
        if len(digits) > len(str(most)) or int(digits) > most:
            raise BadExpression(f"{digits[:12]} is too large. The maximum for {what} is {most:,}.")
        return int(digits)


def _count_dice(tree: Tree) -> int:
    match tree:
        case DiceTerm(number):
            return number
        case Successes(what):
            return what.dice
        case Sum(_, left, right):
            return _count_dice(left) + _count_dice(right)
        case Bracket(inside) | Minus(inside):
            return _count_dice(inside)
    return 0
