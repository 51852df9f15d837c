"""A league replaces rows of the charts: behaviour, messages, the key of the map and bridges follow."""

from typing import Any

from engine import checking
from engine.scenarios import reader
from engine.systems import forumini
from engine.systems.forumini.state.position import State
from engine.systems.forumini.tables.rulebook import TABLES, ability_name

LEAGUE: dict[str, Any] = {
    "system": "forumini",
    "name": "League",
    "board": {
        "hex": {
            "legend": {".": "clear"},
            "rows": ["....."] * 5,
            "roads": ["0101 0102"],
            "sides": {"canal": ["0101/0102", "0202/0203"], "ridge": ["0301/0302"]},
        }
    },
    "sides": {"blue": {"name": "Blue", "colour": "#0072b2"}, "red": {"name": "Red", "colour": "#d55e00"}},
    "types": {
        "razor-wire": {
            "name": "Razor Wire",
            "nation": "any",
            "cost": 2,
            "date": 1939,
            "kind": "obstacle",
            "sub": ["razor-wire"],
        },
        "rifle": {
            "name": "Rifle",
            "nation": "uk",
            "cost": 3,
            "date": 1939,
            "kind": "soldier",
            "sub": ["infantry"],
            "speed": 3,
            "defense": [2, 4],
            "cover": 4,
            "range": [1],
            "as": [4],
        },
    },
    "setup": {
        "points": 100,
        "obstacles": {"razor-wire": {"stops": "soldier"}},
        "hexsides": {
            "canal": {"name": "Canal", "soldier": "x", "vehicle": "x", "los": False},
            "ridge": {"name": "Ridge", "soldier": 1, "vehicle": 1, "los": True},
        },
    },
}


def staged(**units: dict[str, Any]) -> State:
    return forumini.case_position(reader.parse(LEAGUE), {"phase": "b-movement", "active": "blue", "units": units})


def test_an_obstacle_of_its_own_stops_is_named_and_is_in_the_key() -> None:
    state = staged(
        B1={"type": "rifle", "side": "blue", "at": "0303", "mp": 2, "acted": "moving"},
        W1={"type": "razor-wire", "side": "red", "at": "0303"},
    )
    (verdict,) = checking.check(forumini, state, "blue", "B1 move 0304")
    assert "at Razor Wire W1" in verdict.problems[0].message
    assert dict(forumini.scene(state, ()).legend)["pictogram:razor-wire"] == "razor wire"


def test_a_road_crosses_water_of_its_own_on_a_bridge() -> None:
    ground = forumini.scene(staged(B1={"type": "rifle", "side": "blue", "at": "0303"}), ()).ground
    assert [
        getattr(part, "kind", "") for part in ground if getattr(part, "kind", "") in ("canal", "ridge", "deck")
    ].count("deck") == 1


def test_messages_take_the_names_of_abilities_from_the_tables() -> None:
    state = staged(
        B1={"type": "rifle", "side": "blue", "at": "0303"}, B2={"type": "rifle", "side": "blue", "at": "0303"}
    )
    (verdict,) = checking.check(forumini, state, "blue", "B1 load B2")
    name = next(name for name, known in TABLES.abilities.items() if "soldiers" in known.effect.get("carry", {}))
    assert ability_name("carry", "soldiers") == name and f"lacks the ability {name}" in verdict.problems[0].message
