"""Reads dice with their operators: ``4d6kh3``, ``8d6mi2e6``, ``d20 adv``, ``4dF``, ``d66``."""

import re

from .expression_problems import RollFault
from .expression_tree import (
    DICE,
    FUDGE,
    SIDES,
    TABLE,
    TENS,
    DiceTerm,
    DieType,
    Operator,
    Selector,
    Span,
    with_advantage,
)
from .expression_typos import operator_in_words
from .text_cursor import TextCursor

_GAP = r"[^\S\n]*"
_FLAGS = re.IGNORECASE | re.ASCII
_DICE = re.compile(r"(\d*)[^\S\n]*d[^\S\n]*(\d+|%|f(?![a-z]))", _FLAGS)
_UNSIDED = re.compile(r"\d*d(?![a-z])", _FLAGS)
_ADVANTAGE = re.compile(_GAP + r"(adv(?:antage)?|dis(?:advantage)?)(?![a-z])", _FLAGS)
_ADVANTAGE_FIRST = re.compile(_ADVANTAGE.pattern + r"(?=\s*\d*\s*d[\d%])", _FLAGS)
_OPERATOR = re.compile(r"(rr|ro|ra|mi|ma|k|p|e|d(?=[hl]))([hl<>]?)(\d+)", _FLAGS)
_SPACED = re.compile(_GAP + r"(k|d)([hl])[^\S\n]*(\d+)(?![a-z])", _FLAGS)
"""Only these may have spaces before them; the others would be read as comments elsewhere."""
_APART = re.compile(r"[^\S\n]+((?:rr|ro|ra|mi|ma|k|p|e)[hl<>]?\d+)(?![a-z\d])", _FLAGS)
_INCLUSIVE = re.compile(r"(rr|ro|ra|k|p|e)([<>])=(\d+)", _FLAGS)
_UNFINISHED = re.compile(r"(rr|ro|ra|mi|ma|kh?|kl|dh|dl|ph|pl|p|e|r)(?![a-z])([<>]?)", _FLAGS)
_EXPLODES = re.compile(r"!+([<>]?\d+)?", _FLAGS)
_MEANINGS = {
    "k": "keeps",
    "p": "drops",
    "rr": "rerolls",
    "ro": "rerolls once",
    "ra": "rolls one more for",
    "e": "explodes on",
    "mi": "raises lower dice to",
    "ma": "lowers higher dice to",
}
_DICE_OPERATORS = tuple(_MEANINGS)


def read_dice(cursor: TextCursor, before: Span | None) -> DiceTerm | None:
    """The dice here with their operators and advantage; None if there are none.  ``before``: the first dice of the same
    sum, which an advantage at its end could be meant for."""
    first = cursor.take(_ADVANTAGE_FIRST)
    keep = first and _keep_one(first)
    cursor.skip_gap()
    found = cursor.take(_DICE)
    if not found:
        if unsided := cursor.take(_UNSIDED):
            cut = cursor.at
            fix = f"{cursor.text[:cut]}6{cursor.text[cut:]}"
            raise RollFault("Write how many sides the dice have after d.", Span(unsided.start(), cut), [fix])
        return None
    term = _plain_dice(cursor, found)
    term = term._replace(operators=read_operators(cursor, _DICE_OPERATORS, term.die))
    end = cursor.at
    if not keep and (keep := read_advantage(cursor)) and before:
        raise _ambiguous(cursor.text, before, Span(term.at.start, end), keep.at)
    if keep:
        return _twice(cursor, term, keep)
    return term


def _plain_dice(cursor: TextCursor, found: re.Match[str]) -> DiceTerm:
    text, at = cursor.text, Span(found.start(), found.end())
    count = cursor.checked(found[1], at.start, "the number of dice", DICE) if found[1] else 1
    match found[2].lower():
        case "%":
            return DiceTerm(count, TENS, at)
        case "f":
            return DiceTerm(count, FUDGE, at)
        case "66" if count == 1:
            return DiceTerm(1, TABLE, at)
        case "66":
            fixes = [f"{text[: at.start]}{count}x d66{text[at.end :]}", f"{count}x d66"]
            raise RollFault("d66 reads two dice as tens and ones; it is rolled one at a time.", at, fixes)
    sides = cursor.checked(found[2], found.start(2), "the number of sides", SIDES)
    if not sides:
        fix = f"{text[: found.start(2)]}6{text[found.end(2) :]}"
        raise RollFault("A die has at least one side.", Span(*found.span(2)), [fix])
    return DiceTerm(count, DieType(str(sides), sides), at)


def _ambiguous(text: str, first: Span, last: Span, at: Span) -> RollFault:
    """``d20 + d4 adv``."""
    word, gap = text[at.start : at.end], text[first.end : last.end]
    fixes = [
        f"{text[: first.end]} {word}{gap}{text[at.end :]}",
        f"{text[: last.start]}({text[last.start : last.end]} {word}){text[at.end :]}",
    ]
    says = f"Write {word} directly after the die that is meant, here {text[slice(*first)]} {word}, or in brackets."
    return RollFault(says, at, fixes)


