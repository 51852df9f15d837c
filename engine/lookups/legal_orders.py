"""The legal orders that a side may want now, found once for a position: autocomplete asks after each letter."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from engine.contract import Order, System
from engine.contract.record import SameObject
from engine.game_examples import rated_ideas
from engine.log.fold import Fold

Rules = SameObject[System[Any]]
KEPT = 64
"""Positions, each for one side and one viewer."""


def legal_orders(fold: Fold, side: str, viewer: str) -> Sequence[Order]:
    """The ideas of the system for a side, from what the viewer knows."""
    return _ideas(SameObject(fold.system), SameObject(fold.state), side, viewer)


def rated_orders(fold: Fold, side: str, viewer: str) -> Sequence[tuple[float, Order]]:
    """Those that are worth giving, each with its worth, the best first."""
    return _rated(SameObject(fold.system), SameObject(fold.state), side, viewer)


@lru_cache(maxsize=KEPT)
def _ideas(system: Rules, position: SameObject[Any], side: str, viewer: str) -> tuple[Order, ...]:
    return tuple(system.it.ideas(system.it.view(position.it, viewer), side))


@lru_cache(maxsize=KEPT)
def _rated(system: Rules, position: SameObject[Any], side: str, viewer: str) -> tuple[tuple[float, Order], ...]:
    found = _ideas(system, position, side, viewer)
    return tuple(rated_ideas(system.it, system.it.view(position.it, viewer), side, found))
