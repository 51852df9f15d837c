"""Luck in every system: all dice are counted, nothing secret is, and over all ways in which dice can fall it is nil."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import pytest

from engine import play
from engine.contract import Event, LossByDice, Order, Rolled, TargetRoll, Turn
from engine.contract.defaults import luck
from engine.systems import SYSTEMS
from engine.systems.acw.state.combat_events import MeleeResult
from engine.systems.baker.rules.board.complexes import raidable
from engine.systems.baker.rules.combat.battles import raid
from engine.systems.baker.state.apply_combat import with_game
from engine.systems.baker.state.events import Raided
from engine.systems.forumini.state.events import Attacked
from engine.systems.zones.orders import Attack
from engine.systems.zones.rules.combat.attacks import attack
from engine.systems.zones.rules.combat.targeting import Aim, aims
from engine.toolkit.outcomes import outcomes
from tests.conformance.every_game import MESSAGES, Sys, every_game, secret
from tests.conformance.test_chances import attacks
from tests.support import random_games
from tests.support.sampling import share

Act = Callable[[Turn[Any]], None]
Trial = tuple[str, Any, Act, tuple[type[Event], ...]]
"""System, position, what is done in it, and the events at which it ends."""


def known(system: Sys, before: Any, event: Event) -> list[TargetRoll | LossByDice]:
    seen = system.witness(before, event, "")
    return [*system.luck(system.view(before, ""), seen)] if seen else []


def with_target(event: Event) -> bool:
    """BK 3.8: a die of low luck that no face can make a hit only says who picks the target."""
    if not isinstance(event, Rolled) or (event.rule == "BK 3.8" and event.most == 0):
        return False
    return event.need is not None or isinstance(event.successes, int)


@every_game
def test_every_die_that_has_a_target_is_counted_once(system: Sys, scenario: str) -> None:
    """In ACW the dice of a melee have no number to reach, but the other unit's."""
    for step in random_games.walked(system, scenario, 3, MESSAGES):
        asked, told = Counter[int](), Counter[int]()
        for before, event, _ in ((t.before, t.event, t.after) for t in step.turn.transitions):
            if isinstance(event, Rolled) and with_target(event):
                asked.update(event.faces)
            rolls = [roll for roll in known(system, before, event) if isinstance(roll, TargetRoll)]
            for roll in rolls:
                told.update(roll.faces)
                assert 0 <= roll.chance <= 1 and 0 <= roll.successes <= roll.tries, roll
                assert roll.kind and roll.label and (roll.side or system.luck is luck), roll
                assert roll.chance not in (0, 1) or roll.successes == roll.tries * roll.chance, roll
        assert told == asked or (system.NAME == "acw" and not asked)


def lucky_moments(system: Sys, scenario: str) -> Iterator[tuple[Any, Event]]:
    """Events of a random game that say something of luck, each with the position before it."""
    for step in random_games.game(system, scenario, 3):
        yield from ((t.before, t.event) for t in step.turn.transitions if known(system, t.before, t.event))


@every_game
@pytest.mark.long
def test_luck_is_the_same_whatever_is_secret(system: Sys, scenario: str) -> None:
    """Positions that differ only in standing orders, which are secret, give the same luck."""
    compared = offered = 0
    for before, event in islice(lucky_moments(system, scenario), share(30, 6)):
        turn = Turn(before, random_games.Falling("whispered"), system.apply)
        for side in random_games.written(scenario).sides:
            for order in [idea for idea in system.ideas(system.view(before, side), side) if secret(idea)]:
                play.carry_out(system, turn, side, order)
        if turn.state != before and system.view(turn.state, "") == system.view(before, ""):
            assert known(system, turn.state, event) == known(system, before, event)
            compared += 1
    assert compared or not offered


def test_luck_names_no_unit_that_is_still_secret() -> None:
    system, hidden_moments, names = SYSTEMS["zones"], 0, re.compile(r"\w+")
    for before, event in islice(lucky_moments(system, "secret-wadis"), share(200, 30)):
        hidden = before.units.keys() - system.view(before, "").units.keys()
        rolls = [roll for roll in known(system, before, event) if isinstance(roll, TargetRoll)]
        assert not [roll.label for roll in rolls if hidden.intersection(names.findall(roll.label))]
        hidden_moments += bool(hidden)
    assert hidden_moments


# in the long run
def trials() -> Iterator[Trial]:
    """Attacks of random games."""
    number = share(40, 5)
    for stem, until in (
        ("millers-bridge", ()),
        ("first-charge", (MeleeResult,)),
        ("steel-and-sky", (Attacked,)),
        ("airborne-bridge", (Attacked,)),
    ):
        found = (one for seed in range(12) for one in attacks(stem, seed))
        for state, side, order in islice(found, 6 * number if stem == "millers-bridge" else number):
            system = system_of(state)
            yield system.NAME, state, partial(carry_out, system, side, order), until
    for state, _, order in islice(attacks("low-wells"), number):
        assert isinstance(order, Attack)
        for aim in aims(state, order)[:1]:
            yield "zones", state, partial(_attack, aim), ()
    for step in random_games.walked(SYSTEMS["baker"], "two-shores", 3, MESSAGES):
        for area in raidable(step.after, step.after.active or "")[:1]:
            yield "baker", with_game(step.after, raids={area: 2}), partial(_raid, area), (Raided,)


def carry_out(system: Sys, side: str, order: Order, turn: Turn[Any]) -> None:
    play.carry_out(system, turn, side, order)


def _attack(aim: Aim, turn: Turn[Any]) -> None:
    attack(turn, aim)


def _raid(area: str, turn: Turn[Any]) -> None:
    raid(turn, area)


def system_of(state: Any) -> Sys:
    return SYSTEMS[type(state).__module__.split(".")[2]]


def mean_luck(trial: Trial) -> tuple[Counter[str], int]:
    """How far successes and losses are from what was expected on average, by side and kind; how many ways there are."""
    name, state, act, until = trial
    system, found, ways = SYSTEMS[name], Counter[str](), 0
    for way in outcomes(state, system.apply, act, *until):
        ways += 1
        for step in way.transitions:
            for one in known(system, step.before, step.event):
                match one:
                    case TargetRoll():
                        ahead = one.successes - one.tries * one.chance
                        found[f"{one.side} {one.kind}"] += float(way.share) * ahead  # type: ignore[assignment]
                    case LossByDice():
                        found[f"{one.side} lost"] += float(way.share) * (one.actual - one.expected)  # type: ignore[assignment]
    return found, ways


@pytest.mark.long
def test_over_all_ways_in_which_the_dice_of_attacks_can_fall_luck_is_nil() -> None:
    rolled, lost = Counter[str](), Counter[str]()
    for trial in trials():
        found, ways = mean_luck(trial)
        assert all(abs(value) < 1e-9 for value in found.values()), (trial[0], found)
        if ways > 1:
            rolled[trial[0]] += 1
            lost[trial[0]] += any(key.endswith(" lost") for key in found)
    assert rolled.keys() == SYSTEMS.keys() == {name for name, count in lost.items() if count}
