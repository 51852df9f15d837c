"""Samples: for each kind of order one with the names of the game in play, to show how it is written."""

from collections.abc import Iterator

from engine.contract import Order
from maps.geometry.hexes import distance

from .orders import Advance, Attack, Cancel, Choose, Deploy, DeployRest, Fire, Hold, Move, Rally, Standing, Swap
from .rules.morale import leaders
from .rules.terrain import terrain_map
from .state.position import DEPLOYMENT, State, Unit, army, distance_between, enemy, in_zone, unit_at


def sample_orders(seen: State, side: str) -> Iterator[Order]:
    """One order of each kind that the side can still give; none to shoot without missiles, none to rally without a
    leader."""
    own, foes = list(army(seen, side)), list(army(seen, enemy(seen, side)))
    yield from (Choose("b"), Cancel(), Standing("all", "advance", ("always",)))
    if not own:
        return
    if seen.phase == DEPLOYMENT:
        yield from _deployment(seen, own)
    leader = next(iter(leaders(seen, side)), None)
    if leader:
        yield Rally(leader.id, next((unit.id for unit in own if unit != leader), None))
    yield Hold((leader or own[0]).id)
    if foes:
        yield from _fighting(seen, own, foes)


def _deployment(seen: State, own: list[Unit]) -> Iterator[Order]:
    zone = seen.setup.zones[own[0].side]
    free = (at for at in seen.board.cells if in_zone(seen.board, zone, at) and unit_at(seen, at) is None)
    yield Deploy(own[0].id, next(free, own[0].at))
    yield from (Swap(own[0].id, other.id) for other in own[1:2])
    yield DeployRest()


def _fighting(seen: State, own: list[Unit], foes: list[Unit]) -> Iterator[Order]:
    """Orders of the unit nearest to an enemy, and of the unit with missiles that is."""
    unit, foe = _nearest(own, foes)
    steps = terrain_map(seen.board).adjacent[unit.at]
    yield Move(unit.id, (min(steps, key=lambda at: (at == foe.at, distance(at, foe.at), at)),))
    yield Attack(unit.id, foe.id, "advance")
    yield Advance(unit.id)
    if archers := [unit for unit in own if unit.missile]:
        archer, aim = _nearest(archers, foes)
        yield Fire(archer.id, aim.id)


def _nearest(own: list[Unit], foes: list[Unit]) -> tuple[Unit, Unit]:
    return min(((unit, foe) for unit in own for foe in foes), key=lambda pair: distance_between(*pair))
