"""Cards of Forumini Armies: what they say, what their abilities do, and lists of them held to limits."""

from collections.abc import Mapping
from typing import Any, get_args

import pytest

from engine.scenarios import reader
from engine.systems import forumini
from engine.systems.forumini.rules import abilities
from engine.systems.forumini.rules.turn.army_limits import Limits, joining_objection
from engine.systems.forumini.setup.start import known_cards
from engine.systems.forumini.tables.card_validation import card_faults, type_words
from engine.systems.forumini.tables.rows import Class, Effect
from engine.systems.forumini.tables.rulebook import TABLES, WRITTEN
from tests.support.many_cases import for_each
from tests.systems.forumini.support.scenario import FIELD, changed, read

# armies
CARDS = known_cards(None)
ALLIED = Limits(points=100, camp="allied", year=1944, historical=True, obstacle_share=10)


@for_each(
    ("limits", "army", "key", "count", "code", "says", "most"),
    [
        (ALLIED, {}, "smle", 3, "", "", 0),
        (ALLIED, {"smle": 1}, "tiger-i", 1, "not-allowed", "its card is axis, and this army is allied", 0),
        (
            ALLIED,
            {"m1-garand": 1},
            "mosin-nagant",
            1,
            "not-allowed",
            "Soviet Union and United States did not serve together",
            0,
        ),
        (ALLIED, {"m1-garand": 1}, "sissi", 1, "not-allowed", "Finland and United States did not serve together", 0),
        (ALLIED, {}, "sissi", 1, "", "", 0),
        (ALLIED, {"m1-garand": 1}, "minefield", 2, "", "", 0),
        (
            ALLIED,
            {},
            "minefield",
            3,
            "obstacle-limit",
            "10 points in all, of which 10 are left; 3 Minefield cost 12",
            2,
        ),
        (ALLIED, {"minefield": 2}, "barbed-wire", 2, "obstacle-limit", "of which 2 are left", 1),
        (
            ALLIED,
            {"m4a1-sherman": 2},
            "churchill",
            2,
            "too-expensive",
            "52 of 100 points are left; 2 Churchill VII cost 68",
            1,
        ),
        (Limits(year=1941), {}, "tiger-i", 1, "not-allowed", "was ready in 1942, and this is 1941", 0),
        (Limits(year=1945), {}, "tiger-i", 99, "", "", 0),
        (Limits(year=1939), {}, "carcano", 1, "not-allowed", "it was ready in 1940", 0),
        (
            Limits(theatre="pacific"),
            {},
            "tiger-i",
            1,
            "not-allowed",
            "does not fight in theatre pacific, but in west, east and med",
            0,
        ),
        (Limits(nations=("usa",), camp="axis"), {}, "m1-garand", 1, "", "", 0),
        (
            Limits(nations=("usa",)),
            {},
            "smle",
            1,
            "not-allowed",
            "it is of United Kingdom, and this army is of United States",
            0,
        ),
        (Limits(nations=("usa",)), {}, "pillbox", 1, "", "", 0),
        (Limits(historical=True), {"mauser-98k": 1}, "carcano", 1, "", "", 0),
        (Limits(historical=True), {"mauser-98k": 1}, "arisaka", 1, "not-allowed", "Japan and Germany", 0),
    ],
)
def test_buying(limits: Limits, army: Mapping[str, int], key: str, count: int, code: str, says: str, most: int) -> None:
    against = joining_objection(CARDS, limits, army, key, count)
    assert (against.code if against else "") == code
    if against:
        assert says in against.says and against.most == most
        assert not most or joining_objection(CARDS, limits, army, key, most) is None


def test_a_nation_fights_in_its_years_only() -> None:
    romanian = {"r": {**WRITTEN["units"]["smle"], "nation": "romania"}}
    written = changed(lambda w: w["types"].update(romanian))
    assert not forumini.check_army(reader.parse(written), "blue", {"r": 1}, {"year": 1944}).faults
    assert (
        "fights from 1941 to 1944"
        in forumini.check_army(reader.parse(written), "blue", {"r": 1}, {"year": 1945}).faults[0].says
    )


def test_an_army_list_check_reports_everything_at_once() -> None:
    found = forumini.check_army(
        None,
        "any",
        {"tiger-i": 2, "smle": 2, "smlee": 1, "bren": 0, "pillbox": 2},
        {"points": 100, "camps": "axis", "historical": True},
    )
    assert (
        [row[0] for row in found.rows] == ["tiger-i", "smle", "pillbox"] and found.total == 114 and found.limit == 100
    )
    assert [fault.path for fault in found.faults] == [
        ("smlee",),
        ("bren",),
        ("smle",),
        ("smle",),
        ("points",),
        ("obstacles",),
    ]
    assert "mean smle" in found.faults[0].instead and "take out 14 points" in found.faults[-2].instead


def test_an_army_list_check_without_limits_has_none() -> None:
    found = forumini.check_army(None, "any", {"tiger-i": 9, "smle": 9, "pillbox": 9}, {})
    assert not found.faults and found.limit is None and found.total == 9 * (48 + 3 + 6)


def test_an_army_list_check_uses_the_scenario_unless_limits_are_given() -> None:
    scenario = reader.load("open-meeting")
    army = {"m4a1-sherman": 2, "hetzer": 1}
    assert "card is axis" in forumini.check_army(scenario, "allies", army, {}).faults[0].says
    freer = {"camps": {"allies": "axis"}, "historical": False, "nations": ["usa", "germany"]}
    assert not forumini.check_army(scenario, "allies", army, freer).faults
    assert forumini.check_army(scenario, "nobody", {"smle": 1}, {}).faults[0].path == ("side",)
    default = scenario.setup["army"]["default"]
    assert not forumini.check_army(scenario, "allies", default["allies"], {}).faults


