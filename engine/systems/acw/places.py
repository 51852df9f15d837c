"""Where things of the table lie on the picture: the table's y grows upwards, the picture's downwards; outlines cut to the table."""
from collections.abc import Sequence

from maps import wedges
from maps.plane import Box, Point, corners
from maps.scene import Shape, Strip

from .state import State, Unit, arm, box, leader_of, melees_of


def on(state: State, point: Point) -> Point:
    """A point of the table, in inches, on the picture; a hair beyond the edge is the edge."""
    x, y = min(max(point[0], 0.0), state.table.width), min(max(point[1], 0.0), state.table.height)
    return round(x, 4), round(state.table.height - y, 4)


def spot(state: State, at: tuple[int, int]) -> Point:
    """A place in hundredths of an inch on the picture."""
    return on(state, (at[0] / 100, at[1] / 100))


def flipped(state: State, points: Sequence[Point]) -> tuple[Point, ...]:
    """Points of the table on the picture, even beyond the edge."""
    return tuple((x, state.table.height - y) for x, y in points)


def shape(state: State, points: Sequence[Point], kind: str, colour: str = "", text: str = "", side: int = 0) -> tuple[Shape, ...]:
    """An outline on the picture, cut to the table; none if all of it lies beyond."""
    found = wedges.clipped(flipped(state, points), (state.table.width, state.table.height))
    rounded = tuple(dict.fromkeys((round(x, 4), round(y, 4)) for x, y in found))
    return (Shape(rounded, kind, colour, text, side),) if len(rounded) > 2 else ()


def outline(state: State, body: Box, kind: str, colour: str, text: str = "", side: int = 0) -> tuple[Shape, ...]:
    """A footprint's outline."""
    return shape(state, corners(body), kind, colour, text, side)


def strip(state: State, unit: Unit, ring: bool = False) -> Strip:
    """A unit as a strip; an attached leader as a star behind his unit."""
    host = state.units[unit.leads] if unit.leads else None
    body = box(state, host or unit)
    at = on(state, unit.inches if host is None else behind(body))
    nth, colour = number(state, unit.side), tint(state, unit.side)
    leader = leader_of(state, unit.id) if host is None else None
    status = [word for word in ("activated", "moved", "fired") if getattr(unit, word) or (word == "fired" and unit.shelled)]
    status += ["column"] * (unit.formation == "column") + ["attached"] * (host is not None) + ["fighting"] * bool(melees_of(state, unit.id))
    return Strip(
        at, unit.id, nth, colour, body.facing, 0 if host else unit.bases, (sign(state, unit),),
        "" if arm(state, unit) == "leader" else str(unit.bases), "", tuple(status), (state.setup.front, state.setup.depth), ring,
        (leader.id,) if leader else ())


def behind(body: Box) -> Point:
    """Where an attached leader's star lies: half over the rear edge of his unit's footprint."""
    (ax, ay), (bx, by) = corners(body)[1:3]
    (x, y) = (ax + bx) / 2, (ay + by) / 2
    far = max(body.along, 0.01)
    return x + (x - body.at[0]) / far * 0.34, y + (y - body.at[1]) / far * 0.34


def sign(state: State, unit: Unit) -> str:
    """The arm as pictures know it: artillery by its range."""
    known = state.types[unit.type]
    if known.arm != "artillery":
        return known.arm
    return "horse-artillery" if known.move and known.move[0] == "both" else "foot-artillery"


def number(state: State, side: str) -> int:
    """0 for the side listed first."""
    return next((nth for nth, known in enumerate(state.sides) if known.id == side), 0)


def tint(state: State, side: str | None) -> str:
    """A side's colour; "" for nobody's."""
    return next((known.colour for known in state.sides if known.id == side), "")
