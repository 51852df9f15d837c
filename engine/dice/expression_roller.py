"""Rolls the dice of parsed expressions and calculates what they come to."""

import operator as python
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from engine.contract import Dice

from .expression_problems import RollFault
from .expression_tree import (
    DICE,
    RESULT,
    Annotated,
    Bracket,
    Calculation,
    CalculationStep,
    DiceTerm,
    DieType,
    HitCount,
    Number,
    NumberSet,
    Operator,
    Selector,
    Signed,
    Span,
    SuccessCount,
    Tree,
)
from .expression_values import (
    Amount,
    Calculated,
    Counted,
    RolledBracket,
    RolledDice,
    RolledDie,
    RolledSet,
    RolledValue,
)

Value = TypeVar("Value", bound=RolledValue)

_CALCULATIONS: Mapping[str, Callable[[Amount, Amount], Amount]] = {
    "+": python.add,
    "-": python.sub,
    "*": python.mul,
    "/": python.truediv,
    "//": python.floordiv,
    "%": python.mod,
}
COMPARISONS: Mapping[str, Callable[[Amount, Amount], bool]] = {
    "==": python.eq,
    "!=": python.ne,
    ">=": python.ge,
    "<=": python.le,
    ">": python.gt,
    "<": python.lt,
}


class Roller:
    """Rolls for one text: the nth roll of ``why`` is the nth time that dice are taken, from left to right; each reroll
    and each explosion takes further ones.
    """

    def __init__(self, dice: Dice, why: str, text: str) -> None:
        self.dice, self.why, self.text = dice, why, text
        self.nth = self.rolled = 0

    def value(self, tree: Tree) -> RolledValue:
        """What a tree came to.  Raises RollFault for too many dice, too large a result, a division by zero."""
        match tree:
            case Number(number):
                return Calculated(number)
            case DiceTerm():
                return self._dice(tree)
            case Bracket(inside, operators):
                return self._operated(RolledBracket(self.value(inside)), operators)
            case NumberSet(elements, operators):
                return self._operated(RolledSet([self.value(element) for element in elements]), operators)
            case Signed(sign, inside):
                value = self.value(inside)
                return Calculated(-value.total if sign == "-" else value.total, [(sign, value)])
            case Calculation(first, steps):
                return self._chain(first, steps)
            case Annotated(inside, notes):
                value = self.value(inside)
                value.notes = notes
                return value
            case SuccessCount(pool, sign, bound):
                dice = self.value(pool)
                made = sum(COMPARISONS[sign](die.worth, bound) for die in _kept(dice))
                return Counted(made, dice, f"{sign.replace('==', '=')} {bound}", "success")
            case HitCount(pool, sign, bound, worth, written):
                dice, special = self.value(pool), dict(worth)
                hits = sum(special.get(int(d.worth), int(COMPARISONS[sign](d.worth, bound))) for d in _kept(dice))
                return Counted(hits, dice, f"hits {written}", "hit")

    def _chain(self, first: Tree, steps: Sequence[CalculationStep]) -> RolledValue:
        value = self.value(first)
        result, parts = value.total, [("", value)]
        for step in steps:
            right = self.value(step.right)
            result = self._calculated(step, result, right.total)
            parts.append((step.sign, right))
        return Calculated(result, parts)

    def _calculated(self, step: CalculationStep, left: Amount, right: Amount) -> Amount:
        if step.sign in COMPARISONS:
            return int(COMPARISONS[step.sign](left, right))
        if not right and step.sign in ("/", "//", "%"):
            fix = f"{self.text[: step.right_at.start]}2{self.text[step.right_at.end :]}"
            raise RollFault("Nothing can be divided by zero, which this came to.", step.right_at, [fix])
        result = _CALCULATIONS[step.sign](left, right)
        if abs(result) > RESULT:
            raise RollFault(f"The result is too large here: it can be at most {RESULT:,}.", step.at)
        return result

    def _dice(self, term: DiceTerm) -> RolledDice:
        dice = RolledDice(term.die, [RolledDie(value) for value in self._more(term.dice, term.die, term.at)])
        for operator in term.operators:
            _DiceOperation(self, dice, operator).run()
        return dice

    def _operated(self, value: RolledValue, operators: Iterable[Operator]) -> RolledValue:
        for operator in operators:
            keep_or_drop(value.members(), operator)
        return value

    def _more(self, count: int, die: DieType, at: Span) -> list[int]:
        """So many more dice.  Raises RollFault if they are more than may be rolled for one text."""
        self.rolled += count * die.digits
        if self.rolled > DICE:
            says = f"This would roll more than {DICE:,} dice; fewer dice or another operator end sooner."
            raise RollFault(says, at, [f"2d{die.written}ro1", f"d{die.written}"])
        if not count:
            return []
        self.nth += 1
        return die.values(self.dice.roll(self.why, self.nth, count * die.digits, die.faces))

    def more(self, dice: RolledDice, count: int, at: Span) -> list[int]:
        return self._more(count, dice.die, at)


