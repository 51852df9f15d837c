"""The rule systems: every folder beside this file is one."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any, cast

from engine.contract import System

IN_ORDER = ("miniwars", "forumini", "acw", "zones", "baker")
"""How the systems are listed; others follow by the alphabet."""


def _found() -> list[str]:
    """The folders beside this file, as packages are named."""
    folders = {module.name for module in iter_modules(__path__) if module.ispkg}
    return [*(name for name in IN_ORDER if name in folders), *sorted(folders.difference(IN_ORDER))]


ALL: tuple[System[Any], ...] = tuple(cast("System[Any]", import_module(f"{__name__}.{name}")) for name in _found())
SYSTEMS: dict[str, System[Any]] = {system.NAME: system for system in ALL}
