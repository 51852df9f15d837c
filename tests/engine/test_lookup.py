"""Look-ups: cards found by what people call them, army lists held against their limits, lines of sight between
places.
"""

import json
import random
from types import SimpleNamespace
from typing import Any

import pytest

from engine.contract import System
from engine.lookups import cards, measurements
from engine.scenarios import army_lists
from engine.scenarios import reader as scenarios
from engine.scenarios.yaml_reader import FaultyFile
from engine.systems import SYSTEMS, miniwars, zones
from engine.table import Refused, Table
from tests.support import toy_system
from tests.support.many_cases import for_each
from tests.support.toy_system import NOW

SHEETS = miniwars.cards(None)
RAID = scenarios.load("raid-on-danville")
OPENING = miniwars.start(RAID)


# cards
@for_each(
    ("said", "key"),
    [
        ("knights", "knights"),
        ("Knights", "knights"),
        ("KNI", "knights"),
        ("hobgoblin-leader", "hobgoblin-leader"),
        ("hobgoblin leader", "hobgoblin-leader"),
        ("Hobgoblin_Leader", "hobgoblin-leader"),
        ("men at arms", "men-at-arms"),
        ("leader", "hobgoblin-leader"),
        ("retainers", "mayor"),
        ("bow", "bowmen"),
        ("longb", "longbowmen"),
        ("  giänts ", "giants"),
    ],
)
def test_a_card_is_found_by_key_name_beginning_or_part(said: str, key: str) -> None:
    assert cards.find_card(SHEETS, said).key == key


@for_each(
    ("said", "code", "says"),
    [
        ("guard", "ambiguous-card", "Town Guard Officers (guard-officers) or Town Guardsmen (guardsmen)"),
        ("captian", "unknown-card", "did you mean Captain (captain)"),
        ("", "unknown-card", "choose from mayor"),
        ("dragons of the west", "unknown-card", "There is no unit type 'dragons of the west'"),
        ("x" * 5000, "unknown-card", "choose from"),
        ("\u202e`@everyone", "unknown-card", "choose from"),
        ("hobgoblin", "ambiguous-card", "Write more of the name"),
        ("---", "unknown-card", "choose from"),
    ],
)
def test_an_unknown_card_is_refused_with_suggestions(said: str, code: str, says: str) -> None:
    with pytest.raises(Refused) as no:
        cards.find_card(SHEETS, said)
    assert no.value.code == code and says in str(no.value)


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.NAME)
def test_every_card_of_every_catalogue_is_found_and_read_aloud(system: System[object]) -> None:
    sheets = cards.catalogue(system)
    for key, sheet in sheets.items():
        assert cards.find_card(sheets, key) is sheet
        assert sheet in cards.matching_cards(sheets, sheet.title)
        words = cards.card_text(sheet)
        for part in (
            sheet.title,
            key,
            sheet.cost,
            sheet.subtitle,
            *(value for _, value in (*sheet.facts, *sheet.armour)),
            *sheet.notes,
        ):
            assert part in words, (key, part)
        for part in (
            *(ability.text for ability in sheet.abilities),
            *(cell for grid in sheet.grids for row in grid.rows for cell in row),
        ):
            assert part in words, (key, part)
        assert "\n" not in cards.alt_text(sheet) and sheet.title in cards.alt_text(sheet)
    assert sorted(sheet.key for group in cards.grouped(sheets).values() for sheet in group) == sorted(sheets)


def test_the_columns_of_a_card_stand_under_each_other() -> None:
    lines = cards.card_text(SHEETS["longbowmen"]).splitlines()
    head = next(n for n, line in enumerate(lines) if line.startswith("hexes"))
    assert lines[head].index("5") == lines[head + 1].rindex("6+") + 1


def test_in_a_game_a_unit_is_named_by_its_id() -> None:
    table = Table(":memory:", toy_system.entropy())
    try:
        game = table.open("raid-on-danville", "", NOW)
        unit = next(iter(table.units(game.id)))
        wanted = OPENING.units[unit].type
        assert table.card(game.id, "", unit.lower()).key == wanted
        assert table.card(game.id, "", unit).subtitle.startswith(f"{unit} {OPENING.units[unit].name}".rstrip())
        assert table.card(game.id, "danville", "knights").key == "knights"
        assert table.card(game.id, "", "mayor") == table.cards(game.id)["mayor"]
        with pytest.raises(Refused):
            table.card(game.id, "", "nobody of this name")
    finally:
        table.close()


