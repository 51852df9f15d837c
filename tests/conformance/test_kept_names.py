"""A suggestion keeps the unit and the target that its writer typed, wherever an order with both is legal."""

from itertools import islice
from random import Random

import pytest

from engine import checking
from engine.contract import StandingOrder
from engine.language import write
from engine.language.names import NameLookup
from engine.systems import SYSTEMS
from tests.conformance.every_game import Sys
from tests.conformance.test_suggestions import positions
from tests.support.random_games import game
from tests.support.sampling import share


def systems_with_targets() -> list[str]:
    """Those whose orders to a unit name another one."""
    return [name for name in sorted(SYSTEMS) if name != "baker"]


@pytest.mark.parametrize("verb", share(["xqzw", "xqzw at"], ["xqzw"]))
@pytest.mark.parametrize("name", systems_with_targets())
@pytest.mark.long
def test_a_suggestion_names_the_unit_and_the_target_that_were_typed(name: str, verb: str) -> None:
    system, chance, tried = SYSTEMS[name], Random(f"names {name}"), 0
    for state, side in islice(positions(system), share(60, 12)):
        vocabulary = system.vocabulary(system.view(state, side), side)
        names = NameLookup(vocabulary)
        ideas = [idea for idea in system.ideas(system.view(state, side), side) if not isinstance(idea, StandingOrder)]
        pairs = sorted(
            (unit, next(iter(names.named_in(write(idea, vocabulary)) - {unit})))
            for idea in ideas
            if (unit := getattr(idea, "unit", "")) and len(names.named_in(write(idea, vocabulary))) == 2
        )
        for unit, target in chance.sample(pairs, min(2, len(pairs))):
            about_both = [text for idea in ideas if {unit, target} <= names.named_in(text := write(idea, vocabulary))]
            if any(ends_phase(system, state, side, text) for text in about_both):
                continue  # such an order is never offered
            (verdict,) = checking.check(system, state, side, f"{unit} {verb} {target}")
            found = verdict.problems[0].suggestions
            assert found and names.named_in(found[0]) >= {unit, target}, (f"{unit} {verb} {target}", found)
            tried += 1
    assert tried > share(5, 1)


def ends_phase(system: Sys, state: object, side: str, order: str) -> bool:
    """Whether an order ends its side's part of the phase, as placing the last aircraft does."""
    return any(verdict.ends for verdict in checking.check(system, state, side, order))


def first_charge() -> tuple[object, str]:
    """The Union's movement on the first turn of First Charge."""
    system = SYSTEMS["acw"]
    for seed in range(40):
        for step in islice(game(system, "first-charge", seed), 5):
            phase = system.phase(step.after)
            if phase and phase.name == "first-movement" and phase.sides == ("us",) and step.after.turn == 1:
                return step.after, "us"
    raise AssertionError("the Union never moves first")


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("U1 fire C1", "U1 charge C1"),
        ("U1 fire at C1", "U1 charge C1"),
        ("U1 shoot C1", "U1 charge C1"),
        ("U1 move towards C1", "U1 charge C1"),
        ("UB1 fire C1", "UB1 face C1"),
        ("U1 face C1, charge C1", "U1 charge C1"),
        ("U1 face C1 charge C1", "U1 charge C1"),
    ],
)
def test_lines_of_newcomers_are_answered_about_their_own_target(text: str, instead: str) -> None:
    state, side = first_charge()
    verdicts = checking.check(SYSTEMS["acw"], state, side, text)
    assert next(problem for verdict in verdicts for problem in verdict.problems).suggestions[0] == instead


def test_a_unit_where_a_place_is_needed_is_called_one() -> None:
    state, side = first_charge()
    (verdict,) = checking.check(SYSTEMS["acw"], state, side, "U1 fire C1")
    says = '"C1" is a unit, not a place; fire means: have a battery shell a building, as in UB1 fire "Sutter Farm"'
    assert [(problem.code, problem.message) for problem in verdict.problems] == [("unknown-place", says)]


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_a_line_that_has_nothing_to_do_with_any_order_gets_no_suggestion(name: str) -> None:
    system = SYSTEMS[name]
    for state, side in islice(positions(system), share(20, 4)):
        (verdict,) = checking.check(system, state, side, "xqzw kkk")
        assert verdict.problems and not any(problem.suggestions for problem in verdict.problems)


@pytest.mark.parametrize("name", ["forumini", "miniwars"])
@pytest.mark.long
def test_a_suggestion_names_the_hex_that_was_typed(name: str) -> None:
    system, chance, tried = SYSTEMS[name], Random(f"hexes {name}"), 0
    for state, side in islice(positions(system), share(60, 10)):
        vocabulary = system.vocabulary(system.view(state, side), side)
        if not vocabulary.board or not (units := sorted(vocabulary.mine - set(vocabulary.gone))):
            continue
        tries = [(chance.choice(units), at) for at in chance.sample(sorted(vocabulary.board.cells), 25)]
        for unit, at in tries:
            (move,) = checking.check(system, state, side, f"{unit} move {at}")
            if not move.accepted or move.warning:
                continue
            for line in (f"{unit} xqzw {at}", f"{unit} mvoe {at} now"):
                (verdict,) = checking.check(system, state, side, line)
                assert at in verdict.problems[0].suggestions[0].split(), (line, verdict.problems[0].suggestions)
                tried += 1
    assert tried > share(5, 1)


@pytest.mark.parametrize("joint", share([", ", " and ", " ", " & ", " + "], [" and "]))
def test_an_order_for_several_units_is_answered_with_one_for_each(joint: str) -> None:
    system, tried = SYSTEMS["miniwars"], 0
    for state, side in islice(positions(system), share(60, 10)):
        seen = system.view(state, side)
        vocabulary = system.vocabulary(seen, side)
        moves = [line.split() for idea in system.ideas(seen, side) if " move " in (line := write(idea, vocabulary))]
        for first, _, at, *_ in moves:
            others = [unit for unit, _, to, *_ in moves if to == at and unit != first]
            for other in others[:1]:
                (verdict,) = checking.check(system, state, side, f"{first}{joint}{other} move {at}")
                assert verdict.problems[0].suggestions == (f"{first} move {at}", f"{other} move {at}")
                tried += 1
    assert tried > share(5, 1)


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("buy 9 tnks", ("buy 2 tanks",)),
        ("buy 3 infantry\nbuy 9 tnks", ()),
        ("buy 3 infantry\nbuy 9 infntry", ("buy 1 infantry",)),
        ("move 2 infantry left", ()),
        ("get 2 infantry", ("buy 4 infantry",)),
    ],
)
def test_a_suggestion_is_about_the_type_of_unit_that_was_typed(text: str, instead: tuple[str, ...]) -> None:
    system = SYSTEMS["baker"]
    state = next(game(system, "two-shores", 1)).after
    verdict = checking.check(system, state, "azure", text)[-1]
    assert verdict.problems[0].suggestions[: len(instead) or None] == instead
