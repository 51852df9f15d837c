"""Names of places and units are read without quotes in every slot that takes them, numbers in them included."""

from typing import Any

import pytest

from engine.contract import Vocabulary, replace
from engine.language import read
from engine.language.grammar import GrammarSlot, sentence
from engine.language.words import normalized
from engine.scenarios import reader
from engine.systems import SYSTEMS
from maps.geometry.hexes import Board
from tests.support.many_cases import for_each
from tests.support.random_games import shipped
from tests.support.sampling import share

GAMES = [(name, stem) for name, system in SYSTEMS.items() for stem in shipped(system)[:: share(1, 3)]]
PLACES = ("House 2", "Hill 203", "Road 12 North", "Point 5", "Wood at Mill")


def _named(vocabulary: Vocabulary) -> Vocabulary:
    """The vocabulary with names that have numbers in them beside its own."""
    board = vocabulary.board
    if isinstance(board, Board):
        free = [at for at in board.cells if at not in board.labels]
        return replace(
            vocabulary, board=replace(board, labels={**board.labels, **dict(zip(free, PLACES, strict=False))})
        )
    return replace(vocabulary, places={**vocabulary.places, **{name: name for name in PLACES}})


def _said(gap: GrammarSlot, name: str, vocabulary: Vocabulary) -> str:
    """The slot filled: with the name if it is a place's, else with something that fits."""
    lead = f"{gap.lead} " if gap.lead and (gap.noun == "place" or not gap.bare) else ""
    match gap.noun:
        case "place":
            return f"{lead}{name}"
        case "force":
            return "3 infantry"
        case "unit" | "target" | "friend":
            return f"{lead}{next(iter(vocabulary.units))}"
        case _:
            return ""


@for_each(("name", "stem"), GAMES)
@pytest.mark.long
def test_places_are_read_without_quotes_in_every_slot(name: str, stem: str) -> None:
    system: Any = SYSTEMS[name]
    state = system.start(reader.load(stem))
    side = next(iter(reader.load(stem).sides))
    vocabulary = _named(system.vocabulary(system.view(state, side), side))
    labels = list(vocabulary.board.labels.values()) if vocabulary.board else list(vocabulary.places)
    for kind in system.ORDERS:
        plan = sentence(kind)
        gaps = [gap for gap in plan.slots if gap.needed or gap.noun == "place"]
        if not any(gap.noun == "place" for gap in gaps) or any(gap.noun == "text" for gap in gaps):
            continue
        if plan.subject and not vocabulary.mine:
            continue
        unit = f"{min(vocabulary.mine)} " if plan.subject else ""
        for label in labels:
            line = f"{unit}{plan.verb} " + " ".join(filter(None, (_said(gap, label, vocabulary) for gap in gaps)))
            quoted = line.replace(label, f'"{label}"')
            (bare,), (closed,) = (read(text, system.ORDERS, vocabulary) for text in (line, quoted))
            assert bare.order == closed.order and bare.order is not None, (line, bare.objections, closed.objections)


@for_each(("name", "stem"), GAMES)
def test_units_are_read_by_their_names_without_quotes(name: str, stem: str) -> None:
    system: Any = SYSTEMS[name]
    state = system.start(reader.load(stem))
    for side in reader.load(stem).sides:
        vocabulary = system.vocabulary(system.view(state, side), side)
        full = [normalized(" ".join(called.split())) for called in vocabulary.units.values()]
        for key, called in vocabulary.units.items():
            if full.count(normalized(called)) > 1:
                continue
            for kind in system.ORDERS:
                plan = sentence(kind)
                gaps = [gap for gap in plan.slots if gap.needed]
                nouns, mine = [gap.noun for gap in gaps], key in vocabulary.mine
                if plan.subject and not nouns and mine:
                    order: Any = read(f"{called} {plan.verb}", system.ORDERS, vocabulary)[0].order
                    assert order is not None and order.unit == key, f"{called} {plan.verb}"
                if plan.subject and nouns in (["target"], ["unit"]) and vocabulary.mine:
                    line = f"{min(vocabulary.mine)} {plan.verb} {called}"
                    order = read(line, system.ORDERS, vocabulary)[0].order
                    assert order is not None and order.target == key, line
