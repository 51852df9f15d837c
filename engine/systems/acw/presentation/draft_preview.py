"""The draft preview: how far each order gets at worst and at best, chances of charges, arcs, final positions."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from engine.contract import Order, replace
from maps.geometry.plane import distance, point_along
from maps.scene.scene import Mark, Spot, Trail
from maps.scene.tabletop_layout import box_shape, hundredths_on_picture, on_picture, side_colour, side_number

from ..advice.evaluation import charge_chance, percent_text
from ..orders import Charge, DeployRest, Face, Fight, Form, Join, Move, PlaceUnit, Shell, StraightMove
from ..rules.board.footprints import rounded_position
from ..rules.board.terrain import terrain_map
from ..rules.combat.charges import charge_path
from ..rules.combat.melee import melee_modifiers
from ..rules.combat.shelling import aiming_point
from ..rules.combat.supporting_guns import guns_in_support
from ..rules.movement.contact import side_struck, square_up
from ..rules.movement.facing import new_facing
from ..rules.movement.leaders import length_to_unit, path_to_unit
from ..rules.movement.movement import worst_and_best_lengths
from ..rules.movement.movement_dice import all_allowances, way_of
from ..rules.movement.planned_paths import moving_unit, planned_path
from ..rules.turn.deploy_rest import placements
from ..state.position import State, Unit, arm_of, footprint, is_lone_leader, leader_of
from ..state.unit_index import carry_index
from .overlays import battery_arc_marks


def draft_marks(seen: State, side: str, orders: Sequence[Order]) -> tuple[Mark, ...]:
    """The marks of draft orders, each drawn over the position that the earlier ones leave; some cannot be drawn."""
    marks = list[Mark]()
    for order in orders:
        for one in placements(seen, side) if isinstance(order, DeployRest) else (order,):
            unit = seen.units.get(getattr(one, "unit", ""))
            if unit and unit.side == side and not unit.gone:
                marks += _order_marks(seen, unit, one)
                seen = replace(_position_after(seen, unit, one), placed=(*seen.placed, unit.id))
    return tuple(marks)


def _order_marks(seen: State, unit: Unit, order: Order) -> Iterator[Mark]:
    match order:
        case StraightMove() | Move():
            yield from _move_marks(seen, unit, order)
        case Face() | Form():
            if (changed := _unit_after(seen, unit, order)) != unit:
                yield from _placed_marks(seen, changed)
        case Charge(_, target) if target in seen.units and not seen.units[target].gone:
            yield from _charge_marks(seen, unit, seen.units[target])
        case Join(_, target) if target in seen.units and not seen.units[target].gone:
            yield from _join_marks(seen, unit, seen.units[target])
        case Shell(_, at) if (piece := terrain_map(seen).named.get(at)) and piece.shape:
            yield from battery_arc_marks(seen, unit)
            yield Trail(
                (on_picture(seen, unit.inches), on_picture(seen, aiming_point(piece))),
                "draft-gunfire",
                side_colour(seen, unit.side),
            )
        case Fight(_, target):
            yield from _fight_marks(seen, unit, target)
        case PlaceUnit():
            yield from _placed_marks(seen, _unit_after(seen, unit, order))
        case _:
            pass


# moves
def _move_marks(seen: State, unit: Unit, order: StraightMove | Move) -> Iterator[Mark]:
    """CW 4.6, 4.11: the footprint at the end with ones and with sixes, or the one end that is certain."""
    body, planned = moving_unit(seen, unit), planned_path(moving_unit(seen, unit), order)
    ends = worst_and_best_lengths(seen, unit, planned)
    if not ends or not ends[1].length:
        return
    colour, nth = side_colour(seen, unit.side), side_number(seen, unit.side)
    turned = (
        replace(body, facing=round(planned.bearing * 10) % 3600)
        if way_of(body.degrees, planned.bearing) == "back"
        else body
    )
    low, high = (
        replace(turned, at=rounded_position(point_along(body.inches, planned.way, end.length))) for end in ends
    )
    if low.at == high.at:
        yield from box_shape(seen, footprint(seen, high), "stand", colour, "", nth)
        text = f'{ends[1].length:.3g}"'
    else:
        yield from box_shape(seen, footprint(seen, low), "reach-worst", colour, "", nth)
        yield from box_shape(seen, footprint(seen, high), "reach-best", colour, "", nth)
        text = f'{ends[0].length:.3g}-{ends[1].length:.3g}"'
    if low.at != body.at or high.at != body.at:
        yield Trail(
            (hundredths_on_picture(seen, body.at), hundredths_on_picture(seen, high.at)), "draft-march", colour, text
        )


def _placed_marks(seen: State, unit: Unit) -> Iterator[Mark]:
    """Where the unit will be for certain, and a battery's arc of fire from there."""
    yield from box_shape(
        seen, footprint(seen, unit), "stand", side_colour(seen, unit.side), "", side_number(seen, unit.side)
    )
    if arm_of(seen, unit) == "artillery" and unit.formation == "line":
        yield from battery_arc_marks(seen, unit)