def test_a_scenarios_own_types_have_cards() -> None:
    own = scenarios.parse(
        {**RAID.source, "types": {"ferrymen": {"name": "Ferrymen", "move": 3, "cs": 2, "morale": "="}}}
    )
    assert cards.find_card(cards.catalogue(miniwars, own), "ferrymen").title == "Ferrymen"
    assert "ferrymen" not in SHEETS


# army lists
def judged(text: str) -> army_lists.CheckedList:
    return army_lists.check_army_list(text, scenarios.load)


def test_the_cost_of_an_army() -> None:
    found = judged("system: miniwars\npoints: 115\narmy:\n  knights: 2\n  bowmen: 1\n")
    assert found.faults == () and found.army.total == 2 * 36 + 43
    assert found.words.splitlines() == [
        "MiniWars",
        "    2 x Knights    36 each     72",
        "    1 x Bowmen     43 each     43",
        "3 units, 115 points of 115: 0 left",
    ]


def test_what_is_against_an_army_is_told_where_it_stands() -> None:
    found = judged("system: miniwars\npoints: 100\narmy:\n  knights: 2\n  gaints: 3\n  bowmen: 1\n")
    assert [(spot.line, spot.says) for spot in found.faults] == [
        (2, "the army costs 115 of 100 points: 15 too many"),
        (5, "there is no type gaints"),
    ]
    assert found.faults[1].column == 3 and found.faults[1].instead == "did you mean giants?"
    assert "15 too many" in found.words


def test_a_list_may_name_a_scenario_and_its_side() -> None:
    for side in ("danville", "The Town of Danville", "DANVILLE"):
        assert (
            judged(f"scenario: raid-on-danville\nside: {side}\narmy: {{mayor: 1}}").checked_against
            == "Raid on Danville, The Town of Danville"
        )


def test_a_list_on_one_line_needs_no_braces() -> None:
    bare = judged("system: miniwars, points: 40, army: {knights: 2}")
    braced = judged("{system: miniwars, points: 40, army: {knights: 2}}")
    assert bare.army == braced.army
    assert [spot.column for spot in bare.faults] == [27] and [spot.column for spot in braced.faults] == [28]


@for_each(
    ("text", "where", "says"),
    [
        ("", (1, 1), "an army list must be a mapping"),
        ("- 3", (1, 1), "an army list must be a mapping"),
        ("army: [", (2, 1), "did not find"),
        ("army: {knights: 1}", (1, 1), "does not name its system"),
        ("system: chess\narmy: {rook: 2}", (1, 9), "there is no system chess"),
        ("system: miniwars", (1, 1), "the list has no army"),
        ("system: miniwars\narmy: {}", (2, 7), "the list has no army"),
        ("system: miniwars\narmy: {knights: none}", (2, 17), "none is not a number of units"),
        ("system: miniwars\narmy: {knights: -1}", (2, 17), "-1 is not a number"),
        ("system: miniwars\narmy: {knights: true}", (2, 17), "True is not a number"),
        ("system: miniwars\npoints: lots\narmy: {knights: 1}", (2, 9), "lots is not a whole number"),
        ("system: miniwars\nhistorical: 3\narmy: {knights: 1}", (2, 13), "historical must be true or false"),
        ("scenario: nowhere\nside: x\narmy: {knights: 1}", (1, 11), "There is no scenario 'nowhere'"),
        (
            "scenario: /no/such.yaml\nside: x\narmy: {knights: 1}",
            (1, 11),
            "the scenario '/no/such.yaml' cannot be read",
        ),
        ("scenario: raid-on-danville\nside: green\narmy: {mayor: 1}", (2, 7), "has no side green"),
        ("scenario: raid-on-danville\narmy: {mayor: 1}", (2, 1), "does not name its side"),
        (
            "scenario: raid-on-danville\nside: danville\nsystem: forumini\narmy: {mayor: 1}",
            (3, 9),
            "is played with miniwars",
        ),
        ("a: " + "x" * 200_000, (1, 1), "an army list has at most"),
    ],
)
def test_the_faults_of_a_text_that_is_no_army_list_have_places(text: str, where: tuple[int, int], says: str) -> None:
    with pytest.raises(FaultyFile) as no:
        judged(text)
    first = no.value.faults[0]
    assert any((spot.line, spot.column) == where for spot in no.value.faults) and any(
        says in spot.says for spot in no.value.faults
    ), first


