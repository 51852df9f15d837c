"""A rough estimate of what an order is worth: which targets to fire at first, which hexes to go to."""

from collections.abc import Iterator
from heapq import nsmallest
from math import comb

from maps.geometry.hexes import distance

from ..rules import current_values
from ..rules.abilities import ability_effects
from ..rules.board.arcs import armour_met
from ..rules.board.stacking import obstacles
from ..rules.board.terrain import terrain_map
from ..rules.movement.pathfinding import reachable_hexes
from ..state.position import State, Unit, card, distance_between, enemy, is_ground, on_map


def attack_value(seen: State, firer: Unit, target: Unit) -> float:
    """The chance that its dice reach the target's Defense, times the target's cost; less if it is hit already."""
    assert firer.at and target.at
    far = distance_between(firer, target)
    _, dice = current_values.attack_dice(seen, firer, target, far)
    facing = armour_met(target.facing, target.at, firer.at) if target.facing else ""
    need = current_values.defense(seen, target, facing)[0]
    bonus = sum(n for _, n in current_values.die_modifiers(seen, firer))
    return _chance(dice, need, (3 + bonus) / 6) * card(seen, target).cost / (1 + target.hits)


def _chance(dice: int, need: int, each: float) -> float:
    return sum(comb(dice, n) * each**n * (1 - each) ** (dice - n) for n in range(need, dice + 1))


def targets(seen: State, firer: Unit, kinds: tuple[str, ...] = ("soldier", "vehicle")) -> list[Unit]:
    """The enemies of these kinds that the unit has dice against, the most rewarding first."""
    if not firer.here or firer.aboard:
        return []
    foes = (foe for foe in on_map(seen, enemy(seen, firer.side)) if card(seen, foe).kind in kinds and not foe.aboard)
    worths = {foe.id: attack_value(seen, firer, foe) for foe in foes}
    return [
        seen.units[key]
        for key in sorted((key for key, value in worths.items() if value > 0), key=lambda key: -worths[key])
    ]


def enemies_on_ground(seen: State, side: str) -> list[Unit]:
    """The enemies on the ground, not riding, the costliest first."""
    there = [foe for foe in on_map(seen, enemy(seen, side)) if is_ground(seen, foe) and not foe.aboard]
    return sorted(there, key=lambda foe: -card(seen, foe).cost)


def nearest_enemy(seen: State, unit: Unit) -> Unit | None:
    """The enemy on the ground nearest to it."""
    there = enemies_on_ground(seen, unit.side) if unit.at else []
    return min(there, key=lambda foe: distance_between(unit, foe), default=None)


def objective_or_centre(seen: State) -> str:
    """Where the game is decided: the objective, else the middle of the board."""
    if seen.setup.objective is not None:
        return seen.setup.objective
    return f"{(seen.board.columns + 1) // 2:02}{(seen.board.rows + 1) // 2:02}"


def hexes_around(seen: State, at: str, within: int = 99) -> list[str]:
    """The hexes of the board from near to far, the hex itself first."""
    apart = {cell: distance(cell, at) for cell in seen.board.cells}
    return sorted((cell for cell, far in apart.items() if far <= within), key=lambda cell: (apart[cell], cell))


def destinations(seen: State, unit: Unit) -> Iterator[str]:
    """Hexes it could go to: those nearest to the goal, the best cover, the ones beside an enemy, the nearest of all."""
    ways = list(reachable_hexes(seen, unit).ways)
    aim, known, column = objective_or_centre(seen), terrain_map(seen), card(seen, unit).kind
    forward = nsmallest(3, ways, key=lambda at: (distance(at, aim), at))
    covers = {at: number for at in ways if (number := known.terrain(at).cover.get(column)) is not None}
    sheltered = nsmallest(1, covers, key=lambda at: (-covers[at], distance(at, aim), at))
    foe = nearest_enemy(seen, unit)
    beside = foe.at if foe and foe.at else aim
    close = nsmallest(1, ways, key=lambda at: (distance(at, beside), at))
    yield from dict.fromkeys(
        (*forward[:1], *_fortifications_in_reach(seen, unit, ways)[:1], *sheltered, *close, *forward[1:], *ways[:2])
    )


def _fortifications_in_reach(seen: State, unit: Unit, ways: list[str]) -> list[str]:
    """Obstacles worth going to: for a soldier the fortifications of its side within reach; for an engineer
    the enemy's obstacles nearest to it.
    """
    if card(seen, unit).kind != "soldier":
        return []
    standing = [(other.side, at) for at, found in obstacles(seen).items() for other in found]
    if any(ability_effects(seen, unit, "clear")):
        return [at for at in ways if any(side != unit.side and distance(at, there) <= 1 for side, there in standing)]
    return [at for at in ways if (unit.side, at) in standing]
