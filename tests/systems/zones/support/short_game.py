"""A scenario on a small table in which everything happens within two rounds: deep strikes, ambushes, attacks, flight,
rally.
"""

from typing import Any

from engine.contract import Scenario
from engine.scenarios import reader

_FOOT = {"move": 6, "ballistic": 3, "melee": 3, "toughness": 3, "armour": 1, "morale": 4}
WRITTEN: dict[str, Any] = {
    "system": "zones",
    "name": "Outpost",
    "about": "Everything at once.",
    "board": {
        "table": {
            "width": 24,
            "height": 24,
            "terrain": [
                {"kind": "sparse", "name": "Grove", "shape": [[2, 10], [8, 10], [8, 14], [2, 14]]},
                {"kind": "dense", "name": "Ruin", "shape": [[14, 10], [20, 10], [20, 14], [14, 14]]},
            ],
        }
    },
    "sides": {"blue": {"name": "Blue", "colour": "#0072b2"}, "red": {"name": "Red", "colour": "#d55e00"}},
    "types": {
        "soldier": {**_FOOT, "wounds": 2, "weapons": ["rifle", "sabre"]},
        "trio": {**_FOOT, "models": 3, "weapons": ["rifle", "sabre"]},
        "dropper": {**_FOOT, "models": 2, "weapons": ["carbine"], "traits": ["deep-strike"]},
        "lurker": {**_FOOT, "models": 2, "weapons": ["carbine"], "traits": ["ambush"]},
        "gunner": {**_FOOT, "move": 3, "ballistic": 4, "weapons": ["field-gun"]},
    },
    "units": [
        {"id": "B1", "type": "soldier", "side": "blue", "at": "6,4"},
        {"id": "B2", "type": "trio", "side": "blue", "at": "14,4"},
        {"id": "B3", "type": "dropper", "side": "blue", "enters": "deep-strike"},
        {"id": "B4", "type": "lurker", "side": "blue", "enters": "ambush"},
        {"id": "B5", "type": "soldier", "side": "blue", "enters": "reserve", "arrives": 2},
        {"id": "B6", "type": "gunner", "side": "blue", "at": "2,2"},
        {"id": "R1", "type": "soldier", "side": "red", "at": "6,16"},
        {"id": "R2", "type": "trio", "side": "red", "at": "14,16"},
        {"id": "R3", "type": "soldier", "side": "red", "at": "16.5,8"},
    ],
    "setup": {"edges": {"blue": "south", "red": "north"}, "objectives": [{"zone": "Z11", "value": 2, "name": "Well"}]},
}


def scenario() -> Scenario:
    return reader.parse(WRITTEN)
