"""What places are worth: the zones that a unit there wins or loses, those it is on the way to, whom it could hit."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import prod
from typing import NamedTuple

from engine.contract import kept_for_latest

from ..rules.board.geometry import diameter, hundredths, point_to_spot, spot_distance
from ..rules.board.zone_control import zone_of
from ..state.position import (
    ACTION,
    Edge,
    Rectangle,
    Spot,
    State,
    Unit,
    side_of,
    side_units,
    team,
    unit_type,
    units_on_table,
)
from ..state.zone_grid import zone_box, zone_centre, zone_names
from .evaluation import middle_of
from .firepower import wounds_to
from .morale_outlook import outcomes

HALFWAY = 1200
"""Hundredths of an inch from the middle of a zone at which being on the way to it is worth half as much."""
HOLDING, APPROACHING = (3.0, 1.0, 0.3), (0.2, 1.0, 1.2)
"""What it is worth to hold a zone, and to be near one, in the last round, the one before it, and earlier."""

BACK: Mapping[Edge, Spot] = {"south": (0, -600), "north": (0, 600), "west": (-600, 0), "east": (600, 0)}
"""ZC 13.3: how far units fall back, by their own edge."""
STAYS = 0.6
"""How often a unit that is still to move this round stays in its zones."""
STRUCK = 0.9
"""The share of what the enemy could do to a unit that it is likely to do."""


class Goal(NamedTuple):
    """A zone as one side sees it.  ``others``: how far each of its units is, in hundredths of an inch."""

    centre: Spot
    value: int
    others: Mapping[str, int]


def holding_gain(seen: State, unit: Unit, ends: Sequence[Spot]) -> float:
    """ZC 14.1, 14.3: the zones that the unit's team wins, and others lose, by its models standing elsewhere when the
    round ends, as far as they are still there by then.
    """
    before = _outlook(seen, unit) if unit.where == "table" else {}
    return _swing(seen, unit, before, _chances(seen, unit, ends), team(seen, unit.side))


def ousting_gain(seen: State, side: str, foe: Unit, wounds: float, *, close: bool) -> float:
    """The zones that the side's team wins, and others lose, by so many wounds of an enemy unit."""
    return _swing(seen, foe, _outlook(seen, foe), _outlook(seen, foe, wounds, close=close), team(seen, side))


def _swing(seen: State, unit: Unit, before: Mapping[str, float], after: Mapping[str, float], own: str) -> float:
    """What a team gains if the unit is in zones with other chances than before."""
    values, present, whose, gain = zone_values(seen), units_by_zone(seen), team(seen, unit.side), 0.0
    for zone in dict.fromkeys((*before, *after)):
        there = [(other, chance) for key, other, chance in present.get(zone, ()) if key != unit.id]
        step = standing([*there, (whose, after.get(zone, 0.0))], own) - standing(
            [*there, (whose, before.get(zone, 0.0))], own
        )
        gain += values.get(zone, 1) * step
    return gain * HOLDING[rounds_left(seen)]


def approach_value(seen: State, unit: Unit, at: Spot) -> float:
    """What it is worth to be near a zone, the most of all zones: less where other units of the side are nearer."""
    return APPROACHING[rounds_left(seen)] * max(_pull(unit, at, goal) for goal in _goals(seen)[unit.side])


def rounds_left(seen: State) -> int:
    """How many rounds follow this one, 2 for more."""
    return min(2, max(0, seen.setup.rounds - seen.turn))


@kept_for_latest
def zone_values(seen: State) -> Mapping[str, int]:
    """ZC 14.3: the zones that count as more than one."""
    return {goal.zone: goal.value for goal in seen.setup.objectives}


def _pull(unit: Unit, at: Spot, goal: Goal) -> float:
    far = spot_distance(at, goal.centre)
    nearer = sum(other < far for key, other in goal.others.items() if key != unit.id)
    return goal.value / (1 + nearer) * HALFWAY / (HALFWAY + far)


def standing(there: Sequence[tuple[str, float]], own: str) -> float:
    """How much more often the team will hold a zone than others: teams of units with the chance that each is there."""
    held = prod([1 - chance for whose, chance in there if whose != own])
    lost = prod([1 - chance for whose, chance in there if whose == own])
    return held * (1 - lost) - lost * (1 - held)


