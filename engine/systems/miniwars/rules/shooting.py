"""Shooting: range, line of sight, modifiers and targets (MW 6, 7)."""

from collections.abc import Iterator

from engine.contract import Refusal
from maps.geometry.hexes import distance, touched_hexes

from ..state.position import State, Unit, army, distance_between, enemy, target_unit
from ..tables import MORALES, TABLES
from .terrain import terrain_map


def longest_range(unit: Unit) -> int:
    """MW 6.3: the longest range in hexes; 0 without missiles."""
    return len(TABLES.missile[unit.missile]) if unit.missile else 0


def shot_obstacle(state: State, firer: Unit, target: Unit) -> str:
    """MW 7: why the firer cannot see the target ("forest in 0508", "W2 is in a village"); "" if it can."""
    terrain = terrain_map(state.board).terrain(target.at)
    if TABLES.terrain[terrain].blocks_los:
        return f"{target.id} is in a {terrain}"
    return line_obstacle(state, firer.at, target.at)


def line_obstacle(state: State, a: str, b: str) -> str:
    """MW 7.2, 7.5 to 7.7: what blocks the line between two hexes, units included; "" if nothing does."""
    if obstacle := terrain_map(state.board).obstacle(a, b):
        return obstacle
    between = frozenset(touched_hexes(a, b)) - {a, b}
    units = [unit for unit in state.units.values() if unit.at in between and not unit.gone]
    nearest = min(units, key=lambda unit: (distance(a, unit.at), unit.at), default=None)
    return f"{nearest.id} in {nearest.at}" if nearest else ""


def missile_modifiers(state: State, firer: Unit, target: Unit) -> dict[str, int]:
    """MW 6.6: what is added to the die, by name."""
    table = TABLES.missile_modifiers
    above = _levels_above(state, firer, target)
    return {
        MORALES[target.morale]: table.morale[target.morale],
        "disrupted": table.disrupted * firer.disrupted,
        "higher": table.higher * (above > 0),
        "target higher": table.lower * (above < 0),
    }


def missile_roll_needed(state: State, firer: Unit, target: Unit) -> int:
    """MW 6.4, 6.7: the lowest face that hits a target in range, modifiers included."""
    chart = TABLES.missile[firer.missile or ""][distance_between(firer, target) - 1]
    return max(TABLES.missile_modifiers.fails_on + 1, chart - sum(missile_modifiers(state, firer, target).values()))


def _levels_above(state: State, unit: Unit, other: Unit) -> int:
    board = terrain_map(state.board)
    return board.level(unit.at) - board.level(other.at)


def targets(state: State, firer: Unit) -> Iterator[Unit]:
    """The enemies the unit may fire at now."""
    most = 0 if firer.fired else longest_range(firer)
    for target in army(state, enemy(state, firer.side)) if most else ():
        if distance_between(firer, target) <= most and not shot_obstacle(state, firer, target):
            yield target


def has_shot(state: State, side: str) -> bool:
    """MW 4.6: whether any unit of the side has a legal shot."""
    return any(True for firer in army(state, side) for _ in targets(state, firer))


def target_objections(seen: State, target: str, wrong: str, says: str) -> Iterator[Refusal]:
    """Why this cannot be the target: there is no unit, it is gone, or it is on the ``wrong`` side (then ``says``)."""
    unit = target_unit(seen, target)
    if unit is None:
        yield Refusal("target", "no-target", f"there is no unit in {target}")
    elif unit.gone:
        yield Refusal("target", "unit-gone", f"{unit.id} is no longer in play")
    elif unit.side == wrong:
        yield Refusal("target", "invalid-target", f"{unit.id} is {says}")
