"""A sandbox of every system: any legal game can be played in it, and it holds nothing that its side may not know."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from engine.contract import System, encode
from engine.errors import AskAgain, Refused
from engine.log.entries import FORMAT, Opened
from engine.lookups.requests import scenario_json
from engine.sandbox.one_game import NEVER
from engine.sandbox.record import SandboxRecord, read_record, write_record
from engine.sandbox.sandbox import HEAD, KEY, STAMP, Sandbox
from engine.sandbox.starts import playable_view
from engine.systems import SYSTEMS
from tests.support import random_games
from tests.support.sampling import share

from .every_game import every_game, whispered

MOVES = share(8, 5)
"""Commits in each sandbox."""
STARTS = share(3, 2)
"""Positions of each game from which sandboxes are played."""
View = Callable[[System[Any], Any, str], Any]


def opened(system: System[Any], scenario: str) -> Opened:
    setup = random_games.written(scenario)
    return Opened("game-1", "The Game", system.NAME, system.VERSION, scenario, scenario_json(setup), None, FORMAT)


def sandbox_of(
    system: System[Any], scenario: str, state: Any, side: str, view: View = playable_view, seed: str = "5eed"
) -> Sandbox:
    return Sandbox(opened(system, scenario), view(system, state, side), dict, SandboxRecord("game-1", side, 7, seed))


def committed(sandbox: Sandbox, chance: Random) -> None:
    """Some legal orders of the side to move, and done."""
    fold, mover = sandbox._cache.find(KEY), sandbox.mover
    sandbox.write(KEY, mover, random_games.message(fold.system, fold.state, mover, chance), NEVER)
    run = sandbox.done if chance.random() < 0.8 else sandbox.commit
    with suppress(Refused):
        try:
            run(KEY, mover, NEVER)
        except AskAgain as ask:
            run(KEY, mover, NEVER, sure=ask.token)


def played(sandbox: Sandbox, seed: int, moves: int = MOVES) -> Iterator[object]:
    """Everything that its player is shown, and all that it is made of, after each of some commits."""
    chance = Random(f"sandbox {seed}")
    for _ in range(moves):
        mover = sandbox.mover
        yield sandbox.picture(KEY), sandbox.text_map(KEY), sandbox.log(KEY), write_record(sandbox.record)
        yield encode(sandbox._cache.find(KEY).state)
        if not mover:
            return
        yield sandbox.ideas(KEY, mover), sandbox.units(KEY, mover), sandbox.orders_now(KEY, mover)
        committed(sandbox, chance)


def starts(system: System[Any], scenario: str) -> Iterator[tuple[Any, str]]:
    steps = [step for step in random_games.walked(system, scenario, 3, 40) if system.phase(step.after)]
    for nth in range(STARTS):
        state = steps[nth * (len(steps) - 1) // max(1, STARTS - 1)].after
        yield from ((state, side) for side in random_games.written(scenario).sides)


@every_game
def test_any_position_can_be_played_on_and_brought_back(system: System[Any], scenario: str) -> None:
    for nth, (state, side) in enumerate(starts(system, scenario)):
        sandbox = sandbox_of(system, scenario, state, side)
        first = [*played(sandbox, nth)]
        kept = write_record(sandbox.record)
        again = Sandbox(opened(system, scenario), playable_view(system, state, side), dict, read_record(kept))
        assert write_record(again.record) == kept and again.log(KEY) == sandbox.log(KEY)
        assert again._cache.find(KEY).state == sandbox._cache.find(KEY).state
        with pytest.raises(Refused, match="nothing to undo"):
            for _ in range(1000):
                again.undo()
        assert (again.picture(KEY), again.text_map(KEY), again.log(KEY)) == first[0][:3]  # type: ignore[index]


@every_game
def test_everything_that_is_shown_says_what_it_is(system: System[Any], scenario: str) -> None:
    state, side = next(starts(system, scenario))
    sandbox = sandbox_of(system, scenario, state, side)
    committed(sandbox, Random(1))
    scene = sandbox.picture(KEY)
    assert scene.stamp == STAMP and "Sandbox" in scene.title.game and scene.alt.startswith(HEAD)
    assert all(part.alt.startswith(HEAD) for part in scene.details)
    assert sandbox.text_map(KEY).startswith(HEAD) and sandbox.log(KEY)[0] == HEAD
    assert all(news.lines[0] == HEAD and len(news.lines) == len(news.turns) for news in sandbox.news(KEY))


def alike(system: System[Any], scenario: str) -> Iterator[tuple[Any, Any, str]]:
    """Pairs of different true positions that look the same to a side."""
    for step in (*whispered(system, scenario), *random_games.walked(system, scenario, 3, 40)):
        for side in random_games.written(scenario).sides:
            if side == step.side or not step.side or step.before == step.after or system.phase(step.after) is None:
                continue
            if playable_view(system, step.before, side) == playable_view(system, step.after, side):
                yield step.before, step.after, side


WITH_SECRETS = ("miniwars", "forumini", "acw", "zones", "baker")
"""Systems that keep something from somebody; others need not."""
SECRETIVE = [
    *(pytest.param(system, random_games.shipped(system)[-1], id=name) for name, system in SYSTEMS.items()),
    pytest.param(SYSTEMS["zones"], "secret-wadis", id="secret-wadis"),
    pytest.param(SYSTEMS["zones"], "the-long-line", id="the-long-line"),
    pytest.param(SYSTEMS["forumini"], "open-meeting", id="open-meeting"),
    pytest.param(SYSTEMS["baker"], "open-field", id="open-field"),
]
"""Games with standing orders, sealed deployments and rounds, units that nobody has seen, secret purchases."""


@pytest.mark.parametrize(("system", "scenario"), SECRETIVE)
def test_what_looks_the_same_gives_the_same_sandbox(system: System[Any], scenario: str) -> None:
    pairs = [*alike(system, scenario)]
    assert pairs or system.NAME not in WITH_SECRETS, "nothing is secret in this game"
    for nth, (one, other, side) in enumerate(pairs[:: max(1, len(pairs) // share(12, 2))]):
        assert [*played(sandbox_of(system, scenario, one, side), nth)] == [
            *played(sandbox_of(system, scenario, other, side), nth)
        ]


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: str(system.NAME))
def test_every_system_has_such_pairs_and_the_comparison_finds_a_leak(system: System[Any]) -> None:
    """A sandbox made from the true position instead of the view is told apart."""
    scenario = random_games.shipped(system)[-1]
    found = next(alike(system, scenario), None)
    if found is None:
        assert system.NAME not in WITH_SECRETS
        return
    one, other, side = found
    leaky = [[*played(sandbox_of(system, scenario, state, side, true_position), 0)] for state in (one, other)]
    assert leaky[0] != leaky[1]


def true_position(system: System[Any], state: Any, side: str) -> Any:
    return state


def test_units_that_nobody_else_has_seen_are_not_in_a_sandbox() -> None:
    system = SYSTEMS["zones"]
    hidden = 0
    for step in random_games.walked(system, "secret-wadis", 3, 30):
        for side in random_games.written("secret-wadis").sides:
            if system.phase(step.after) is None:
                continue
            own, seen = sandbox_of(system, "secret-wadis", step.after, side), system.view(step.after, side).units
            unknown = step.after.units.keys() - seen.keys()
            hidden += len(unknown)
            called = [own.units(KEY, other) for other in ("", *own.game(KEY).sides)]
            shown = f"{own.picture(KEY)} {own.text_map(KEY)} {called}"
            assert not [key for key in unknown if f"'{key}'" in shown or f"{key} " in shown]
    assert hidden > 10
