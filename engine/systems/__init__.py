"""The rule systems by name: a new one is a folder here and a line below."""
from typing import Any

from ..contract import System
from . import miniwars
from .miniwars.state import State as MiniWars

_MINIWARS: System[MiniWars] = miniwars

ALL: tuple[System[Any], ...] = (_MINIWARS,)
SYSTEMS: dict[str, System[Any]] = {system.NAME: system for system in ALL}
