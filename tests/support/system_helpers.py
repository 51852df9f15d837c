"""The invariants and planted violations of each system, found by its name in ``tests/systems/<name>/support``.

A system may have none: its random games are then played without invariants of their own.  A helper that cannot be
imported fails for that system alone (``problem``); the others are tested all the same.
"""

import traceback
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from engine.contract import Event
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


def invariants_of(system: str) -> Any:
    """The invariants of a system, or the defaults where it has none that can be imported."""
    try:
        return _module(system, "invariants") or _usual(system)
    except Exception:
        return _usual(system)


@cache
def helpers_of(system: str) -> Helpers:
    """The two modules of a system, or the defaults where it has none.  What is planted takes long to make."""
    try:
        usual = _usual(system)
    except Exception:
        return Helpers(Invariants(()), None, f"maps/scenarios/{system}: {traceback.format_exc(limit=-1)}")
    modules = list[Any]()
    for name in ("invariants", "planted"):
        try:
            modules.append(_module(system, name))
        except Exception:
            problem = f"{_short(_file(system, name))} cannot be imported: {traceback.format_exc(limit=-1)}"
            return Helpers(usual, None, problem)
    found, planted = modules
    if (found is None) != (planted is None):
        missing = _short(_file(system, "planted" if planted is None else "invariants"))
        return Helpers(found or usual, None, f"{missing} is missing: invariants and violations go together")
    return Helpers(found or usual, planted)


def _usual(system: str) -> Invariants:
    return Invariants([(stem, 1) for stem in random_games.shipped(SYSTEMS[system])])


def _module(system: str, name: str) -> Any:
    wanted = f"tests.systems.{system}.support.{name}"
    return import_module(wanted) if _file(system, name).exists() else None


def _file(system: str, name: str) -> Path:
    return FOLDER / system / "support" / f"{name}.py"


def _short(file: Path) -> str:
    return str(file.relative_to(FOLDER.parents[1]))
