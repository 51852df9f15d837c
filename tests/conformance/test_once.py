"""Orders that can be given once: a second one never runs, and whoever writes it is told at once."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine import checking, play
from engine.contract import Order, Turn
from engine.language import write
from engine.systems import SYSTEMS
from tests.conformance.test_suggestions import positions
from tests.support.random_games import Falling
from tests.support.sampling import share

ONCE = sorted(
    name for name, system in SYSTEMS.items() if any(kind.ONCE or "once" in vars(kind) for kind in system.ORDERS)
)


def pairs(system: Any, seen: Any, side: str, chance: Random) -> Iterator[tuple[Order, Order]]:
    """Two legal orders each, of which only one can be given; sometimes the same one twice."""
    ideas = [idea for idea in system.ideas(seen, side) if idea.once]
    for first in chance.sample(ideas, min(len(ideas), 6)):
        alike = [idea for idea in ideas if key(idea) == key(first)]
        yield first, chance.choice(alike)


def key(order: Any) -> tuple[Any, ...]:
    return type(order), getattr(order, "unit", "")


@pytest.mark.parametrize("name", ONCE)
@pytest.mark.long
def test_the_second_of_two_orders_that_can_be_given_once_never_runs(name: str) -> None:
    system, chance, tried = SYSTEMS[name], Random(f"once {name}"), 0
    for state, side in islice(positions(system), share(120, 24)):
        vocabulary = system.vocabulary(system.view(state, side), side)
        for first, second in pairs(system, system.view(state, side), side, chance):
            turn = Turn(state, Falling(f"once {tried}"), system.apply)
            play.run(system, turn, side, [play.OrderToRun(1, write(first, vocabulary))])
            phase = system.phase(turn.state)
            if phase == system.phase(state) or first.ENDS:
                text = write(second, vocabulary)
                verdicts = checking.check(system, turn.state, side, text)
                assert phase is None or not verdicts[0].accepted or verdicts[0].idle, (write(first, vocabulary), text)
                tried += 1
    assert tried > 20


@pytest.mark.parametrize("name", ONCE)
@pytest.mark.long
def test_a_second_order_that_cannot_run_is_said_at_once(name: str) -> None:
    """Also behind dice: it is refused, or accepted with a warning, never only called provisional."""
    system, chance, tried = SYSTEMS[name], Random(f"twice {name}"), 0
    for state, side in islice(positions(system), share(120, 24)):
        vocabulary = system.vocabulary(system.view(state, side), side)
        for pair in pairs(system, system.view(state, side), side, chance):
            lines = [write(order, vocabulary) for order in pair]
            verdicts = checking.check(system, state, side, "\n".join(lines))
            assert verdicts[0].accepted and (not verdicts[1].accepted or verdicts[1].warning), lines
            if pair[0].ENDS:
                assert verdicts[1].cannot_run and "line 1" in verdicts[1].warning
            tried += 1
    assert tried > 20
