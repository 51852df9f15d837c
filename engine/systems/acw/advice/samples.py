"""Samples: for each kind of order one with the names of the game in play, to show how it is written."""

from collections.abc import Iterator

from engine.contract import Order
from maps.geometry.plane import distance

from ..orders import (
    Back,
    Charge,
    DeployRest,
    Face,
    Fight,
    Form,
    Forward,
    ForwardLeft,
    ForwardRight,
    Join,
    Left,
    Move,
    PlaceUnit,
    Right,
    Shell,
    Standing,
)
from ..rules.board.footprints import rounded_position
from ..state.position import DEPLOYMENT, State, Unit, arm_of, army, enemy, is_regiment
from .evaluation import nearest_buildings

STEP = 200
"""Hundredths of an inch of a sample move."""


def sample_orders(seen: State, side: str) -> Iterator[Order]:
    """One order of each kind that the side can still give; none to shell without a battery and a building, none to
    join without a leader."""
    own, foes = list(army(seen, side)), list(army(seen, enemy(seen, side)))
    units = [unit for unit in own if is_regiment(seen, unit)]
    if seen.phase == DEPLOYMENT and side in seen.setup.deploy:
        yield from (PlaceUnit(unit.id, unit.at) for unit in own[:1])
        yield DeployRest()
    yield from _orders_of_leaders_and_guns(seen, own)
    if not units:
        return
    unit, foe = _nearest(units, foes) if foes else (units[0], None)
    yield from (kind(unit.id, STEP) for kind in (Forward, Back, Left, Right, ForwardLeft, ForwardRight))
    yield Form(unit.id, "column" if unit.formation == "line" else "line")
    yield Standing("all", "advance", ("always",))
    if foe:
        x, y = unit.inches
        yield Move(unit.id, rounded_position(((x + foe.inches[0]) / 2, (y + foe.inches[1]) / 2)))
        yield from (Face(unit.id, foe.id), Charge(unit.id, foe.id), Fight(unit.id, foe.id))


def _orders_of_leaders_and_guns(seen: State, own: list[Unit]) -> Iterator[Order]:
    leader = next((unit for unit in own if arm_of(seen, unit) == "leader"), None)
    others = [unit for unit in own if arm_of(seen, unit) != "leader"]
    if leader and others:
        yield Join(leader.id, min(others, key=lambda unit: distance(unit.inches, leader.inches)).id)
    for guns in [unit for unit in own if arm_of(seen, unit) == "artillery"][:1]:
        yield from (Shell(guns.id, piece.name) for piece, _ in nearest_buildings(seen, guns)[:1])


def _nearest(own: list[Unit], foes: list[Unit]) -> tuple[Unit, Unit]:
    return min(((unit, foe) for unit in own for foe in foes), key=lambda pair: distance(pair[0].inches, pair[1].inches))
