"""The legal orders that a side may want now, found once for a position: autocomplete asks after each letter."""

from collections.abc import Sequence
from typing import Any

from engine.contract import Order
from engine.contract.record import SameObject
from engine.game_examples import rated_ideas
from engine.log.fold import Fold
from engine.systems import SYSTEMS
from engine.toolkit.long_calculations import long_calculation

Position = SameObject[Any]
KEPT = 200
"""Positions, each for one side and one viewer."""


def legal_orders(fold: Fold, side: str, viewer: str) -> Sequence[Order]:
    """The ideas of the system for a side, from what the viewer knows."""
    return _ideas(fold.system.NAME, SameObject(fold.state), side, viewer)


def rated_orders(fold: Fold, side: str, viewer: str) -> Sequence[tuple[float, Order]]:
    """Those that are worth giving, each with its worth, the best first."""
    return _rated(fold.system.NAME, SameObject(fold.state), side, viewer)


@long_calculation(KEPT)
def _ideas(system: str, position: Position, side: str, viewer: str) -> tuple[Order, ...]:
    rules = SYSTEMS[system]
    return tuple(rules.ideas(rules.view(position.it, viewer), side))


@long_calculation(KEPT)
def _rated(system: str, position: Position, side: str, viewer: str) -> tuple[tuple[float, Order], ...]:
    rules = SYSTEMS[system]
    found = _ideas(system, position, side, viewer)
    return tuple(rated_ideas(rules, rules.view(position.it, viewer), side, found))
