"""Zone Control: points, army lists and cards."""

import pytest

from engine.scenarios import army_lists, reader
from engine.systems.zones.presentation.cards import FACTION_CARDS, build_card, cards
from engine.systems.zones.setup.point_costs import model_points
from engine.systems.zones.setup.start import start
from engine.systems.zones.tables import TABLES
from engine.toolkit.muster.army_text import UnitSize
from tests.systems.zones.support.scenario import (
    add_third_side,
    field,
    kind,
    setup,
)


def test_points_are_reckoned_by_the_formula() -> None:
    off = {
        key: (kind.points, points)
        for key, kind in TABLES.types.items()
        if kind.points != (points := model_points(kind, TABLES.weapons))
    }
    assert off == {"lancers": (25, 27)}, "the catalogue counts their pistols among the missile weapons alone"


def test_what_a_scenario_changes_is_reckoned_anew() -> None:
    state = start(field())
    assert state.types["lancers"].points == 27 + 6, "one wound more: toughness 3, armour 1, body 2"
    assert state.types["guard"].points == model_points(state.types["guard"], state.weapons) == 14
    assert start(field(lambda w: w["types"].update(lancers={"name": "Uhlans"}))).types["lancers"].points == 25
    assert start(field(kind(points=99))).types["guard"].points == 99


@pytest.mark.parametrize(
    ("stem", "totals"), [("low-wells", [140, 132]), ("three-wadis", [336, 332]), ("the-long-line", [571, 583])]
)
def test_what_the_scenarios_cost(stem: str, totals: list[int]) -> None:
    state = start(reader.load(stem))
    assert [
        sum((state.types[each.type].points or 0) * each.start for each in state.units.values() if each.side == side.id)
        for side in state.sides
    ] == totals


def test_army_lists_are_reckoned_by_points() -> None:
    judged = army_lists.check_army_list(
        "system: zones\npoints: 330\narmy: {line-infantry: 2, line-infantry x6: 1, lancers x1: 1, field-gun: 1}",
        reader.load,
    )
    assert (judged.army.total, judged.army.limit, judged.army.counted) == (
        130 + 78 + 25 + 79,
        330,
        "points",
    ) and not judged.faults
    assert judged.army.rows[1] == ("line-infantry x6", "Line infantry, 6 models", 1, 78)
    assert judged.words.endswith(
        "5 units, 312 points of 330: 18 left\n"
        "For 5 units a team a medium table is recommended, 36 x 36 or 36 x 48 inches (ZC 2.3)."
    )
    judged = army_lists.check_army_list(
        "system: zones\npoints: 12\nyear: 1943\narmy: {line-infantri x2: 2, riders x31: 1, stalker: 1}", reader.load
    )
    assert [(spot.line, spot.says) for spot in judged.faults] == [
        (2, "the army costs 545 of 12 points: 533 too many"),
        (3, "Zone Control balances armies by points alone and has no year"),
        (4, "there is no type line-infantri"),
        (4, "a unit has 1 to 30 models, not 31"),
    ]
    assert [spot.instead for spot in judged.faults][2] == "did you mean line-infantry?"


def test_a_list_for_a_scenario_keeps_to_its_limit() -> None:
    limited = field(setup(points=300), add_third_side, setup(teams={"allies": ["blue", "green"]}))
    judged = army_lists.check_army_list("scenario: field\nside: blue\narmy: {guard x4: 6}", lambda _: limited)
    assert (judged.army.total, judged.army.limit) == (336, 300) and "36 too many" in judged.faults[0].says
    assert judged.army.remarks == (
        "For 7 units a team a large table is recommended, 48 x 60 or 48 x 96 inches (ZC 2.3); this one is 24 x 24.",
    ), "with green's one"
    assert (
        army_lists.check_army_list(
            "scenario: field\nside: red\npoints: 90\narmy: {guard: 2}", lambda _: limited
        ).army.limit
        == 90
    )


@pytest.mark.parametrize(
    ("written", "entry"),
    [
        ("riders", UnitSize("riders", None)),
        ("riders x4", UnitSize("riders", 4)),
        (" riders  x 12 ", UnitSize("riders", 12)),
        ("x4", UnitSize("x4", None)),
        ("riders x99999", UnitSize("riders x99999", None)),
        ("riders x", UnitSize("riders x", None)),
    ],
)
def test_an_entry_of_a_list_may_say_how_many_models(written: str, entry: UnitSize) -> None:
    assert UnitSize.read(written) == entry


def test_every_type_has_a_card_a_scenarios_own_too() -> None:
    catalogue = cards(field())
    assert list(catalogue) == [*TABLES.types, "guard"]
    assert {card.pattern for key, card in catalogue.items() if key != "guard"} == {
        pattern for _, _, pattern in FACTION_CARDS.values()
    }
    guard = catalogue["guard"]
    assert (guard.cost, guard.facts[0], guard.facts[1], guard.group) == ("42", ("Models", "3"), ("Move", '6"'), "")
    assert guard.grids[0].rows == (
        ("spike", '10"', "2", "2", "1", "1", "2"),
        ("bayonet", "melee", "1", "1", "0", "1", "–"),
    )
    assert guard.notes[0] == "14 points per model; 42 for a unit of 3."
    assert guard.notes[2:] == (
        'The spike can also be used in melee, within 6" (ZC 3.3).',
        "The spike has limited ammunition; a round without actions in a controlled zone refills it (ZC 5.4).",
    )
    assert [ability.name for ability in catalogue["skimmers"].abilities] == ["deep strike", "surefoot"]
    assert catalogue["skimmers"].grids[0].rows[-1][:2] == ("bare hands", "melee"), (
        "ZC 3.3: what fights with nothing else"
    )


def test_a_card_without_weapons_shows_bare_hands() -> None:
    bare = start(field(kind("weapons")))
    assert build_card("guard", bare.types["guard"], bare.weapons).grids[0].rows == (
        ("bare hands", "melee", "1", "0", "0", "1", "–"),
    )
