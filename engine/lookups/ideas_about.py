"""The legal orders of one unit, with one verb or about one place; and what to say where there are none."""

from typing import NamedTuple

from engine.errors import as_sentence
from engine.language import write
from engine.language.explain import phases
from engine.language.grammar import grammar
from engine.language.names import NameLookup
from engine.language.similarity import listed
from engine.language.words import normalized
from engine.log.fold import Fold
from engine.play import order_kinds

from .legal_orders import legal_orders


class IdeasAbout(NamedTuple):
    """Legal orders in standard form, and a sentence for where there are none."""

    lines: tuple[str, ...]
    none: str


def ideas_about(fold: Fold, side: str, said: str) -> IdeasAbout:
    """The legal orders that begin as was said, else those with that verb, else those that name that unit or place;
    all of them if nothing was said."""
    if not fold.phase:
        return IdeasAbout((), "The game is not being played: it has no legal orders.")
    words, vocabulary = (
        normalized(" ".join(said.split())),
        fold.system.vocabulary(fold.system.view(fold.state, side), side),
    )
    names, orders = NameLookup(vocabulary), legal_orders(fold, side, side)
    every = {write(order, vocabulary): order for order in orders}
    begun = [line for line in every if not words or f"{line.casefold()} ".startswith(f"{words} ")]
    plan = grammar(order_kinds(fold.system)).verbs.get(words)
    if begun or plan:
        kind = plan.kind if plan else None
        found = begun or [line for line, order in every.items() if type(order) is kind]
        when = f": {plan.verb} is an order for {phases(plan.kind)}" if plan and plan.kind.PHASES else ""
        return IdeasAbout(tuple(found), f"No legal orders with {words}{when}." if words else "No legal orders.")
    return _ideas_naming(fold, said, names, tuple(every))


def _ideas_naming(fold: Fold, said: str, names: NameLookup, every: tuple[str, ...]) -> IdeasAbout:
    """Those that name a unit or, in games that count units, a place."""
    counted, words, raw = bool(names.vocabulary.forces.words), normalized(" ".join(said.split())), f'"{said[:60]}"'
    found = (names.place if counted else names.any_unit)(words, raw)
    if found.code:
        found = names.subject(words, raw)[0] if found.code == "unknown-unit" else found
        near = f"; did you mean {listed(found.near, 'or')}?" if found.near and found.code != "ambiguous-unit" else ""
        return IdeasAbout((), as_sentence(f"{found.says}{near}"))
    unit, title = found.value, found.value if counted else names.title(found.value)
    naming = [line for line in every if unit in names.named_in(line)]
    own = [line for line in naming if line.casefold().startswith(f"{unit.casefold()} ")]
    if unit in names.vocabulary.gone:
        return IdeasAbout((), f"{title} is out of play; you still have {listed(names.own)}.")
    if not counted and unit not in names.vocabulary.mine:
        return IdeasAbout(tuple(naming), f"{title} is not yours, and no legal order is about it.")
    assert fold.phase
    return IdeasAbout(tuple(own or naming), f"No legal orders for {title} in {fold.phase.title}.")
