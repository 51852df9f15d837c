"""Paratroopers: where they aim, how they scatter, where they land (FA 15.6 to 15.9)."""

from collections.abc import Iterator

from engine.contract import Refusal, Turn
from maps.geometry.hexes import DIRECTIONS, distance, name, neighbours

from ...orders import DropIn
from ...state.events import Destroyed, Dropped, NotDeployed, Scattered
from ...state.position import Drop, Facing, State, Unit, army, card
from ..board.stacking import has_room
from ..board.terrain import terrain_map
from ..movement.terrain_costs import may_enter
from .deployment import arrival_manner


def units_to_drop(state: State, side: str) -> Iterator[Unit]:
    """FA 15.6: the paratroopers of a side that have still to drop, in the order of the scenario."""
    return (unit for unit in army(state, side) if unit.at is None and arrival_manner(state, unit) == "drop")


def objections(seen: State, _: str, order: DropIn) -> Iterator[Refusal]:
    """FA 21.5, 15.6, 15.7"""
    unit = seen.units[order.unit]
    if arrival_manner(seen, unit) != "drop" or unit.at is not None:
        landed = f"has its place in {unit.at}" if unit.at else "is no paratrooper"
        yield Refusal("unit", "wrong-kind", f"{unit.id} {landed} and does not drop", "FA 15.6")
    yield from _target_objections(seen, unit, order.to)


def _target_objections(seen: State, unit: Unit, at: str) -> Iterator[Refusal]:
    if at not in seen.board.cells:
        yield Refusal("to", "off-board", f"{at} is not on this map")
        return
    if len(terrain_map(seen).around[at]) < 6:
        yield Refusal("to", "near-edge", f"{at} touches the map edge; a target has hexes all around it", "FA 15.7")
    aimed = [drop.unit for drop in seen.game.drops if drop.at == at and drop.unit != unit.id]
    if len(aimed) >= seen.setup.paras_per_hex:
        says = f"{len(aimed)} paratroopers already aim at {at} ({', '.join(aimed)}; limit {seen.setup.paras_per_hex})"
        yield Refusal("to", "too-many", says, "FA 15.6")


def aim_drop(turn: Turn[State], order: DropIn, how: str) -> None:
    turn.happens(Dropped(order.unit, order.to, order.side or "N", how))


def land_paratroopers(turn: Turn[State], side: str) -> None:
    """FA 20.1: those not aimed yet aim at the nearest legal hex; then each scatters in the order of the drop orders."""
    aimed = {drop.unit for drop in turn.state.game.drops}
    for unit in tuple(units_to_drop(turn.state, side)):
        if unit.id in aimed:
            continue
        if (at := _default_hex(turn.state, unit)) is None:
            turn.happens(NotDeployed(unit.id))
        else:
            aim_drop(turn, DropIn(unit.id, at), "default")
    for drop in turn.state.game.drops:
        _scatter(turn, drop)


def _default_hex(state: State, unit: Unit) -> str | None:
    """FA 20.1: the legal hex nearest the objective, else the middle of the board; ties: the lowest id."""
    board = state.board
    goal = state.setup.objective or name((board.columns + 1) // 2, (board.rows + 1) // 2)
    near = sorted(board.cells, key=lambda at: (distance(at, goal), at))
    return next((at for at in near if next(_target_objections(state, unit, at), None) is None), None)


def _scatter(turn: Turn[State], drop: Drop) -> None:
    """FA 15.8: the scatter: a die for the direction, clockwise from the side declared; half a die, rounded up, for
    the distance.
    """
    ways, hexes = (
        turn.roll(f"{what} of {drop.unit}'s drop", rule="FA 15.8").faces[0] for what in ("direction", "distance")
    )
    index = (DIRECTIONS.index(drop.side) + ways - 1) % 6
    far = (hexes + 1) // 2
    row = tuple(_hexes_along(turn.state, drop.at, index))
    landing = min(far, len(row))
    to = _landing_hex(turn.state, turn.state.units[drop.unit], (drop.at, *row), landing)
    way: Facing = DIRECTIONS[index]  # type: ignore[assignment]
    gone = row[:landing]
    turn.happens(Scattered(drop.unit, drop.at, (ways, hexes), way, far, gone, to))
    if to is None:
        cost = card(turn.state, turn.state.units[drop.unit]).cost
        turn.happens(Destroyed(drop.unit, (drop.at, *gone)[-1], cost, "drop"))


def _hexes_along(state: State, at: str, index: int) -> Iterator[str]:
    """FA 15.9: the hexes on the map from a hex on in one direction."""
    while (at := neighbours(at)[index]) in state.board.cells:
        yield at


def _landing_hex(state: State, unit: Unit, row: tuple[str, ...], landing: int) -> str | None:
    """FA 15.9: where a paratrooper lands: the hex itself, else the first legal one further along the row, else back
    along it toward the target, else none.
    """
    tries = (*row[landing:], *reversed(row[:landing]))
    return next((at for at in tries if may_enter(state, unit, at) and has_room(state, unit, at)), None)
