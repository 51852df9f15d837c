"""Estimates for ideas and alternatives: where to go and how far, where to appear, which attack is worth most."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import product
from math import hypot

from engine.contract import Shift, kept_for_latest, replace
from maps.geometry.tabletop import Tabletop

from ..orders import Attack, Move
from ..rules.board.geometry import (
    boxes_within,
    diameter,
    hundredths,
    point_to_spot,
    spot_distance,
)
from ..rules.board.terrain import Ground, affordable_share, cost_on, path_cost, pieces_at, slow_ground
from ..rules.board.zone_control import control
from ..rules.combat.targeting import DIE_FACES, Aim, aims, attack_mode, chosen_weapon, has_ammunition, weapon_use
from ..rules.movement.entries import ARRIVAL_DEPTH
from ..rules.movement.planned_moves import ways
from ..state.position import (
    Edge,
    Model,
    Rectangle,
    Spot,
    State,
    Unit,
    box_around,
    enemy_units,
    named_models,
    side_of,
    team,
    unit_type,
)
from ..state.zone_grid import zone_centre
from ..table_rows import Weapon

GRID_STEP = 300
"""Hundredths of an inch between the places that are tried."""


# destinations
def middle(spots: Sequence[Spot]) -> Spot:
    """The place of the middle one of some models."""
    return spots[len(spots) // 2]


def middle_of(unit: Unit) -> Spot:
    """The place of the middle one of the unit's models."""
    return middle([model.at for model in unit.models])


def nearest_enemies(seen: State, unit: Unit) -> list[Unit]:
    """The enemy units on the table, the nearest first."""
    known = _known_enemies(seen)
    if unit.id not in known:
        here, foes = unit.models[0].at, enemy_units(seen, unit.side)
        known[unit.id] = sorted(foes, key=lambda foe: min([spot_distance(here, model.at) for model in foe.models]))
    return known[unit.id]


@kept_for_latest
def _known_enemies(seen: State) -> dict[str, list[Unit]]:
    """Unit -> its enemies, the nearest first."""
    return {}


def wanted_zones(seen: State, unit: Unit, here: Spot) -> list[Spot]:
    """The centres of zones that the unit's team does not control, the nearest first; objectives count as nearer by
    their value.
    """
    wanted = _wanted_zones(seen, team(seen, unit.side))
    return [centre for centre, _ in sorted(wanted, key=lambda zone: spot_distance(here, zone[0]) / zone[1])]


def most_wanted_zone(seen: State, unit: Unit, here: Spot) -> Spot:
    """The first of the ``wanted_zones``; the place itself if there is none."""
    wanted = _wanted_zones(seen, team(seen, unit.side))
    return min(wanted, key=lambda zone: spot_distance(here, zone[0]) / zone[1], default=(here, 1))[0]


def nearest_wanted(seen: State, unit: Unit) -> int:
    """Hundredths of an inch from the unit's first model to the nearest of the ``wanted_zones``; 0 if there is none."""
    here, wanted = unit.models[0].at, _wanted_zones(seen, team(seen, unit.side))
    return min([spot_distance(here, zone) for zone, _ in wanted], default=0)


def _wanted_zones(seen: State, own: str) -> list[tuple[Spot, int]]:
    """The centres of the zones, and what each is worth."""
    known = _known_wishes(seen)
    if own not in known:
        worth = {goal.zone: goal.value for goal in seen.setup.objectives}
        wanted = [zone for zone, holder in control(seen).items() if holder != own] or list(worth) or list(control(seen))
        known[own] = [(zone_centre(zone), worth.get(zone, 1)) for zone in wanted]
    return known[own]


@kept_for_latest
def _known_wishes(seen: State) -> dict[str, list[tuple[Spot, int]]]:
    """Team -> its wanted zones."""
    return {}


def cover_spots(seen: State, here: Spot) -> list[Spot]:
    """The middles of the pieces of terrain, the nearest first."""
    return sorted(_middles(seen.table), key=lambda at: spot_distance(here, at))


