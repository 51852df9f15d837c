"""Lines in canonical spelling, read the short way: by their words alone, without tables of names."""

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.contract import StandingOrder, Vocabulary

from .canonical_counts import read_counts
from .canonical_values import Run, taken, with_models
from .grammar import Grammar, GrammarSlot, Sentence
from .line import ParsedLine
from .words import Span


class _Subject(msgspec.Struct, frozen=True):
    """Whom an order is for, and where that is said."""

    unit: str = ""
    run: Run | None = None
    span: Span = (0, 0)


_NOBODY = _Subject()
_Order = tuple[Sentence, dict[str, Any], dict[str, Span]]
"""What is said, the values and the columns of its words by field."""


def read_canonical(number: int, row: str, plan: Grammar, vocabulary: Vocabulary) -> list[ParsedLine] | None:
    """The orders of a line as the long way would read them; None if it must: here nothing is ever complained about."""
    lines: list[ParsedLine] = []
    begin, subject = 0, _NOBODY
    for text in row.split(";"):
        start, end = begin + text.startswith(" ") if begin else 0, begin + len(text)
        said, written = row[start:end], ""
        words = said.split(" ")
        if len(words) > 1 and (named := with_models(words[0], vocabulary)):
            behind = start + len(words[0])
            subject = _Subject(*named, (start, behind))
            order = _unit_order(words[1:], behind + 1, subject, plan, vocabulary)
            order = order if order and order[0].subject else None
            written = said if order and order[0].verb == words[1] else ""
        elif words[0] == "standing":
            order = _standing(words, start, end, plan, vocabulary)
        else:
            order = _unit_order(words, start, subject, plan, vocabulary)
            order = order or read_counts(words, start, plan, vocabulary)
        if order is None:
            return None
        sentence, values, spans = order
        kind = sentence.kind
        lines.append(ParsedLine(number, row, (start, end), kind(**values), kind, None, spans, (), None, written))
        begin = end + 1
    return lines


def _unit_order(
    words: list[str], start: int, subject: _Subject, plan: Grammar, vocabulary: Vocabulary
) -> _Order | None:
    """An order to a unit; the words begin with its verb, at column ``start``."""
    verb = words[0]
    sentence = plan.verbs.get(verb)
    if sentence is None or verb in plan.short:
        return None
    spans = {"verb": (start, start + len(verb))}
    if sentence.subject is None:
        alone = len(words) == 1 and verb == sentence.verb and not sentence.slots and verb not in plan.before
        return (sentence, {}, spans) if alone and not issubclass(sentence.kind, StandingOrder) else None
    unit = subject.unit
    if unit not in vocabulary.mine or unit in vocabulary.gone or not sentence.plain:
        return None
    spans["unit"] = subject.span
    values: dict[str, Any] = {"unit": unit}
    if subject.run:
        if "models" not in sentence.runs:
            return None
        values["models"] = subject.run
    return (sentence, values, spans) if _fill(words, start, sentence, vocabulary, values, spans) else None


def _fill(
    words: list[str],
    start: int,
    sentence: Sentence,
    vocabulary: Vocabulary,
    values: dict[str, Any],
    spans: dict[str, Span],
) -> bool:
    """Whether the words after the verb fill the slots one by one, as they are written; values by field, and columns
    to ``spans``.
    """
    used, count, at = 1, len(words), start + len(words[0]) + 1
    skipped = listing = False
    for gap in sentence.slots:
        leads = gap.leads
        led = 1 if leads and used + 1 < count and words[used] == gap.lead else 0
        found = None
        if used < count and (led or not leads) and not (gap.noun == "inches" and _has_point(values)):
            left = words[used + led :]
            found = _places(left, gap, vocabulary) if gap.many else _value(left, gap, sentence, vocabulary, values)
        if found is None:
            if gap.needed:
                return False
            skipped = True
            continue
        if not gap.needed and found[0] == gap.default:
            return False
        if not led and (gap.after or ((skipped or listing) and not gap.choices)):
            return False  # a word stands before or behind it where it is written
        listing = gap.many
        if led:
            at += len(words[used]) + 1
        used += led
        values[gap.field], many = found
        end = at + len(words[used] if many == 1 else " ".join(words[used : used + many]))
        spans[gap.field] = at, end
        at = end + 1
        used += many
    return used == count


def _has_point(values: dict[str, Any]) -> bool:
    """Whether a way to a point is said, which leaves no room for inches."""
    return any(isinstance(value, tuple) for value in values.values())


def _places(words: Sequence[str], gap: GrammarSlot, vocabulary: Vocabulary) -> tuple[tuple[str, ...], int] | None:
    if gap.noun != "place" or gap.leads or vocabulary.board is None:
        return None
    cells = vocabulary.board.cells
    for word in words:
        if word not in cells:
            return None
    return tuple(words), len(words)


def _value(
    words: Sequence[str], gap: GrammarSlot, sentence: Sentence, vocabulary: Vocabulary, values: dict[str, Any]
) -> tuple[Any, int] | None:
    """The value of a slot; the models of a unit named in it are a value of their own."""
    models = f"{gap.field}_models" if sentence.runs and "." in words[0] else ""
    if models in sentence.runs and (named := with_models(words[0], vocabulary)):
        unit, values[models] = named
        return (unit, 1) if gap.noun != "place" and unit.casefold() not in sentence.stops else None
    return taken(words, gap, sentence, vocabulary, values["unit"])


def _standing(words: list[str], start: int, end: int, plan: Grammar, vocabulary: Vocabulary) -> _Order | None:
    """``standing all advance never``: whom it is for, a policy, and words or units that answer it."""
    sentence = plan.verbs.get("standing")
    if len(words) < 4 or sentence is None or sentence.verb in plan.marked or plan.before:
        return None
    verb, subject, policy, *said = words
    meant = subject == "all" or (
        subject in vocabulary.mine and subject not in vocabulary.gone and subject not in vocabulary.policies
    )
    known = vocabulary.policies.get(policy, ())
    named = policy in vocabulary.unit_policies and policy not in vocabulary.types.place_policies
    single = policy not in vocabulary.models.point_policies or len(said) == 1
    good = meant and "." not in subject and single
    for word in said:
        unit = named and word in vocabulary.units and word.casefold() not in known
        good = good and (unit or word in known)
    if not good or not issubclass(sentence.kind, StandingOrder):
        return None
    begin = start + len(verb) + 1
    middle = begin + len(subject) + 1
    spans = {
        "verb": (start, begin - 1),
        "subject": (begin, middle - 1),
        "policy": (middle, middle + len(policy)),
        "values": (middle + len(policy) + 1, end),
    }
    return sentence, {"subject": subject, "policy": policy, "values": tuple(said)}, spans
