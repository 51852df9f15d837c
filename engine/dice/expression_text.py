"""Shows a rolled expression with every die, so that a reader can calculate it again: ``[6!+5+(1)+2→4] +1``.

A dropped die is in brackets, 2→4 was rerolled, 1↑2 raised and 6↓5 lowered by mi and ma, and 6! had another die rolled
for it.  Many dice are grouped: 3×5 is five dice that show 3.
"""

from collections import Counter
from collections.abc import Sequence
from enum import IntEnum

from .expression_tree import FUDGE, TENS, DieType
from .expression_values import Amount, Calculated, Counted, RolledBracket, RolledDice, RolledDie, RolledSet, RolledValue

LISTED = 12
"""Dice of one term that are shown one by one."""


class Binding(IntEnum):
    """How tightly the outermost sign of a shown text binds."""

    COMPARISON, SUM, PRODUCT, WHOLE = range(4)


_BINDINGS = {"+": Binding.SUM, "-": Binding.SUM} | dict.fromkeys(("*", "/", "//", "%"), Binding.PRODUCT)


def shown(value: RolledValue) -> str:
    """The whole expression, without its result; of a count of hits only the dice, for what hits is written before."""
    match value:
        case Counted(pool=RolledDice() as pool, unit="hit"):
            return _listed(pool)
    return _shown(value)[0]


def amount(number: Amount) -> str:
    """A number with at most four decimal places: ``3.3333``."""
    return str(number) if isinstance(number, int) else f"{round(number, 4) + 0:.16g}"


def result(value: RolledValue) -> str:
    """What the expression came to: ``9``, ``2 successes``, ``1 (yes)``, ``3 (from 3.5)``."""
    total = int(value.total)
    match value:
        case Counted(unit=unit):
            return f"{total} {unit}{'' if abs(total) == 1 else 'es' if unit.endswith('s') else 's'}"
        case Calculated(parts=[*_, (sign, _)]) if sign and sign not in _BINDINGS:
            return f"{total} ({'yes' if total else 'no'})"
    return str(total) if value.total == total else f"{total} (from {amount(value.total)})"


def _shown(value: RolledValue) -> tuple[str, Binding]:
    text, binding = _without_notes(value)
    return (f"{text} {value.notes}", binding) if value.notes else (text, binding)


def _without_notes(value: RolledValue) -> tuple[str, Binding]:
    match value:
        case RolledDice():
            return _dice(value)
        case Counted(pool=RolledDice() as pool, asked=asked):
            return f"{_listed(pool)} {asked}", Binding.COMPARISON
        case RolledBracket(inside=inside):
            return f"({_or_dropped(inside)})", Binding.WHOLE
        case RolledSet(elements=elements):
            return f"{{{', '.join(map(_or_dropped, elements))}}}", Binding.WHOLE
        case Calculated(parts=[(sign, inside)]) if sign:
            return f"{sign}{_at_least(Binding.WHOLE, inside)}", Binding.PRODUCT
        case Calculated(parts=[_, *_]):
            return _chain(value.parts)
    return amount(value.worth), Binding.WHOLE


def _chain(parts: Sequence[tuple[str, RolledValue]]) -> tuple[str, Binding]:
    binding = _BINDINGS.get(parts[1][0], Binding.COMPARISON)
    text = _at_least(binding, parts[0][1])
    for sign, value in parts[1:]:
        tighter = binding if sign == "+" else Binding(binding + 1)
        gap = "" if binding is Binding.SUM and isinstance(value, Calculated) and not value.parts else " "
        text += f" {sign}{gap}{_at_least(tighter, value)}"
    return text, binding


def _at_least(binding: Binding, value: RolledValue) -> str:
    """The value, in brackets if its own sign binds less tightly."""
    text, own = _shown(value)
    return text if own >= binding else f"({text})"


def _or_dropped(value: RolledValue) -> str:
    text, _ = _shown(value)
    return text if value.kept else f"({text})"


def _dice(dice: RolledDice) -> tuple[str, Binding]:
    """3+5, or in square brackets where some do not count or are grouped: [6+5+4+(1)]."""
    marks = _marks(dice)
    plain = dice.die is not FUDGE and len(dice.dice) <= LISTED and all(die.kept for die in dice.dice)
    if plain and marks:
        return "+".join(marks), Binding.SUM if len(marks) > 1 else Binding.WHOLE
    return f"[{(' ' if dice.die is FUDGE or len(dice.dice) > LISTED else '+').join(marks)}]", Binding.WHOLE


def _listed(pool: RolledDice) -> str:
    """The dice of a pool, which are not added."""
    return f"[{' '.join(_marks(pool))}]{' ' * bool(pool.notes)}{pool.notes}"


def _marks(dice: RolledDice) -> list[str]:
    if len(dice.dice) <= LISTED:
        return [_mark(die, dice.die) for die in dice.dice]
    ordered = sorted(dice.dice, key=lambda die: (not die.kept, die.worth))
    return [f"{mark}×{count}" for mark, count in Counter(_mark(die, dice.die) for die in ordered).items()]


def _mark(die: RolledDie, kind: DieType) -> str:
    text = "".join(f"{step.how}{_face(step.value, kind)}" for step in die.steps) + "!" * die.exploded
    return text if die.kept else f"({text})"


def _face(value: int, kind: DieType) -> str:
    if kind is FUDGE:
        return {1: "+", 0: "0", -1: "-"}.get(value, str(value))
    return f"{value:02}" if kind is TENS else str(value)