@for_each(
    "limits",
    [
        {"year": "x"},
        {"points": "many"},
        {"points": -1},
        {"camps": "allies"},
        {"nations": ["mars"]},
        {"theatre": "moon"},
        {"camps": 7},
        {"nations": {"any": 3}},
        {"army": {"year": []}},
        {"obstacle_share": 1.5},
    ],
)
def test_limits_that_cannot_be_read_are_faults(limits: Mapping[str, Any]) -> None:
    assert forumini.check_army(None, "any", {"smle": 1}, limits).faults


# cards
@for_each("key", TABLES.units)
def test_the_catalogue_passes_the_checks_of_scenario_cards(key: str) -> None:
    assert list(card_faults(("units", key), WRITTEN["units"][key], TABLES)) == []


@pytest.mark.parametrize("key", TABLES.units)
@pytest.mark.long
def test_the_card_shows_everything_about_a_type(key: str) -> None:
    known, sheet = TABLES.units[key], forumini.cards(None)[key]
    assert sheet.title == known.name and sheet.cost == str(known.cost) and str(known.date) in sheet.subtitle
    assert len(sheet.abilities) == len(known.abilities) and len(sheet.armour) == (4 if known.kind == "vehicle" else 0)
    assert not any(" n " in f" {ability.text} " for ability in sheet.abilities)
    for grid in sheet.grids:
        assert len(grid.heads) == len(known.range) and all(len(row) == len(grid.heads) + 1 for row in grid.rows)
    dice = sum(sum(row) for row in (known.soldiers, known.vehicles, known.aircraft, known.fighters, known.bombers))
    assert sum(int(cell) for grid in sheet.grids for row in grid.rows for cell in row[1:] if cell.isdigit()) == dice


def test_a_card_in_words() -> None:
    sheet = forumini.cards(None)["imperial-sergeant"]
    assert dict(sheet.facts) == {"Speed": "1", "Defense": "4/7", "Cover": "4+", "Initiative": "+2"}
    assert [(a.name, a.value, a.manner) for a in sheet.abilities] == [
        ("charge", "2", "special"),
        ("fanatic", "", "special"),
        ("forward", "1", "command"),
    ]
    assert sheet.abilities[2].text.startswith("friendly soldiers that begin their move in the Movement phase within 1:")
    assert forumini.cards(read())["scouts"].title == "Scouts"


# abilities
@for_each("name", TABLES.abilities)
def test_every_ability_says_when_and_what(name: str) -> None:
    found = abilities.with_number(name, 3)
    assert found and all(
        isinstance(effect, Effect) and f"``{moment}``" in (abilities.__doc__ or "") for moment, effect in found.items()
    )


def test_words_of_cards_are_those_of_the_rules() -> None:
    used = {word for known in TABLES.units.values() for word in known.sub} - set(TABLES.obstacles)
    assert used <= {word for kind in get_args(Class) for word in type_words(kind, TABLES)}


COMMAND = {**FIELD["types"]["scouts"], "name": "Steady", "sub": ["commander"], "abilities": {"steady": 2, "rally": 0}}


@for_each(
    ("commander", "unit", "expected"),
    [
        ({}, {}, ["steady"]),
        ({"pinned": True}, {}, []),
        ({"pinned": True, "at": "0303"}, {}, ["steady"]),
        ({"demoralized": True}, {}, []),
        ({"at": "0306"}, {}, []),
        ({}, {"demoralized": True}, []),
        ({}, {"pinned": True}, ["steady"]),
        ({"side": "red"}, {}, []),
        ({"aboard": "B3"}, {}, []),
        ({"at": None}, {}, []),
        ({}, {"type": "cromwell"}, []),
    ],
)
def test_commanders_serve(commander: dict[str, Any], unit: dict[str, Any], expected: list[str]) -> None:
    """FA 1.16, 1.17, 10.7, 10.8"""
    written = changed(
        lambda w: w.update(
            units=[],
            types={**w["types"], "chief": COMMAND},
            board={"hex": {"legend": {".": "clear"}, "rows": ["......"] * 8}},
        )
    )
    state = forumini.case_position(
        reader.parse(written),
        {
            "units": {
                "B1": {"type": "scouts", "side": "blue", "at": "0303", **unit},
                "B2": {"type": "chief", "side": "blue", "at": "0305", **commander},
                "B3": {"type": "universal-carrier", "side": "blue", "at": "0305"},
                "B4": {"type": "chief", "side": "blue", "at": "0601"},
            }
        },
    )
    assert [name for name, _, _ in abilities.commander_effects(state, state.units["B1"], "cover-own")] == expected
    assert not list(abilities.ability_effects(state, state.units["B2"], "cover-own"))
    assert not list(abilities.commander_effects(state, state.units["B4"], "cover-own"))


def test_two_commanders_of_a_kind_do_not_add() -> None:
    written = changed(lambda w: w.update(units=[], types={**w["types"], "chief": COMMAND}))
    state = forumini.case_position(
        reader.parse(written),
        {
            "units": {
                "B1": {"type": "scouts", "side": "blue", "at": "0303"},
                "B2": {"type": "chief", "side": "blue", "at": "0303"},
                "B3": {"type": "chief", "side": "blue", "at": "0304"},
            }
        },
    )
    assert len(list(abilities.commander_effects(state, state.units["B1"], "cover-own"))) == 1
    assert [number for _, number, _ in abilities.ability_effects(state, state.units["B2"], "rally")] == [0]
