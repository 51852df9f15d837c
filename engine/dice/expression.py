"""Dice expressions such as `2d6+1`, `4d6kh3`, `d20 adv`, `3d6>=5`: parsed to a tree, rolled, and shown in one line."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.contract import Dice

from .sealed import Lock, SealedDice, promise

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
    """So many ``dice`` of ``sides``; ``keep`` of them, the highest if it is above 0, the lowest if below; 0 keeps all."""

    dice: int
    sides: int
    keep: int = 0


class Successes(NamedTuple):
    """How many kept dice of a roll compare with a number in this way."""

    throw: DiceTerm
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


class RollResult(NamedTuple):
    """The result: the sum (or the number of successes), and all dice written out: ``3+5 +1``."""

    total: int
    shown: str


def roll(text: str, dice: Dice) -> str:
    """Parse and roll an expression: `2d6+1: 3+5 +1 = 9`.  Raises Unthrowable."""
    tree = parse(text)
    result = roll_tree(tree, dice, written := " ".join(text.split()))
    many = "" if not _counts_successes(tree) else " success" if result.total == 1 else " successes"
    total = f"{result.total}{many}"
    return f"{written}: {total}" if result.shown == total else f"{written}: {result.shown} = {total}"


def roll_sealed(text: str, secret: bytes, nonce: str = "") -> str:
    """``roll`` with dice that anybody who knows the secret can roll again (lock 1 of a game `roll`).  Raises Unthrowable."""
    return roll(text, SealedDice(secret, Lock("roll", 1, "roll", {}, "", promise(secret), nonce)))


def parse(text: str) -> Tree:
    """The tree of an expression; nothing is rolled.  Raises Unthrowable."""
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


def roll_tree(tree: Tree, dice: Dice, why: str) -> RollResult:
    """Roll every die of the tree from left to right; the nth roll of ``why`` is the nth term of dice."""
    return _Roller(dice, why).tree(tree)


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
            return self.throw(1)
        if word.isdecimal():
            number = self.number("a number", NUMBER)
            return self.throw(number) if self.next() == "d" else Number(number)
        where = f"after {self.before()!r}" if self.at else "at the start"
        raise BadExpression(f"Write a number or dice such as 2d6 {where}{f', not {word!r}' if word else ''}.")

    def bracket(self, depth: int) -> Tree:
        self.take()
        inside = self.sum(depth + 1)
        if self.next() != ")":
            raise BadExpression(f"A bracket is still open after {self.before()!r}. Close it with ).")
        self.take()
        return Bracket(inside)

    def throw(self, count: int) -> Tree:
        if not 1 <= count <= DICE:
            raise BadExpression(f"{count} dice cannot be rolled. Roll 1 to {DICE}.")
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


class _Roller:
    """Rolls the dice of one expression; each roll is named by the expression and its number."""

    def __init__(self, dice: Dice, why: str) -> None:
        self.dice, self.why, self.nth = dice, why, 0

    def tree(self, tree: Tree) -> RollResult:
        match tree:
            case Number(value):
                return RollResult(value, str(value))
            case DiceTerm():
                faces, kept = self.faces(tree)
                return RollResult(sum(kept), _faces_added(faces, kept))
            case Successes(what, sign, bound):
                faces, kept = self.faces(what)
                return RollResult(
                    sum(_compare(face, sign, bound) for face in kept), f"{_faces_listed(faces, kept)} {sign} {bound}"
                )
            case Sum(sign, left, right):
                a, b = self.tree(left), self.tree(right)
                total = a.total + b.total if sign == "+" else a.total - b.total if sign == "-" else a.total * b.total
                before = _in_brackets(left, a) if sign == "*" else a.shown
                behind = b.shown if sign == "+" else _in_brackets(right, b)
                return RollResult(
                    total, f"{before} {sign}{'' if isinstance(right, Number) and sign != '*' else ' '}{behind}"
                )
            case Bracket(inside):
                result = self.tree(inside)
                return RollResult(result.total, f"({result.shown})")
            case Minus(inside):
                result = self.tree(inside)
                return RollResult(-result.total, f"-{_in_brackets(inside, result)}")

    def faces(self, what: DiceTerm) -> tuple[tuple[int, ...], list[int]]:
        """All faces in the order rolled, and those that count."""
        self.nth += 1
        faces = self.dice.throw(self.why, self.nth, what.dice, what.sides)
        if not what.keep:
            return faces, list(faces)
        best = sorted(faces, reverse=what.keep > 0)
        return faces, best[: abs(what.keep)]


def _in_brackets(tree: Tree, result: RollResult) -> str:
    """Several dice in brackets, where only their sum counts."""
    return (
        f"({result.shown})"
        if isinstance(tree, DiceTerm) and "+" in result.shown and result.shown[0] != "["
        else result.shown
    )


def _faces_added(faces: tuple[int, ...], kept: list[int]) -> str:
    """3+5, or with dice that do not count [6+5+4+(1)]."""
    return (
        "+".join(_faces_marked(faces, kept)) if len(faces) == len(kept) else f"[{'+'.join(_faces_marked(faces, kept))}]"
    )


def _faces_listed(faces: tuple[int, ...], kept: list[int]) -> str:
    return f"[{' '.join(_faces_marked(faces, kept))}]"


def _faces_marked(faces: tuple[int, ...], kept: list[int]) -> Iterator[str]:
    left = list(kept)
    for face in faces:
        if face in left:
            left.remove(face)
            yield str(face)
        else:
            yield f"({face})"


def _compare(face: int, sign: str, bound: int) -> bool:
    match sign:
        case ">=":
            return face >= bound
        case "<=":
            return face <= bound
        case ">":
            return face > bound
        case "<":
            return face < bound
    return face == bound


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


def _counts_successes(tree: Tree) -> bool:
    """Whether the whole expression counts successes."""
    return isinstance(tree, Successes)
