"""Single models of a unit by their numbers, as they are glued to its name: ``C1.3``, ``C1.2-4``."""

import re
from collections.abc import Iterator, Sequence

from .complaint import Change, Complaint
from .line import TARGET, WHOLE
from .measures import LENGTH
from .names import NameLookup
from .words import Span, Word, cite

_RUN = re.compile(r"\.([0-9]{1,99})(?:-([0-9]{1,99}))?")
Run = tuple[int, int]


def split_models(words: Sequence[Word], names: NameLookup) -> Sequence[Word]:
    """The words with what is glued to a name as a word of its own, where units have models that can be named."""
    if not names.vocabulary.models.counts or not any("." in word.text for word in words):
        return words
    return [part for word in words for part in _parts(word, names)]


def _parts(word: Word, names: NameLookup) -> Iterator[Word]:
    said = word.text
    whole = word.quoted or said in names.words or LENGTH.fullmatch(said)
    dot = -1 if whole else said.rfind(".") if said[: said.rfind(".")] in names.words else said.find(".")
    if dot < 1 or len(said) != word.end - word.start:
        yield word
    else:
        yield Word(said[:dot], word.start, word.start + dot)
        yield Word(said[dot:], word.start + dot, word.end)


def models_follow(words: Sequence[Word], at: int) -> bool:
    """Whether a run of models stands there, right after another word."""
    return (
        0 < at < len(words)
        and words[at].text.startswith(".")
        and not words[at].quoted
        and words[at].start == words[at - 1].end
    )


def read_model_run(word: Word, unit: str, names: NameLookup, line: str, about: str) -> Run | Complaint:
    """The first and the last model, or what is wrong with them; of an unknown unit ("") all numbers are good."""
    found, raw = _RUN.fullmatch(word.text), cite(line, word.start, word.end)
    if not found:
        such = f"{unit}.1 or {unit}.1-2" if unit else "UNIT.1 or UNIT.1-2"
        return Complaint(
            about,
            word.start,
            word.end,
            "bad-number",
            f"{raw} names no models; write numbers after the point, as in {such}",
        )
    first, last = int(found[1]), int(found[2] or found[1])
    if first > last:
        turned = (Change(word.start, word.end, f".{last}-{first}"),)
        return Complaint(
            about, word.start, word.end, "bad-number", f"{raw} runs backwards; write {unit}.{last}-{first}", turned
        )
    count = names.vocabulary.models.counts.get(unit)
    if count is not None and not 1 <= first <= last <= count:
        there = f"its one model is {unit}.1" if count == 1 else f"its models are {unit}.1 to {unit}.{count}"
        change = (Change(word.start, word.end, model_run_text((first, count))),) if 1 <= first <= count else ()
        says = f"there is no {unit}{model_run_text((first, last))}; {there}"
        return Complaint(about, word.start, word.end, "unknown-unit", says, change)
    return first, last


def whole_unit_only(verb: str, unit: str, span: Span, line: str) -> Complaint:
    """Single models named for what only a whole unit can do."""
    says = f"{verb} is an order for a whole unit; write {unit or 'the unit'} instead of {cite(line, *span)}"
    return Complaint(WHOLE, *span, "whole-unit", says, (Change(*span, unit),) if unit else ())


def whole_target_only(verb: str, unit: str, span: Span, line: str) -> Complaint:
    """Single models named of the unit that an order is about, where it can only be about all of them."""
    says = f"{verb} names whole units; write {unit} instead of {cite(line, *span)}"
    return Complaint(TARGET, *span, "whole-unit", says, (Change(*span, unit),))


def model_run_text(run: Run | None) -> str:
    """What is glued to the unit's name: .3, .2-4, or nothing."""
    match run:
        case None:
            return ""
        case first, last:
            return f".{first}" if first == last else f".{first}-{last}"