def _chances(
    seen: State, unit: Unit, spots: Sequence[Spot], wounds: float = 0.0, *, close: bool = False
) -> dict[str, float]:
    """Zone -> the chance that a model of the unit holds it when the round ends, if they stand in these places now and
    lose so many wounds: the doomed will not, and who fails the morale check will have fallen back (ZC 13.1 to 13.3).
    """
    living = [at for at, model in zip(spots, unit.models, strict=True) if model.wounds]
    found, here, back = dict[str, float](), zones_of_models(seen, unit, living), Counter[str]()
    for chance, lost, falls in outcomes(seen, unit, wounds + _wounds_to_come(seen, unit, spots), close=close):
        for zone, count in here.items():
            found[zone] = found.get(zone, 0.0) + chance * (1 - falls) * (1 - lost**count)
        if falls:
            back = back or zones_of_models(seen, unit, fallen_back(seen, unit, living))
            for zone, count in back.items():
                found[zone] = found.get(zone, 0.0) + chance * falls * (1 - lost**count)
    return found


def fallen_back(seen: State, unit: Unit, spots: Sequence[Spot]) -> list[Spot]:
    """ZC 13.3: where models in these places would be after falling back, roughly."""
    (dx, dy), rim = BACK[side_of(seen, unit.side).edge], (diameter(seen, unit) + 1) // 2
    width, height = point_to_spot((seen.table.width, seen.table.height))
    return [(min(max(x + dx, rim), width - rim), min(max(y + dy, rim), height - rim)) for x, y in spots]


def _wounds_to_come(seen: State, unit: Unit, spots: Sequence[Spot]) -> float:
    """What the enemy may take off the unit in these places before the game ends; none before the last round."""
    if rounds_left(seen) or not any(team(seen, side) != team(seen, unit.side) for side in _yet_to_act(seen)):
        return 0.0
    return STRUCK * wounds_to(seen, unit, spots)


def _yet_to_act(seen: State) -> tuple[str, ...]:
    """The sides whose action turn is still to come in this round."""
    order = seen.game.order
    if seen.phase != ACTION or seen.active not in order:
        return order
    return order[order.index(seen.active) + 1 :]


def zones_of_models(seen: State, unit: Unit, spots: Sequence[Spot]) -> Counter[str]:
    """Zone -> how many models would be wholly within it."""
    base = diameter(seen, unit)
    return Counter([zone for at in spots if (zone := zone_of(seen.table, at, base))])


@kept_for_latest
def units_by_zone(seen: State) -> Mapping[str, Sequence[tuple[str, str, float]]]:
    """Zone -> the units that may be there when the round ends: unit, team, and the chance that it is."""
    found = dict[str, list[tuple[str, str, float]]]()
    for unit in units_on_table(seen):
        for zone, chance in _outlook(seen, unit).items():
            found.setdefault(zone, []).append((unit.id, team(seen, unit.side), chance))
    return found


def _outlook(seen: State, unit: Unit, wounds: float = 0.0, *, close: bool = False) -> dict[str, float]:
    """Zone -> the chance that the unit will be there when the round ends, after an attack on it."""
    chances = _chances(seen, unit, [model.at for model in unit.models], wounds, close=close)
    return chances if unit.shaken or unit.side not in _yet_to_act(seen) else _after_a_move(seen, unit, chances)


def _after_a_move(seen: State, unit: Unit, chances: Mapping[str, float]) -> dict[str, float]:
    """The chances of a unit that may stay or go to any other zone that it can reach."""
    at, rim = middle_of(unit), (diameter(seen, unit) + 1) // 2
    goes = hundredths(unit_type(seen, unit).move)
    near = [zone for zone in zone_names(seen.table) if zone not in chances and _is_near(at, zone_box(zone), goes - rim)]
    found = {zone: STAYS * chance for zone, chance in chances.items()}
    return found | dict.fromkeys(near, (1 - STAYS) / max(2, len(near)))


def _is_near(at: Spot, box: Rectangle, far: int) -> bool:
    left, low, right, high = box
    return spot_distance(at, (min(max(at[0], left), right), min(max(at[1], low), high))) <= far


@kept_for_latest
def _goals(seen: State) -> Mapping[str, tuple[Goal, ...]]:
    """Side -> all zones."""
    values = zone_values(seen)
    middles = {side.id: {one.id: middle_of(one) for one in side_units(seen, side.id)} for side in seen.sides}
    zones = [(zone_centre(zone), values.get(zone, 1)) for zone in zone_names(seen.table)]
    return {
        side: tuple(
            Goal(centre, value, {key: spot_distance(at, centre) for key, at in units.items()})
            for centre, value in zones
        )
        for side, units in middles.items()
    }
