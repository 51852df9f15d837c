"""Legal orders worth offering, phase by phase."""

from collections.abc import Iterator
from itertools import islice

from engine.contract import Done, Order
from maps.geometry.plane import Point, distance, point_along, unit_vector
from maps.geometry.polygons import is_inside

from ..orders import (
    Back,
    Charge,
    DeployRest,
    Face,
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
    StraightMove,
)
from ..rules.board.footprints import rounded_position
from ..rules.board.terrain import AREA_EDGE, terrain_map
from ..state.position import (
    BATTLE,
    DEPLOYMENT,
    MOVEMENT,
    OVER,
    State,
    Unit,
    arm_of,
    army,
    is_lone_leader,
    is_regiment,
    leader_of,
    melees_of,
    sides_to_act,
)
from .alternatives import legal
from .evaluation import (
    angle_off,
    charge_targets,
    charge_value,
    destinations,
    nearest_buildings,
    nearest_enemies,
    nearest_friends,
    open_fights,
)

GOOD = 1.5
"""The least value of a charge that is offered."""
NEAR = 12.0
"""Inches from the enemy within which a unit forms line; farther off it may march in column."""
ON = 4.0
"""Inches ahead at which a road that is still there leads on."""
CLOSE = 6.0
"""Inches within which a battery or leader thinks of going back."""
STEPS: tuple[tuple[type[StraightMove], int], ...] = (
    (Forward, 0),
    (ForwardLeft, -45),
    (ForwardRight, 45),
    (Left, -90),
    (Right, 90),
)


def ideas(seen: State, side: str) -> Iterator[Order]:
    """Orders the side could give now, each legal on its own: charges first, then `done`, then standing orders."""
    if seen.phase == OVER or side not in [known.id for known in seen.sides]:
        return
    if side in sides_to_act(seen):
        yield from _legal_ideas(seen, side, _phase_ideas(seen, side))
        yield Done()
    yield from _legal_ideas(seen, side, _standing_order_ideas(seen, side))


def _legal_ideas(seen: State, side: str, orders: Iterator[Order]) -> Iterator[Order]:
    """The legal orders, each once."""
    offered = set[Order]()
    for order in orders:
        if order not in offered and legal(seen, side, order):
            offered.add(order)
            yield order


def _phase_ideas(seen: State, side: str) -> Iterator[Order]:
    units = list(army(seen, side))
    if seen.phase in BATTLE:
        yield from open_fights(seen, side)
    elif seen.phase == DEPLOYMENT:
        for unit in units if side in seen.setup.deploy else ():
            yield from islice(_deployment_ideas(seen, unit), 3)
        yield DeployRest()
    elif seen.phase in MOVEMENT:
        able = [unit for unit in units if not unit.moved and (unit.activated or seen.game.activations)]
        for unit in able:
            yield from _charge_ideas(seen, unit)
        for unit in able:
            yield from _unit_ideas(seen, unit)


# deployment
def _deployment_ideas(seen: State, unit: Unit) -> Iterator[Order]:
    """Deployments to either side, forward, in the other formation; for a leader, with the nearest unit."""
    if arm_of(seen, unit) == "leader":
        yield from (
            Join(unit.id, other.id) for other in nearest_friends(seen, unit)[:2] if leader_of(seen, other.id) is None
        )
    else:
        yield PlaceUnit(unit.id, unit.at, None, "column" if unit.formation == "line" else "line")
    zone = seen.setup.deploy[unit.side]
    for turn, far in ((0, 2.0), (90, 3.0), (-90, 3.0), (180, 2.0)):
        at = point_along(unit.inches, unit_vector(unit.degrees + turn), far)
        if is_inside(at, zone, AREA_EDGE):
            yield PlaceUnit(unit.id, rounded_position(at))


