"""Samples: for each kind of order one with the names of the game in play, to show how it is written."""

from collections.abc import Iterator

from engine.contract import Order
from maps.geometry.plane import distance

from ..orders import Ambush, Arrive, DeployRest, Flee, Hunker, Melee, Move, PlaceUnit, Shoot, Standing, Strike
from ..state.position import DEPLOYMENT, Spot, State, Unit, enemy_units

ENTRIES = (("deep-strike", Strike), ("ambush", Ambush), ("reserve", Arrive))


def sample_orders(seen: State, side: str) -> Iterator[Order]:
    """One order of each kind that the side can still give; entries only for units that wait for theirs."""
    own = [unit for key in seen.roster if (unit := seen.units[key]).side == side and not unit.gone]
    ready = [unit for unit in own if unit.at]
    if seen.phase == DEPLOYMENT:
        yield from (PlaceUnit(unit.id, (unit.at or _middle(seen),)) for unit in ready[:1])
        yield DeployRest()
    yield from _entries(seen, own)
    if not ready:
        return
    foes = [unit for unit in enemy_units(seen, side) if unit.at]
    unit, aim = _nearest(ready, foes) if foes else (ready[0], None)
    goal = aim.at if aim and aim.at else _middle(seen)
    yield Move(unit.id, ((_on_the_way(unit.at or goal, goal),),))
    yield from (Hunker(unit.id), Flee(unit.id))
    if aim:
        yield from (Shoot(unit.id, aim.id), Melee(unit.id, aim.id))


def _entries(seen: State, own: list[Unit]) -> Iterator[Order]:
    """ZC 12: how units come on that are not on the table."""
    for where, kind in ENTRIES:
        for unit in [unit for unit in own if unit.where == where][:1]:
            yield kind(unit.id, (_middle(seen),))
            if where == "reserve":
                yield Standing("all", "arrive", ("hold",))


def _nearest(own: list[Unit], foes: list[Unit]) -> tuple[Unit, Unit]:
    return min(((unit, foe) for unit in own for foe in foes), key=lambda pair: _apart(*pair))


def _apart(unit: Unit, foe: Unit) -> float:
    return distance(unit.at, foe.at) if unit.at and foe.at else 0.0


def _on_the_way(start: Spot, end: Spot) -> Spot:
    """A place three inches on, in whole inches; the end if that is nearer."""
    far = distance(start, end)
    share = min(1.0, 300 / far) if far else 0.0
    return _whole(start[0] + (end[0] - start[0]) * share), _whole(start[1] + (end[1] - start[1]) * share)


def _whole(length: float) -> int:
    return round(length / 100) * 100


def _middle(seen: State) -> Spot:
    return _whole(seen.table.width * 50), _whole(seen.table.height * 50)
