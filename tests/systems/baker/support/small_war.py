"""A small war of Baker's to be changed: what it is written with, and battles in words."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from engine.contract import Scenario
from engine.scenarios import reader
from engine.systems.baker.rules.battle_resolution.notation import BOARD, SIDES

BATTLES = ("open-field", "convoy-fight", "grey-beach")
STEMS = (*BATTLES, "blank-table", "two-shores", "middle-sea", "eastern-front", "normandy", "global-war")
WAR: dict[str, Any] = {
    "system": "baker",
    "name": "War",
    "board": {
        "areas": {
            "Berlin": {
                "kind": "land",
                "ipc": 10,
                "next": ["Poland", "sz1"],
                "at": [1, 1],
                "shape": [[0, 0], [2, 0], [2, 2]],
            },
            "Poland": {"kind": "land", "ipc": 3, "next": ["Kiev", "Alps", "sz1"]},
            "Kiev": {"kind": "land", "ipc": 3, "name": "The Ukraine", "next": ["sz2"]},
            "Alps": {"kind": "land"},
            "Gotland": {"kind": "land", "ipc": 1},
            "sz1": {"kind": "sea", "name": "Inner Sea", "next": ["Gotland", "sz2"]},
            "sz2": {"kind": "sea", "next": ["Gotland"]},
        }
    },
    "sides": {"germany": {"name": "Germany"}, "ussr": {"name": "Soviet Union"}, "italy": {"name": "Italy"}},
    "units": [],
    "setup": {
        "mode": "campaign",
        "powers": {
            "germany": {"alliance": "axis", "capital": "Berlin", "ipc": 20},
            "ussr": {"capital": "Kiev"},
            "italy": {"alliance": "axis", "capital": "Poland", "ipc": 5},
        },
        "owners": {"germany": ["Berlin"], "ussr": ["Kiev", "Gotland"], "italy": ["Poland"]},
        "neutral": ["Alps"],
        "complexes": ["Kiev", "Berlin"],
        "gates": {"sz2/sz1": ["Gotland"]},
        "forces": {
            "Berlin": {"germany": {"infantry": 3, "tank": 0}},
            "Kiev": {"ussr": {"aa": 1, "infantry": 2}},
            "Poland": {"germany": {"infantry": 1}, "italy": {"tank": 1}},
            "sz1": {"germany": {"transport": 2, "carrier": 1, "fighter": 2}, "italy": {"submarine": 1}},
        },
        "cargo": {"sz1": {"germany": [{"infantry": 2}]}},
    },
}
Change = Callable[[dict[str, Any]], object]


def written(*changes: Change) -> dict[str, Any]:
    scenario = deepcopy(WAR)
    for change in changes:
        change(scenario)
    return scenario


def war(*changes: Change) -> Scenario:
    return reader.parse(written(*changes))


def setup(**facts: Any) -> Change:
    return lambda w: w["setup"].update(facts)


def area(key: str, **facts: Any) -> Change:
    return lambda w: w["board"]["areas"].setdefault(key, {}).update(facts)


def power(key: str, **facts: Any) -> Change:
    return lambda w: w["setup"]["powers"].setdefault(key, {}).update(facts)


def force(where: str, who: str, **counts: Any) -> Change:
    return lambda w: w["setup"]["forces"].setdefault(where, {}).update({who: counts})


def battle(words: Any, **facts: Any) -> dict[str, Any]:
    return {
        "system": "baker",
        "name": "Battle",
        "board": deepcopy(BOARD),
        "sides": deepcopy(SIDES),
        "units": [],
        "setup": {"mode": "battle", "battle": words, **facts},
    }