# movement
def _charge_ideas(seen: State, unit: Unit) -> Iterator[Order]:
    """CW 7: the most promising first."""
    if not is_regiment(seen, unit) or melees_of(seen, unit.id) or unit.fired or (unit.faced and unit.formed):
        return
    worth = [
        (value, foe.id)
        for foe in islice(charge_targets(seen, unit), 4)
        if legal(seen, unit.side, Charge(unit.id, foe.id))
        and (value := charge_value(seen, unit, foe))
        and value >= GOOD
    ]
    yield from (Charge(unit.id, foe) for _, foe in sorted(worth, key=lambda one: -one[0]))


def _unit_ideas(seen: State, unit: Unit) -> Iterator[Order]:
    """What a unit might do that is no charge."""
    kind = arm_of(seen, unit)
    if unit.leads:
        return
    if melees_of(seen, unit.id):
        yield Back(unit.id)
        return
    if kind == "artillery":
        yield from (Shell(unit.id, piece.name) for piece, _ in nearest_buildings(seen, unit)[:3])
    if kind == "leader":
        yield from (
            Join(unit.id, other.id) for other in nearest_friends(seen, unit)[:3] if leader_of(seen, other.id) is None
        )
    enemies, wanted = nearest_enemies(seen, unit), destinations(seen, unit)
    yield from _formation_ideas(seen, unit, enemies)
    yield from _facing_ideas(unit, enemies, wanted)
    yield from _move_ideas(seen, unit, enemies, wanted)


def _formation_ideas(seen: State, unit: Unit, enemies: list[Unit]) -> Iterator[Order]:
    """Line near the enemy; column on a road, or far from everybody."""
    far = distance(unit.inches, enemies[0].inches) if enemies else 99.0
    if unit.formation == "column" and far <= NEAR:
        yield Form(unit.id, "line")
    if unit.formation == "line" and far > (NEAR if terrain_map(seen).on_road(unit.inches) else 2 * NEAR):
        yield Form(unit.id, "column")


def _facing_ideas(unit: Unit, enemies: list[Unit], wanted: list[Point]) -> Iterator[Order]:
    """Facings to the nearest enemy if one is near, and to a goal if no move leads there."""
    for foe in enemies[:1]:
        if abs(angle_off(unit, foe.inches)) > 10 and distance(unit.inches, foe.inches) <= 2 * NEAR:
            yield Face(unit.id, foe.id)
    yield from (Face(unit.id, rounded_position(at)) for at in wanted[:1] if abs(angle_off(unit, at)) > 20)


def _move_ideas(seen: State, unit: Unit, enemies: list[Unit], wanted: list[Point]) -> Iterator[Order]:
    """Moves: along the road, towards the goals, into a building nearby, and back from the enemy."""
    if unit.formation == "column" and terrain_map(seen).on_road(
        point_along(unit.inches, unit_vector(unit.degrees), ON)
    ):
        yield Forward(unit.id)
    yield from (Move(unit.id, rounded_position(at)) for at in wanted[:2])
    if wanted:
        angle = angle_off(unit, wanted[0])
        ways = sorted(STEPS, key=lambda step: abs(step[1] - angle))
        yield from (kind(unit.id) for kind, _ in ways[:2])
    else:
        yield Forward(unit.id)
    if arm_of(seen, unit) == "infantry":
        yield from (
            Move(unit.id, rounded_position(at))
            for _, at in nearest_buildings(seen, unit)[:1]
            if distance(unit.inches, at) <= NEAR
        )
    weak = not is_regiment(seen, unit) or unit.bases * 2 < unit.start
    if enemies and weak and distance(unit.inches, enemies[0].inches) <= CLOSE and not is_lone_leader(seen, enemies[0]):
        yield Back(unit.id)


# standing orders
def _standing_order_ideas(seen: State, side: str) -> Iterator[Order]:
    """Standing orders that would change something: advances for all units, batteries that hold fire or fire again."""
    units = [unit for unit in army(seen, side) if arm_of(seen, unit) != "leader"]
    wishes = {unit.advance for unit in units if is_regiment(seen, unit)}
    yield from (Standing("all", "advance", (word,)) for word in ("always", "never", "attacker") if wishes - {word})
    for unit in units:
        if arm_of(seen, unit) == "artillery":
            yield Standing(unit.id, "fire", ("free" if unit.fire == "hold" else "hold",))
