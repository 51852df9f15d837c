"""A small scenario of Zone Control to be changed: a field, what it is written with, where its models stand."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from engine.contract import Scenario
from engine.scenarios import reader
from engine.systems.zones.state.position import State

STEMS = ("low-wells", "three-wadis", "the-long-line")
FIELD: dict[str, Any] = {
    "system": "zones",
    "name": "Field",
    "board": {
        "table": {
            "width": 24,
            "height": 24,
            "terrain": [
                {"kind": "sparse", "name": "Grove", "shape": [[2, 10], [6, 10], [6, 14], [2, 14]]},
                {"kind": "dense", "name": "Ruin", "shape": [[6, 10], [10, 10], [10, 14], [6, 14]]},
            ],
        }
    },
    "sides": {"blue": {"name": "Blue"}, "red": {"name": "Red"}},
    "types": {
        "guard": {
            "move": 6,
            "ballistic": 3,
            "melee": 3,
            "toughness": 3,
            "armour": 1,
            "morale": 4,
            "models": 3,
            "weapons": ["spike", "bayonet"],
        },
        "lancers": {"wounds": 3},
    },
    "units": [
        {"id": "B1", "type": "guard", "name": "Blue Guard", "side": "blue", "at": "4,4"},
        {"id": "B2", "type": "marksmen", "side": "blue", "enters": "ambush"},
        {"id": "B3", "type": "field-gun", "side": "blue", "at": "20,4"},
        {"id": "R1", "type": "guard", "side": "red", "at": "4,20", "form": "column"},
        {"id": "R2", "type": "guard", "side": "red", "models": 2, "at": ["14,20", "16,20.005"]},
        {"id": "R3", "type": "lancers", "side": "red", "enters": "reserve", "arrives": 3},
    ],
    "setup": {
        "edges": {"blue": "south", "red": "north"},
        "objectives": [{"zone": "Z12", "value": 2, "name": "Well"}],
        "weapons": {
            "spike": {"range": 10, "attacks": 2, "strength": 2, "ap": 1, "damage": 1, "ammo": 2, "close": True}
        },
    },
}
Change = Callable[[dict[str, Any]], object]


def written_scenario(*changes: Change) -> dict[str, Any]:
    scenario = deepcopy(FIELD)
    for change in changes:
        change(scenario)
    return scenario


def field(*changes: Change) -> Scenario:
    return reader.parse(written_scenario(*changes))


def unit(nth: int, *left_out: str, **facts: Any) -> Change:
    def change(w: dict[str, Any]) -> None:
        w["units"][nth].update(facts)
        for key in left_out:
            del w["units"][nth][key]

    return change


def setup(**facts: Any) -> Change:
    return lambda w: w["setup"].update(facts)


def piece(**facts: Any) -> Change:
    return lambda w: w["board"]["table"]["terrain"].append({"kind": "dense", "name": "New", **facts})


def size(**facts: Any) -> Change:
    return lambda w: w["board"]["table"].update(facts)


def kind(*left_out: str, **facts: Any) -> Change:
    def change(w: dict[str, Any]) -> None:
        w["types"]["guard"].update(facts)
        for key in left_out:
            del w["types"]["guard"][key]

    return change


def weapon(*left_out: str, **facts: Any) -> Change:
    def change(w: dict[str, Any]) -> None:
        w["setup"]["weapons"]["spike"].update(facts)
        for key in left_out:
            del w["setup"]["weapons"]["spike"][key]

    return change


def add_third_side(w: dict[str, Any]) -> None:
    """A third side, of one gun."""
    w["sides"]["green"] = {"name": "Green"}
    w["setup"]["edges"]["green"] = "east"
    w["units"].append({"id": "G1", "type": "field-gun", "side": "green", "at": "20,14"})


def spots(state: State, key: str) -> list[tuple[int, int]]:
    return [model.at for model in state.units[key].models]
