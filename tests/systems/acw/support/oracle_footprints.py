"""Footprints and terrain calculated independently, in complex numbers of inches (CW 1.6, 2.3, 2.5 to 2.7, 5)."""

from cmath import phase
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, degrees, radians, sin

from engine.systems.acw.state.position import Melee, State, Unit
from maps.geometry.tabletop import Piece

Outline = tuple[complex, complex, complex, complex]
OPEN = {
    "woods": ("infantry", "cavalry"),
    "building": ("infantry",),
    "entrenchment": ("infantry", "artillery"),
    "fieldworks": ("infantry", "artillery"),
}
"""Who may enter what forbids anybody (CW 5.3 to 5.5)."""


# who is there
def arm(state: State, unit: Unit) -> str:
    return state.types[unit.type].arm


def living(state: State) -> Iterator[Unit]:
    return (unit for unit in state.units.values() if not unit.gone)


def bodies(state: State) -> list[Unit]:
    return [unit for unit in living(state) if unit.leads is None]


def leader(state: State, key: str) -> Unit | None:
    return next((unit for unit in living(state) if unit.leads == key), None)


def lone(state: State, unit: Unit) -> bool:
    return arm(state, unit) == "leader" and unit.leads is None


def engaged(state: State, key: str) -> list[Melee]:
    return [melee for melee in state.game.melees if key in (melee.charger, melee.target)]


# where
def centre(unit: Unit) -> complex:
    return complex(unit.at[0] / 100, unit.at[1] / 100)


def spot(at: tuple[int, int]) -> complex:
    return complex(at[0] / 100, at[1] / 100)


def heading(degree: float) -> complex:
    """The unit vector of a bearing: clockwise from +y."""
    return complex(sin(radians(degree)), cos(radians(degree)))


def bearing_of(way: complex) -> float:
    return (90 - degrees(phase(way))) % 360


def off(one: float, other: float) -> float:
    """Degrees between two bearings, 0 to 180."""
    return abs((other - one + 180) % 360 - 180)


def halves(state: State, unit: Unit) -> tuple[float, float]:
    """Half across and half along the facing."""
    wide, deep, bases = state.setup.front, state.setup.depth, 1 if unit.formation is None else unit.bases
    return (wide / 2, bases * deep / 2) if unit.formation == "column" else (bases * wide / 2, deep / 2)


def outline(state: State, unit: Unit, moved: complex = 0j) -> Outline:
    """The footprint's corners, moved by so much."""
    across, on = halves(state, unit)
    ahead = heading(unit.facing / 10)
    right = ahead * -1j
    at = centre(unit) + moved
    front, rear = at + ahead * on, at - ahead * on
    return (front + right * across, rear + right * across, rear - right * across, front - right * across)


def span(corners: Sequence[complex], axis: complex) -> tuple[float, float]:
    along = [(corner * axis.conjugate()).real for corner in corners]
    return min(along), max(along)


def apart(one: Outline, other: Outline) -> float:
    """The widest gap along a side of either; below 0 they overlap by so much."""
    widest = -99.0
    for a, b in ((one[0], one[1]), (one[1], one[2]), (other[0], other[1]), (other[1], other[2])):
        axis = (b - a) / abs(b - a)
        (low, high), (least, most) = span(one, axis), span(other, axis)
        widest = max(widest, low - most, least - high)
    return widest


def off_segment(point: complex, a: complex, b: complex) -> float:
    if a == b:
        return abs(point - a)
    share = ((point - a) * (b - a).conjugate()).real / abs(b - a) ** 2
    return abs(point - a - (b - a) * min(1.0, max(0.0, share)))


def off_line(point: complex, line: Sequence[tuple[float, float]]) -> float:
    return min(off_segment(point, complex(*a), complex(*b)) for a, b in pairwise(line))


def inside(point: complex, shape: Sequence[tuple[float, float]], rim: float = 0.01) -> bool:
    """By the winding of the corners seen from the point, or on the rim."""
    corners = [complex(*corner) - point for corner in (*shape, shape[0])]
    if off_line(0j, [(corner.real, corner.imag) for corner in corners]) <= abs(rim):
        return rim > 0
    return abs(sum(phase(b / a) for a, b in pairwise(corners))) > 3


def rubble(state: State, piece: Piece) -> bool:
    return piece.kind == "building" and state.game.buildings.get(piece.name, 0) >= (piece.value or 3)


