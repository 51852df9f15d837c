"""A position of the Normandy meeting in which most things that a picture can show are there."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.contract import Event
from engine.scenarios import reader
from engine.systems import forumini
from engine.systems.forumini.state import events
from engine.systems.forumini.state.events import Cover, Shot
from engine.systems.forumini.state.position import State
from maps.drawing.marks.marks import OVER, UNDER
from maps.drawing.marks.trail_styles import TRAIL_STYLES
from maps.scene.scene import Mark, Trail

HERE = {
    "A1": {"at": "0708", "facing": "N", "pinned": True, "hits": 1},
    "A2": {"at": "0911", "facing": "NE", "hull_down": True},
    "A3": {"at": "0709", "facing": "SW", "damaged": True},
    "A4": {"at": "0708", "hits": 2},
    "A5": {"at": "0708", "demoralized": True},
    "A6": {"at": "0808"},
    "A7": {"at": "0808", "overwatch": "0805"},
    "A8": {"at": "0605", "hit_the_dirt": True},
    "A9": {"at": "0809"},
    "A10": {"at": "0513"},
    "A11": {"at": "0707"},
    "X1": {"at": "0805", "facing": "S", "hits": 3},
    "X2": {"at": "1007", "facing": "SW", "overwatch": "0808"},
    "X3": {"at": "0607", "facing": "SE"},
    "X4": {"at": "0808"},
    "X5": {"at": "0808"},
    "X6": {"at": "0808"},
    "X7": {"at": "0504"},
    "X8": {"at": "0607"},
    "X9": {"at": "0607"},
}


def staged(scenario: str = "meeting-engagement", units: Mapping[str, Any] | None = None, **changes: Any) -> State:
    whole = {"turn": 4, "phase": "f-assault", "active": "allies", "units": HERE if units is None else units, **changes}
    return forumini.case_position(reader.load(reader.find_shipped(scenario)), whole)


def check_known(found: Sequence[Mark]) -> None:
    assert all(mark.kind in TRAIL_STYLES if isinstance(mark, Trail) else mark.kind in OVER | UNDER for mark in found)


def shot(firer: str, target: str, at: str, distance: int, successes: int, defense: tuple[int, int] = (4, 7)) -> Shot:
    return Shot(firer, target, at, distance, 0, (4,) * 8, (), successes, "", defense)


RECENT: tuple[Event, ...] = (
    events.Moved("X3", "0404", "0405", 1, 5, False, "S"),
    events.MovementRolled("A8", "bocage", "0505", 3, (), 5, False),
    events.Moved("X3", "0405", "0506", 1, 4, False, "SE"),
    events.Moved("X3", "0506", "0607", 1, 3, True, "SE"),
    events.DefensiveFired(shot("A7", "X4", "0808", 0, 5), "overwatch", None, True, 1),
    events.Attacked(shot("X1", "A1", "0708", 3, 6, (5, 9)), "direct", 1, None, 1),
    events.Attacked(shot("X2", "A4", "0708", 3, 3), "direct", 0, None, 1),
    events.Attacked(shot("X9", "A9", "0809", 3, 5), "direct", 1, Cover(5, (), 4, True), 1),
    events.Turned("A2", "NE"),
    events.Turned("A1", "N"),
    events.Destroyed("X10", "0906", 6, "hits"),
)
