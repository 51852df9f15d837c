"""Dice expressions such as `2d6+1`, `4d6kh3`, `d20 adv`, `3d6>=5`: parsed to a tree, rolled, and shown in one line."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.contract import Dice

from .expression_parser import Bracket, DiceTerm, Minus, Number, Successes, Sum, Tree, parse
from .sealed import Lock, SealedDice, promise


class RollResult(NamedTuple):
    """The result: the sum (or the number of successes), and all dice written out: ``3+5 +1``."""

    total: int
    shown: str


def roll(text: str, dice: Dice) -> str:
    """Parse and roll an expression: `2d6+1: 3+5 +1 = 9`.  Raises BadExpression."""
    tree = parse(text)
    result = roll_tree(tree, dice, written := " ".join(text.split()))
    many = "" if not _counts_successes(tree) else " success" if result.total == 1 else " successes"
    total = f"{result.total}{many}"
    return f"{written}: {total}" if result.shown == total else f"{written}: {result.shown} = {total}"


def roll_sealed(text: str, secret: bytes, nonce: str = "") -> str:
    """``roll`` with dice that anybody who knows the secret can roll again (lock 1 of a game `roll`).

    Raises BadExpression.
    """
    return roll(text, SealedDice(secret, Lock("roll", 1, "roll", {}, "", promise(secret), nonce)))


def roll_tree(tree: Tree, dice: Dice, why: str) -> RollResult:
    """Roll every die of the tree from left to right; the nth roll of ``why`` is the nth term of dice."""
    return _Roller(dice, why).tree(tree)


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
        faces = self.dice.roll(self.why, self.nth, what.dice, what.sides)
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


def _counts_successes(tree: Tree) -> bool:
    """Whether the whole expression counts successes."""
    return isinstance(tree, Successes)