def standing_in(state: State, point: complex) -> list[Piece]:
    """The areas a point is in, rubble left out."""
    return [
        piece for piece in state.table.pieces if piece.shape and not rubble(state, piece) and inside(point, piece.shape)
    ]


def barred(state: State, unit: Unit, point: complex, rim: float = -0.01) -> set[str]:
    """The pieces that forbid the unit a point: surely, as it is well inside of them, or with a positive rim perhaps."""
    arm, found = state.types[unit.type].arm, set[str]()
    for piece in state.table.pieces:
        if (
            piece.kind in OPEN
            and (arm not in OPEN[piece.kind] or rubble(state, piece))
            and inside(point, piece.shape, rim)
        ):
            roads = [road.line for road in state.table.pieces if road.kind == "road"]
            gate = piece.kind == "woods" and any(off_line(point, road) <= 0.51 for road in roads)
            found |= set() if gate else {piece.name}
    return found


def formed(state: State, unit: Unit) -> bool:
    return not {piece.kind for piece in standing_in(state, centre(unit))} & {"woods", "building"}


def side_struck(state: State, target: Unit, point: complex) -> str:
    """CW 2.7"""
    across, on = halves(state, target)
    seen = (point - centre(target)) * heading(target.facing / 10).conjugate()
    ahead, to_right = seen.real, -seen.imag
    if ahead - on >= -1e-6 and ahead - on >= abs(to_right) - across - 0.005:
        return "front"
    if -ahead - on >= -1e-6 and -ahead - on >= abs(to_right) - across - 0.005:
        return "rear"
    return "right" if to_right > 0 else "left"


def ranks(state: State, unit: Unit, foe: Unit) -> int:
    """CW 9.7: the bases of a line that face more than 0.05" of a footprint square to it; at least one."""
    right = heading(unit.facing / 10) * -1j
    middle, (low, high) = (centre(unit) * right.conjugate()).real, span(outline(state, foe), right)
    first = middle - unit.bases * state.setup.front / 2
    edges = [first + nth * state.setup.front for nth in range(unit.bases)]
    return max(1, sum(min(edge + state.setup.front, high) - max(edge, low) > 0.05 + 1e-6 for edge in edges))


def cross(a: complex, b: complex, c: complex, d: complex) -> complex | None:
    """Where two segments cross."""
    turn = ((b - a).conjugate() * (d - c)).imag
    if abs(turn) < 1e-12:
        return None
    t, u = ((c - a).conjugate() * (d - c)).imag / turn, ((c - a).conjugate() * (b - a)).imag / turn
    return a + t * (b - a) if 0 <= t <= 1 and 0 <= u <= 1 else None


def crest_touched(state: State, unit: Unit, crest: Sequence[tuple[float, float]]) -> bool:
    """CW 6.4: the footprint grown by 0.05" has a point of the crest."""
    across, on = (half + 0.05 for half in halves(state, unit))
    turned = [(complex(*point) - centre(unit)) * heading(unit.facing / 10).conjugate() for point in crest]
    box = (complex(on, across), complex(on, -across), complex(-on, -across), complex(-on, across), complex(on, across))
    within = any(abs(point.real) <= on and abs(point.imag) <= across for point in turned)
    return within or any(cross(a, b, c, d) is not None for a, b in pairwise(turned) for c, d in pairwise(box))


def cover(state: State, target: Unit, charger: Unit) -> dict[str, int]:
    """CW 9.6: the best of works and cover."""
    roads = [road.line for road in state.table.pieces if road.kind == "road"]
    pieces = [
        piece for piece in standing_in(state, centre(target)) if piece.kind in ("woods", "field", "building", *_WORKS)
    ]
    for piece in state.table.pieces:
        if piece.kind == "fence":
            met = [cross(complex(*a), complex(*b), centre(charger), centre(target)) for a, b in pairwise(piece.line)]
            pieces += [piece for at in met if at is not None and not any(off_line(at, road) <= 0.505 for road in roads)]
        elif piece.crest and crest_touched(state, target, piece.crest):
            pieces.append(piece)
    names = [
        piece.kind if piece.kind in _WORKS else "hard-cover" if piece.cover == "hard" else "cover" for piece in pieces
    ]
    best = max((_BEST[name] for name in names), default=0)
    return {name: best for name in names if _BEST[name] == best}


_WORKS = ("entrenchment", "fieldworks")
_BEST = {"entrenchment": 2, "fieldworks": 1, "hard-cover": 2, "cover": 1}
