"""Dice expressions such as `2d6+1`, `4d6kh3`, `d20 adv`, `3d6>=5`: rolled, with every die shown.

docs/rolls.md has the whole notation.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.contract import Dice, counted

from . import expression_text
from .expression_parser import parse
from .expression_problems import RollFault, explain
from .expression_roller import Roller
from .expression_tree import TABLE, Contestant, RollRequest, Span, dice_terms, pool_of
from .expression_values import RolledValue
from .sealed import Lock, SealedDice, promise

OUTPUT = 1500
"""The most characters of a result, so that it fits in one message with what a way out writes around it."""
UNNAMED = ("the first", "the second")
"""What two sides without labels are called."""


class RolledSide(NamedTuple):
    """One side of a roll: as it was asked for, and what was rolled."""

    contestant: Contestant
    value: RolledValue

    @property
    def total(self) -> int:
        """The result, without its fraction."""
        return int(self.value.total)


class RequestRolled(NamedTuple):
    """``rolls``: for each repeat a roll, or two against each other."""

    request: RollRequest
    rolls: tuple[tuple[RolledSide, ...], ...]


def roll(text: str, dice: Dice) -> str:
    """Parse and roll a text, each roll on a line or more: `2d6+1: 3+5 +1 = 9`.  Raises BadExpression."""
    try:
        return _lines(text, dice)
    except RollFault as fault:
        raise explain(text, fault, _works) from None


def roll_sealed(text: str, secret: bytes, nonce: str = "") -> str:
    """``roll`` with dice that anybody who knows the secret can roll again (lock 1 of a game `roll`).

    Raises BadExpression.
    """
    return roll(text, SealedDice(secret, Lock("roll", 1, "roll", {}, "", promise(secret), nonce)))


def rolled(text: str, dice: Dice) -> tuple[RequestRolled, ...]:
    """Everything that a text asks for, rolled from left to right.  Raises RollFault."""
    requests = parse(text)
    roller = Roller(dice, " ".join(text.split()), text)
    return tuple(RequestRolled(request, tuple(_repeated(request, roller))) for request in requests)


def _repeated(request: RollRequest, roller: Roller) -> Iterator[tuple[RolledSide, ...]]:
    for _ in range(max(1, request.repeats)):
        yield tuple(RolledSide(side, roller.value(side.tree)) for side in request.contestants)


def _works(text: str) -> bool:
    """Whether an expression can be rolled, tried with dice that are nobody's."""
    try:
        _lines(text, SealedDice(bytes(32), Lock("roll", 1, "roll", {}, "", promise(bytes(32)))))
    except RollFault:
        return False
    return True


def _lines(text: str, dice: Dice) -> str:
    lines = [line for request in rolled(text, dice) for line in _told(request)]
    told = "\n".join("".join(sign if sign.isprintable() else " " for sign in line) for line in lines)
    if len(told) > OUTPUT:
        says = f"The result would be {len(told):,} characters long; a message holds {OUTPUT:,}. Roll it in parts."
        raise RollFault(says, Span(0, len(text)))
    return told


def _told(done: RequestRolled) -> Iterator[str]:
    """The lines of one request."""
    request, rolls = done
    comment = f" # {request.comment}" if request.comment else ""
    if request.repeats:
        names = " vs ".join(_name(side) for side in request.contestants)
        yield f"{request.repeats}x {names}:{comment}"
        for number, sides in enumerate(rolls, 1):
            between = f" — {_outcome(sides)}" if len(sides) > 1 else ""
            yield f"{number}. {' vs '.join(_calculation(side.value) for side in sides)}{between}"
        yield _summary(rolls)
        return
    (sides,) = rolls
    for side, lead in zip(sides, ("", "vs "), strict=False):
        dice_less = "" if any(dice_terms(side.contestant.tree)) else " (no dice)"
        last = comment if side is sides[-1] else ""
        yield f"{lead}{_name(side.contestant)}: {_calculation(side.value)}{dice_less}{last}"
    if len(sides) > 1:
        outcome = _outcome(sides)
        yield outcome[0].upper() + outcome[1:]


def _name(side: Contestant) -> str:
    return f"{side.label} — {side.written}" if side.label else side.written


def _calculation(value: RolledValue) -> str:
    """`3+5 +1 = 9`, or `17` if there is nothing to calculate."""
    shown, total = expression_text.shown(value), expression_text.result(value)
    return total if shown == total else f"{shown} = {total}"


def _outcome(sides: Sequence[RolledSide]) -> str:
    """Who wins, and by how much."""
    first, second = sides
    if first.total == second.total:
        return f"a tie at {first.total}"
    margin, names = first.total - second.total, _names(sides)
    name = names[margin < 0]
    return f"{name} wins by {abs(margin)}" if names == UNNAMED else f"winner: {name}, by {abs(margin)}"


def _names(sides: Sequence[RolledSide]) -> tuple[str, str]:
    """The labels of two sides, if both have one."""
    first, second = (side.contestant.label for side in sides)
    return (first, second) if first and second else UNNAMED


def _summary(rolls: Sequence[tuple[RolledSide, ...]]) -> str:
    if len(rolls[0]) == 1:
        totals = [sides[0].total for sides in rolls]
        pool = pool_of(rolls[0][0].contestant.tree)
        all_sum = "" if pool and pool.die is TABLE else f"; sum {sum(totals)}"
        return f"All: {', '.join(map(str, totals))}{all_sum}"
    margins = [sides[0].total - sides[1].total for sides in rolls]
    wins = [sum(margin > 0 for margin in margins), sum(margin < 0 for margin in margins)]
    each = ", ".join(f"{name} {won}" for name, won in zip(_names(rolls[0]), wins, strict=True))
    return f"Wins: {each}; {counted(margins.count(0), 'tie')}"
