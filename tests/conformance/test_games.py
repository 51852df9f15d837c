"""Random games of every system keep every invariant after every event, and every invariant catches the violation
planted for it."""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any

import pytest

from engine import checking, play
from engine.contract import Event, System, Turn, encode
from engine.systems import SYSTEMS
from tests.conformance.moment import Moment
from tests.support import random_games
from tests.support.sampling import THOROUGH, share
from tests.support.system_helpers import helpers_of, invariants_of

FIELDS: dict[str, Any] = {name: invariants_of(name) for name in SYSTEMS}
GAMES = [(name, *game) for name, field in FIELDS.items() for game in field.GAMES[: share(999, 2)]]

PART = 12
"""Messages of a game that is not played to its end."""


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_helpers_of_a_system_can_be_used(name: str) -> None:
    problem = helpers_of(name).problem
    assert not problem, problem


def moments(system: System[Any], step: random_games.Step, told: list[Event], began: list[Any]) -> Iterator[Moment]:
    """Yields a moment for each event of a message; updates ``told``, the events of the turn, and ``began``, its
    first position."""
    state = step.before
    for event in step.turn.events:
        if FIELDS[system.NAME].begins(event, told) or not began:
            told.clear()
            began[:] = [state]
        after = system.apply(state, event)
        yield Moment(state, event, after, tuple(told), *began)
        told.append(event)
        state = after
    assert state == step.after


@pytest.mark.parametrize(("name", "scenario", "seed"), GAMES)
def test_a_random_game_keeps_every_invariant(name: str, scenario: str, seed: int) -> None:
    """By default only the first game of each system is played to its end."""
    system, field, told, began, last = SYSTEMS[name], FIELDS[name], list[Event](), list[Any](), None
    whole = THOROUGH or (scenario, seed) == field.GAMES[0]
    for step in islice(random_games.game(system, scenario, seed), None if whole else PART):
        for moment in moments(system, step, told, began):
            for invariant in field.EVERY_EVENT:
                invariant(moment)
        for holds in field.EVERY_POSITION:
            holds(step.after, told)
        last = step.after
    assert last is not None
    if whole:
        assert last.phase == "over" and last.winner
    if last.phase == "over":
        assert_nothing_can_be_ordered(system, tuple(random_games.written(scenario).sides), last)


def assert_nothing_can_be_ordered(system: System[Any], sides: Sequence[str], state: Any) -> None:
    for side, kind in product(sides, system.ORDERS):
        (verdict, *_) = checking.check(system, state, side, kind.EXAMPLE)
        assert kind.ANYTIME or not verdict.accepted
        turn = Turn(state, random_games.Falling(0), system.apply)
        play.run(system, turn, side, [play.OrderToRun(1, kind.EXAMPLE)])
        play.close(system, turn, side)
        assert turn.state == state


@pytest.mark.parametrize(
    ("name", "scenario", "seed"),
    [(name, *game) for name, field in FIELDS.items() for game in field.GAMES[: share(8, 1)]],
)
@pytest.mark.long
def test_the_same_orders_and_dice_give_the_same_game(name: str, scenario: str, seed: int) -> None:
    games = [
        [
            encode(step.turn.events)
            for step in islice(random_games.game(SYSTEMS[name], scenario, seed), share(4_000, 15))
        ]
        for _ in range(2)
    ]
    assert games[0] == games[1]


@pytest.mark.long
@pytest.mark.parametrize("name", FIELDS)
def test_the_games_go_everywhere(name: str) -> None:
    """Plays games until every kind of event and of ending has occurred."""
    field, missing, reasons = FIELDS[name], {kind.__name__ for kind in SYSTEMS[name].EVENTS}, set[str | None]()
    if not field.EVERYWHERE:
        return
    for scenario, seed in field.EVERYWHERE:
        for step in random_games.game(SYSTEMS[name], scenario, seed):
            missing -= {type(event).__name__ for event in step.turn.events}
            reasons.add(step.after.game.reason)
        if missing <= field.RARE and reasons >= field.REASONS:
            return
    raise AssertionError(f"in no game: {sorted(missing - field.RARE)}, {sorted(field.REASONS - reasons)}")


# each invariant can fail
INVARIANTS = {
    (name, invariant.__name__): invariant
    for name, field in FIELDS.items()
    for invariant in (*field.EVERY_EVENT, *field.EVERY_POSITION)
}


@pytest.mark.parametrize("name", FIELDS)
def test_every_invariant_has_its_violation_that_is_caught(name: str) -> None:
    planted = helpers_of(name).planted
    violations = planted.PLANTED if planted else ()
    invariants = {invariant for system, invariant in INVARIANTS if system == name}
    assert {invariant for invariant, _ in violations} == invariants
    missed = [f"{one[0]}-{number}" for number, one in enumerate(violations) if not is_caught(name, *one)]
    assert not missed


def is_caught(name: str, invariant: str, arguments: tuple[object, ...]) -> bool:
    try:
        INVARIANTS[name, invariant](*arguments)
    except (AssertionError, IndexError):
        return True
    return False


@pytest.mark.parametrize("name", FIELDS)
def test_what_is_right_is_not_caught(name: str) -> None:
    planted = helpers_of(name).planted
    for (moment,) in getattr(planted, "RIGHT", ()):
        for invariant in FIELDS[name].EVERY_EVENT:
            invariant(moment)
    for (moment,) in getattr(planted, "AT_REST", getattr(planted, "RIGHT", ())):
        for invariant in FIELDS[name].EVERY_POSITION:
            invariant(moment.after, (*moment.told, moment.event))
