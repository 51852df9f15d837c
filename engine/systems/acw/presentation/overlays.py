"""Overlays, drawn on request: how far a unit can go, its arc of fire, its line of sight; and measurements."""

from collections.abc import Iterator

from engine.contract import End, LineOfSight, Measure
from engine.toolkit.wording import compass
from maps.drawing.marks import tabletop_marks
from maps.geometry.plane import Point, bearing, direction, distance, point_along, turn_between, unit_vector
from maps.geometry.polygons import mean_corner
from maps.scene.scene import Mark, Trail
from maps.scene.tabletop_layout import box_shape, on_picture, outline_shape, side_colour, side_number

from ..advice.evaluation import charge_chance, percent_text
from ..orders import Charge
from ..rules.board.footprints import rounded_facing
from ..rules.board.line_of_sight import Obstruction, obstruction_text, obstructions
from ..rules.board.terrain import terrain_map
from ..rules.combat.charges import charge_path, objections
from ..rules.combat.supporting_guns import is_in_arc, is_in_range, range_of
from ..rules.movement.contact import side_struck
from ..rules.movement.movement import worst_and_best_lengths
from ..rules.movement.movement_dice import best_allowance, way_of
from ..rules.movement.movement_limits import move_length
from ..rules.movement.planned_paths import PlannedPath, moving_unit
from ..state.position import State, Unit, arm_of, footprint, melees_of

LABELLED = 2.5
"""Inches from which an arrow is long enough for a label."""
STEP = 6
"""Degrees between two bearings at which the reach is calculated."""


def overlay(seen: State, unit: str, target: str) -> tuple[Mark, ...]:
    """CW 4, 8: the unit's best reach, arc and command range; with a target CW 6: the line of sight and its distance."""
    known = seen.units[unit]
    if known.gone:
        return ()
    if target:
        other = seen.units[target]
        return (
            ()
            if other.gone
            else (*_arc_marks(seen, known), *_sight_marks(seen, known, other, _sight_label(known, other)))
        )
    return (*_arc_marks(seen, known), *_command_marks(seen, known), *_reach_marks(seen, known))


# reach
def _reach_marks(seen: State, unit: Unit) -> Iterator[Mark]:
    """CW 4.3 to 4.11: where its centre could get with sixes, ahead and to the sides; and straight back."""
    body = moving_unit(seen, unit)
    if melees_of(seen, unit.id):
        return
    bearings = [body.degrees + turn for turn in range(-90, 91, STEP)]
    ends = [point_along(body.inches, unit_vector(way % 360), _best_length(seen, unit, way % 360)) for way in bearings]
    colour = side_colour(seen, unit.side)
    yield from outline_shape(seen, (body.inches, *ends), "reach-best", colour)
    for turn, name in ((0, "ahead"), (-90, "left"), (90, "right"), (180, "back")):
        far = _best_length(seen, unit, (body.degrees + turn) % 360)
        if far:
            to = point_along(body.inches, unit_vector((body.degrees + turn) % 360), far)
            yield Trail(
                (on_picture(seen, body.inches), on_picture(seen, to)),
                "draft-march",
                colour,
                f'{name} {far:.3g}"' if far >= LABELLED else "",
            )


def _best_length(seen: State, unit: Unit, way: float) -> float:
    """How far it gets on a bearing with sixes, in inches."""
    found = worst_and_best_lengths(seen, unit, PlannedPath(way, unit_vector(way), None))
    return found[1].length if found else 0.0


def _arc_marks(seen: State, unit: Unit) -> Iterator[Mark]:
    """CW 8.4, 8.5: a battery's arc to its range."""
    if arm_of(seen, unit) == "artillery":
        yield from battery_arc_marks(seen, unit)


def battery_arc_marks(seen: State, unit: Unit) -> Iterator[Mark]:
    """CW 8.4, 8.5: the arc, its range at its first point."""
    whole = tabletop_marks.sector_outline(unit.inches, unit.degrees, seen.setup.arc, range_of(seen, unit))
    yield from outline_shape(seen, whole, "wedge", side_colour(seen, unit.side), "", side_number(seen, unit.side))


def _command_marks(seen: State, unit: Unit) -> Iterator[Mark]:
    """CW 4.9: how far a leader's command reaches."""
    if arm_of(seen, unit) == "leader":
        yield from outline_shape(
            seen,
            tabletop_marks.circle_outline(unit.inches, seen.types[unit.type].command),
            "ring",
            side_colour(seen, unit.side),
        )


# sight
def _sight_marks(seen: State, a: Unit | Point, b: Unit | Point, text: str, spared: str = "") -> Iterator[Mark]:
    """CW 6: the line of sight, and everything that blocks it."""
    start, end = _point_of(a), _point_of(b)
    found = tuple(obstructions(seen, a, b, spared))
    for block in found:
        yield from _obstruction_marks(seen, block)
    if distance(start, end) > 0.01:
        yield Trail((on_picture(seen, start), on_picture(seen, end)), "sight-blocked" if found else "sight", "", text)


def _obstruction_marks(seen: State, block: Obstruction) -> Iterator[Mark]:
    if block.by in seen.units:
        yield from box_shape(seen, footprint(seen, seen.units[block.by]), "blocking", "")
    elif block.by:
        piece = terrain_map(seen).named[block.by]
        if block.rule == "CW 6.4" and piece.crest:
            yield Trail(tuple(on_picture(seen, point) for point in piece.crest), "blocking-side")
        elif piece.shape:
            yield from outline_shape(seen, piece.shape, "blocking")


