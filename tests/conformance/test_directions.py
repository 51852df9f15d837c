"""Directions in words, in every system that has them: read where they are compass words, else told how one is
written."""

from itertools import islice
from typing import Any

import pytest

from engine import checking
from engine.contract import Order, StandingOrder
from engine.language.grammar import sentence
from engine.systems import SYSTEMS
from tests.conformance.test_suggestions import positions
from tests.support.sampling import share

DIRECTED = ("way", "heading", "course", "bearing")
SPELT = {"north": "N", "south": "S", "NorthEast": "NE", "south-west": "SW"}
ODD = ("left", "right", "up", "down", "forward", "back", "around", "3 o'clock")


def asks_direction(kind: type[Order]) -> bool:
    """Whether the first thing that a unit's order says is where to."""
    slots = () if issubclass(kind, StandingOrder) else sentence(kind).slots
    return bool(slots) and (slots[0].noun in DIRECTED or {"n", "s"} <= slots[0].choices.keys())


def directed_orders(system: Any) -> list[type[Order]]:
    return [kind for kind in system.ORDERS if asks_direction(kind) and sentence(kind).subject]


def tried(system: Any, word: str) -> list[tuple[str, checking.Verdict]]:
    """The word as a direction in every order that takes one, for a unit of the side to move."""
    found = list[tuple[str, checking.Verdict]]()
    for state, side in islice(positions(system), share(8, 2)):
        own = system.vocabulary(system.view(state, side), side)
        for unit in [unit for unit in own.units if unit in own.mine and unit not in own.gone][:1]:
            for kind in directed_orders(system):
                inches = " 3" if any(slot.noun in ("inches", "course") for slot in sentence(kind).slots) else ""
                text = f"{unit} {sentence(kind).verb} {word}{inches}"
                found += [(text, verdict) for verdict in checking.check(system, state, side, text)]
    assert len(found) >= len(directed_orders(system)), "every order with a direction is tried"
    return found


SYSTEMS_WITH_DIRECTIONS = sorted(name for name in SYSTEMS if directed_orders(SYSTEMS[name]))


def test_three_systems_have_directions() -> None:
    assert SYSTEMS_WITH_DIRECTIONS == ["acw", "forumini", "zones"]


@pytest.mark.parametrize("name", SYSTEMS_WITH_DIRECTIONS)
def test_compass_words_in_full_are_read(name: str) -> None:
    for word, short in SPELT.items():
        for text, verdict in tried(SYSTEMS[name], word):
            assert verdict.line.order and f" {short}" in verdict.echo, (text, verdict.problems)


@pytest.mark.parametrize("name", SYSTEMS_WITH_DIRECTIONS)
@pytest.mark.long
def test_other_words_for_directions_are_told_how_one_is_written(name: str) -> None:
    for word in ODD:
        for text, verdict in tried(SYSTEMS[name], word):
            said = " ".join(problem.message for problem in verdict.problems)
            assert "N, NE, " in said and "no unit is called" not in said, (text, said)
            assert sum("N, NE, " in problem.message for problem in verdict.problems) == 1, (text, verdict.problems)
