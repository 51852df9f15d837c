"""Baker: cards and army lists."""

from engine.scenarios import army_lists, reader
from engine.systems.baker.presentation.cards import cards
from engine.systems.baker.tables import CATALOGUE


def test_every_type_has_a_card_with_its_figures() -> None:
    catalogue = cards(None)
    assert tuple(catalogue) == CATALOGUE
    infantry, submarine = catalogue["infantry"], catalogue["submarine"]
    assert (infantry.cost, infantry.counted, dict(infantry.facts)["Attack"], dict(infantry.facts)["Defence"]) == (
        "3",
        "IPCs",
        "1",
        "2",
    )
    assert infantry.abilities[0].text == "infantry; if there is none, artillery or tank; only then an aircraft"
    assert ("naval, attacks", "step 1, at once", "step 3") in submarine.grids[0].rows
    assert [each.text for each in submarine.abilities[:2]] == [
        "a ship",
        "a ship; only then an aircraft; its own side picks which",
    ]
    assert all(card.notes and card.abilities for card in catalogue.values())


def test_a_list_is_reckoned_in_ipcs() -> None:
    judged = army_lists.check_army_list("system: baker\npoints: 20\narmy: {infantry: 3, ftr: 1, Anti: 2}", reader.load)
    assert (judged.army.total, judged.army.limit, judged.army.counted) == (21, 20, "IPCs")
    assert [spot.says for spot in judged.faults] == [
        "these units cost 21 of 20 IPCs: 1 too many",
        "there is no type Anti",
    ]
    bought = army_lists.check_army_list("scenario: two-shores\nside: azure\narmy: {infantry: 2, tank: 1}", reader.load)
    assert (bought.army.total, bought.army.limit, bought.faults) == (11, 12, ())
    assert (
        "historical"
        in army_lists.check_army_list("system: baker\nhistorical: true\narmy: {tank: 1}", reader.load).faults[0].says
    )
