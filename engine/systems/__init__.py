"""The rule systems by name: a new one is a folder here and a line below."""
from typing import Any

from ..contract import System
from . import acw, baker, forumini, miniwars, zones
from .acw.state import State as Acw
from .baker.state import State as Baker
from .forumini.state import State as Forumini
from .miniwars.state import State as MiniWars
from .zones.state import State as Zones

_MINIWARS: System[MiniWars] = miniwars
_FORUMINI: System[Forumini] = forumini
_ACW: System[Acw] = acw
_ZONES: System[Zones] = zones
_BAKER: System[Baker] = baker

ALL: tuple[System[Any], ...] = (_MINIWARS, _FORUMINI, _ACW, _ZONES, _BAKER)
SYSTEMS: dict[str, System[Any]] = {system.NAME: system for system in ALL}
