"""Orders like a refused one that may do in its place, the likeliest first; whether they are legal is asked elsewhere."""

from collections.abc import Iterator
from difflib import get_close_matches
from itertools import islice

from engine.contract import Done, Order, replace
from engine.toolkit.alternatives import Alternatives
from maps.geometry.plane import bearing, direction, distance, point_along, turn_between
from maps.geometry.polygons import mean_corner

from ..orders import Back, Charge, Face, Fight, Form, Forward, Join, Move, PlaceUnit, Shell, Standing, StraightMove
from ..rules.board.footprints import at_rest, rest
from ..rules.movement.movement import TURNS, aim, body_of
from ..rules.turn.legality import objections
from ..state.position import State, Unit, arm, army
from ..vocabulary import POLICIES
from .evaluation import crossings, fights, foes, friends, nearest_buildings, targets

SPENT = ("cannot-move", "has-fired")
"""Objections to the unit itself: nothing that moves would do."""
BESIDE = 90
"""Degrees off the way asked within which a bridge or ford may do."""
NEAR = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1))
"""Where else to set up: so many inches to the right and up, and twice, three times... as many."""


def others(seen: State, side: str, order: Order, code: str) -> Iterator[Order]:
    """By what was asked and why it is refused."""
    unit = seen.units.get(getattr(order, "unit", ""))
    if isinstance(order, Standing):
        yield from _policies(order)
    elif unit is None or code in SPENT:
        return
    elif code == "attached" and unit.leads:
        yield replace(order, unit=unit.leads)
    elif code == "no-activations" or (code == "already-acted" and unit.moved):
        ready = (other for other in friends(seen, unit) if other.activated and not other.moved)
        yield from (replace(order, unit=other.id) for other in ready)
    else:
        yield from _own(seen, side, unit, order, code)


def _own(seen: State, side: str, unit: Unit, order: Order, code: str) -> Iterator[Order]:
    """For the same unit."""
    match order:
        case StraightMove() | Move():
            yield from _ways(seen, unit, order, code)
        case Form() | Face() if code == "already-acted":
            yield Forward(unit.id)
        case Form(formation=wanted) if code == "no-change":
            yield Form(unit.id, "column" if wanted == "line" else "line")
        case Face():
            yield from _facings(seen, unit, order)
        case Charge(target=target):
            yield from _charges(seen, unit, seen.units[target], code)
        case Join(target=target):
            yield from _joins(seen, side, unit, seen.units[target])
        case Shell(at=place):
            yield from _shellings(seen, unit, place, code)
        case Fight():
            yield from fights(seen, side)
        case PlaceUnit():
            yield from _places(seen, side, order)
        case _:
            pass


# movement
def _ways(seen: State, unit: Unit, order: StraightMove | Move, code: str) -> Iterator[Order]:
    """Facing there first; the point brought onto the table; then the ways nearest to the one asked, as far as asked."""
    body = body_of(seen, unit)
    planned = aim(body, order)
    if code == "engaged":
        yield from (Back(unit.id), Forward(unit.id))
        return
    if code == "no-change":
        yield Forward(unit.id)
    if code == "bad-direction" and isinstance(order, Move):
        yield Face(unit.id, order.to)
    if code == "off-board" and isinstance(order, Move) and isinstance(order.to, tuple):
        yield replace(order, to=_within(seen, order.to))
    if code == "impassable":
        there = (
            at for at in crossings(seen, unit) if abs(turn_between(planned.bearing, bearing(body.inches, at))) < BESIDE
        )
        yield from (Move(unit.id, rest(at)) for at in there)
    ways = sorted(TURNS, key=lambda kind: abs(turn_between(planned.bearing, body.degrees + TURNS[kind])))
    yield from (kind(unit.id, order.most) for kind in ways)


def _within(seen: State, to: tuple[int, int]) -> tuple[int, int]:
    """The point of the table nearest to one that may lie off it."""
    return min(max(to[0], 0), round(seen.table.width * 100)), min(max(to[1], 0), round(seen.table.height * 100))


