"""The draft preview: arrows, targets and ghosts for orders that are not yet committed, with what the dice must show."""

from collections.abc import Iterator, Sequence

from engine.contract import Order, replace
from maps.geometry.hex_points import hex_centre
from maps.scene.scene import Mark, Spot, Trail

from ..orders import Advance, Attack, Deploy, DeployRest, Fire, Move, Rally, Swap
from ..rules import shooting
from ..rules.combat import melee_roll_needed
from ..rules.deployment import placements
from ..rules.morale import rally_roll_needed
from ..rules.movement import hexes_entered, reachable_hexes
from ..state.position import State, Unit, distance_between, target_unit


def draft_marks(seen: State, side: str, orders: Sequence[Order]) -> tuple[Mark, ...]:
    """The marks of draft orders, each drawn over the position that the earlier ones leave; some cannot be drawn."""
    marks = list[Mark]()
    for order in orders:
        for one in placements(seen, side) if isinstance(order, DeployRest) else (order,):
            unit = seen.units.get(getattr(one, "unit", ""))
            if unit and unit.side == side and not unit.gone:
                planned = tuple(_order_marks(seen, unit, one))
                marks += planned
                seen = _with_ghosts(replace(seen, placed=(*seen.placed, unit.id)), planned)
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
            yield from _target_marks(
                seen, unit, aim, "draft-attack", _roll_label(melee_roll_needed(seen, unit, aim), 12)
            )
        case Rally(_, target) if aim := target_unit(seen, target or unit.id):
            yield from _target_marks(seen, unit, aim, "draft-rally", _roll_label(rally_roll_needed(unit, aim), 6))


def _route(seen: State, unit: Unit, path: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes entered; for a single far hex the cheapest route, or that hex alone if there is no route."""
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
    """What the dice themselves must show, modifiers included; ``never`` if they cannot (MW 6.7)."""
    return f"{need}+" if need <= most else "never"


def _with_ghosts(seen: State, planned: Sequence[Mark]) -> State:
    """The position with every unit moved to its ghost."""
    places = {hex_centre(at): at for at in seen.board.cells}
    moved = {mark.text: places[mark.at] for mark in planned if isinstance(mark, Spot) and mark.kind == "ghost"}
    if not moved:
        return seen
    return replace(seen, units={key: replace(unit, at=moved.get(key, unit.at)) for key, unit in seen.units.items()})


def _colour(seen: State, unit: Unit) -> str:
    return next(side.colour for side in seen.sides if side.id == unit.side)