@kept_for_latest
def _middles(table: Tabletop) -> list[Spot]:
    boxes = ([point_to_spot(point) for point in piece.shape] for piece in table.pieces)
    return [(sum(x for x, _ in box) // len(box), sum(y for _, y in box) // len(box)) for box in boxes]


# distances
def advance(seen: State, unit: Unit, models: Sequence[Model], to: Spot, share: float = 1.0) -> Spot:
    """Where the first model ends on its way to a point if all make the same displacement and none pays more than
    ``share`` of its move.
    """
    start = models[0].at
    dx, dy = _keep_on_table(seen, unit, models, (to[0] - start[0], to[1] - start[1]))
    move, far = int(hundredths(unit_type(seen, unit).move) * share), hypot(dx, dy)
    most = min(int(far), move)

    def moved(at: Spot, length: int) -> Spot:
        return at[0] + round(dx * length / far), at[1] + round(dy * length / far)

    def ground(at: Spot) -> Ground | None:
        return slow_ground(seen, unit, box_around((at, moved(at, most))))

    known: dict[tuple[Spot | None, int], int] = {}

    def cost(at: Spot, length: int, slow: Ground | None) -> int:
        """Where nothing slows them, all models pay the same."""
        asked = at if slow else None, length
        if asked not in known:
            known[asked] = cost_on(slow, (at, moved(at, length)))
        return known[asked]

    on = [(model.at, ground(model.at)) for model in models] if most else []
    for at, slow in on:
        if most and cost(at, most, slow) > move:
            most = min(most, int(most * affordable_share(slow, at, moved(at, most), move)) + 1)
    while most and any(
        cost(at, most, slow) > move for at, slow in on
    ):  # costs are rounded, so a shorter way may cost more
        most -= 1
    return moved(start, most) if most else start


def _keep_on_table(seen: State, unit: Unit, models: Sequence[Model], by: Spot) -> Spot:
    """A displacement cut down so that no base leaves the table."""
    rim = (diameter(seen, unit) + 1) // 2
    size = point_to_spot((seen.table.width, seen.table.height))
    lowest = [rim - min(model.at[axis] for model in models) for axis in (0, 1)]
    highest = [size[axis] - rim - max(model.at[axis] for model in models) for axis in (0, 1)]
    return min(max(by[0], lowest[0]), highest[0]), min(max(by[1], lowest[1]), highest[1])


def shortened_move(seen: State, order: Move) -> Move | None:
    """ZC 6.2: the same move, only as far as the allowance goes; None if nothing is left of it."""
    unit = seen.units[order.unit]
    models, move = named_models(unit, order.models), hundredths(unit_type(seen, unit).move)
    match order.to:
        case Shift(bearing=tenths, inches=inches):
            lengths = range(min(inches, move) + 1)
            fits = (
                bisect_right(
                    lengths, move, key=lambda length: _move_cost(seen, replace(order, to=Shift(tenths, length)))
                )
                - 1
            )
            return replace(order, to=Shift(tenths, fits)) if fits > 0 else None
        case ((at,),):
            return replace(order, to=((advance(seen, unit, models, at),),), form=None)
        case (way,) if way:
            shorter = (replace(order, to=(way[:length],)) for length in range(len(way) - 1, 0, -1))
            return next((other for other in shorter if _move_cost(seen, other) <= move), None)
        case several if len(several) == len(models):
            ends = (
                advance(seen, unit, [model], way[-1]) if way else None
                for model, way in zip(models, several, strict=True)
            )
            return replace(order, to=tuple((end,) if end else () for end in ends))
        case _:
            return None


def _move_cost(seen: State, order: Move) -> int:
    """ZC 6.2: the highest cost of any model in a move."""
    unit = seen.units[order.unit]
    return max((path_cost(seen, unit, way) for way in ways(seen, order).values()), default=0)


# places to appear
def grid_spots(box: Rectangle, near: Spot, step: int = GRID_STEP) -> list[Spot]:
    """Places in a rectangle, the nearest to a point first."""
    left, low, right, high = box
    return sorted(
        product(range(left, right + 1, step), range(low, high + 1, step)), key=lambda at: spot_distance(at, near)
    )


def whole_table(seen: State) -> Rectangle:
    """The table without a rim of half a step."""
    width, height = point_to_spot((seen.table.width, seen.table.height))
    return GRID_STEP // 2, GRID_STEP // 2, width - GRID_STEP // 2, height - GRID_STEP // 2


def arrival_strip(seen: State, side: str, rim: int = 0) -> Rectangle:
    """ZC 5.5: where reinforcements can be placed; ``rim``: hundredths of an inch to leave out along the edges of the
    table.
    """
    width, height = point_to_spot((seen.table.width, seen.table.height))
    strips: dict[Edge, Rectangle] = {
        "south": (rim, rim, width - rim, ARRIVAL_DEPTH),
        "north": (rim, height - ARRIVAL_DEPTH, width - rim, height - rim),
        "west": (rim, rim, ARRIVAL_DEPTH, height - rim),
        "east": (width - ARRIVAL_DEPTH, rim, width - rim, height - rim),
    }
    return strips[side_of(seen, side).edge]


def terrain_spots(seen: State, near: Spot) -> Iterator[Spot]:
    """ZC 6.7: places in terrain, the nearest to a point first."""
    return (at for at in grid_spots(whole_table(seen), near, GRID_STEP // 2) if pieces_at(seen.table, at))


# attacks
def expected_wounds(seen: State, order: Attack) -> float:
    """The average number of wounds that an attack takes off, excess damage included; 0.0 if it is impossible.

    It is asked for to find ideas, and again to compare them.
    """
    known = _known_wounds(seen)
    if order not in known:
        known[order] = sum(_expected_wounds(seen, aim) for aim in aims(seen, order))
    return known[order]


@kept_for_latest
def _known_wounds(seen: State) -> dict[Attack, float]:
    return {}


def most_wounds(seen: State, order: Attack) -> float:
    """No attack of the unit at the target with the weapon, whatever models are named, has more expected wounds; the
    line of sight is not asked.
    """
    unit, target, mode = seen.units[order.unit], seen.units[order.target], attack_mode(order)
    name = chosen_weapon(seen, unit, order)
    use = weapon_use(seen, name, unit, target, mode)
    if not (unit.around and target.around and boxes_within(unit.around, target.around, use.most)):
        return 0.0
    ready = sum([not model.acted and has_ammunition(seen, model, name, mode) for model in unit.models])
    better = sum([-less for less in seen.setup.modifiers[mode].values() if less < 0])
    return ready * _average_wounds(seen.weapons[name], use.skill + better, use.toughness + use.armour)


def _expected_wounds(seen: State, aim: Aim) -> float:
    return _average_wounds(seen.weapons[aim.weapon], aim.bonus, aim.save)


def _average_wounds(arm: Weapon, bonus: int, save: int) -> float:
    """ZC 8.3: ``bonus`` and ``save``: what is added to each attack die and to each save die."""
    hit, saved = min(DIE_FACES, bonus) / DIE_FACES, min(DIE_FACES, save) / DIE_FACES
    return arm.attacks * hit * (1 - saved) * arm.damage
