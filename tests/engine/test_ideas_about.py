"""``ideas`` and ``help`` with a word: of a unit, a verb, a place, a word of the rulebook, or nothing that is known."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from engine.table import Table
from tests.support.toy_system import NOW


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with closing(Table(tmp_path / "t.db", Random("ideas").randbytes)) as table:
        yield table


def begun(table: Table, scenario: str, side: str = "") -> tuple[str, str]:
    """A game with every seat taken, and the side to move."""
    game = table.open(scenario, "", NOW)
    for seat in game.sides:
        table.seat(game.id, seat, "ann", NOW)
    phase = table.game(game.id).phase
    assert phase
    return game.id, side or phase.sides[0]


@pytest.mark.parametrize(
    ("said", "none"),
    [
        ("ZZ", 'No unit is called "ZZ"; yours are RE, BO, MA, SP and MI.'),
        ("BW", 'No unit is called "BW"; yours are RE, BO, MA, SP and MI; did you mean BO?'),
        ("L1", "L1 (Light Horse 1) is not yours, and no legal order is about it."),
        ("BO", "No legal orders for BO (Bowmen) in initiative."),
        ("bowmen", "No legal orders for BO (Bowmen) in initiative."),
        ("attack", "No legal orders with attack: attack is an order for movement."),
    ],
)
def test_why_there_are_no_ideas_is_said(table: Table, said: str, none: str) -> None:
    key, _ = begun(table, "millers-bridge")
    assert table.ideas_about(key, "reeve", said) == ((), none)


def test_ideas_are_found_by_beginning_verb_name_and_target(table: Table) -> None:
    key, side = begun(table, "low-wells")
    own, theirs = ("C1", "R1") if side == "colonial" else ("R1", "C1")
    every = table.ideas_about(key, side, "").lines
    assert every == table.ideas(key, side)
    for said, fits in (
        (own, lambda line: line.startswith(f"{own} ")),
        (table.units(key, side)[own], lambda line: line.startswith(f"{own} ")),
        ("shoot", lambda line: " shoot " in line),
        (theirs, lambda line: f" {theirs}" in line),
    ):
        assert table.ideas_about(key, side, said).lines == tuple(line for line in every if fits(line)) != ()


def test_places_are_asked_about_where_units_are_counted(table: Table) -> None:
    key, side = begun(table, "two-shores")
    assert '"ZZ" is not a place on this map' in table.ideas_about(key, side, "ZZ").none
    bought = tuple(line for line in table.ideas(key, side) if line.startswith("buy "))
    assert table.ideas_about(key, side, "buy").lines == bought != ()
    assert " in " in table.ideas_about(key, side, "Ridge").none


def moving(table: Table) -> str:
    """A game in which the Reeve moves."""
    for _ in range(30):
        key, side = begun(table, "millers-bridge")
        if side == "reeve":
            table.commit(key, side, NOW, text="choose b\ndone")
            while (phase := table.game(key).phase) and (phase.sides != ("reeve",) or "movement" not in phase.name):
                table.done(key, phase.sides[0], NOW)
            return key
    raise LookupError("the Reeve never wins the roll")


@pytest.mark.parametrize("place", ["The Mill", "the mill", "0304", "304", "0402", "0704"])
def test_orders_to_a_place_are_found_where_units_have_names(table: Table, place: str) -> None:
    key, at = moving(table), {"0402": "0402", "0704": "0704"}.get(place, "0304")
    found = table.ideas_about(key, "reeve", place).lines
    assert len(found) > 1 and all(f" {at}" in line and table.accepts(key, "reeve", line) for line in found), found


def test_a_beginning_is_a_second_choice(table: Table) -> None:
    key = moving(table)
    every = table.ideas_about(key, "reeve", "").lines
    for said, begins in (("R", "RE "), ("B", "BO "), ("RE m", "RE move ")):
        found = table.ideas_about(key, "reeve", said).lines
        assert found == tuple(line for line in every if line.startswith(begins)) != (), (said, found)
    assert "rally is an order for morale" in table.ideas_about(key, "reeve", "rally").none
    assert table.ideas_about(key, "reeve", "zzz").none.startswith('No unit is called "zzz"')


def test_where_nothing_can_be_done_at_a_place_it_is_called_by_its_name(table: Table) -> None:
    key, side = begun(table, "millers-bridge")
    assert table.ideas_about(key, side, "The Mill") == ((), "No legal orders for The Mill (0304) in initiative.")


@pytest.mark.parametrize(
    ("scenario", "word", "says"),
    [
        ("millers-bridge", "block", "block is not an order, but the rulebook explains it: `rules block`."),
        ("millers-bridge", "too-far", "too-far is not an order, but the rulebook explains it: `rules too-far`."),
        ("millers-bridge", "bo", "BO (Bowmen) is a unit, not an order: `ideas BO` lists the legal orders about it."),
        (
            "millers-bridge",
            "Bowmen",
            "BO (Bowmen) is a unit, not an order: `ideas BO` lists the legal orders about it.",
        ),
        ("millers-bridge", "atack", "atack is not an order; did you mean attack?"),
        ("two-shores", "infantry", "infantry is not an order, but the rulebook explains it: `rules infantry`."),
    ],
)
def test_help_with_a_word_that_is_no_order_says_what_it_is(table: Table, scenario: str, word: str, says: str) -> None:
    key, side = begun(table, scenario)
    assert table.explain_order(key, side, word) == says
