"""Objections put on a player's own words: refusals of the rules, and the problem that an objection becomes."""

from collections.abc import Iterable

from engine.contract import Refusal, Vocabulary
from engine.language import Objection, ParsedLine, Problem, write
from engine.language.complaint import SHOWN
from engine.language.line import GONE, MOMENT, RULES, TARGET, WHOLE


def rank_name(refusal: Refusal) -> str:
    """With which faults of its words an objection to an order read in part counts: right after them; one to its verb
    with what is wrong about the moment.
    """
    if refusal.field == "verb":
        return MOMENT
    return GONE if refusal.code == "unit-gone" else WHOLE if refusal.field == "unit" else TARGET


def by_rules(line: ParsedLine, refusals: Iterable[Refusal], vocabulary: Vocabulary) -> list[Objection]:
    return [located(line, RULES, refusal, vocabulary) for refusal in refusals]


def located(line: ParsedLine, rank: int, refusal: Refusal, vocabulary: Vocabulary) -> Objection:
    """A refusal of the rules put back on the player's own words, each order that would do in its place in a line not
    too long to show."""
    start, end = line.spans.get(refusal.field) or line.span
    would_do = refusal.instead if len(line.text) <= SHOWN else ()
    instead = (
        f"{line.text[: line.span[0]]}{write(o, vocabulary)}{line.text[line.span[1] :]}".strip() for o in would_do
    )
    return Objection(rank, start, end, refusal.code, refusal.says, tuple(instead), refusal.rule)


def problem(line: ParsedLine, said: Objection) -> Problem:
    return Problem(
        line.number, said.start + 1, max(1, said.end - said.start), said.code, said.says, said.rule, said.instead
    )