class _DiceOperation:
    """One operator on the dice of a term."""

    def __init__(self, roller: Roller, dice: RolledDice, operator: Operator) -> None:
        self.roller, self.dice, self.operator = roller, dice, operator

    def run(self) -> None:
        match self.operator.name:
            case "rr":
                while chosen := self._chosen():
                    self._reroll(chosen)
            case "ro":
                self._reroll(self._chosen())
            case "ra":
                if chosen := self._first_chosen():
                    self._explode(chosen)
            case "e":
                self._explode_all()
            case "mi":
                self._limit("↑", max)
            case "ma":
                self._limit("↓", min)
            case _:
                keep_or_drop(self.dice.dice, self.operator)

    def _chosen(self) -> list[RolledDie]:
        return select(self.dice.dice, self.operator.selectors)

    def _first_chosen(self) -> list[RolledDie]:
        """The first die that the first selector with any selects."""
        for selector in self.operator.selectors:
            if chosen := _selected([die for die in self.dice.dice if die.kept], selector):
                return chosen[:1]
        return []

    def _reroll(self, chosen: list[RolledDie]) -> None:
        for die, value in zip(chosen, self.roller.more(self.dice, len(chosen), self.operator.at), strict=True):
            die.change("→", value)

    def _explode(self, chosen: list[RolledDie]) -> None:
        for die in chosen:
            die.exploded = True
        self.dice.dice += map(RolledDie, self.roller.more(self.dice, len(chosen), self.operator.at))

    def _explode_all(self) -> None:
        """Each die once, also new ones.  Where the others cannot matter, only new dice are looked at."""
        done, looked_at = set[int](), 0
        alone = not any(selector.kind in ("h", "l") for selector in self.operator.selectors)
        while chosen := [
            die
            for die in select(self.dice.dice[looked_at if alone else 0 :], self.operator.selectors)
            if id(die) not in done
        ]:
            looked_at = len(self.dice.dice)
            self._explode(chosen)
            done.update(map(id, chosen))

    def _limit(self, how: str, limited: Callable[[int, int], int]) -> None:
        number = self.operator.selectors[-1].number
        for die in self.dice.dice:
            if die.kept and limited(die.worth, number) != die.worth:
                die.change(how, number)


def keep_or_drop(values: Sequence[RolledValue], operator: Operator) -> None:
    """k drops what is not selected, p what is."""
    chosen = set(map(id, select(values, operator.selectors)))
    for value in values:
        if value.kept and (id(value) in chosen) == (operator.name == "p"):
            value.kept = False


def select(values: Sequence[Value], selectors: Iterable[Selector]) -> list[Value]:
    """The kept values that any of the selectors selects, in their order."""
    kept = [value for value in values if value.kept]
    chosen = {id(value) for selector in selectors for value in _selected(kept, selector)}
    return [value for value in kept if id(value) in chosen]


def _selected(kept: Sequence[Value], selector: Selector) -> list[Value]:
    match selector.kind:
        case "h":
            return sorted(kept, key=lambda value: value.total, reverse=True)[: selector.number]
        case "l":
            return sorted(kept, key=lambda value: value.total)[: selector.number]
    compare = COMPARISONS[selector.kind or "=="]
    return [value for value in kept if compare(value.total, selector.number)]


def _kept(pool: RolledValue) -> list[RolledValue]:
    return [die for die in pool.members() if die.kept]
