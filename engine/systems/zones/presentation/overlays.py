"""Overlays on request: how far a unit moves and shoots, what it sees, and what blocks its sight."""

from collections.abc import Iterator

from engine.toolkit import wording
from maps.geometry.plane import Point
from maps.scene.scene import Mark, Trail
from maps.scene.tabletop_layout import hundredths_on_picture, side_colour

from ..rules.board.geometry import hundredths, point_to_spot, spot_distance, spot_to_point
from ..rules.board.line_of_sight import line_of_sight
from ..rules.board.terrain import terrain_on_way as lying
from ..state.position import Spot, State, Unit, enemy_units, unit_type
from ..tables import TABLES, is_missile
from .measurements import nearest_ends, sight_marks
from .reach_outlines import circle_outlines, reach_outlines
from .unit_pictures import arrow_between

STRETCHES = {"sparse": "stretch-sparse", "dense": "stretch-dense"}


def overlay(seen: State, unit: str, target: str) -> tuple[Mark, ...]:
    """ZC 6, 9, 10: a unit's reach, ranges and lines to all enemies; with a target, the line to it and the terrain on
    it (ZC 7).
    """
    known = seen.units[unit]
    if known.where != "table":
        return ()
    if target:
        other = seen.units[target]
        return tuple(_target_line(seen, known, other)) if other.where == "table" and other is not known else ()
    return (*_reach_marks(seen, known), *_range_marks(seen, known), *_sight_lines(seen, known))


def _reach_marks(seen: State, unit: Unit) -> Iterator[Mark]:
    """ZC 6.1 to 6.3: how far the unit can move; a shaken unit can only flee (ZC 6.11)."""
    if not unit.shaken:
        yield from reach_outlines(
            seen, unit, "rim-reach", side_colour(seen, unit.side), f"moves {wording.inches(unit_type(seen, unit).move)}"
        )


def _range_marks(seen: State, unit: Unit) -> Iterator[Mark]:
    """ZC 9.1, 9.2, 10.1: the range of melee, half the range and the full range of its longest weapon."""
    colour, centres = side_colour(seen, unit.side), [model.at for model in unit.models]
    close = TABLES.constants.close
    yield from circle_outlines(seen, centres, close, "rim-close", colour, f"melee {wording.inches(close)}")
    weapons = [
        (weapon.range, name) for name in unit_type(seen, unit).weapons if is_missile(weapon := seen.weapons[name])
    ]
    for far, name in sorted(weapons)[-1:]:
        yield from circle_outlines(seen, centres, far / 2, "rim-half", colour, f"half {wording.inches(far / 2)}")
        yield from circle_outlines(seen, centres, far, "rim-range", colour, f"{name} {wording.inches(far)}")


# sight
def _sight_lines(seen: State, unit: Unit) -> Iterator[Mark]:
    """ZC 7: a line to each enemy unit."""
    for other in enemy_units(seen, unit.side):
        a, b = _nearest_spots(seen, unit, other)
        clear = line_of_sight(seen, a, b).clear
        yield Trail(
            arrow_between(seen, a, b), "sight" if clear else "sight-blocked", "", f'{spot_distance(a, b) / 100:.1f}"'
        )


def _nearest_spots(seen: State, unit: Unit, other: Unit) -> tuple[Spot, Spot]:
    a, b = nearest_ends(seen, unit.id, other.id)
    return a.at, b.at


def _target_line(seen: State, unit: Unit, other: Unit) -> Iterator[Mark]:
    """ZC 7.2, 7.3: the line, the terrain that blocks it, and its stretches with their inches."""
    a, b = _nearest_spots(seen, unit, other)
    sparse = line_of_sight(seen, a, b)
    told = f" {sparse.cover} cover" if sparse.clear and sparse.cover else ""
    yield from sight_marks(seen, a, b, f'{spot_distance(a, b) / 100:.2f}"{told}')
    for crossed in lying(seen.table).crossed_by(a, b):
        for start, end in crossed.stretches:
            far = hundredths((end - start) * spot_distance(a, b) / 100) / 100
            yield Trail(
                (_point_on_line(seen, a, b, start), _point_on_line(seen, a, b, end)),
                STRETCHES[crossed.piece.kind],
                "",
                wording.inches(far),
            )


def _point_on_line(seen: State, a: Spot, b: Spot, share: float) -> Point:
    (ax, ay), (bx, by) = spot_to_point(a), spot_to_point(b)
    return hundredths_on_picture(seen, point_to_spot((ax + (bx - ax) * share, ay + (by - ay) * share)))
