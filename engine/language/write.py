"""Writing: an order in the one spelling the game itself would use."""

import re
from collections.abc import Container, Iterable, Sequence
from typing import Any

from engine.contract import Condition, Order, Path, Shift, StandingOrder, Vocabulary
from engine.contract.unit_counts import ALL, JOINTS

from . import model_courses
from .counted_units import DEFAULT, EVERYWHERE
from .grammar import LISTS, GrammarSlot, Sentence, sentence, usual_forms
from .measures import WORDS, decimal_text, looks_like_bearing, point
from .model_courses import STAYS
from .words import normalized

_BARE = re.compile(r"[^\W_](?:[\w/'-]*\w)?")
_IF = re.compile(r'if (?:"[^"]*"|[^\s"]+) [^\s:]+(?: (?:"[^"]*"|[^\s":]+))?: ')


def write(order: Order, vocabulary: Vocabulary, condition: Condition | None = None) -> str:
    """Ids, full hex numbers, verbs without aliases; ``vocabulary`` is the vocabulary the names belong to."""
    waits = f"if {_condition(condition)}: " if condition else ""
    match order:
        case StandingOrder(subject, policy, values):
            said = (value if point(value) else _name(value) for value in values)
            return waits + " ".join(["standing", _name(subject), policy, *said])
    plan = sentence(type(order))
    words = [_called(order, plan.subject)] if plan.subject else []
    return waits + " ".join([*words, *_verb_and_scope(order, plan, vocabulary), *_arguments(order, plan, vocabulary)])


def echo(parts: Iterable[str]) -> str:
    """One line of a message from the written orders of that line: an ``if`` stands once, before all that it covers."""
    line, waits = list[str](), ""
    for part in parts:
        found = _IF.match(part)
        line.append(part[len(waits) :] if waits and part.startswith(waits) else part)
        waits = found[0] if found else waits
    return "; ".join(line)


def _condition(condition: Condition) -> str:
    place = [_name(condition.place)] if condition.place else []
    return " ".join([_name(condition.subject), condition.state, *place])


def _verb_and_scope(order: Order, plan: Sentence, vocabulary: Vocabulary) -> Iterable[str]:
    """The verb, and its scope, if it has one, with a colon before a list of types."""
    colon = ":" * any(gap.noun == "ranking" for gap in plan.slots)
    whole = colon and not any(getattr(order, gap.field) for gap in plan.slots if gap.noun == "ranking")
    for gap in plan.slots:
        if gap.noun == "scope" and (scope := getattr(order, gap.field)) != EVERYWHERE:
            said = (
                scope
                if scope in vocabulary.forces.scopes
                else _place(scope, plan, vocabulary, vocabulary.forces.scopes)
            )
            return plan.verb, f"{said}{colon}"
    return (plan.verb if whole else f"{plan.verb}{colon}",)


def _arguments(order: Order, plan: Sentence, vocabulary: Vocabulary) -> Iterable[str]:
    """What is left out is the default; a slot that could then be taken for another is named."""
    skipped = listing = False
    for gap in plan.slots:
        value = getattr(order, gap.field)
        if gap.noun in LISTS:
            yield from _list(order, value, gap, vocabulary)
            continue
        if value is None or (not gap.needed and value == gap.default):
            skipped = skipped or not (gap.counts or gap.silent)
            continue
        if (
            (gap.lead and not gap.silent)
            or (skipped and not (gap.choices or gap.lead))
            or (listing and value not in vocabulary.units)
        ):
            yield gap.lead or gap.field
        listing = gap.many and not gap.lead
        named = gap.noun in ("unit", "target", "friend") and not gap.many
        if gap.noun == "place":
            yield from (
                v if v in gap.also else _place(v, plan, vocabulary, gap.also) for v in (value if gap.many else (value,))
            )
        else:
            yield from [_called(order, gap)] if named else (_word(v, gap) for v in (value if gap.many else (value,)))
        if gap.after and (gap.silent or not gap.lead):
            yield gap.after[0 if value == 1 else -1]


def _place(place: str, plan: Sentence, vocabulary: Vocabulary, other: Container[str]) -> str:
    """Its name, in quotes if it could be taken for another word of the order."""
    said = normalized(place)
    taken = said in plan.stops or said in other
    if plan.lists or any(gap.noun == "ranking" for gap in plan.slots):
        taken = (
            taken
            or said[:1].isdigit()
            or said in JOINTS
            or any(said in words for words in vocabulary.forces.words.values())
        )
    return f'"{place}"' if taken else _name(place)


def _list(order: Order, value: Any, gap: GrammarSlot, vocabulary: Vocabulary) -> Iterable[str]:
    match gap.noun:
        case "force":
            yield (
                ", ".join(_counted(number, vocabulary.forces.words.get(kind, (kind,))) for number, kind in value)
                or "nothing"
            )
        case "ranking":
            yield " > ".join(value) or DEFAULT
        case "terms":
            n = getattr(order, "n", None)
            yield usual_forms(gap).get((value, int(n is not None)), value).replace("N", str(n))
        case "text":
            yield value


def _counted(number: int, words: Sequence[str]) -> str:
    """``3 tanks``; the first word is for one, the second for several."""
    if words == (ALL,):
        return ALL
    return f"{number or ALL} {words[0] if number == 1 else words[1 % len(words)]}"


def _called(order: Order, gap: GrammarSlot) -> str:
    """The unit in a slot, with those of its models that are meant."""
    run = getattr(order, "models" if gap.field == "unit" else f"{gap.field}_models", None)
    return _name(getattr(order, gap.field)) + model_courses.model_run_text(run)


def _word(value: object, gap: GrammarSlot) -> str:
    match gap.noun, value:
        case (("point" | "way" | "heading"), (int(x), int(y))):
            return f"{decimal_text(x, 100)},{decimal_text(y, 100)}"
        case (("bearing" | "way" | "heading"), int(tenths)):
            return WORDS.get(tenths) or decimal_text(tenths, 10)
        case "inches", int(length):
            return decimal_text(length, 100)
        case "heading", str(unit) if looks_like_bearing(unit):
            return f'"{unit}"'
        case "course", Shift(bearing, length):
            return f"{WORDS.get(bearing) or decimal_text(bearing, 10)} {decimal_text(length, 100)}"
        case "course", tuple(paths):
            return " ".join(map(_path, paths))
        case "spots", tuple(spots):
            return " ".join(_path((spot,)) for spot in spots)
        case _ if gap.choices:
            return str(value)
    return _name(str(value))


def _path(path: Path) -> str:
    return ">".join(f"{decimal_text(x, 100)},{decimal_text(y, 100)}" for x, y in path) or STAYS


def _name(name: str) -> str:
    return name if _BARE.fullmatch(name) else f'"{name}"'