def test_an_unknown_key_is_told_and_the_rest_judged() -> None:
    (spot,) = judged("system: miniwars\npionts: 100\narmy: {knights: 1}").faults
    assert (spot.line, spot.column, spot.instead) == (2, 1, "did you mean points?")


# lines of sight
@pytest.mark.parametrize(
    ("start", "end", "clear", "by", "says"),
    [
        ("0101", "0103", True, (), "0101 sees 0103"),
        ("101", "103", True, (), "MW 7.1"),
        ("0101", "0505", False, ("0303",), "hill in 0303"),
        ("0101", "Danville", False, ("0507",), "MW 7.4"),
        ("0507", "1103", False, ("0606",), "village in 0606"),
        ("0101", "0101", True, (), ""),
    ],
)
def test_what_sees_what(start: str, end: str, clear: bool, by: tuple[str, ...], says: str) -> None:
    sight, scene = measurements.line_of_sight(miniwars, OPENING, "", start, end)
    assert (sight.clear, sight.by) == (clear, by) and says in sight.says
    assert scene.marks[-len(sight.marks) :] == sight.marks and scene.alt.endswith(f"{sight.says}.")


def test_a_line_of_sight_agrees_with_the_rules_for_every_pair_of_enemies() -> None:
    from engine.systems.miniwars.rules.shooting import shot_obstacle

    units = list(OPENING.units.values())
    pairs = [(a, b) for a in units for b in units if a.side != b.side]
    assert len(pairs) > 50
    for a, b in pairs:
        assert measurements.line_of_sight(miniwars, OPENING, "", a.id, b.id).sight.clear == (
            shot_obstacle(OPENING, a, b) == ""
        )


@pytest.mark.parametrize(
    ("start", "end", "code"),
    [
        ("9999", "0101", "off-board"),
        ("0101", "", "unknown-place"),
        ("0101", "nowhere", "unknown-unit"),
        ("12345678", "0101", "unknown-unit"),
        ("\u202e`@here", "0101", "unknown-unit"),
    ],
)
def test_what_is_no_place_is_told(start: str, end: str, code: str) -> None:
    with pytest.raises(Refused) as no:
        measurements.line_of_sight(miniwars, OPENING, "", start, end)
    assert len(str(no.value)) > 20 and no.value.code in (code, "unknown-place", "unknown-unit")


def test_a_unit_that_is_gone_sees_nothing_and_a_system_may_have_no_sight() -> None:
    from engine.contract import replace

    first = next(iter(OPENING.units.values()))
    fallen = replace(OPENING, units={**OPENING.units, first.id: replace(first, gone=True)})
    with pytest.raises(Refused, match="is not on the map"):
        measurements.line_of_sight(miniwars, fallen, "", first.id, "0101")
    blind = SimpleNamespace(**{**vars(miniwars), "measure": lambda seen, start, end: None})
    with pytest.raises(Refused, match="MiniWars has no lines of sight"):
        measurements.line_of_sight(blind, OPENING, "", "0101", "0102")


@pytest.mark.parametrize("seed", range(4))
def test_no_list_is_too_odd_for_a_sentence(seed: int) -> None:
    """Any value under any key: a list is judged, or it is told what is wrong with it."""
    chance = random.Random(seed)
    values: list[Any] = [
        None,
        True,
        -1,
        0,
        3,
        2.5,
        10**15,
        "",
        "x",
        "allied",
        "miniwars",
        "forumini",
        "open-meeting",
        "raid-on-danville",
        "allies",
        "danville",
        [],
        ["usa"],
        [1],
        {},
        {"m1-garand": 2},
        {"knights": 1, "tiger-i": 999},
        {"minefield": 50, "": 1},
        {"a": None},
        "\u202e",
        "x" * 500,
    ]
    keys = ("system", "scenario", "side", "points", "camp", "nations", "year", "theatre", "historical", "army", "odd")
    for _ in range(250):
        written = {"system": chance.choice(("miniwars", "forumini")), "army": {"m1-garand": 2, "knights": 1}}
        written |= {key: chance.choice(values) for key in chance.sample(keys, 4)}
        try:
            assert judged(json.dumps(written)).words
        except FaultyFile as faulty:
            assert all(spot.line == 1 and spot.says for spot in faulty.faults)