def _sight_label(unit: Unit, other: Unit) -> str:
    """``6.30", 12° off``: the distance, and the degrees off the unit's facing; "" at its own position."""
    far = distance(unit.inches, other.inches)
    off = abs(turn_between(unit.degrees, bearing(unit.inches, other.inches)))
    return f'{far:.2f}", {off:.0f}° off' if far else ""


def _point_of(end: Unit | Point) -> Point:
    return end.inches if isinstance(end, Unit) else end


# measures
def measure(seen: State, start: End, end: End) -> Measure:
    """Distance and bearing; from a unit also angle off its facing, arc, range, side struck; CW 6: line of sight."""
    a, b = _end_of(seen, start), _end_of(seen, end)
    facts = list(_measurements(seen, a, b))
    marks = tuple(_arc_marks(seen, a)) if isinstance(a, Unit) else ()
    return Measure(tuple(facts), _line_of_sight(seen, _end_name(start), _end_name(end), a, b), marks)


def _end_name(where: End) -> str:
    return where if isinstance(where, str) else f"{where[0] / 100:g},{where[1] / 100:g}"


def _end_of(seen: State, where: End) -> Unit | Point:
    """A unit, the centre of a piece of terrain, or a point.  Raises ValueError if there is no such thing."""
    if not isinstance(where, str):
        return where[0] / 100, where[1] / 100
    if where in seen.units:
        if seen.units[where].gone:
            raise ValueError(f"{where} is out of the game")
        return seen.units[where]
    piece = terrain_map(seen).named.get(where)
    if piece is None:
        raise ValueError(f"there is no {where} on this table")
    return piece.at or mean_corner(piece.shape or piece.line)


def _measurements(seen: State, a: Unit | Point, b: Unit | Point) -> Iterator[tuple[str, str]]:
    start, end = _point_of(a), _point_of(b)
    far = distance(start, end)
    yield "distance", f"{far:.2f} inches"
    if far < 0.01:
        return
    tenths = rounded_facing(bearing(start, end))
    yield "bearing", f"{tenths / 10:g} degrees ({compass(tenths)})"
    if isinstance(a, Unit):
        yield from _unit_measurements(seen, a, end)
    if isinstance(a, Unit) and isinstance(b, Unit) and a.side != b.side:
        yield from _charge_measurements(seen, a, b)
        side = side_struck(footprint(seen, b), start)
        yield "side", f"{a.id} would strike the {side if side in ('front', 'rear') else f'{side} flank'} of {b.id}"


def _charge_measurements(seen: State, unit: Unit, target: Unit) -> Iterator[tuple[str, str]]:
    """CW 7.2, 7.3: how far it is to contact and the share of rolls that get there, or why a charge is not possible."""
    refusal, planned = (
        next(objections(seen, unit.side, Charge(unit.id, target.id)), None),
        charge_path(seen, unit, target),
    )
    if refusal and refusal.code in ("bad-direction", "blocked", "impassable", "too-far"):
        yield "charge", f"not possible now: {refusal.says}"
    elif planned and not refusal:
        yield (
            "charge",
            f"{planned.contact:.2f} inches to contact; "
            f"{percent_text(charge_chance(seen, unit, planned))} of rolls reach it",
        )


def _unit_measurements(seen: State, unit: Unit, end: Point) -> Iterator[tuple[str, str]]:
    """CW 4.3, 8.4, 8.5: direction and reach; for a battery also arc and range."""
    off = turn_between(unit.degrees, bearing(unit.inches, end))
    way = way_of(unit.degrees, bearing(unit.inches, end))
    slant = f"{abs(off):.1f} degrees to the {'right' if off > 0 else 'left'}"
    directions = {"straight": "straight ahead", "side": slant, "back": "straight behind"}
    yield "from its facing", directions.get(way or "", f"{slant}, where it cannot move")
    if way:
        reach = move_length(
            seen, moving_unit(seen, unit), direction(unit.inches, end), best_allowance(seen, unit, way).total
        ).length
        yield "reach that way", f"{reach:.2f} inches at best"
    if arm_of(seen, unit) == "artillery":
        half = seen.setup.arc / 2
        inside = "inside" if is_in_arc(seen, unit, end) else "outside"
        yield "arc", f"{inside} it, {abs(off):.1f} degrees off of {half:g}"
        within = "within" if is_in_range(seen, unit, end) else "beyond"
        yield "range", f"{within} {range_of(seen, unit):g} inches"


def _line_of_sight(seen: State, start: str, end: str, a: Unit | Point, b: Unit | Point) -> LineOfSight:
    """CW 6, 10.1: whether one end sees the other; a building that is aimed at does not block, nor do units in it."""
    spared = next(
        (
            name
            for name in (end, start)
            if name in terrain_map(seen).named and terrain_map(seen).named[name].kind == "building"
        ),
        "",
    )
    found = tuple(obstructions(seen, a, b, spared))
    marks = tuple(_sight_marks(seen, a, b, "", spared))
    if not found:
        return LineOfSight(True, f"{start} sees {end}: nothing is in the way (CW 6.1)", (), marks)
    by = tuple(block.by for block in found if block.by)
    return LineOfSight(
        False, f"{start} cannot see {end}: {obstruction_text(seen, a, b, spared)} ({found[0].rule})", by, marks
    )
