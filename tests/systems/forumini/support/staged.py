"""A position of the Normandy meeting in which most things that a picture can show are there."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.scenarios import reader
from engine.systems import forumini
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
