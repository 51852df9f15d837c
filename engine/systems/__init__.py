"""The rule systems: every folder beside this file is one, imported when it is first asked for."""

from collections.abc import Iterable, Iterator, MutableMapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, cast

from engine.contract import Scenario, System
from engine.toolkit.muster.position import Mustering
from engine.toolkit.muster.system import with_muster

IN_ORDER = ("miniwars", "forumini", "acw", "zones", "baker")
"""How the systems are listed; others follow by the alphabet."""


def _found() -> list[str]:
    """The folders beside this file, as packages are named."""
    folders = {module.name for module in iter_modules(__path__) if module.ispkg}
    return [*(name for name in IN_ORDER if name in folders), *sorted(folders.difference(IN_ORDER))]


class _Systems(MutableMapping[str, System[Any]]):
    """Name -> system.  To list the names imports nothing."""

    def __init__(self, names: Iterable[str]) -> None:
        self._systems: dict[str, System[Any] | None] = dict.fromkeys(names)

    def __getitem__(self, name: str) -> System[Any]:
        system = self._systems[name]
        if system is None:
            system = self._systems[name] = cast("System[Any]", import_module(f"{__name__}.{name}"))
        return system

    def __setitem__(self, name: str, system: System[Any]) -> None:
        self._systems[name] = system

    def __delitem__(self, name: str) -> None:
        del self._systems[name]

    def __contains__(self, name: object) -> bool:
        return name in self._systems

    def __iter__(self) -> Iterator[str]:
        return iter(self._systems)

    def __len__(self) -> int:
        return len(self._systems)


SYSTEMS: MutableMapping[str, System[Any]] = _Systems(_found())


def rules_of(scenario: Scenario) -> System[Any]:
    """The rules that a game of the scenario is played by: those of its system, after a muster if it has one."""
    rules = SYSTEMS[scenario.system]
    return rules if scenario.muster is None else with_muster(rules)


def rules_in(name: str, position: Any) -> System[Any]:
    """The rules of a system for a position of theirs, also for one in which armies are still being mustered."""
    rules = SYSTEMS[name]
    return with_muster(rules) if isinstance(position, Mustering) else rules
