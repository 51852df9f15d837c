"""Lists of models, which no order takes: each is told as a run, or as an order for each part."""

import pytest

from tests.language.test_models import one, several


@pytest.mark.parametrize("shot", ["shoot R2", "shoot R2.1-2", "melee R1"])
@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("N1.1,2", ["N1.1-2"]),
        ("N1.1, 2", ["N1.1-2"]),
        ("N1.2,N1.1", ["N1.1-2"]),
        ("N1.1 N1.2", ["N1.1-2"]),
        ("N1.1+2+3", ["N1.1-3"]),
        ("N1.1 and 2", ["N1.1-2"]),
        ("N1.1 & N1.2", ["N1.1-2"]),
        ("N1.1,3", ["N1.1", "N1.3"]),
        ("N1.1,3-5", ["N1.1", "N1.3-5"]),
    ],
)
def test_models_of_a_unit_in_a_list(said: str, names: list[str], shot: str) -> None:
    line = one(f"{said} {shot}")
    (objection,) = line.objections
    assert line.text[objection.start : objection.end] == said
    assert objection.instead == ("; ".join(f"{name} {shot}" for name in names),)
    assert objection.says.startswith(f'"{said}" is a list; an order names one model or a run of them: {names[0]}')
    assert all(order.order for order in several(objection.instead[0]))


def test_models_of_a_target_in_a_list() -> None:
    assert [said.instead for said in one("N1 shoot R2.1,2").objections] == [("N1 shoot R2.1-2",)]
    assert [said.instead for said in one("N1 shoot R2.1,3").objections] == [("N1 shoot R2.1; N1 shoot R2.3",)]


def test_places_are_no_lists_of_models() -> None:
    assert one("B2 move 12.5,8 13,8 14,8").order and not one("B2 move 12.5,8 13,8 14,8").objections
