"""The rule systems by name: a new one is a folder here and a line below."""
from typing import Any

from ..contract import System
from . import acw, forumini, miniwars, zones
from .acw.state import State as Acw
from .forumini.state import State as Forumini
from .miniwars.state import State as MiniWars
from .zones.state import State as Zones

_MINIWARS: System[MiniWars] = miniwars
_FORUMINI: System[Forumini] = forumini
_ACW: System[Acw] = acw
_ZONES: System[Zones] = zones

ALL: tuple[System[Any], ...] = (_MINIWARS, _FORUMINI, _ACW, _ZONES)
SYSTEMS: dict[str, System[Any]] = {system.NAME: system for system in ALL}
