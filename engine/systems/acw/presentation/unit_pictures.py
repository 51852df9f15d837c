"""Pictures of units: strips of bases, attached leaders as stars."""

from maps.geometry.plane import Box, Point, box_corners
from maps.scene.scene import Strip
from maps.scene.tabletop_layout import on_picture, side_colour, side_number

from ..state.position import State, Unit, arm_of, footprint, leader_of, melees_of


def unit_strip(state: State, unit: Unit, ring: bool = False) -> Strip:
    """A unit as a strip; an attached leader as a star behind its unit."""
    host = state.units[unit.leads] if unit.leads else None
    body = footprint(state, host or unit)
    at = on_picture(state, unit.inches if host is None else star_position(body))
    nth, colour = side_number(state, unit.side), side_colour(state, unit.side)
    leader = leader_of(state, unit.id) if host is None else None
    status = [
        word for word in ("activated", "moved", "fired") if getattr(unit, word) or (word == "fired" and unit.shelled)
    ]
    status += (
        ["column"] * (unit.formation == "column")
        + ["attached"] * (host is not None)
        + ["fighting"] * bool(melees_of(state, unit.id))
    )
    return Strip(
        at,
        unit.id,
        nth,
        colour,
        body.facing,
        0 if host else unit.bases,
        (arm_sign(state, unit),),
        "" if arm_of(state, unit) == "leader" else str(unit.bases),
        "",
        tuple(status),
        (state.setup.front, state.setup.depth),
        ring,
        (leader.id,) if leader else (),
    )


def star_position(body: Box) -> Point:
    """The place of an attached leader's star: half over the rear edge of its unit's footprint."""
    (ax, ay), (bx, by) = box_corners(body)[1:3]
    (x, y) = (ax + bx) / 2, (ay + by) / 2
    far = max(body.along, 0.01)
    return x + (x - body.at[0]) / far * 0.34, y + (y - body.at[1]) / far * 0.34


def arm_sign(state: State, unit: Unit) -> str:
    """The arm as pictures know it: artillery by its range."""
    known = state.types[unit.type]
    if known.arm != "artillery":
        return known.arm
    return "horse-artillery" if known.move and known.move[0] == "both" else "foot-artillery"
