"""Explaining: how each order is written, and a problem under the words it is about; plain text for any screen."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.contract import Order, StandingOrder

from .examples import RULEBOOK, Examples
from .grammar import GrammarSlot, grammar, sentence, usual_forms
from .line import Problem
from .similarity import listed, similar
from .words import normalized

WIDTH = 78
SAID = {
    "way": "POINT|BEARING",
    "heading": "BEARING|UNIT|POINT",
    "course": "POINT...|PATH...|BEARING INCHES",
    "spots": "POINT...",
    "force": "NUMBER TYPE...",
    "scope": "SCOPE",
    "ranking": "TYPE > TYPE...|default",
    "text": "...",
}


def help(kinds: Sequence[type[Order]], word: str = "", examples: Examples = RULEBOOK) -> str:
    """Every order on two lines, or all there is to say about the one with this verb or alias."""
    plan, said = grammar(tuple(kinds)), normalized(word.strip())
    if said in plan.verbs:
        verb = plan.verbs[said].verb
        return "\n".join(entry(kind, examples) for kind in kinds if sentence(kind).verb == verb)
    if said:
        near = similar(said, plan.words)
        would_do = f"did you mean {listed(near, 'or')}?" if near else f"the orders are {examples.verbs(plan.sentences)}"
        return f"{word.strip()} is not an order; {would_do}"
    return "\n".join([*(line for kind in kinds for line in (usage(kind), f"    {summary(kind)}")), "", *_rules(kinds)])


def entry(kind: type[Order], examples: Examples = RULEBOOK) -> str:
    """Usage, meaning, other words for it, its phases and an example of one order."""
    lines = [usage(kind), f"    {summary(kind)}"]
    if kind.ALIASES:
        lines.append(f"    also: {', '.join(kind.ALIASES)}")
    if kind.SHORT:
        lines.append(f"    short: {', '.join(f'{word} for {said}' for word, said in kind.SHORT.items())}")
    if kind.PHASES or kind.ANYTIME:
        lines.append(f"    when: {'any time' if kind.ANYTIME else phases(kind)}")
    if example := examples.example(kind):
        lines.append(f"    example: {example}")
    return "\n".join(lines)


@lru_cache(maxsize=256)
def phases(kind: type[Order], joint: str = "or") -> str:
    """The phases of an order in words: ``b-movement or deploy-drops`` is movement or deploy drops."""
    return listed(dict.fromkeys(re.sub(r"^[a-z]-", "", name).replace("-", " ") for name in kind.PHASES), joint)


def summary(kind: type[Order]) -> str:
    """The first line of the order's own description."""
    return (kind.__doc__ or "").strip().partition("\n")[0]


def usage(kind: type[Order]) -> str:
    """``UNIT attack TARGET [advance|hold]``: words in brackets may be left out."""
    if issubclass(kind, StandingOrder):
        return "standing [UNIT|all] POLICY ANSWER..."
    plan = sentence(kind)
    subject = ["UNIT[.MODELS]" if "models" in plan.runs else "UNIT"] if plan.subject else []
    return " ".join(
        [*subject, plan.verb, *(_slot(gap) + "[.MODELS]" * (f"{gap.field}_models" in plan.runs) for gap in plan.slots)]
    )


def _slot(gap: GrammarSlot) -> str:
    word = "|".join([*gap.words, *dict.fromkeys(form for _, form in usual_forms(gap.terms).items())]) or SAID.get(
        gap.noun
    )
    word = word or (gap.noun or gap.field).upper() + ("..." if gap.many else "")
    word = "|".join([word, *sorted(gap.also)]) if gap.noun == "place" else word
    word = f"{word} {gap.after[-1]}" if gap.after and gap.silent else word
    word = f"{gap.lead} {word}" if gap.lead and not gap.silent else word
    return word if gap.needed and gap.noun != "scope" else f"[{word}]"


def _rules(kinds: Sequence[type[Order]]) -> Iterator[str]:
    sentences = [sentence(kind) for kind in kinds]
    units = any(plan.subject for plan in sentences)
    yield f"One order per line; several {'for one unit ' if units else ''}with ; between them; # begins a comment."
    what = "UNIT" if units else "PLACE"
    yield f"if {what} STATE: ORDER runs the rest of the line only if that is true when its turn comes."
    if units:
        yield "A unit is written by its id, its full name, or the beginning of either."
    if any(plan.lists for plan in sentences):
        yield "Units are written 3 infantry, 1 tank; a place by its code, its name, or the beginning of either."
    if any(plan.runs for plan in sentences):
        yield "Models are written at their unit: UNIT.3 is the third, UNIT.2-4 the second to the fourth."
    if any(plan.pointed for plan in sentences):
        yield "A point is written 12.5,8, a path 10,6>12,8; - is for a model that stays."
    if before := sorted({word for plan in sentences for word in plan.kind.BEFORE}):
        yield f"{listed(before, 'or')} can be written before a standing order."


def show_problem(line: str, problem: Problem, width: int = WIDTH) -> str:
    """The player's line, carets under the words, the reason, and the lines that would do instead."""
    rule = f" ({problem.rule})" if problem.rule else ""
    instead = [
        f"  {'instead:' if n == 0 else '     or:'} {suggestion}" for n, suggestion in enumerate(problem.suggestions)
    ]
    return "\n".join(
        [caret(line, problem.column, problem.width, width), f"{problem.message} [{problem.code}]{rule}", *instead]
    )


def caret(line: str, column: int, width: int, room: int = WIDTH) -> str:
    """Two rows: the line and ``^^^`` under ``width`` characters from ``column`` (from 1); of a long line the stretch
    around them."""
    line, start = "".join(c if c.isprintable() else " " for c in line), column - 1
    first = max(0, min(start - room // 3, len(line) - room)) if len(line) > room else 0
    last = min(len(line), first + room)
    before, marked = line[first:start], line[start : min(last, start + width)]
    head, tail = "…" if first else "", "…" if last < len(line) else ""
    carets = " " * (len(head) + display_width(before)) + "^" * max(1, display_width(marked))
    return f"{head}{line[first:last]}{tail}\n{carets}"


def display_width(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return sum(_width(c) for c in text)


def _width(char: str) -> int:
    if unicodedata.combining(char) or "\ufe00" <= char <= "\ufe0f":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
