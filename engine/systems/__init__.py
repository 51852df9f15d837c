"""The rule systems by name: a new one is a folder here and a line below."""

from typing import Any

from engine.contract import System
from engine.systems import acw, baker, forumini, miniwars, zones
from engine.systems.acw.state.position import State as Acw
from engine.systems.baker.state.position import State as Baker
from engine.systems.forumini.state.position import State as Forumini
from engine.systems.miniwars.state.position import State as MiniWars
from engine.systems.zones.state.position import State as Zones

_MINIWARS: System[MiniWars] = miniwars
_FORUMINI: System[Forumini] = forumini
_ACW: System[Acw] = acw
_ZONES: System[Zones] = zones
_BAKER: System[Baker] = baker

ALL: tuple[System[Any], ...] = (_MINIWARS, _FORUMINI, _ACW, _ZONES, _BAKER)
SYSTEMS: dict[str, System[Any]] = {system.NAME: system for system in ALL}
