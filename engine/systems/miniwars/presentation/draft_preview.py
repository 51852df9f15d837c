"""What a player looks at before deciding: the own draft as arrows, a unit's reach, the enemy's zone of control, a line of sight."""

from collections.abc import Iterator, Sequence

from engine.contract import Order, replace
from maps.geometry.hex_points import hex_centre, hex_side
from maps.geometry.hexes import touched_edges, touched_hexes
from maps.scene.scene import Mark, Spot, Trail

from ..orders import Advance, Attack, Deploy, Fire, Move, Rally, Swap
from ..rules import shooting
from ..rules.combat import melee_roll_needed as melee_needed
from ..rules.morale import rally_roll_needed as rally_needed
from ..rules.movement import hexes_entered, reachable_hexes
from ..rules.terrain import terrain_map
from ..state.position import State, Unit, army, distance_between, enemy, target_unit
from ..tables import points_text


def draft_marks(seen: State, side: str, orders: Sequence[Order]) -> tuple[Mark, ...]:
    """Paths and targets of orders not yet committed, over the position before them; what cannot be drawn is left out."""
    marks = list[Mark]()
    for order in orders:
        unit = seen.units.get(getattr(order, "unit", ""))
        if unit and unit.side == side and not unit.gone:
            planned = tuple(_order_marks(seen, unit, order))
            marks += planned
            seen = _with_ghosts(seen, planned)
    return tuple(marks)


def _order_marks(seen: State, unit: Unit, order: Order) -> Iterator[Mark]:
    match order:
        case Move(_, path):
            yield from _move_marks(seen, unit, _route(seen, unit, path))
        case Deploy(_, to):
            yield from _move_marks(seen, unit, (to,))
        case Advance() if seen.game.advance and seen.game.advance.unit == unit.id:
            yield from _move_marks(seen, unit, (seen.game.advance.hex,))
        case Swap(_, target) if other := target_unit(seen, target):
            yield from _move_marks(seen, unit, (other.at,))
            yield from _move_marks(seen, other, (unit.at,))
        case Fire(_, target) if aim := target_unit(seen, target):
            yield from _target_marks(seen, unit, aim, "draft-shot", _shot_label(seen, unit, aim))
        case Attack(_, target) if aim := target_unit(seen, target):
            yield from _target_marks(seen, unit, aim, "draft-attack", _roll_label(melee_needed(seen, unit, aim), 12))
        case Rally(_, target) if aim := target_unit(seen, target or unit.id):
            yield from _target_marks(seen, unit, aim, "draft-rally", _roll_label(rally_needed(unit, aim), 6))


def _route(seen: State, unit: Unit, path: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes entered; for a far goal the cheapest way, or straight there if none is known yet."""
    path = hexes_entered(unit, path)
    if len(path) != 1 or path[0] not in seen.board.cells:
        return path
    return reachable_hexes(seen, unit).routes.get(path[0], (0, path))[1]


def _move_marks(seen: State, unit: Unit, way: Sequence[str]) -> Iterator[Mark]:
    way = [at for at in way if at in seen.board.cells]
    if way and way[-1] != unit.at:
        yield Trail(tuple(hex_centre(at) for at in (unit.at, *way)), "draft-move", _colour(seen, unit))
        yield Spot(
            hex_centre(way[-1]),
            "ghost",
            unit.id,
            _colour(seen, unit),
            [side.id for side in seen.sides].index(unit.side),
        )


def _target_marks(seen: State, unit: Unit, aim: Unit, kind: str, needed: str) -> Iterator[Mark]:
    yield Spot(hex_centre(aim.at), "target", "", _colour(seen, unit))
    if aim.at != unit.at:
        yield Trail((hex_centre(unit.at), hex_centre(aim.at)), kind, _colour(seen, unit), needed)


def _shot_label(seen: State, unit: Unit, aim: Unit) -> str:
    return (
        _roll_label(shooting.missile_roll_needed(seen, unit, aim), 6)
        if 0 < distance_between(unit, aim) <= shooting.longest_range(unit)
        else ""
    )


def _roll_label(need: int, most: int) -> str:
    """What the dice themselves must show, modifiers counted in (MW 6.7: a preview says that a shot cannot hit)."""
    return f"{need}+" if need <= most else "never"


def _with_ghosts(seen: State, planned: Sequence[Mark]) -> State:
    """The position with every unit where its ghost stands."""
    places = {hex_centre(at): at for at in seen.board.cells}
    stands = {mark.text: places[mark.at] for mark in planned if isinstance(mark, Spot) and mark.kind == "ghost"}
    if not stands:
        return seen
    return replace(seen, units={key: replace(unit, at=stands.get(key, unit.at)) for key, unit in seen.units.items()})


def reach_marks(seen: State, key: str) -> tuple[Mark, ...]:
    """Every hex in which the unit may end its move, with the movement points it costs."""
    ways = reachable_hexes(seen, seen.units[key]).routes
    return tuple(Spot(hex_centre(at), "reach", _short_points(cost)) for at, (cost, _) in sorted(ways.items()))


def _short_points(half: int) -> str:
    """Movement points in the room a hex has: ``4½``."""
    return points_text(half).replace(" 1/2", "½").replace("1/2", "½")


def zone_marks(seen: State, side: str) -> tuple[Mark, ...]:
    """MW 9.1: the hexes in which this side's enemies make its units stop."""
    foe = enemy(seen, side)
    colour = next(known.colour for known in seen.sides if known.id == foe)
    held = sorted({at for unit in army(seen, foe) for at in terrain_map(seen.board).zones_of_control[unit.at]})
    return tuple(Spot(hex_centre(at), "zone", "", colour) for at in held)


def line_of_sight_marks(seen: State, key: str, target: str) -> tuple[Mark, ...]:
    """MW 7: the line between two units, every touched hex outlined, and what blocks it."""
    firer, aim = seen.units[key], seen.units[target]
    return line_marks(seen, firer.at, aim.at, shooting.shot_obstacle(seen, firer, aim))


def line_marks(seen: State, a: str, b: str, obstacle: str) -> tuple[Mark, ...]:
    """MW 7: the line between two hexes, every touched hex outlined, and the obstacle, as ``shots.between`` names it."""
    marks: list[Mark] = [
        Spot(hex_centre(at), "touched") for at in sorted(touched_hexes(a, b)) if at in seen.board.cells
    ]
    marks += (Trail(hex_side(side), "blocking-side") for side in sorted(touched_edges(a, b)) if obstacle.endswith(side))
    marks += (Spot(hex_centre(at), "blocking") for at in sorted(touched_hexes(a, b)) if obstacle.endswith(f" in {at}"))
    return (*marks, Trail((hex_centre(a), hex_centre(b)), "sight-blocked" if obstacle else "sight"))


def _colour(seen: State, unit: Unit) -> str:
    return next(side.colour for side in seen.sides if side.id == unit.side)
