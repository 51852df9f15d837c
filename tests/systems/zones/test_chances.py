"""The averages that are told of attacks are those of every way in which the dice of the rules can fall."""

from fractions import Fraction
from functools import partial
from itertools import islice

import pytest

from engine.contract import Turn, encode
from engine.systems import zones
from engine.systems.zones.advice.chances import average_losses
from engine.systems.zones.orders import Attack
from engine.systems.zones.rules.combat.attacks import attack
from engine.systems.zones.rules.combat.targeting import Aim, aim_of, aims
from engine.systems.zones.state.apply import apply
from engine.systems.zones.state.events import Attacked
from engine.systems.zones.state.position import State
from engine.toolkit.outcomes import outcomes
from tests.systems.zones.support.shipped_scenarios import SHIPPED, played


def _attack_if_any(aim: Aim | None, turn: Turn[State]) -> None:
    if aim:
        attack(turn, aim)


def _rolled(seen: State, order: Attack) -> tuple[Fraction, Fraction]:
    """Hits and wounds on average, from the events of the attack of one model after the other."""
    hits, wounds, positions = Fraction(), Fraction(), {b"": (Fraction(1), seen)}
    for first in aims(seen, order):
        following = dict[bytes, tuple[Fraction, State]]()
        for share, state in positions.values():
            aim = aim_of(state, order, first.weapon, first.model)
            for trial in outcomes(state, apply, partial(_attack_if_any, aim)):
                for event in trial.events:
                    if isinstance(event, Attacked):
                        hits += share * trial.share * event.hits
                        wounds += share * trial.share * event.wounds
                key = encode(trial.state.units[order.target])
                before = following[key][0] if key in following else Fraction()
                following[key] = before + share * trial.share, trial.state
        positions = following
    return hits, wounds


@pytest.mark.sampled(1)
@pytest.mark.parametrize("stem", SHIPPED)
def test_averages_are_those_of_every_way_in_which_the_dice_can_fall(stem: str) -> None:
    ideas = (
        (state, order)
        for state in [step.after for step in played(stem)][::10]
        for side in state.sides
        for order in zones.ideas(state, side.id)
        if isinstance(order, Attack)
    )
    some = tuple(islice(ideas, 40))
    assert some
    for state, order in some:
        assert average_losses(state, order) == _rolled(state, order), (order, state)
