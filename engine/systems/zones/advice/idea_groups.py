"""The ideas for the present phase in groups, each with the most that any of its orders can be worth."""

from collections.abc import Iterable, Iterator

from engine.contract import IdeaGroup, Order
from engine.toolkit.deploy_rest import DeployRest

from ..orders import Arrive, Attack, Flee, Hunker, Move, PlaceUnit
from ..rules.board.geometry import hundredths
from ..state.position import State, Unit, side_units, sides_to_act, unit_type
from . import worth
from .evaluation import most_wounds, nearest_wanted
from .ideas import (
    ATTACKS,
    GOOD_ATTACK,
    Candidates,
    attack_ideas,
    deployment_ideas,
    entering_units,
    entry_ideas,
    legal_ideas,
    move_ideas,
    possible_attacks,
    units_waiting,
)

SUMMED = 1e-9
"""By how much a sum of floating-point numbers can exceed the same total found in another way."""
ROUNDED = 2
"""Hundredths of an inch by which rounding can bring a move nearer to its goal."""


def idea_groups(seen: State, side: str) -> Iterator[IdeaGroup]:
    """A group for each unit and kind of order."""
    if side not in sides_to_act(seen):
        return
    units = list(side_units(seen, side))
    match seen.phase:
        case "deployment":
            for unit in units:
                yield _group(seen, worth.ENTRY, PlaceUnit, unit, deployment_ideas(seen, unit))
            yield IdeaGroup(worth.OTHER, legal_ideas(seen, side, iter([(DeployRest(),)])), DeployRest)
        case "command":
            for unit in units_waiting(seen, side, "reserve"):
                yield _group(seen, worth.ENTRY, Arrive, unit, entry_ideas(seen, unit, Arrive))
        case "action":
            yield from _action_groups(seen, side, units)
        case _:
            pass


def _group(seen: State, most: float, kind: type[Order], unit: Unit, wishes: Iterator[Candidates]) -> IdeaGroup:
    return IdeaGroup(most, legal_ideas(seen, unit.side, wishes), kind, unit.id)


def _action_groups(seen: State, side: str, units: Iterable[Unit]) -> Iterator[IdeaGroup]:
    for unit in units:
        if unit.shaken and not unit.fled:
            yield _group(seen, worth.FLEE, Flee, unit, iter([[Flee(unit.id)]]))
    for unit in units:
        for kind in ATTACKS:
            most = max((most_wounds(seen, order) for order in possible_attacks(seen, unit, kind)), default=0.0)
            if most:
                yield _group(seen, worth.ATTACK + most + SUMMED, kind, unit, _attack_wishes(seen, unit, kind))
    for entry, unit in entering_units(seen, side):
        yield _group(seen, worth.ENTRY, entry, unit, entry_ideas(seen, unit, entry))
    for unit in units:
        yield _group(seen, _most_of_moves(seen, unit), Move, unit, move_ideas(seen, unit))
    for unit in units:
        yield _group(seen, worth.HUNKER, Hunker, unit, _hunker_wishes(seen, unit))


def _attack_wishes(seen: State, unit: Unit, kind: type[Attack]) -> Iterator[Candidates]:
    yield from ([order] for _, order in sorted(attack_ideas(seen, unit, kind), key=lambda one: -one[0]))


def _most_of_moves(seen: State, unit: Unit) -> float:
    """What a move would be worth that goes straight to the nearest of the wanted zones."""
    goes = hundredths(unit_type(seen, unit).move) + ROUNDED
    return max(worth.OTHER, worth.MOVE - max(0, nearest_wanted(seen, unit) - goes) / worth.WORTHLESS)


def _hunker_wishes(seen: State, unit: Unit) -> Iterator[Candidates]:
    attacks = (value for kind in ATTACKS for value, _ in attack_ideas(seen, unit, kind))
    if not any(value >= GOOD_ATTACK for value in attacks):
        yield [Hunker(unit.id)]
