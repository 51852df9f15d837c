"""Alternatives: orders similar to a refused one, the likeliest first; those that are not legal are dropped later."""

from collections.abc import Iterator
from difflib import get_close_matches
from itertools import islice

from engine.contract import Done, Order, replace
from engine.toolkit.alternatives import Alternatives
from maps.geometry.plane import bearing, direction, distance, point_along, turn_between
from maps.geometry.polygons import mean_corner

from ..orders import Back, Charge, Face, Fight, Form, Forward, Join, Move, PlaceUnit, Shell, Standing, StraightMove
from ..rules.board.footprints import in_inches, rounded_position
from ..rules.movement.planned_paths import TURNS, moving_unit, planned_path
from ..rules.turn.legality import objections
from ..state.position import State, Unit, arm_of, army
from ..vocabulary import POLICIES
from .evaluation import (
    charge_targets,
    nearest_buildings,
    nearest_crossings,
    nearest_enemies,
    nearest_friends,
    open_fights,
)

UNIT_CODES = ("cannot-move", "has-fired")
"""Objections to the unit itself, so that no move of it could be an alternative."""
DETOUR_ANGLE = 90
"""The degrees off the ordered direction within which a bridge or ford is offered."""
NEIGHBOURS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1))
"""Where else to set up: so many inches to the right and up, and twice, three times... as many."""


def alternatives(seen: State, side: str, order: Order, code: str) -> Iterator[Order]:
    """Alternatives to a refused order, by its kind and its refusal code."""
    unit = seen.units.get(getattr(order, "unit", ""))
    if isinstance(order, Standing):
        yield from _alternative_standing_orders(order)
    elif unit is None or code in UNIT_CODES:
        return
    elif code == "attached" and unit.leads:
        yield replace(order, unit=unit.leads)
    elif code == "no-activations" or (code == "already-acted" and unit.moved):
        ready = (other for other in nearest_friends(seen, unit) if other.activated and not other.moved)
        yield from (replace(order, unit=other.id) for other in ready)
    else:
        yield from _for_same_unit(seen, side, unit, order, code)


def _for_same_unit(seen: State, side: str, unit: Unit, order: Order, code: str) -> Iterator[Order]:
    """Alternatives for the same unit."""
    match order:
        case StraightMove() | Move():
            yield from _alternative_moves(seen, unit, order, code)
        case Form() | Face() if code == "already-acted":
            yield Forward(unit.id)
        case Form(formation=wanted) if code == "no-change":
            yield Form(unit.id, "column" if wanted == "line" else "line")
        case Face():
            yield from _alternative_facings(seen, unit, order)
        case Charge(target=target):
            yield from _alternative_charges(seen, unit, seen.units[target], code)
        case Join(target=target):
            yield from _alternative_joins(seen, side, unit, seen.units[target])
        case Shell(at=place):
            yield from _alternative_shellings(seen, unit, place, code)
        case Fight():
            yield from open_fights(seen, side)
        case PlaceUnit():
            yield from _alternative_places(seen, side, order)
        case _:
            pass


# movement
def _alternative_moves(seen: State, unit: Unit, order: StraightMove | Move, code: str) -> Iterator[Order]:
    """The point that was meant if a bearing was read, facing there, the nearest point on the table, then moves in
    similar directions over the same distance.
    """
    body = moving_unit(seen, unit)
    if isinstance(order, Move) and isinstance(order.to, int) and order.most and order.to % 450:
        yield Move(unit.id, (order.to * 10, order.most))  # 15 12 for 15,12
    planned = planned_path(body, order)
    if code == "engaged":
        yield from (Back(unit.id), Forward(unit.id))
        return
    if code == "no-change":
        yield Forward(unit.id)
    if code == "bad-direction" and isinstance(order, Move):
        yield Face(unit.id, order.to)
    if code == "off-board" and isinstance(order, Move) and isinstance(order.to, tuple):
        yield replace(order, to=_onto_table(seen, order.to))
    if code == "impassable":
        there = (
            at
            for at in nearest_crossings(seen, unit)
            if abs(turn_between(planned.bearing, bearing(body.inches, at))) < DETOUR_ANGLE
        )
        yield from (Move(unit.id, rounded_position(at)) for at in there)
    ways = sorted(TURNS, key=lambda kind: abs(turn_between(planned.bearing, body.degrees + TURNS[kind])))
    yield from (kind(unit.id, order.most) for kind in ways)


