"""Scenarios of MiniWars: what units cost, what is refused, what cases may set."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.contract import Scenario, replace
from engine.scenarios import reader
from engine.systems import miniwars
from engine.systems.miniwars.tables import TABLES, Type, price
from tests.support.many_cases import for_each
from tests.systems.miniwars.support.board import FIELD, changed, staged


@for_each("key", TABLES.types)
def test_every_listed_cost_is_the_price_by_the_formula(key: str) -> None:
    assert price(replace(TABLES.types[key], cost=None)) == TABLES.types[key].cost


def test_a_listed_cost_goes_before_the_formula() -> None:
    assert price(Type("Guests", 3, 3, "!", cost=7)) == 7


def test_a_scenario_may_leave_the_cost_to_the_formula() -> None:
    assert staged().units["Z2"].cost == 15  # Off 4 x 55/180 = 1.222, Def 1 / (102/180) = 1.765: 10 x 1.469


def unit(nth: int, **facts: Any) -> Callable[[dict[str, Any]], object]:
    return lambda written: written["units"][nth].update(facts)


def setup(**facts: Any) -> Callable[[dict[str, Any]], object]:
    return lambda written: written.update(setup=facts)


def zones(zeal: Any, ardour: Any) -> Callable[[dict[str, Any]], object]:
    return setup(deployment={"sealed": True, "zones": {"zeal": zeal, "ardour": ardour}})


EAST, WEST = {"edge": "E", "within": 2}, {"edge": "W", "within": 2}


@for_each(
    ("change", "path", "expected"),
    [
        (unit(0, id="move"), ("units", 0, "id"), "word of orders"),
        (unit(0, id="R"), ("units", 0, "id"), "word of orders"),
        (unit(0, id="ASK"), ("units", 0, "id"), "word of orders"),
        (unit(0, id="0101"), ("units", 0, "id"), "cannot be an id"),
        (unit(1, id="z1"), ("units", 1, "id"), "already the name of unit 1"),
        (unit(1, name="Z1"), ("units", 1, "name"), "already the name of unit 1"),
        (unit(1, name='The "Best"'), ("units", 1, "name"), "no quotation marks"),
        (unit(1, type="raiders"), ("units", 1, "type"), "no type raiders"),
        (unit(1, at="0101"), ("units", 1, "at"), "holds Z1"),
        (unit(1, at="0909"), ("units", 1, "at"), "hex of the map"),
        (unit(1, at="0302"), ("units", 1, "at"), "cannot stand in the forest"),
        (unit(1, hidden=True), ("units", 1, "hidden"), "not known"),
        (lambda w: w["units"].__delitem__(slice(3, 5)), ("units",), "ardour has no unit"),
        (lambda w: w["sides"].update(third={"name": "Third", "colour": "#000000"}), ("sides",), "two sides"),
        (lambda w: w["types"]["riders"].update(cs=6), ("types", "riders", "cs"), "1 to 5"),
        (lambda w: w["types"]["riders"].update(missile="F"), ("types", "riders", "missile"), "not a missile code"),
        (lambda w: w["types"]["riders"].update(morale="?"), ("types", "riders", "morale"), "not a morale"),
        (lambda w: w["types"]["riders"].update(speed=3), ("types", "riders", "speed"), "not known"),
        (lambda w: w["types"]["riders"].pop("move"), ("types", "riders"), "no move"),
        (lambda w: w["types"]["riders"].update(cavalry="yes"), ("types", "riders"), "cannot be read"),
        (
            lambda w: w["board"]["hex"]["legend"].update({"s": "swamp"}),
            ("board", "hex", "legend", "s"),
            "not a terrain",
        ),
        (
            lambda w: w["board"]["hex"].update(sides={"wall": ["0101/0102"]}),
            ("board", "hex", "sides", "wall"),
            "not a hexside",
        ),
        (
            lambda w: w["board"]["hex"].update(labels={"0101": "0202"}),
            ("board", "hex", "labels", "0101"),
            "number of a hex",
        ),
        (
            lambda w: w["board"]["hex"].update(labels={"0101": "r1"}),
            ("board", "hex", "labels", "0101"),
            "name of a unit",
        ),
        (
            lambda w: w["board"]["hex"].update(labels={"0101": "Advance"}),
            ("board", "hex", "labels", "0101"),
            "word of orders",
        ),
        (setup(stalemate=-1), ("setup", "stalemate"), "whole number"),
        (setup(fired_may_move="no"), ("setup", "fired_may_move"), "true or false"),
        (setup(weather="rain"), ("setup", "weather"), "not known"),
        (setup(deployment={"zones": {}}), ("setup", "deployment"), "either an order"),
        (
            setup(deployment={"order": ["zeal"], "zones": {"zeal": WEST, "ardour": EAST}}),
            ("setup", "deployment", "order"),
            "both sides",
        ),
        (setup(deployment={"sealed": True, "zones": {"zeal": WEST}}), ("setup", "deployment", "zones"), "each side"),
        (zones({"edge": "W", "within": 5}, {"edge": "E", "within": 5}), ("setup", "deployment", "zones"), "overlap"),
        (zones({"edge": "X", "within": 2}, EAST), ("setup", "deployment", "zones", "zeal"), "a zone is"),
        (zones({"near": ["0101"]}, EAST), ("setup", "deployment", "zones", "zeal"), "a zone is"),
        (zones(["0101"], EAST), ("setup", "deployment", "zones", "zeal"), "a zone is"),
        (
            zones({"hexes": ["0101", "0202", "9999"]}, EAST),
            ("setup", "deployment", "zones", "zeal"),
            "9999 is not on the map",
        ),
        (zones({"hexes": ["0101", "0202"]}, EAST), ("units", 2, "at"), "outside the zone of zeal"),
    ],
)
def test_what_the_rules_cannot_use_is_refused(
    change: Callable[[dict[str, Any]], object],
    path: tuple[str | int, ...],
    expected: str,
) -> None:
    written = changed(change)
    good = reader.parse(FIELD)
    asked = Scenario(
        "miniwars",
        "Field",
        "",
        {**good.sides, **{key: good.sides["zeal"] for key in written["sides"] if key not in good.sides}},
        tuple(written["units"]),
        written["types"],
        written.get("setup", {}),
        written,
        None,
        good.hex,
    )
    found = [(fault.path, fault.says) for fault in miniwars.faults(asked)]
    assert any(where == path and expected in text for where, text in found), found


@pytest.mark.parametrize(
    "stem", [stem for stem in reader.shipped() if reader.shipped()[stem].parent.name == "miniwars"]
)
def test_shipped_scenarios_have_no_fault(stem: str) -> None:
    assert not list(miniwars.faults(reader.load(stem)))


@for_each(
    "changes",
    [
        {"phase": "lunch"},
        {"phase": "a-missile"},
        {"phase": "a-missile", "active": "nobody"},
        {"weather": "rain"},
        {"units": {"X1": {"at": "0101"}}},
        {"phase": "deployment"},
        {"units": {"Z1": {"type": "unheard-of"}}},
        {"units": {"Z1": {"at": "0909"}}},
        {"units": {"Z1": {"mood": 3}}},
        {"game": {"mood": 3}},
        {"game": {"standing": {"nobody": {}}}},
    ],
)
def test_a_case_is_told_what_cannot_be_set(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        miniwars.case_position(reader.parse(FIELD), changes)


def test_a_unit_given_another_type_has_its_figures() -> None:
    unit = staged({"Z1": {"type": "giants", "cs": 4}}).units["Z1"]
    assert (unit.type, unit.name, unit.at, unit.move, unit.cs, unit.morale, unit.cost) == (
        "giants",
        "Z1",
        "0101",
        3,
        4,
        "-",
        27,
    )
