"""The legal orders that a side may want now, found once for a position: autocomplete asks after each letter."""

from collections.abc import Sequence
from math import inf
from typing import Any

from engine.contract import IdeaGroup, Order, offers
from engine.contract.record import SameObject
from engine.language import write
from engine.log.fold import Fold
from engine.systems import rules_in
from engine.toolkit.long_calculations import long_calculation

from .best_orders import best_two

Position = SameObject[Any]
KEPT = 200
"""Positions, each for one side and one viewer."""


def legal_orders(fold: Fold, side: str, viewer: str) -> Sequence[Order]:
    """The ideas of the system for a side, from what the viewer knows."""
    return _ideas(fold.system.NAME, SameObject(fold.state), side, viewer)


def best_orders(fold: Fold, side: str, viewer: str) -> tuple[str, ...]:
    """The texts of the two orders of the phase most worth giving, of two kinds and two units if possible."""
    return _best_orders(fold.system.NAME, SameObject(fold.state), side, viewer)


@long_calculation(KEPT)
def _ideas(system: str, position: Position, side: str, viewer: str) -> tuple[Order, ...]:
    rules = rules_in(system, position.it)
    return tuple(rules.ideas(rules.view(position.it, viewer), side))


@long_calculation(KEPT)
def _best_orders(system: str, position: Position, side: str, viewer: str) -> tuple[str, ...]:
    rules = rules_in(system, position.it)
    seen = rules.view(position.it, viewer)
    if offers(rules, "idea_groups"):
        groups = rules.idea_groups(seen, side)
    else:
        ideas = _ideas(system, position, side, viewer)
        groups = iter([IdeaGroup(inf, (idea for idea in ideas if idea.PHASES))])
    vocabulary = rules.vocabulary(seen, side)
    return best_two(groups, lambda idea: rules.worth(seen, side, idea), lambda idea: write(idea, vocabulary))