def test_a_measure_between_units_hexes_and_places() -> None:
    found = measurements.measure(miniwars, OPENING, "", "0507", "1103")
    assert found.says[:2] == ("Distance: 7 hexes.", "Bearing: 52 degrees (NE).")
    assert found.measure.sight and found.says[2] == f"{found.measure.sight.says}."
    assert (
        found.scene.marks[-1] == found.measure.sight.marks[-1]
        and "Drawn on top: Distance: 7 hexes. Bearing" in found.scene.alt
    )
    first, *_, last = OPENING.units.values()
    by_units, by_hexes = (
        measurements.measure(miniwars, OPENING, "", a, b) for a, b in ((first.id, last.id), (first.at, last.at))
    )
    assert by_units == by_hexes
    assert measurements.measure(miniwars, OPENING, "", "0507", "0507").says[0] == "Distance: 0 hexes."


def test_an_unknown_end_on_a_table_is_refused_with_examples() -> None:
    """A number without a comma is no hex there."""
    with pytest.raises(Refused, match=r'^"0507" is not a unit, a point such as 12.5,8 or a place on this table\.$'):
        measurements.measure(zones, zones.start(scenarios.load(scenarios.find_shipped("low-wells"))), "", "C1", "0507")


def test_the_examples_are_ideas_of_two_units() -> None:
    table = Table(":memory:", random.Random(1).randbytes)
    game = table.open("low-wells", "", NOW)
    for side in game.sides:
        table.seat(game.id, side, side, NOW)
    side = table.game(game.id).phase.sides[0]  # type: ignore[union-attr]  # it has begun
    said, thought = table.examples(game.id, side), table.ideas(game.id, side)
    assert len({text.split()[0] for text in said}) == 2 and set(said) <= set(thought)


def test_a_measure_from_a_unit_that_faces_tells_its_side() -> None:
    from engine.contract import replace
    from engine.scenarios import reader as scenarios
    from engine.systems import forumini

    state = forumini.start(scenarios.load(scenarios.find_shipped("first-patrol")))
    turned = replace(next(unit for unit in state.units.values() if unit.at), facing="NE")
    state = replace(state, units={**state.units, turned.id: turned})
    other = next(unit for unit in state.units.values() if unit.at and unit.at != turned.at)
    facts = dict(measurements.measure(forumini, state, "", turned.id, other.id).measure.facts)
    assert facts["side"].split(" ")[1] in ("front", "side", "rear")
    assert facts["side"].endswith(f"of {turned.id}, which faces {turned.facing}")
    assert "side" not in dict(measurements.measure(forumini, state, "", str(turned.at), other.id).measure.facts)


def test_a_system_may_measure_nothing_and_a_table_is_measured_in_points() -> None:
    from engine.contract import Measure, replace

    def tabled(answer: Measure | None, asked: list[object]) -> SimpleNamespace:
        def measure(seen: object, start: object, end: object) -> Measure | None:
            asked.append((start, end))
            return answer

        table = {
            "vocabulary": lambda seen, side: replace(miniwars.vocabulary(seen, side), tabletop=(48.0, 36.0)),
            "measure": measure,
        }
        return SimpleNamespace(**{**vars(miniwars), **table})

    with pytest.raises(Refused, match="MiniWars has no distances to measure") as no:
        measurements.measure(tabled(None, []), OPENING, "", "0101", "0102")
    assert no.value.code == "no-measure"
    asked, first = list[object](), next(iter(OPENING.units))
    found = measurements.measure(tabled(Measure((("distance", "3 inches"),)), asked), OPENING, "", "(12.5, 8)", first)
    assert found.says == ("Distance: 3 inches.",)
    assert asked == [((1250, 800), first)]
    with pytest.raises(Refused, match=r"48\.1,1 is off the table: it is 48 inches wide and 36 inches deep"):
        measurements.measure(tabled(None, []), OPENING, "", "48.1,1", first)
