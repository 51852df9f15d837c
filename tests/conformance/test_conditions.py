"""Conditions put in plain words: answered with the line that was meant, and never without their condition."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine import checking
from engine.contract import Vocabulary
from engine.language.condition_words import times_in
from engine.systems import SYSTEMS
from tests.support.sampling import share

from .test_slips import offered_for, orders_in_games

MEANT = (
    "if {who} {state} then {order}",
    "if {who} is {state} then {order}",
    "If {who} {state}, {order}",
    "if {who} {state} {order}",
    "when {who} {state}: {order}",
    "once {who} is {state}, {order}",
    "as soon as {who} is {state}, {order}",
    "As long as {who} {state}: {order}",
    "{order} if {who} {state}",
    "{order} as soon as {who} is {state}",
    "{order} when {who} is {state}",
)
OPPOSITE = (
    "unless {who} is {other}: {order}",
    "if not {who} {other}: {order}",
    "if {who} is not {other} then {order}",
    "{order} unless {who} {other}",
)
"""The same of ``alive`` and ``gone``, which ``other`` stands for."""
VAGUE = (
    "if {who} then {order}",
    "if it rains: {order}",
    "{order} if I win",
    "if possible {order}",
    "unless: {order}",
    "if {who} falls then {order}",
    "as soon as {who} dies {order}",
    "provided {who} is there, {order}",
    "{order} except if {who} gone",
    "{order} even if {who} alive",
    "if we have lost {who} then {order}",
    "if {who} gone and {who} alive: {order}",
    "if {who} alive or {who} gone then {order}",
    "if {who} gone: {order} unless {who} alive",
    "if {who} gone then {order} else done",
    "{order} when {who} dies",
    "{order} once {who} moves",
    "{order} while it is dark",
    "{order} after {who}",
    "{order} before the enemy",
    "{order} until then",
)
"""Whatever they ask, it is nothing that the program could look up, or more than one thing."""
OWN_CONDITION = "the condition of this order begins with when"
"""What an order is told that has a condition of its own: ``retreat if attackers < 3``."""


def conditions(vocabulary: Vocabulary, chance: Random) -> Iterator[tuple[str, str]]:
    """Units or places, and states of theirs that need no place."""
    for state in vocabulary.conditions:
        if state not in vocabulary.types.conditions_at_place:
            placed = state in vocabulary.forces.place_conditions
            if names := [name for name in (vocabulary.places if placed else vocabulary.units) if " " not in name]:
                yield chance.choice(names), state


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_conditions_in_plain_words_are_answered_with_those_that_are_read(name: str) -> None:
    system, chance, tried, known = SYSTEMS[name], Random(f"conditions {name}"), 0, False
    for state, side, order, said in orders_in_games(system, chance):
        if ";" in order or " when " in order or said.ENDS or said.DISCARDS or said.discards:
            continue
        asked = list(conditions(system.vocabulary(system.view(state, side), side), chance))
        known |= bool(asked)
        who, is_so = chance.choice(asked) if asked else ("", "")
        meant = f"if {who} {is_so}: {order}"
        if not all(verdict.accepted and not verdict.warning for verdict in checking.check(system, state, side, meant)):
            continue
        ways = [(way, "") for way in MEANT]
        if is_so in ("alive", "gone"):
            ways += [(way, "gone" if is_so == "alive" else "alive") for way in OPPOSITE]
        way, other = chance.choice(ways)
        line = way.format(who=who, state=is_so, other=other, order=order)
        told = offered(system, state, side, line)
        assert meant in (words.replace("If", "if", 1) for words in told), (line, told)
        tried += 1
    assert tried > 20 or not known


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_nothing_is_offered_for_conditions_that_cannot_be_told(name: str) -> None:
    """``if B1 falls then B2 move 0507`` is answered neither with ``B2 move 0507`` nor with a condition nobody wrote."""
    system, chance, tried = SYSTEMS[name], Random(f"vague conditions {name}"), 0
    for state, side, order, _ in islice(orders_in_games(system, chance), 0, None, share(2, 1)):
        if times_in(order):
            continue
        vocabulary = system.vocabulary(system.view(state, side), side)
        who, _ = next(conditions(vocabulary, chance), ("", ""))
        spoilt = chance.choice((order, order[:-1], order.replace(" ", "  ", 1), f"{order} x"))
        line = chance.choice(VAGUE).format(who=who, order=spoilt)
        told = offered_for(checking.check(system, state, side, line))
        when = times_in(line)  # withdraw sea after round 1
        assert not [each for each in told if not when or not when <= times_in(each)], (line, told)
        tried += 1
    assert tried > share(20, 10)


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_conditions_that_break_off_anywhere_raise_nothing(name: str) -> None:
    """Also those that lack the place that their state needs."""
    system, chance, tried = SYSTEMS[name], Random(f"beginnings {name}"), 0
    for state, side, order, _ in islice(orders_in_games(system, chance), share(40, 10)):
        vocabulary = system.vocabulary(system.view(state, side), side)
        who = chance.choice([*vocabulary.units, *vocabulary.places, "nobody"])
        is_so = chance.choice([*vocabulary.conditions, "alive"])
        words = (
            chance.choice((*MEANT, *OPPOSITE, *VAGUE)).format(who=who, state=is_so, other=is_so, order=order).split()
        )
        for end in range(1, len(words) + 1):
            line = " ".join(words[:end])
            assert checking.check(system, state, side, line), line
            tried += 1
    assert tried > 40


def offered(system: Any, state: Any, side: str, line: str) -> list[str]:
    """What is offered in place of a line, none of whose orders is accepted."""
    verdicts = checking.check(system, state, side, line)
    assert verdicts and not any(verdict.accepted for verdict in verdicts), line
    return list(offered_for(verdicts))


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_what_stands_behind_an_order_is_told_where_a_condition_belongs(name: str) -> None:
    """``X1 halt when the enemy is seen`` is not answered with "leave it out": the order alone would run at once."""
    system, chance, tried = SYSTEMS[name], Random(f"behind {name}"), 0
    for state, side, order, _ in orders_in_games(system, chance):
        if times_in(order):
            continue
        reads = bool(system.vocabulary(system.view(state, side), side).conditions)
        wanted = (
            ("a condition comes before its order: if <",)
            if reads
            else ("conditions cannot be used here; write the order when", OWN_CONDITION)
        )
        opener = chance.choice(("if", "unless", "whenever"))
        told = checking.check(system, state, side, f"{order} {opener} the enemy is seen")
        says = [problem.message for verdict in told for problem in verdict.problems]
        assert any(said.startswith(wanted) for said in says), (order, says)
        assert not any("leave it out" in said for said in says), (order, says)
        tried += 1
    assert tried > 10


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_a_game_without_conditions_says_so_in_one_sentence(name: str) -> None:
    """Not that ``N2`` is no place on its map, nor that the order should be written alone: it would run at once."""
    system, tried, known = SYSTEMS[name], 0, False
    for state, side, order, _ in orders_in_games(system, Random(f"without {name}")):
        vocabulary = system.vocabulary(system.view(state, side), side)
        known |= bool(vocabulary.conditions)
        if vocabulary.conditions or times_in(order) or ":" in order:
            continue
        who = next(iter(vocabulary.units), "inf")
        for line in (f"if {who} alive: {order}", f"if {who} is dead {order}", f"unless {who} is dead {order}"):
            said = [
                problem.message for verdict in checking.check(system, state, side, line) for problem in verdict.problems
            ]
            assert said == ["conditions cannot be used here; write the order when it is time for it"], (line, said)
        tried += 1
    assert tried > 10 or known


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_once_without_a_condition_is_left_out(name: str) -> None:
    """``C1 hunker at once`` waits for nothing: it is not told that a condition comes before its order."""
    system, chance, tried = SYSTEMS[name], Random(f"at once {name}"), 0
    for state, side, order, _ in islice(orders_in_games(system, chance), share(60, 15)):
        if times_in(order):
            continue
        line = f"{order} {chance.choice(('at once', 'once', 'once more', 'once again'))}"
        said = [p.message for verdict in checking.check(system, state, side, line) for p in verdict.problems]
        assert not any(message.startswith("a condition") for message in said), (line, said)
        tried += bool(said)
    assert tried > 5
