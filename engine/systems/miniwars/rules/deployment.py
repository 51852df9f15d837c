"""Deployment: where a unit may be set up (MW 3.3), and where `deploy rest` puts it."""

from collections.abc import Iterator

from engine.contract import Refusal, Turn
from engine.toolkit.deploy_rest import Front, nothing_left
from maps.geometry.hex_points import HALF, hex_centre

from ..orders import Deploy
from ..state.events import Deployed, Swapped
from ..state.position import LEADER, State, Unit, army, enemy, in_zone
from ..state.views import view
from ..tables import TABLES
from .terrain import terrain_map


def can_set_up_in(seen: State, unit: Unit, at: str) -> bool:
    """MW 3.3: whether the unit may be set up in this hex: it could enter it, or there is a road."""
    board = terrain_map(seen.board)
    return board.open_to(at, unit.arm) or at in board.on_road


def rest_objections(seen: State, side: str) -> Iterator[Refusal]:
    """The objection to ``deploy rest``."""
    if not _units_left(seen, side):
        yield nothing_left("MW 3.3")


def deploy_rest(turn: Turn[State], side: str) -> None:
    """MW 3.3: sets up what is left, by what the side knows; never two units in a hex, so that some swap on the way."""
    waiting = {order.unit: order.to for order in placements(view(turn.state, side), side)}
    while waiting:
        held = {unit.at: unit.id for unit in army(turn.state, side)}
        key = next((key for key, to in waiting.items() if held.get(to, key) == key), "")
        if key:
            turn.happens(Deployed(key, waiting.pop(key)))
        else:
            key, to = next(iter(waiting.items()))
            turn.happens(Swapped(key, held[to]))


def placements(seen: State, side: str) -> tuple[Deploy, ...]:
    """MW 3.3: the best free hex for each unit that is left; units that can be set up in fewest hexes choose first."""
    left = _units_left(seen, side)
    ids = {unit.id for unit in left}
    held = {unit.at for unit in seen.units.values() if not unit.gone and unit.id not in ids}
    zone = [at for at in seen.board.cells if in_zone(seen.board, seen.setup.zones[side], at)]
    front = Front(map(hex_centre, zone), (hex_centre(foe.at) for foe in army(seen, enemy(seen, side))), 2 * HALF)
    lanes = front.lanes({unit.id: hex_centre(unit.at) for unit in left})
    sites = {unit.id: [at for at in zone if can_set_up_in(seen, unit, at)] for unit in left}
    chosen = dict[str, str]()
    for unit in sorted(left, key=lambda unit: len(sites[unit.id])):
        free = (at for at in sites[unit.id] if at not in held)
        at = min(free, key=lambda at: (_loss(seen, front, unit, at, lanes[unit.id]), at), default=unit.at)
        held.add(at)
        chosen[unit.id] = at
    return tuple(Deploy(unit.id, chosen[unit.id]) for unit in left)


def _loss(seen: State, front: Front, unit: Unit, at: str, lane: float) -> float:
    """How far from the best hex; cover is what makes melee harder for the attacker; leaders are a hex behind."""
    cover = TABLES.melee_modifiers.defender_terrain.get(seen.board.cells[at].terrain, 0) < 0
    return front.loss(hex_centre(at), lane, cover, float(unit.morale == LEADER))


def _units_left(seen: State, side: str) -> tuple[Unit, ...]:
    return tuple(unit for unit in army(seen, side) if unit.id not in seen.placed)
