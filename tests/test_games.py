"""Thirty random games of MiniWars to the end, every invariant held after every event; and each invariant shown to catch what it is for."""
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from engine import play, scenarios
from engine.contract import Event, Turn, encode
from engine.systems import SYSTEMS
from engine.systems.miniwars.events import EVENTS, PhaseBegan
from engine.systems.miniwars.ground import ground
from engine.systems.miniwars.state import State
from tests import sight, wander
from tests.invariants import EVERY_EVENT, EVERY_POSITION, Moment
from tests.planted import PLANTED

MINIWARS = SYSTEMS["miniwars"]
STEMS = wander.shipped(MINIWARS)
GAMES = [(STEMS[number % len(STEMS)], number) for number in range(16)]
QUICK = [stem for stem in STEMS if stem != "raid-on-danville"]
"""Those with a limit of turns: the others' games are six times as long."""
GAMES += [(QUICK[number % len(QUICK)], number) for number in range(16, 30)]


def moments(step: wander.Step, told: list[Event]) -> Iterator[Moment]:
    """The events of a message one by one; ``told`` is kept: the events of the turn so far."""
    state = step.before
    for event in step.turn.events:
        if isinstance(event, PhaseBegan) and event.name == "initiative":
            told.clear()
        after = MINIWARS.apply(state, event)
        yield Moment(state, event, after, tuple(told))
        told.append(event)
        state = after
    assert state == step.after


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_a_random_game_keeps_every_invariant(scenario: str, seed: int) -> None:
    told, last = list[Event](), None
    for step in wander.game(MINIWARS, scenario, seed):
        for moment in moments(step, told):
            for invariant in EVERY_EVENT:
                invariant(moment)
        for holds in EVERY_POSITION:
            holds(step.after, told)
        last = step.after
    assert last is not None and last.phase == "over" and last.winner
    assert_nothing_can_be_ordered(last)


def assert_nothing_can_be_ordered(state: State) -> None:
    for side, kind in product((side.id for side in state.sides), MINIWARS.ORDERS):
        (verdict, *_) = play.check(MINIWARS, state, side, kind.EXAMPLE)
        assert not verdict.accepted
        turn = Turn(state, wander.Falling(0), MINIWARS.apply)
        play.run(MINIWARS, turn, side, [play.Written(1, kind.EXAMPLE)])
        play.close(MINIWARS, turn, side)
        assert turn.state == state


@pytest.mark.parametrize(("scenario", "seed"), GAMES[:4])
def test_the_same_orders_and_dice_give_the_same_game(scenario: str, seed: int) -> None:
    games = [[encode(step.turn.events) for step in wander.game(MINIWARS, scenario, seed)] for _ in range(2)]
    assert games[0] == games[1]


def test_the_games_go_everywhere() -> None:
    seen, reasons = Counter[type[Event]](), set[str | None]()
    for scenario, seed in GAMES[:8]:
        for step in wander.game(MINIWARS, scenario, seed):
            seen.update(type(event) for event in step.turn.events)
            reasons.add(step.after.game.reason)
    assert {kind.__name__ for kind in EVENTS if not seen[kind]} <= {"DrawOffered", "CannotAdvance", "Held"}
    assert {"eliminated", "turn-limit"} <= reasons


@pytest.mark.parametrize("scenario", [stem for stem in STEMS if stem != "danville-vanguard"])     # its map is that of the raid
def test_the_view_is_the_same_from_both_ends_and_as_the_rules_define_it(scenario: str) -> None:
    """MW 7.1 to 7.6 on every pair of hexes up to five apart; MW 7.4 left out of the comparison of the two ends."""
    state = MINIWARS.start(scenarios.load(scenario))
    board, blind = ground(state.board), ("forest", "village")
    pairs = [(a, b) for a in sorted(state.board.cells) for b in sight.within(a, 5) if b > a and b in state.board.cells]
    assert len(pairs) > 1000
    for a, b in pairs:
        expected = sight.open_ground(state, a, b)
        for here, there in ((a, b), (b, a)):
            if state.board.cells[there].terrain not in blind:
                assert (board.hidden(here, there) == "") == expected, (here, there, board.hidden(here, there))


# each invariant can fail
EACH: tuple[Callable[..., None], ...] = (*EVERY_EVENT, *EVERY_POSITION)
INVARIANTS = {invariant.__name__: invariant for invariant in EACH}


def test_every_invariant_has_its_violation() -> None:
    assert {name for name, _ in PLANTED} == set(INVARIANTS)


@pytest.mark.parametrize(("name", "arguments"), [pytest.param(*one, id=f"{one[0]}-{n}") for n, one in enumerate(PLANTED)])
def test_a_planted_violation_is_caught(name: str, arguments: tuple[object, ...]) -> None:
    with pytest.raises((AssertionError, IndexError)):
        INVARIANTS[name](*arguments)
