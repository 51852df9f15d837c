"""The invariants and planted violations of each system, found by its name in ``tests/systems/<name>/support``.

A system may have none: its random games are then played without invariants of their own.  A helper that cannot be
imported fails for that system alone (``problem``); the others are tested all the same.
"""

import traceback
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from engine.contract import Event, System
from engine.systems import SYSTEMS
from tests.support import random_games

FOLDER = Path(__file__).parents[1] / "systems"


class Invariants(NamedTuple):
    """What ``invariants.py`` of a system has; for a system without one, a game of each scenario and nothing to hold."""

    GAMES: Sequence[tuple[str, int]]
    EVERY_EVENT: Sequence[Callable[..., None]] = ()
    EVERY_POSITION: Sequence[Callable[..., None]] = ()
    EVERYWHERE: Sequence[tuple[str, int]] = ()
    RARE: frozenset[str] = frozenset()
    REASONS: frozenset[str] = frozenset()
    begins: Callable[[Event, Sequence[Event]], bool] = lambda event, told: False


class Helpers(NamedTuple):
    """``problem``: which file to change and why, if a helper cannot be imported."""

    invariants: Any
    planted: Any
    problem: str = ""


def helpers_of(system: System[Any]) -> Helpers:
    """The two modules of a system, or the defaults where it has none."""
    try:
        usual = Invariants([(stem, 1) for stem in random_games.shipped(system)])
    except Exception:
        return Helpers(Invariants(()), None, f"maps/scenarios/{system.NAME}: {traceback.format_exc(limit=-1)}")
    modules = list[Any]()
    for name in ("invariants", "planted"):
        file = FOLDER / system.NAME / "support" / f"{name}.py"
        try:
            modules.append(import_module(f"tests.systems.{system.NAME}.support.{name}") if file.exists() else None)
        except Exception:
            return Helpers(usual, None, f"{_short(file)} cannot be imported: {traceback.format_exc(limit=-1)}")
    found, planted = modules
    if (found is None) != (planted is None):
        missing = FOLDER / system.NAME / "support" / f"{'planted' if planted is None else 'invariants'}.py"
        return Helpers(found or usual, None, f"{_short(missing)} is missing: invariants and violations go together")
    return Helpers(found or usual, planted)


def _short(file: Path) -> str:
    return str(file.relative_to(FOLDER.parents[1]))


HELPERS: Mapping[str, Helpers] = {name: helpers_of(system) for name, system in SYSTEMS.items()}
