"""An oracle for positions: distances, lines of sight and zones (ZC 1, 7, 14); movement is in oracle_movement."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import floor, isqrt, sqrt

from engine.systems.zones.state.position import State, Unit
from tests.systems.zones.support.oracle_movement import covers, stretches

Spot = tuple[int, int]
Stretch = tuple[Fraction, Fraction]
TOWARDS = {"south": (0, -1), "north": (0, 1), "west": (-1, 0), "east": (1, 0)}


# lengths
def rounded(length: float) -> int:
    """Hundredths of an inch to whole ones, halves up (ZC 1.1, 1.2)."""
    return floor(length + 0.5 + 0.0001)


def apart(a: Spot, b: Spot) -> int:
    """ZC 1.3, without a root of a fraction: the whole number nearest to the root, halves up."""
    return (isqrt(4 * _square(a, b)) + 1) // 2


def _square(a: Spot, b: Spot) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def overlap(a: Spot, b: Spot, width: int, other: int) -> bool:
    """ZC 1.4, of two diameters in hundredths: the rounded distance decides (ZC 1.2)."""
    return 2 * apart(a, b) < width + other


# units
def base(state: State, unit: Unit) -> int:
    return round(100 * state.types[unit.type].base)


def team(state: State, side: str) -> str:
    return next(known.team for known in state.sides if known.id == side)


def on_table(state: State) -> list[Unit]:
    return [state.units[key] for key in state.roster if state.units[key].where == "table"]


def spots(state: State) -> Iterator[tuple[Unit, int, Spot]]:
    """Every model that stands: its unit, number and place."""
    for unit in on_table(state):
        for model in unit.models:
            yield unit, model.number, model.at


# ground
def standing_in(state: State, at: Spot) -> set[str]:
    """The kinds of terrain a centre is in, edges included (ZC 1.6)."""
    return {piece.kind for piece in state.table.pieces if covers(at, piece.shape)}


def stretches_by_kind(state: State, a: Spot, b: Spot) -> dict[str, list[Stretch]]:
    """The stretches of a line by kind of terrain."""
    found = dict[str, list[Stretch]](sparse=[], dense=[])
    for piece in state.table.pieces:
        if piece.kind in found:
            found[piece.kind] += stretches(a, b, piece.shape)
    return found


# sight
def sees(state: State, a: Spot, b: Spot) -> tuple[bool, str]:
    """ZC 7.2, 7.3, 7.5: whether, and the cover of the one at ``b``."""
    met, long = stretches_by_kind(state, a, b), sqrt(_square(a, b))
    inches = {kind: rounded(float(sum((u - t for t, u in found), Fraction(0))) * long) for kind, found in met.items()}
    ends = "sparse" in standing_in(state, a) | standing_in(state, b)
    clear = inches["sparse"] <= 600 if ends else inches["sparse"] < 600
    clear = clear and inches["dense"] <= 300 and all(t == 0 or u == 1 for t, u in met["dense"])
    cover = [kind for kind in ("dense", "sparse") if any(t != 0 or u == 1 for t, u in met[kind])]
    return clear, cover[0] if cover else ""


# zones
def zone_of(state: State, at: Spot, width: int) -> str | None:
    """ZC 2.1, 14.1: the zone that a base lies wholly within."""
    column, row = at[0] // 1200, at[1] // 1200
    for c, r in ((column, row), (column - 1, row), (column, row - 1)):
        low = (c * 1200, r * 1200)
        if all(2 * (at[i] - low[i]) >= width and 2 * (low[i] + 1200 - at[i]) >= width for i in (0, 1)):
            return f"Z{c + 1}{r + 1}"
    return None


def control(state: State) -> dict[str, str | None]:
    """ZC 14.1, 14.2"""
    columns, rows = round(state.table.width) // 12, round(state.table.height) // 12
    zones = {(c, r): set[str]() for c in range(1, columns + 1) for r in range(1, rows + 1)}
    for unit, _, at in spots(state):
        if key := zone_of(state, at, base(state, unit)):
            zones[int(key[1]), int(key[2])].add(team(state, unit.side))
    held = {key: next(iter(who)) if len(who) == 1 else "contested" if who else None for key, who in zones.items()}
    full = dict(held)
    for (c, r), who in held.items():
        around = {held[key] for key in ((c - 1, r), (c + 1, r), (c, r - 1), (c, r + 1)) if key in held}
        if who is None and len(around) == 1 and around <= {side.team for side in state.sides}:
            full[c, r] = next(iter(around))
    return {f"Z{c}{r}": who for (c, r), who in full.items()}


def score(state: State, zones: Mapping[str, str | None]) -> dict[str, int]:
    """ZC 14.3, 14.4"""
    worth = {objective.zone: objective.value for objective in state.setup.objectives}
    return {
        team: sum(worth.get(zone, 1) for zone, who in zones.items() if who == team)
        for team in {s.team: 0 for s in state.sides}
    }


def edge_distance(state: State, side: str, at: Spot) -> int:
    """Straight to the side's own edge."""
    dx, dy = TOWARDS[next(known.edge for known in state.sides if known.id == side)]
    width, height = round(100 * state.table.width), round(100 * state.table.height)
    return at[0] if dx < 0 else width - at[0] if dx > 0 else at[1] if dy < 0 else height - at[1]
