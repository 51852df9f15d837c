"""Writing: an order in the one spelling the game itself would use."""

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from engine.contract import Condition, Order, Path, Shift, StandingOrder, Vocabulary, kept_for_latest
from engine.contract.unit_counts import ALL, JOINTS

from . import model_runs
from .counted_units import DEFAULT, EVERYWHERE
from .grammar import LISTS, UNITS, GrammarSlot, Sentence, sentence, usual_forms
from .measures import bearing_text, decimal_text, looks_like_bearing, point, point_text
from .model_courses import STAYS
from .words import normalized

_BARE = re.compile(r"[^\W_](?:[\w/'-]*\w)?")
_IF = re.compile(r'if (?:"[^"]*"|[^\s"]+) [^\s:]+(?: (?:"[^"]*"|[^\s":]+))?: ')


def write(order: Order, vocabulary: Vocabulary, condition: Condition | None = None) -> str:
    """Ids, full hex numbers, verbs without aliases; ``vocabulary`` is the vocabulary the names belong to."""
    waits = f"if {_condition(condition)}: " if condition else ""
    if isinstance(order, StandingOrder):
        said = [value if value.isalnum() or point(value) else _name(value) for value in order.values]
        return waits + " ".join(["standing", _name(order.subject), order.policy, *said])
    plan = sentence(type(order))
    words = [_called(order, plan.subject, plan)] if plan.subject else []
    if plan.ranking or plan.scope:
        words += _verb_and_scope(order, plan, vocabulary)
    else:
        words.append(plan.verb)
    if plan.slots:
        words += _arguments(order, plan, vocabulary)
    return waits + " ".join(words)


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
    colon = ":" if plan.ranking else ""
    scope = getattr(order, plan.scope.field) if plan.scope else EVERYWHERE
    if scope != EVERYWHERE:
        scopes = vocabulary.forces.scopes
        return plan.verb, f"{scope if scope in scopes else _place(scope, plan, vocabulary, scopes)}{colon}"
    whole = plan.ranking and not getattr(order, plan.ranking.field)
    return (plan.verb if whole else f"{plan.verb}{colon}",)


def _arguments(order: Order, plan: Sentence, vocabulary: Vocabulary) -> list[str]:
    """What is left out is the default; a slot that could then be taken for another is named."""
    words: list[str] = []
    skipped = listing = False
    for gap in plan.slots:
        value = getattr(order, gap.field)
        if gap.noun in LISTS:
            words += _list(order, value, gap, vocabulary)
            continue
        if value is None or (not gap.needed and value == gap.default):
            skipped = skipped or not (gap.counts or gap.silent)
            continue
        lead = gap.lead
        if (
            (lead and not gap.silent)
            or (skipped and not (gap.choices or lead))
            or (listing and value not in vocabulary.units)
        ):
            words.append(lead or gap.field)
        listing = gap.many and not lead
        if gap.noun == "place":
            places = value if gap.many else (value,)
            words += [v if v in gap.also else _place(v, plan, vocabulary, gap.also) for v in places]
        elif gap.many:
            words += [_word(v, gap) for v in value]
        else:
            words.append(_called(order, gap, plan) if gap.noun in UNITS else _word(value, gap))
        if gap.after and (gap.silent or not lead):
            words.append(gap.after[0 if value == 1 else -1])
    return words


def _place(place: str, plan: Sentence, vocabulary: Vocabulary, other: Container[str]) -> str:
    """Its name, in quotes if it could be taken for another word of the order."""
    said = normalized(place)
    taken = said in plan.stops or said in other
    if plan.lists or plan.ranking:
        taken = taken or said[:1].isdigit() or said in JOINTS or said in _words_of_types(vocabulary.forces.words)
    return f'"{place}"' if taken else _name(place)


@kept_for_latest
def _words_of_types(words: Mapping[str, Sequence[str]]) -> frozenset[str]:
    return frozenset(chain.from_iterable(words.values()))


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
            yield usual_forms(gap.terms).get((value, int(n is not None)), value).replace("N", str(n))
        case "text":
            yield value


def _counted(number: int, words: Sequence[str]) -> str:
    """``3 tanks``; the first word is for one, the second for several."""
    if words == (ALL,):
        return ALL
    return f"{number or ALL} {words[0] if number == 1 else words[1 % len(words)]}"


def _called(order: Order, gap: GrammarSlot, plan: Sentence) -> str:
    """The unit in a slot, with those of its models that are meant."""
    name = _name(getattr(order, gap.field))
    if not plan.runs:
        return name
    models = "models" if gap.field == "unit" else f"{gap.field}_models"
    run = getattr(order, models) if models in plan.runs else None
    return name + model_runs.model_run_text(run) if run else name


def _word(value: Any, gap: GrammarSlot) -> str:
    if gap.choices:
        return str(value)
    written = _WRITTEN.get(gap.noun)
    return written(value) if written else _name(str(value))


def _course(value: Shift | tuple[Path, ...]) -> str:
    if isinstance(value, tuple):
        return " ".join(map(_path, value))
    return f"{bearing_text(value.bearing)} {decimal_text(value.inches, 100)}"


def _way(value: int | tuple[int, int]) -> str:
    return point_text(value) if isinstance(value, tuple) else bearing_text(value)


def _heading(value: str | int | tuple[int, int]) -> str:
    if not isinstance(value, str):
        return _way(value)
    return f'"{value}"' if looks_like_bearing(value) else _name(value)


def _path(path: Path) -> str:
    return ">".join([point_text(spot) for spot in path]) or STAYS


def _name(name: str) -> str:
    return name if name.isalnum() or _BARE.fullmatch(name) else f'"{name}"'


_WRITTEN: Mapping[str, Callable[[Any], str]] = {
    "course": _course,
    "spots": lambda value: " ".join([point_text(spot) for spot in value]),
    "inches": lambda value: decimal_text(value, 100),
    "point": point_text,
    "way": _way,
    "heading": _heading,
    "bearing": bearing_text,
}
"""How values of these nouns are written; all others are names."""