def _facings(seen: State, unit: Unit, order: Face) -> Iterator[Order]:
    """Towards the nearest enemies; a little more or less than asked, if there is no room."""
    if isinstance(order.to, int):
        yield from (Face(unit.id, (order.to + by) % 3600) for by in (100, -100, 200, -200, 300, -300))
    yield from (Face(unit.id, foe.id) for foe in foes(seen, unit)[:4])


def _charges(seen: State, unit: Unit, target: Unit, code: str) -> Iterator[Order]:
    """Other enemies in reach; facing the target; going towards it, or to where it is seen from."""
    if code == "engaged":
        yield from (Back(unit.id), Forward(unit.id))
        return
    if code == "bad-direction":
        yield Face(unit.id, target.id)
    yield from (Charge(unit.id, foe.id) for foe in islice(targets(seen, unit), 8) if foe.id != target.id)
    if target.side != unit.side and not target.gone:
        yield Move(unit.id, target.at)
        yield Face(unit.id, target.id)
    yield Forward(unit.id)


def _joins(seen: State, side: str, unit: Unit, target: Unit) -> Iterator[Order]:
    """Leaders who could join that unit, if this is none; other units that he could join, or going there."""
    chiefs = [other for other in army(seen, side) if arm(seen, other) == "leader"]
    if unit not in chiefs:
        yield from (
            Join(chief.id, target.id)
            for chief in sorted(chiefs, key=lambda chief: distance(chief.inches, target.inches))
        )
        return
    yield from (Face(unit.id, target.id),) if unit.leads is None and target.side == side else ()
    yield from (Join(unit.id, other.id) for other in friends(seen, unit) if other.id != target.id)


# guns
def _shellings(seen: State, unit: Unit, place: str, code: str) -> Iterator[Order]:
    """What has to be done first; other buildings; other batteries."""
    piece = next((piece for piece in seen.table.pieces if piece.name == place), None)
    if code == "limbered":
        yield Form(unit.id, "line")
    if code == "out-of-arc" and piece and piece.shape:
        yield Face(unit.id, rest(mean_corner(piece.shape)))
    if code == "engaged":
        yield from (Back(unit.id), Forward(unit.id))
    yield from (Shell(unit.id, other.name) for other, _ in nearest_buildings(seen, unit) if other.name != place)
    yield from (Shell(other.id, place) for other in friends(seen, unit) if arm(seen, other) == "artillery")
    if code == "out-of-range" and piece and piece.shape:
        yield Move(unit.id, rest(mean_corner(piece.shape)))
        yield Face(unit.id, rest(mean_corner(piece.shape)))


# setting up
def _places(seen: State, side: str, order: PlaceUnit) -> Iterator[Order]:
    """As it faces now; straight into the zone if it was outside; the places near it, and on the way to the zone's middle."""
    zone = seen.setup.deploy.get(side)
    if zone is None:
        yield Done()
        return
    here = at_rest(order.at)
    yield replace(order, facing=None, formation=None)
    nearest = [sorted((min(ends), at, max(ends)))[1] for at, ends in zip(here, zip(*zone, strict=True), strict=True)]
    yield replace(order, at=rest((nearest[0], nearest[1])))
    around = ((here[0] + x * far, here[1] + y * far) for far in (1, 2, 3, 5) for x, y in NEAR)
    yield from (replace(order, at=rest(at)) for at in around)
    inward, deep = direction(here, mean_corner(zone)), distance(here, mean_corner(zone))
    yield from (replace(order, at=rest(point_along(here, inward, deep * part / 20))) for part in range(1, 21))


# standing orders
def _policies(order: Standing) -> Iterator[Standing]:
    close = get_close_matches(order.policy, POLICIES, 2)
    for policy in (order.policy, *close):
        words = POLICIES.get(policy, ())
        meant = get_close_matches(" ".join(order.values), words, 1)
        for subject in dict.fromkeys((order.subject, "all")):
            yield from (Standing(subject, policy, (word,)) for word in dict.fromkeys((*meant, *words)))


_ADVICE = Alternatives(objections, others, tried=60)
check, legal = _ADVICE.check, _ADVICE.legal
