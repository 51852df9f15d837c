"""What a player asks of the table before deciding: how far a unit goes and shoots, whom it sees, and what hides one from another."""

from collections.abc import Iterator

from engine.toolkit import wording
from maps.geometry.plane import Point
from maps.scene.scene import Mark, Trail
from maps.scene.tabletop_layout import hundredths_on_picture, side_colour

from ..rules.board.geometry import apart, hundredths, inches, rest
from ..rules.board.geometry import ground as lying
from ..rules.board.line_of_sight import line
from ..state.position import Spot, State, Unit, enemies, kind
from ..tables import TABLES, missile
from .measurements import nearest, sightline
from .reach_outlines import circles, reach
from .unit_pictures import between

STRETCHES = {"sparse": "stretch-sparse", "dense": "stretch-dense"}


def overlay(seen: State, unit: str, target: str) -> tuple[Mark, ...]:
    """ZC 6, 9, 10: its reach, its weapons' ranges, lines to all enemies; with a target ZC 7: the line to it and what lies on it."""
    known = seen.units[unit]
    if known.where != "table":
        return ()
    if target:
        other = seen.units[target]
        return tuple(_line(seen, known, other)) if other.where == "table" and other is not known else ()
    return (*_reach(seen, known), *_ranges(seen, known), *_sights(seen, known))


def _reach(seen: State, unit: Unit) -> Iterator[Mark]:
    """ZC 6.1 to 6.3; a shaken unit can only flee (ZC 6.11)."""
    if not unit.shaken:
        yield from reach(
            seen, unit, "rim-reach", side_colour(seen, unit.side), f"moves {wording.inches(kind(seen, unit).move)}"
        )


def _ranges(seen: State, unit: Unit) -> Iterator[Mark]:
    """ZC 9.1, 9.2, 10.1: where it fights, to where it shoots without long range, to where it shoots."""
    colour, centres = side_colour(seen, unit.side), [model.at for model in unit.models]
    close = TABLES.constants.close
    yield from circles(seen, centres, close, "rim-close", colour, f"melee {wording.inches(close)}")
    weapons = [(weapon.range, name) for name in kind(seen, unit).weapons if missile(weapon := seen.weapons[name])]
    for far, name in sorted(weapons)[-1:]:
        yield from circles(seen, centres, far / 2, "rim-half", colour, f"half {wording.inches(far / 2)}")
        yield from circles(seen, centres, far, "rim-range", colour, f"{name} {wording.inches(far)}")


# sight
def _sights(seen: State, unit: Unit) -> Iterator[Mark]:
    """ZC 7: a line to each enemy unit."""
    for other in enemies(seen, unit.side):
        a, b = _between(seen, unit, other)
        clear = line(seen, a, b).clear
        yield Trail(between(seen, a, b), "sight" if clear else "sight-blocked", "", f'{apart(a, b) / 100:.1f}"')


def _between(seen: State, unit: Unit, other: Unit) -> tuple[Spot, Spot]:
    a, b = nearest(seen, unit.id, other.id)
    return a.at, b.at


def _line(seen: State, unit: Unit, other: Unit) -> Iterator[Mark]:
    """ZC 7.2, 7.3: the line, what hides, and its stretches in terrain with their inches."""
    a, b = _between(seen, unit, other)
    sparse = line(seen, a, b)
    told = f" {sparse.cover} cover" if sparse.clear and sparse.cover else ""
    yield from sightline(seen, a, b, f'{apart(a, b) / 100:.2f}"{told}')
    for crossed in lying(seen.table).along(a, b):
        for start, end in crossed.stretches:
            far = hundredths((end - start) * apart(a, b) / 100) / 100
            yield Trail(
                (_share(seen, a, b, start), _share(seen, a, b, end)),
                STRETCHES[crossed.piece.kind],
                "",
                wording.inches(far),
            )


def _share(seen: State, a: Spot, b: Spot, share: float) -> Point:
    (ax, ay), (bx, by) = inches(a), inches(b)
    return hundredths_on_picture(seen, rest((ax + (bx - ax) * share, ay + (by - ay) * share)))
