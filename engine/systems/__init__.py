"""The rule systems by name: a new one is a folder here and a line below."""
from typing import Any

from ..contract import System
from . import forumini, miniwars
from .forumini.state import State as Forumini
from .miniwars.state import State as MiniWars

_MINIWARS: System[MiniWars] = miniwars
_FORUMINI: System[Forumini] = forumini

ALL: tuple[System[Any], ...] = (_MINIWARS, _FORUMINI)
SYSTEMS: dict[str, System[Any]] = {system.NAME: system for system in ALL}
