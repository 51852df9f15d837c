"""What a player looks at before deciding: the own draft as arrows, a unit's reach, the enemy's zone of control, a line of sight."""

from collections.abc import Iterator, Sequence

from engine.contract import Order, replace
from maps.geometry.hex_points import hex_centre, hex_side
from maps.geometry.hexes import touched_edges, touched_hexes
from maps.scene.scene import Mark, Spot, Trail

from ..orders import Advance, Attack, Deploy, Fire, Move, Rally, Swap
from ..rules import shooting
from ..rules.combat import needed as melee_needed
from ..rules.morale import needed as rally_needed
from ..rules.movement import field, goal
from ..rules.terrain import ground
from ..state.position import State, Unit, army, enemy, found, ranged
from ..tables import spoken


def draft_marks(seen: State, side: str, orders: Sequence[Order]) -> tuple[Mark, ...]:
    """Paths and targets of orders not yet committed, over the position before them; what cannot be drawn is left out."""
    marks = list[Mark]()
    for order in orders:
        unit = seen.units.get(getattr(order, "unit", ""))
        if unit and unit.side == side and not unit.gone:
            planned = tuple(_planned(seen, unit, order))
            marks += planned
            seen = _moved(seen, planned)
    return tuple(marks)


def _planned(seen: State, unit: Unit, order: Order) -> Iterator[Mark]:
    match order:
        case Move(_, path):
            yield from _walk(seen, unit, _way(seen, unit, path))
        case Deploy(_, to):
            yield from _walk(seen, unit, (to,))
        case Advance() if seen.game.advance and seen.game.advance.unit == unit.id:
            yield from _walk(seen, unit, (seen.game.advance.hex,))
        case Swap(_, target) if other := found(seen, target):
            yield from _walk(seen, unit, (other.at,))
            yield from _walk(seen, other, (unit.at,))
        case Fire(_, target) if aim := found(seen, target):
            yield from _aimed(seen, unit, aim, "draft-shot", _shot(seen, unit, aim))
        case Attack(_, target) if aim := found(seen, target):
            yield from _aimed(seen, unit, aim, "draft-attack", _die(melee_needed(seen, unit, aim), 12))
        case Rally(_, target) if aim := found(seen, target or unit.id):
            yield from _aimed(seen, unit, aim, "draft-rally", _die(rally_needed(unit, aim), 6))


def _way(seen: State, unit: Unit, path: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes entered; for a far goal the cheapest way, or straight there if none is known yet."""
    path = goal(unit, path)
    if len(path) != 1 or path[0] not in seen.board.cells:
        return path
    return field(seen, unit).ways.get(path[0], (0, path))[1]


def _walk(seen: State, unit: Unit, way: Sequence[str]) -> Iterator[Mark]:
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


def _aimed(seen: State, unit: Unit, aim: Unit, kind: str, needed: str) -> Iterator[Mark]:
    yield Spot(hex_centre(aim.at), "target", "", _colour(seen, unit))
    if aim.at != unit.at:
        yield Trail((hex_centre(unit.at), hex_centre(aim.at)), kind, _colour(seen, unit), needed)


def _shot(seen: State, unit: Unit, aim: Unit) -> str:
    return _die(shooting.needed(seen, unit, aim), 6) if 0 < ranged(unit, aim) <= shooting.reach(unit) else ""


def _die(need: int, most: int) -> str:
    """What the dice themselves must show, modifiers counted in (MW 6.7: a preview says that a shot cannot hit)."""
    return f"{need}+" if need <= most else "never"


def _moved(seen: State, planned: Sequence[Mark]) -> State:
    """The position with every unit where its ghost stands."""
    places = {hex_centre(at): at for at in seen.board.cells}
    stands = {mark.text: places[mark.at] for mark in planned if isinstance(mark, Spot) and mark.kind == "ghost"}
    if not stands:
        return seen
    return replace(seen, units={key: replace(unit, at=stands.get(key, unit.at)) for key, unit in seen.units.items()})


def reach(seen: State, key: str) -> tuple[Mark, ...]:
    """Every hex in which the unit may end its move, with the movement points it costs."""
    ways = field(seen, seen.units[key]).ways
    return tuple(Spot(hex_centre(at), "reach", _short(cost)) for at, (cost, _) in sorted(ways.items()))


def _short(half: int) -> str:
    """Movement points in the room a hex has: ``4½``."""
    return spoken(half).replace(" 1/2", "½").replace("1/2", "½")


def zone(seen: State, side: str) -> tuple[Mark, ...]:
    """MW 9.1: the hexes in which this side's enemies make its units stop."""
    foe = enemy(seen, side)
    colour = next(known.colour for known in seen.sides if known.id == foe)
    held = sorted({at for unit in army(seen, foe) for at in ground(seen.board).zones[unit.at]})
    return tuple(Spot(hex_centre(at), "zone", "", colour) for at in held)


def sight(seen: State, key: str, target: str) -> tuple[Mark, ...]:
    """MW 7: the line between two units, every touched hex outlined, and what blocks it."""
    firer, aim = seen.units[key], seen.units[target]
    return line(seen, firer.at, aim.at, shooting.blocked(seen, firer, aim))


def line(seen: State, a: str, b: str, obstacle: str) -> tuple[Mark, ...]:
    """MW 7: the line between two hexes, every touched hex outlined, and the obstacle, as ``shots.between`` names it."""
    marks: list[Mark] = [
        Spot(hex_centre(at), "touched") for at in sorted(touched_hexes(a, b)) if at in seen.board.cells
    ]
    marks += (Trail(hex_side(side), "blocking-side") for side in sorted(touched_edges(a, b)) if obstacle.endswith(side))
    marks += (Spot(hex_centre(at), "blocking") for at in sorted(touched_hexes(a, b)) if obstacle.endswith(f" in {at}"))
    return (*marks, Trail((hex_centre(a), hex_centre(b)), "sight-blocked" if obstacle else "sight"))


def _colour(seen: State, unit: Unit) -> str:
    return next(side.colour for side in seen.sides if side.id == unit.side)