def _onto_table(seen: State, to: tuple[int, int]) -> tuple[int, int]:
    """The point of the table nearest to one that may lie off it."""
    return min(max(to[0], 0), round(seen.table.width * 100)), min(max(to[1], 0), round(seen.table.height * 100))


def _alternative_facings(seen: State, unit: Unit, order: Face) -> Iterator[Order]:
    """Facings towards the nearest enemies; slightly different ones if there is no room."""
    if isinstance(order.to, int):
        yield from (Face(unit.id, (order.to + by) % 3600) for by in (100, -100, 200, -200, 300, -300))
    yield from (Face(unit.id, foe.id) for foe in nearest_enemies(seen, unit)[:4])


def _alternative_charges(seen: State, unit: Unit, target: Unit, code: str) -> Iterator[Order]:
    """Other enemies in reach; facing the target; going towards it, or to where it is seen from."""
    if code == "engaged":
        yield from (Back(unit.id), Forward(unit.id))
        return
    if code == "bad-direction":
        yield Face(unit.id, target.id)
    yield from (Charge(unit.id, foe.id) for foe in islice(charge_targets(seen, unit), 8) if foe.id != target.id)
    if target.side != unit.side and not target.gone:
        yield Move(unit.id, target.at)
        yield Face(unit.id, target.id)
    yield Forward(unit.id)


def _alternative_joins(seen: State, side: str, unit: Unit, target: Unit) -> Iterator[Order]:
    """Other leaders that could join the unit, other units that the leader could join, or a move towards the unit."""
    chiefs = [other for other in army(seen, side) if arm_of(seen, other) == "leader"]
    if unit not in chiefs:
        yield from (
            Join(chief.id, target.id)
            for chief in sorted(chiefs, key=lambda chief: distance(chief.inches, target.inches))
        )
        return
    yield from (Face(unit.id, target.id),) if unit.leads is None and target.side == side else ()
    yield from (Join(unit.id, other.id) for other in nearest_friends(seen, unit) if other.id != target.id)


# guns
def _alternative_shellings(seen: State, unit: Unit, place: str, code: str) -> Iterator[Order]:
    """What has to be done first; other buildings; other batteries."""
    piece = next((piece for piece in seen.table.pieces if piece.name == place), None)
    if code == "limbered":
        yield Form(unit.id, "line")
    if code == "out-of-arc" and piece and piece.shape:
        yield Face(unit.id, rounded_position(mean_corner(piece.shape)))
    if code == "engaged":
        yield from (Back(unit.id), Forward(unit.id))
    yield from (Shell(unit.id, other.name) for other, _ in nearest_buildings(seen, unit) if other.name != place)
    yield from (Shell(other.id, place) for other in nearest_friends(seen, unit) if arm_of(seen, other) == "artillery")
    if code == "out-of-range" and piece and piece.shape:
        yield Move(unit.id, rounded_position(mean_corner(piece.shape)))
        yield Face(unit.id, rounded_position(mean_corner(piece.shape)))


# setting up
def _alternative_places(seen: State, side: str, order: PlaceUnit) -> Iterator[Order]:
    """With the facing it has; brought into the zone; at places nearby; and on the way to the middle of the zone."""
    zone = seen.setup.deploy.get(side)
    if zone is None:
        yield Done()
        return
    here = in_inches(order.at)
    yield replace(order, facing=None, formation=None)
    nearest = [sorted((min(ends), at, max(ends)))[1] for at, ends in zip(here, zip(*zone, strict=True), strict=True)]
    yield replace(order, at=rounded_position((nearest[0], nearest[1])))
    around = ((here[0] + x * far, here[1] + y * far) for far in (1, 2, 3, 5) for x, y in NEIGHBOURS)
    yield from (replace(order, at=rounded_position(at)) for at in around)
    inward, deep = direction(here, mean_corner(zone)), distance(here, mean_corner(zone))
    yield from (
        replace(order, at=rounded_position(point_along(here, inward, deep * part / 20))) for part in range(1, 21)
    )


# standing orders
def _alternative_standing_orders(order: Standing) -> Iterator[Standing]:
    close = get_close_matches(order.policy, POLICIES, 2)
    for policy in (order.policy, *close):
        words = POLICIES.get(policy, ())
        meant = get_close_matches(" ".join(order.values), words, 1)
        for subject in dict.fromkeys((order.subject, "all")):
            yield from (Standing(subject, policy, (word,)) for word in dict.fromkeys((*meant, *words)))


_ALTERNATIVES = Alternatives(objections, alternatives, tried=60)
check, legal = _ALTERNATIVES.check, _ALTERNATIVES.legal
