"""In a brawl everything that can happen in the ACW game happens, and every invariant holds."""

from functools import cache

import pytest

from engine.contract import Event
from engine.systems import acw
from tests.support.sampling import THOROUGH
from tests.systems.acw.support import brawl_scenario
from tests.systems.acw.support import invariants as field

SEEDS = range(30) if THOROUGH else (26, 17, 21, 0, 1)
"""By default few games in which everything comes up."""


@cache
def happened(seed: int) -> tuple[frozenset[type[Event]], str | None]:
    """What comes up in a game, and how it ends; fails where an invariant does."""
    kinds, reason = set[type[Event]](), None
    for moment, at_rest in brawl_scenario.moments(seed):
        kinds.add(type(moment.event))
        reason = moment.after.game.reason
        for invariant in field.EVERY_EVENT:
            invariant(moment)
        for holds in field.EVERY_POSITION if at_rest else ():
            holds(moment.after, (*moment.told, moment.event))
    return frozenset(kinds), reason


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.long
def test_a_brawl_keeps_every_invariant(seed: int) -> None:
    kinds, reason = happened(seed)
    assert kinds and reason


@pytest.mark.long
def test_everything_comes_up() -> None:
    games = [happened(seed) for seed in SEEDS]
    assert {kind.__name__ for kind in acw.EVENTS} == {kind.__name__ for kinds, _ in games for kind in kinds}
    assert {"turn-limit", "broken", "agreed"} == {reason for _, reason in games}
