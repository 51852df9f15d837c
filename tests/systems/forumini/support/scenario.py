"""A small field of Forumini Armies with a few units on it, as a scenario to be changed."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from engine.contract import Scenario
from engine.scenarios import reader

FIELD: dict[str, Any] = {
    "system": "forumini",
    "name": "Field",
    "board": {
        "hex": {
            "legend": {".": "clear", "f": "forest", "p": "pond"},
            "rows": ["........", "..f.....", "......p.", "........", "........"],
            "roads": ["0701 0702 0703"],
            "labels": {"0303": "The Oak"},
        }
    },
    "sides": {"blue": {"name": "Blue", "colour": "#0072b2"}, "red": {"name": "Red", "colour": "#d55e00"}},
    "types": {
        "scouts": {
            "name": "Scouts",
            "nation": "uk",
            "cost": 3,
            "date": 1940,
            "kind": "soldier",
            "sub": ["infantry"],
            "speed": 1,
            "defense": [4, 7],
            "cover": 4,
            "range": [1, 4],
            "as": [7, 6],
            "abilities": {"charge": 1},
        }
    },
    "units": [
        {"id": "B1", "type": "scouts", "side": "blue", "at": "0105"},
        {"id": "B2", "type": "cromwell", "side": "blue", "at": "0104"},
        {"id": "R1", "type": "scouts", "side": "red", "at": "0101"},
        {"id": "R2", "type": "pillbox", "side": "red", "at": "0202"},
    ],
    "setup": {"points": 100, "objective": "0303"},
}
Change = Callable[[dict[str, Any]], object]
BUY = {"mode": "buy", "camps": {"blue": "allied", "red": "axis"}, "year": 1944}


def army(**facts: Any) -> Change:
    """An army is bought instead of given; ``facts`` of it."""
    return lambda w: (w["setup"].update(army={**BUY, **facts}), w.update(units=[]))


def changed(change: Change) -> dict[str, Any]:
    written = deepcopy(FIELD)
    change(written)
    return written


def read(**setup: Any) -> Scenario:
    return reader.parse(changed(lambda w: w["setup"].update(setup)))


def read_empty(**setup: Any) -> Scenario:
    """As ``read``, without units."""
    return reader.parse(changed(lambda w: (w["setup"].update(setup), w.update(units=[]))))