# charges
def _charge_marks(seen: State, unit: Unit, target: Unit) -> Iterator[Mark]:
    """CW 7: the path to contact with its chance, where the charger would square up, the guns that would support."""
    planned, colour = charge_path(seen, unit, target), side_colour(seen, unit.side)
    if planned is None or target.side == unit.side:
        return
    there = replace(unit, at=rounded_position(point_along(unit.inches, planned.way, planned.contact)))
    side = side_struck(footprint(seen, target), unit.inches)
    stand = None if is_lone_leader(seen, target) else square_up(seen, there, target, side)
    ends = replace(there, at=stand[0], facing=stand[1]) if stand else there
    yield from box_shape(seen, footprint(seen, ends), "reach-best", colour, "", side_number(seen, unit.side))
    if there.at != unit.at:
        yield Trail(
            (hundredths_on_picture(seen, unit.at), hundredths_on_picture(seen, there.at)),
            "draft-charge",
            colour,
            percent_text(charge_chance(seen, unit, planned)),
        )
    guns = guns_in_support(seen, unit, target)
    for batteries, aimed_at in ((guns.charger, target), (guns.target, unit)):
        for key in batteries:
            gun = seen.units[key]
            yield Trail(
                (hundredths_on_picture(seen, gun.at), hundredths_on_picture(seen, aimed_at.at)),
                "draft-gunfire",
                side_colour(seen, gun.side),
            )


# leaders, melees
def _join_marks(seen: State, unit: Unit, host: Unit) -> Iterator[Mark]:
    """CW 4.16: the path to the unit, and the chance to reach it."""
    body = moving_unit(seen, unit)
    if distance(body.inches, host.inches) < 0.01 or arm_of(seen, unit) != "leader" or arm_of(seen, host) == "leader":
        return
    planned = path_to_unit(seen, unit, host)
    way = way_of(body.degrees, planned.bearing)
    text = ""
    if way and seen.turn:
        rolls = [
            length_to_unit(seen, body, planned, allowed) is not None for allowed in all_allowances(seen, body, way)
        ]
        text = percent_text(Fraction(sum(rolls), len(rolls)))
    yield Trail(
        (hundredths_on_picture(seen, body.at), hundredths_on_picture(seen, host.at)),
        "draft-march",
        side_colour(seen, unit.side),
        text,
    )


def _fight_marks(seen: State, unit: Unit, target: str) -> Iterator[Mark]:
    """CW 9.2: what each unit adds to its dice."""
    for melee in seen.game.melees:
        if {melee.charger, melee.target} == {unit.id, target}:
            ours, theirs = (sum(n for _, n in melee_modifiers(seen, melee, who)) for who in ("charger", "target"))
            (ax, ay), (bx, by) = seen.units[melee.charger].inches, seen.units[melee.target].inches
            yield Spot(
                on_picture(seen, ((ax + bx) / 2, (ay + by) / 2)),
                "remark",
                f"{melee.charger} 2d6{ours:+} : {theirs:+}2d6 {melee.target}",
            )


# afterwards
def _unit_after(seen: State, unit: Unit, order: Order) -> Unit:
    """The unit after an order that needs no dice."""
    match order:
        case Face():
            facing = new_facing(seen, unit, order)
            return unit if facing is None else replace(unit, facing=facing, faced=True)
        case Form(_, formation) if unit.formation is not None:
            return replace(unit, formation=formation, formed=True)
        case PlaceUnit(_, at, facing, formation):
            inside = (
                min(max(at[0], 0), round(seen.table.width * 100)),
                min(max(at[1], 0), round(seen.table.height * 100)),
            )
            faces = unit.facing if facing is None else facing
            return replace(
                unit,
                at=inside,
                facing=faces,
                formation=(formation or unit.formation) if unit.formation else None,
                leads=None,
            )
        case _:
            return unit


def _position_after(seen: State, unit: Unit, order: Order) -> State:
    """The position after the order; a move goes as far as it can at best."""
    there = _unit_after(seen, unit, order)
    if isinstance(order, StraightMove | Move):
        body = moving_unit(seen, unit)
        planned = planned_path(body, order)
        ends = worst_and_best_lengths(seen, unit, planned)
        if ends and ends[1].length:
            there = replace(
                body, at=rounded_position(point_along(body.inches, planned.way, ends[1].length)), moved=True
            )
    if there is unit:
        return seen
    leader = leader_of(seen, unit.id)
    along_with = {leader.id: replace(leader, at=there.at, facing=there.facing)} if leader else {}
    return carry_index(seen, replace(seen, units={**seen.units, unit.id: there, **along_with}))