def _twice(cursor: TextCursor, term: DiceTerm, keep: Operator) -> DiceTerm:
    if changed := with_advantage(term, keep):
        assert isinstance(changed, DiceTerm)
        return changed
    word, dice = cursor.text[keep.at.start : keep.at.end], f"{term.dice}d{term.die.written}"
    raise RollFault(
        f"{word} rolls one die twice and keeps one. To roll {dice} twice, put both in a set and keep one.",
        keep.at,
        [f"({dice}, {dice})k{keep.selectors[0].kind}1"],
    )


def read_advantage(cursor: TextCursor) -> Operator | None:
    """``adv`` or ``dis`` here, as what keeps the better or the worse of two dice."""
    found = cursor.take(_ADVANTAGE)
    return found and _keep_one(found)


def _keep_one(found: re.Match[str]) -> Operator:
    return Operator("k", (Selector("h" if found[1][0] in "aA" else "l", 1),), Span(*found.span(1)))


def read_operators(cursor: TextCursor, names: tuple[str, ...], die: DieType | None = None) -> tuple[Operator, ...]:
    """All operators here, of these ``names``; the same one several times in a row selects what any of them selects."""
    operators = list[Operator]()
    while found := cursor.take(_OPERATOR) or cursor.take(_SPACED):
        operator = _operator(cursor, found, names)
        if operators and operators[-1].name == operator.name not in ("mi", "ma"):
            last = operators.pop()
            operator = Operator(last.name, last.selectors + operator.selectors, Span(last.at.start, operator.at.end))
        operators.append(operator)
    _refuse_misspelled(cursor, die)
    return tuple(operators)


def _operator(cursor: TextCursor, found: re.Match[str], names: tuple[str, ...]) -> Operator:
    text, at = cursor.text, Span(found.start(1), found.end())
    name, kind = found[1].lower().replace("d", "p"), found[2].lower()
    number = cursor.checked(found[3], found.start(3), f"the number after {found[1]}{found[2]}")
    without = f"{text[: at.start]}{text[at.end :]}"
    if name not in names:
        says = f"{found[1]} {_MEANINGS[name]} dice, so it is written directly after dice. Sets only have k and p."
        raise RollFault(says, at, [without])
    if kind and name in ("mi", "ma"):
        fix = f"{text[: found.start(2)]}{text[found.end(2) :]}"
        raise RollFault(f"{found[1]} {_MEANINGS[name]} one number: write {name}{number}.", at, [fix])
    return Operator(name, (Selector(kind, number),), at)


def _refuse_misspelled(cursor: TextCursor, die: DieType | None) -> None:
    """What other notations write after dice, and operators that are not complete."""
    text = cursor.text
    if found := cursor.take(_INCLUSIVE):
        number = int(found[3][:9]) + (1 if found[2] == "<" else -1)
        fix = f"{text[: found.start()]}{found[1]}{found[2]}{max(0, number)}{text[found.end() :]}"
        says = f"{found[1]} selects with < or >: {found[1]}{found[2]}{max(0, number)} means the same."
        raise RollFault(says, Span(*found.span()), [fix])
    if found := cursor.take(_APART):
        at = Span(*found.span(1))
        fixes = [f"{text[: found.start()]}{text[at.start :]}", f"{text[: found.start()]} # {text[at.start :]}"]
        raise RollFault(f"Write {found[1]} directly after the dice, or # before a comment.", at, fixes)
    if die and (found := cursor.take(_EXPLODES)):
        meant = f"e{found[1] or die.faces}"
        fix = f"{text[: found.start()]}{meant}{text[found.end() :]}"
        raise RollFault(f"Exploding dice are written e and the face: {meant}.", Span(*found.span()), [fix])
    if die and (words := operator_in_words(text, cursor.at, die)):
        meant, at = words
        fix = f"{text[: cursor.at]}{meant}{text[at.end :]}"
        says = f"Words after a roll are a comment. To roll so, write {meant} directly after the dice."
        raise RollFault(says, at, [fix, f"{text[: at.start]}# {text[at.start :]}"])
    if found := cursor.take(_UNFINISHED):
        word = {"r": "ro", "k": "k" if found[2] else "kh", "p": "p" if found[2] else "pl"}.get(
            found[1].lower(), found[1]
        )
        word += found[2]
        says = f"Write a number directly after {found[0]}, such as {word}1."
        rest = text[found.end() :]
        fixes = [f"{text[: found.start()]}{word}{rest.lstrip()}", f"{text[: found.start()]}{word}1{rest}"]
        raise RollFault(says, Span(*found.span()), fixes)
