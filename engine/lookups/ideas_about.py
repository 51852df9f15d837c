"""The legal orders of one unit, with one verb or about one place; and what to say where there are none."""

from typing import NamedTuple

from engine.checking import Judgement
from engine.errors import as_sentence
from engine.language import write
from engine.language.explain import phases
from engine.language.grammar import TO_PLACES, grammar, verbs_to
from engine.language.line import Found
from engine.language.names import NameLookup
from engine.language.similarity import listed
from engine.language.words import normalized
from engine.log.fold import Fold
from engine.play import order_kinds

from .legal_orders import legal_orders

MOST_TRIED = 40
"""Units of which it is tried what they can do at a place, at most."""


class IdeasAbout(NamedTuple):
    """Legal orders in standard form, and a sentence for where there are none."""

    lines: tuple[str, ...]
    none: str


def ideas_about(fold: Fold, side: str, said: str) -> IdeasAbout:
    """The legal orders that begin as was said, else those with that verb, else those that name that unit or place, else
    those that have these words or begin so; all of them if nothing was said."""
    if not fold.phase:
        return IdeasAbout((), "The game is not being played: it has no legal orders.")
    vocabulary = fold.system.vocabulary(fold.system.view(fold.state, side), side)
    words, names = normalized(" ".join(said.split())), NameLookup(vocabulary)
    every = {write(order, vocabulary): order for order in legal_orders(fold, side, side)}
    begun = [line for line in every if not words or f"{line.casefold()} ".startswith(f"{words} ")]
    plan = grammar(order_kinds(fold.system)).verbs.get(words)
    with_verb = [line for line, order in every.items() if plan and type(order) is plan.kind]
    if begun or with_verb or not words:
        return IdeasAbout(tuple(begun or with_verb), "No legal orders.")
    named = _ideas_naming(fold, side, said, names, tuple(every))
    alike = tuple(line for line in every if f" {words} " in f" {line.casefold()} ") or tuple(
        line for line in every if line.casefold().startswith(words)
    )
    if named.lines or not (alike or plan):
        return named
    when = f": {plan.verb} is an order for {phases(plan.kind)}" if plan and plan.kind.PHASES else ""
    return IdeasAbout(alike, f"No legal orders with {words}{when}.")


def _ideas_naming(fold: Fold, side: str, said: str, names: NameLookup, every: tuple[str, ...]) -> IdeasAbout:
    """Those that name a unit or a place."""
    words, raw = normalized(" ".join(said.split())), f'"{said[:60]}"'
    unit, place = names.any_unit(words, raw), names.place(words, raw)
    if names.vocabulary.forces.words or (place.value and not unit.value):
        return _ideas_at(fold, side, place, names, every)
    if unit.code:
        found = names.subject(words, raw)[0] if unit.code == "unknown-unit" else unit
        return IdeasAbout((), _unknown(found))
    naming = [line for line in every if unit.value in names.named_in(line)]
    own = [line for line in naming if line.casefold().startswith(f"{unit.value.casefold()} ")]
    title = names.title(unit.value)
    if unit.value in names.vocabulary.gone:
        return IdeasAbout((), f"{title} is out of play; you still have {listed(names.own)}.")
    if unit.value not in names.vocabulary.mine:
        return IdeasAbout(tuple(naming), f"{title} is not yours, and no legal order is about it.")
    return IdeasAbout(tuple(own or naming), _none(fold, title))


def _ideas_at(fold: Fold, side: str, place: Found, names: NameLookup, every: tuple[str, ...]) -> IdeasAbout:
    """Those that name a place, and whatever else a unit can do there."""
    if place.code:
        return IdeasAbout((), _unknown(place))
    verbs = verbs_to(order_kinds(fold.system), TO_PLACES)
    tried = (f"{unit} {verb} {place.value}" for unit in names.own[:MOST_TRIED] for verb in verbs)
    works = [line for line in tried if line not in every and _is_legal(fold, side, line)]
    naming = [line for line in every if place.value in names.named_in(line)]
    label = names.board.labels.get(place.value) if names.board else ""
    return IdeasAbout((*naming, *works), _none(fold, f"{label} ({place.value})" if label else place.value))


def _is_legal(fold: Fold, side: str, line: str) -> bool:
    verdicts = Judgement(fold.system, fold.state, side, line).verdicts
    return all(verdict.accepted and not verdict.warning for verdict in verdicts)


def _none(fold: Fold, what: str) -> str:
    return f"No legal orders for {what} in {fold.phase.title}." if fold.phase else ""


def _unknown(found: Found) -> str:
    near = f"; did you mean {listed(found.near, 'or')}?" if found.near and found.code != "ambiguous-unit" else ""
    return as_sentence(f"{found.says}{near}")
