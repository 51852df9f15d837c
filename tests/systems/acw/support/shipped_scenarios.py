"""The scenarios that come with the ACW game, put into a position."""

from typing import Any

from engine.scenarios import reader
from engine.systems import acw
from engine.systems.acw.state.position import State


def staged(scenario: str = "first-charge", **changes: Any) -> State:
    whole = {"turn": 2, "phase": "first-movement", "active": "us", "game": {"activations": 7}, **changes}
    return acw.case_position(reader.load(reader.find_shipped(scenario)), whole)
