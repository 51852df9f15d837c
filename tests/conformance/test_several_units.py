"""Orders for several units at once, as people write them, are answered with an order for each of them."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest

from engine import checking
from engine.contract import Order
from engine.language import write
from engine.systems import SYSTEMS, baker
from tests.support.sampling import share

from .test_slips import offered_for
from .test_suggestions import positions

TOGETHER = (
    "{first}, {last} {order}",
    "{first} and {last} {order}",
    "{first} {last} {order}",
    "{first} & {last} {order}",
)
UNITS = ("acw", "forumini", "miniwars", "zones")
"""Systems whose orders are for units, which several of them can be given alike."""
MOVE = re.compile(r"(move \d[^;]*?) ([A-Z][a-z]+) to ([A-Z][a-z]+)")


def legal(system: Any, state: Any, side: str) -> Iterator[tuple[str, Order]]:
    """The ideas for a side, each with its line."""
    seen = system.view(state, side)
    vocabulary = system.vocabulary(seen, side)
    yield from ((write(idea, vocabulary), idea) for idea in system.ideas(seen, side))


def pairs(system: Any) -> Iterator[tuple[Any, str, str, str, str]]:
    """State, side, two units and an order that is accepted of one after the other."""
    for state, side in islice(positions(system), share(40, 8)):
        alike = defaultdict[str, list[str]](list)
        for line, order in legal(system, state, side):
            unit, _, rest = line.partition(" ")
            if unit == getattr(order, "unit", "") and not {";", '"'} & set(line):
                alike[rest].append(unit)
        for rest, units in alike.items():
            for first, last in islice(combinations(dict.fromkeys(units), 2), 3):
                both = checking.check(system, state, side, f"{first} {rest}; {last} {rest}")
                if all(verdict.accepted and not verdict.warning for verdict in both):
                    yield state, side, first, last, rest


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_an_order_for_two_units_is_answered_with_one_for_each(name: str) -> None:
    """``X1, X2 halt``: one line does for both of them, and the answer says why it is refused."""
    system, chance, tried = SYSTEMS[name], Random(f"two {name}"), 0
    for state, side, first, last, order in pairs(system):
        line = chance.choice(TOGETHER).format(first=first, last=last, order=order)
        verdicts = checking.check(system, state, side, line)
        if all(verdict.accepted for verdict in verdicts):
            continue  # a word that is a unit and part of an order
        told = offered_for(verdicts)
        assert told[:1] == [f"{first} {order}; {last} {order}"], (line, told)
        says = [problem.message for verdict in verdicts for problem in verdict.problems]
        assert any("an order is for one unit, so write one for each" in message for message in says), (line, says)
        tried += 1
    assert tried >= share(5, 0) or name not in UNITS, tried


def test_moves_that_share_their_end_or_their_verb_are_answered_with_both() -> None:
    """``move 3 infantry from Ridge and 1 fighter from Harbour to Marsh``: nobody is left out, nobody is added."""
    tried = 0
    for state, side in islice(positions(baker), share(60, 20)):
        moves = [found for line, _ in legal(baker, state, side) if (found := MOVE.fullmatch(line))]
        for one, other in islice(combinations(moves, 2), 6):
            both = [found.expand(r"\1 \2 to \3") for found in (one, other)]
            judged = checking.check(baker, state, side, "; ".join(both))
            if len(judged) != 2 or not all(verdict.accepted and not verdict.warning for verdict in judged):
                continue
            more, ends = other[1].removeprefix("move "), one[3] == other[3]
            shared = [f"{one[1]} from {one[2]} and {more} from {other[2]} to {one[3]}"] if ends else []
            for line in (f"{both[0]} and {more} {other[2]} to {other[3]}", *shared):
                told = offered_for(checking.check(baker, state, side, line))
                meant = [[v.echo for v in checking.check(baker, state, side, each)] for each in told[:1]]
                assert meant == [[verdict.echo for verdict in judged]], (line, told)
                tried += 1
    assert tried > 5


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_an_order_for_everybody_is_answered_with_one_for_each(name: str) -> None:
    """``everyone halt``: of a small army, if all of it can."""
    system, chance, tried = SYSTEMS[name], Random(f"everybody {name}"), 0
    for state, side in islice(positions(system), share(40, 8)):
        vocabulary = system.vocabulary(system.view(state, side), side)
        own = [unit for unit in vocabulary.units if unit in vocabulary.mine - vocabulary.gone]
        orders = {line.partition(" ")[2] for line, idea in legal(system, state, side) if getattr(idea, "unit", "")}
        for order in chance.sample(sorted(orders), min(4, len(orders))):
            each = "; ".join(f"{unit} {order}" for unit in own)
            judged = checking.check(system, state, side, each)
            if 1 < len(own) <= 12 and all(verdict.accepted and not verdict.warning for verdict in judged):
                line = f"{chance.choice(('all', 'everyone', 'Everybody'))} {order}"
                assert offered_for(checking.check(system, state, side, line))[:1] == [each], line
                tried += 1
    assert tried >= share(2, 0) or name not in UNITS, tried
