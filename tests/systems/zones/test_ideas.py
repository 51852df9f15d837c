"""Ideas and alternatives: all legal, of every kind."""

import re
from random import Random

import pytest

from engine.contract import Order, replace
from engine.language import write
from engine.scenarios import reader
from engine.systems import zones
from engine.systems.zones.orders import ORDERS, Hunker
from engine.systems.zones.state.position import State
from tests.support import report_checks
from tests.support.many_cases import for_each
from tests.systems.zones.support.shipped_scenarios import SHIPPED, played, steps
from tests.systems.zones.support.small_boards import GROVE, RUIN, small_table, unit


def ids(state: State) -> list[str]:
    return [side.id for side in state.sides]


# ideas and advice
@pytest.mark.long
def test_ideas_are_legal_and_the_same_again_and_few() -> None:
    for step in steps()[::9]:
        for side in ("", *ids(step.after)):
            report_checks.ideas(zones, step.after, side, 120)


@pytest.mark.long
def test_ideas_know_every_order_in_all_its_forms() -> None:
    thoughts = [
        (step.after, side, order)
        for step in steps()
        if (phase := zones.phase(step.after))
        for side in phase.sides
        for order in zones.ideas(zones.view(step.after, side), side)
    ]
    assert {report_checks.tag(kind) for kind in ORDERS} - {report_checks.tag(order) for _, _, order in thoughts} == {
        "concede"
    }
    texts = {write(order, zones.vocabulary(state, side)) for state, side, order in thoughts}
    forms = (
        r"^\w+\.\d move",
        r"^\w+\.\d-\d shoot",
        r"shoot \w+\.\d",
        r"move [\d.]+,[\d.]+>",
        r"move .* - ",
        r" block$",
        r"move [NESW]+ \d",
        r" with ",
        r"strike \S+ \S+,",
        r"^standing \w+ arrive \d",
    )
    assert not [form for form in forms if not any(re.search(form, text) for text in texts)]


def test_ideas_come_quickly() -> None:
    """All of the large table in the time of a keystroke."""
    state = zones.case_position(reader.load("the-long-line"), {"turn": 3, "phase": "action"})
    found, seconds = report_checks.timed_ideas(zones, zones.view(state, "colonial"), "colonial")
    assert len(found) > 25 and seconds < 0.25


@pytest.mark.long
def test_groups_hold_the_ideas_of_the_phase_and_none_is_worth_more_than_its_group_says() -> None:
    for step in steps()[::7]:
        for side in ids(step.after):
            seen = zones.view(step.after, side)
            groups = [(group, tuple(group.orders)) for group in zones.idea_groups(seen, side)]
            found = [order for _, orders in groups for order in orders]
            assert len(found) == len(set(found))
            assert set(found) == {order for order in zones.ideas(seen, side) if order.PHASES}
            for group, orders in groups:
                for order in orders:
                    assert zones.worth(seen, side, order) <= group.most
                    assert type(order) is group.kind and getattr(order, "unit", "") == group.unit


@pytest.mark.long
def test_what_is_offered_instead_would_do() -> None:
    refused = offered = 0
    for stem in SHIPPED:
        known: list[Order] = [
            order for step in played(stem)[::5] for side in ids(step.after) for order in zones.ideas(step.after, side)
        ]
        some, good = report_checks.offered_instead(zones, played(stem)[::2], known, Random(7))
        refused, offered = refused + some, offered + good
    assert refused > 120 and offered > refused * 0.7


def proposed(state: State, text: str) -> list[str]:
    return report_checks.proposed(zones, state, "blue", text)


SHAKEN, SPENT = unit("B1", (6, 6), shaken=True), unit("B1", (6, 6), (7.5, 6))
SPENT = replace(SPENT, models=(replace(SPENT.models[0], moved=True, acted=True), SPENT.models[1]))
HIDDEN = replace(unit("B1", (6, 6), kind="scout"), where="ambush")
FAR, NEAR, OTHER = unit("R1", (6, 22)), unit("R1", (6, 9)), unit("R2", (17, 18))


@for_each(
    ("state", "text", "wanted"),
    [
        (small_table(unit("B1", (6, 6)), FAR), "B1 move 6,14", "B1 move 6,12"),
        (small_table(unit("B1", (6, 6)), FAR), "B1 move E 9", "B1 move E 6"),
        (small_table(unit("B1", (6, 6)), FAR, terrain=(GROVE,)), "B1 move 6,12", "B1 move 6,10.66"),
        (small_table(unit("B1", (6, 6)), NEAR), "B1 shoot R1", "B1 melee R1"),
        (small_table(unit("B1", (6, 6)), FAR), "B1 melee R1", "B1 shoot R1"),
        (
            small_table(unit("B1", (12, 6)), unit("R1", (12, 23.5)), OTHER, terrain=(RUIN,)),
            "B1 shoot R2",
            "B1 shoot R1",
        ),
        (small_table(SHAKEN, FAR), "B1 move 6,8", "B1 flee"),
        (small_table(SPENT, FAR), "B1 move 6,8", "B1.2 move 6,8"),
        (small_table(SPENT, FAR), "B1.1 shoot R1", "B1.2 shoot R1"),
        (small_table(unit("B1", (6, 6)), unit("B2", (6, 8))), "B1 move 6,8.5", "B1 move 6,9"),
        (small_table(unit("B1", (6, 6), (7.5, 6))), "B1.1 move 2,6", "B1 move 2,6"),
        (small_table(HIDDEN, FAR, terrain=(GROVE,)), "B1 strike 6,9", "B1 ambush 6,9 block"),
        (small_table(HIDDEN, FAR, terrain=(GROVE,)), "B1 ambush 12,9", "B1 ambush 7.5,9"),
        (small_table(unit("B1", (6, 6))), "B1 flee", "B1 move S 5.5"),
        (small_table(unit("B1", (6, 6), (7.5, 6))), "B1 move 6,7 7,7 8,7", "B1 move 6,7"),
        (small_table(unit("B1", (6, 6))), "B1 move 6,-3", "B1 move 6,0.5"),
    ],
)
def test_what_may_do_instead(state: State, text: str, wanted: str) -> None:
    assert wanted in proposed(state, text)


def test_nobody_is_advised_to_do_what_cannot_be() -> None:
    gone = replace(unit("B1", (6, 6)), where="gone", models=())
    assert not [
        other for refusal in zones.check(small_table(gone, FAR), "blue", Hunker("B1")) for other in refusal.instead
    ]
