"""Help with orders in a game: each kind that can be given now, with an example from this board."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.checking import Judgement
from engine.contract import Order, StandingOrder, Vocabulary
from engine.errors import as_sentence
from engine.game_examples import examples_now
from engine.language import explain
from engine.language.examples import Examples
from engine.language.grammar import grammar, sentence
from engine.language.measures import point
from engine.language.names import NameLookup
from engine.language.words import normalized
from engine.log.fold import Fold
from engine.play import order_kinds
from engine.toolkit.wording import point_text

from . import rulebook
from .completion_words import quoted


class BoardNames(NamedTuple):
    """Names of this game for the help of look-ups, each "" if there is none.

    A unit of the side and one of the enemy, both on the map; two places; a type of unit.  ``places``: what ends of a
    measurement are called.
    """

    unit: str
    enemy: str
    start: str
    end: str
    type: str
    places: str


def orders_now(fold: Fold, side: str) -> tuple[tuple[str, str], ...]:
    """The orders of this phase: an example of each, and what it does; last those that cannot be given at the moment,
    with the reason."""
    if fold.phase is None:
        return ()
    examples, phase = _examples(fold, side), fold.phase.name
    fitting = (kind for kind in fold.system.ORDERS if phase in (kind.PHASES or (phase,)) and examples.usable(kind))
    known = [(examples.example(kind) or sentence(kind).verb, explain.summary(kind)) for kind in fitting]
    found = [(example, says, _why_not_now(fold, side, example)) for example, says in known]
    possible = [(example, says) for example, says, reason in found if not reason]
    return (*possible, *((example, f"{says} Not now: {reason}") for example, says, reason in found if reason))


def _why_not_now(fold: Fold, side: str, example: str) -> str:
    """The reason of the rules why a side to move cannot give an order now; "" if it can, or if it is not its turn."""
    if not (fold.phase and side in fold.phase.sides):
        return ""
    (verdict, *_) = Judgement(fold.system, fold.state, side, example).verdicts
    problem = next((problem for problem in verdict.problems), None)
    return as_sentence(problem.message) if problem else ""


def explain_order(fold: Fold, side: str, word: str) -> str:
    """How an order is written, with an example from this game if it can still be given; ``if`` is explained too.

    Of a word that is no order it says what it is: a unit, or a word of the rulebook.
    """
    if word == "if":
        return _condition_help(fold, side)
    kinds = order_kinds(fold.system)
    known = normalized(word) in grammar(kinds).verbs
    return ("" if known else _help_with_name(fold, side, word)) or explain.help(kinds, word, _examples(fold, side))


def _help_with_name(fold: Fold, side: str, word: str) -> str:
    """What a word is that is no order; "" if nobody knows."""
    names = NameLookup(fold.system.vocabulary(fold.system.view(fold.state, side), side))
    said = normalized(word)
    if unit := names.ids.get(said) or next(iter(names.full.get(said, ())), ""):
        return f"{names.title(unit)} is a unit, not an order: `ideas {unit}` lists the legal orders about it."
    try:
        rulebook.passage(fold.system.NAME, word)
    except rulebook.UnknownPassage:
        return ""
    return f"{word} is not an order, but the rulebook explains it: `rules {word}`."


def board_names(fold: Fold, side: str) -> BoardNames:
    """Names that mean something in this game, for examples of look-ups."""
    seen = fold.system.view(fold.state, side)
    names = fold.system.vocabulary(seen, side)
    there = {unit: at for unit in names.units if unit not in names.gone and (at := _position(seen.units[unit]))}
    own = next((unit for unit in there if unit in names.mine), "")
    enemy = next((unit for unit in there if unit not in names.mine), "")
    spots = [there[unit] for unit in (own, enemy) if unit]
    samples = tuple(fold.system.sample_orders(seen, side))
    start, end = (*dict.fromkeys((*spots, *_places(names, samples))), "", "")[:2]
    kind = next(iter((*names.forces.words, *names.types.names, *fold.system.cards(fold.scenario))), "")
    start, end = (place if names.tabletop and point(place) else quoted(place) for place in (start, end))
    called = "places" if names.forces.words else "units, places or points" if names.tabletop else ""
    called = called or "units, places or hexes"
    return BoardNames(own, enemy, start, end, kind, called)


def _position(unit: object) -> str:
    """A hex, or a point in inches; "" off the map."""
    at = getattr(unit, "at", None)
    return at if isinstance(at, str) else point_text(at) if at else ""


def _examples(fold: Fold, side: str) -> Examples:
    """With the phase only if it is the side's: in another's the orders of all phases are shown."""
    seen = fold.system.view(fold.state, side)
    return examples_now(fold.system, seen, side, fold.system.vocabulary(seen, side), False)


def _places(vocabulary: Vocabulary, samples: Sequence[Order]) -> Iterator[str]:
    """Places of the map, those of sample orders first."""
    for order in samples:
        for gap in () if isinstance(order, StandingOrder) else sentence(type(order)).slots:
            said = getattr(order, gap.field) if gap.noun == "place" else ()
            yield from said if isinstance(said, tuple) else [said] if said else []
    yield from vocabulary.places.values()
    if board := vocabulary.board:
        yield from list(board.cells)[len(board.cells) // 2 :]


def _condition_help(fold: Fold, side: str) -> str:
    """How an ``if`` is written, with this game's conditions."""
    seen = fold.system.view(fold.state, side)
    vocabulary = fold.system.vocabulary(seen, side)
    names = board_names(fold, side)
    if not vocabulary.conditions:
        return "if\n    There are no conditional orders in this game."
    subject = names.end if vocabulary.forces.words else names.unit
    states = "|".join(vocabulary.conditions)
    lines = [
        f"if {'PLACE' if vocabulary.forces.words else 'UNIT'} {states}: ORDER...",
        "    Run the rest of the line only if this is true when its turn comes.",
    ]
    order = next((example for example, _ in orders_now(fold, side)), "")
    if subject and order:
        lines.append(f"    example: if {subject} {vocabulary.conditions[0]}: {order}")
    return "\n".join(lines)
