"""Validation: everything in a scenario that the rules of ACW cannot use."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import hypot
from typing import Any

from engine.contract import Fault, Scenario
from engine.toolkit.scenario_points import read_number, read_point
from engine.toolkit.scenario_values import Path, did_you_mean, shortened, unknown_keys
from engine.toolkit.unit_names import reserved_words, unit_name_faults
from maps.geometry.plane import Point, Points
from maps.geometry.polygons import crossings, distance_to_line, distance_to_outline, is_inside
from maps.geometry.tabletop import Piece, Tabletop

from ..orders import ORDERS
from ..rules.board.footprints import all_footprints, is_off_table, overlaps
from ..rules.board.terrain import TOLERANCE, forbidding_area
from ..state.position import State, army, enemy, footprint, units_on_table
from ..tables import TABLES
from ..vocabulary import CONDITIONS, POLICIES
from .setup_validation import setup_faults
from .start import start
from .type_validation import MOST_BASES, type_faults

LINES, POINTS = ("river", "stream", "fence", "road"), ("bridge", "ford")
"""CW 5.1: every other kind is an area."""
_UNIT = ("id", "type", "side", "name", "at", "facing", "formation", "bases", "with", *POLICIES)
COMPASS = ("n", "nne", "ne", "ene", "e", "ese", "se", "sse", "s", "ssw", "sw", "wsw", "w", "wnw", "nw", "nnw")
RESERVED_WORDS = reserved_words(ORDERS, POLICIES, *COMPASS, *CONDITIONS)
"""The words of orders, which a unit's id must not be."""


def faults(scenario: Scenario) -> Iterator[Fault]:
    """All faults of a scenario."""
    if scenario.table is None:
        yield Fault(
            ("board",),
            "ACW is played on a table measured in inches",
            "write board: {table: {width: 48, height: 48, terrain: []}}",
        )
        return
    wrong = False
    for fault in _plain_faults(scenario, scenario.table):
        wrong = True
        yield fault
    if not wrong:
        yield from _position_faults(start(scenario))


def _plain_faults(scenario: Scenario, table: Tabletop) -> Iterator[Fault]:
    """The faults that can be found without setting up the game."""
    if len(scenario.sides) != 2:
        yield Fault(("sides",), f"ACW needs exactly two sides; this scenario has {len(scenario.sides)}")
    for nth, piece in enumerate(table.pieces):
        yield from _piece_faults(table, piece, ("board", "table", "terrain", nth))
    for key, written in scenario.types.items():
        yield from type_faults(str(key), written)
    yield from _names(scenario)
    for nth, unit in enumerate(scenario.units):
        yield from _unit_faults(scenario, unit, (table.width, table.height), ("units", nth))
    yield from _leader_faults(scenario)
    for side in scenario.sides:
        if not any(unit["side"] == side and _arm(scenario, unit) != "leader" for unit in scenario.units):
            yield Fault(
                ("units",),
                f"{side} has neither a regiment nor a battery",
                "give it one, or the game is over as it begins",
            )
    yield from setup_faults(scenario, table)


def _piece_faults(table: Tabletop, piece: Piece, path: Path) -> Iterator[Fault]:
    """CW 5.1: faults of the terrain: unknown kinds, wrong shapes, facts that a kind does not have."""
    if piece.kind not in TABLES.terrain:
        yield Fault(
            (*path, "kind"), f"ACW has no terrain {piece.kind}", did_you_mean(piece.kind, tuple(TABLES.terrain))
        )
        return
    form = "line" if piece.kind in LINES else "at" if piece.kind in POINTS else "shape"
    if not (piece.line if form == "line" else piece.at if form == "at" else piece.shape):
        says = {
            "line": "a line, as in line: [[0, 5], [9, 5]]",
            "at": "a point, as in at: [12, 8.5]",
            "shape": "an area, as in shape: [[4, 4], [10, 4], [10, 9]]",
        }[form]
        yield Fault(
            path,
            f"{piece.name} is of the kind {piece.kind}, which is written in another way",
            f"a {piece.kind} is {says}",
        )
        return
    yield from _piece_extra_faults(piece, path)
    if piece.at and not any(
        distance_to_line(piece.at, water.line) <= piece.width / 2 + TOLERANCE for water in _rivers_and_streams(table)
    ):
        yield Fault(
            (*path, "at"),
            f"{piece.name} is on no river or stream",
            f"put the {piece.kind} on one, within half its width",
        )


def _piece_extra_faults(piece: Piece, path: Path) -> Iterator[Fault]:
    """CW 5.1: crests, values and cover, which only some kinds of terrain have."""
    if piece.crest and not TABLES.terrain[piece.kind].crest:
        yield Fault(
            (*path, "crest"), f"only hills have a crest; {piece.name} is of the kind {piece.kind}", "leave crest out"
        )
    if piece.value is not None and piece.kind != "building":
        yield Fault(
            (*path, "value"),
            f"only buildings have a value; {piece.name} is of the kind {piece.kind}",
            "leave value out",
        )
    if piece.cover not in ("", "hard"):
        yield Fault((*path, "cover"), f"cover is hard or left out, not {piece.cover}", "write cover: hard")
    elif piece.cover and TABLES.terrain[piece.kind].cover != "cover":
        yield Fault(
            (*path, "cover"), f"{piece.name} is of the kind {piece.kind}, which gives no cover", "leave cover out"
        )


def _rivers_and_streams(table: Tabletop) -> tuple[Piece, ...]:
    return tuple(piece for piece in table.pieces if piece.line and piece.kind in ("river", "stream"))


def _names(scenario: Scenario) -> Iterator[Fault]:
    """Faults of ids and names: each must be unique and mean nothing else in an order."""
    taken = dict[str, int]()
    for place, unit in enumerate(scenario.units):
        yield from unit_name_faults(place, unit, taken, RESERVED_WORDS)


def _unit_faults(scenario: Scenario, unit: Mapping[str, Any], size: tuple[float, float], path: Path) -> Iterator[Fault]:
    """The faults in the entry of a unit, key by key."""
    key, types = unit["id"], tuple(dict.fromkeys((*TABLES.types, *scenario.types)))
    yield from unknown_keys(unit, _UNIT, path)
    if unit["type"] not in types:
        yield Fault((*path, "type"), f"there is no type {unit['type']}", did_you_mean(unit["type"], types))
        return
    leader = _arm(scenario, unit) == "leader"
    if unit.get("with") is not None:
        for part in ("at", "facing"):
            if unit.get(part) is not None:
                yield Fault(
                    (*path, part),
                    f"{key} is with {shortened(unit['with'])} and stands where that stands",
                    f"leave {part} out",
                )
    else:
        yield from read_point(unit.get("at"), (*path, "at") if "at" in unit else path, size)
        yield from read_number(
            unit.get("facing"),
            (*path, "facing") if "facing" in unit else path,
            0,
            360,
            f"the facing of {key} in degrees",
        )
    if unit.get("formation", "line") not in ("line", "column"):
        yield Fault((*path, "formation"), f"{shortened(unit['formation'])} is not a formation", "write line or column")
    elif leader and unit.get("formation") is not None:
        yield Fault((*path, "formation"), f"{key} is a leader; a leader has no formation", "leave formation out")
    bases, most = unit.get("bases", 1), 1 if leader else MOST_BASES
    if type(bases) is not int or not 1 <= bases <= most:
        says = "a leader is one base" if leader else f"bases are a whole number from 1 to {MOST_BASES}"
        yield Fault((*path, "bases"), f"{says}, not {shortened(bases)}", "leave bases out" if leader else "")
    for policy, words in POLICIES.items():
        if unit.get(policy, words[0]) not in words:
            yield Fault(
                (*path, policy), f"{policy} is {', '.join(words[:-1])} or {words[-1]}, not {shortened(unit[policy])}"
            )


def _arm(scenario: Scenario, unit: Mapping[str, Any]) -> Any:
    """The arm of a unit's type; "" if the type is unknown."""
    kind, usual = scenario.types.get(unit["type"], {}), TABLES.types.get(unit["type"])
    return kind.get("arm") or (usual.arm if usual else "")


def _leader_faults(scenario: Scenario) -> Iterator[Fault]:
    """CW 1.9: a leader may be with a unit of the same side, and each unit has one leader at most."""
    units, led = {unit["id"]: unit for unit in scenario.units}, dict[str, str]()
    for nth, unit in enumerate(scenario.units):
        path, key, to = ("units", nth, "with"), unit["id"], unit.get("with")
        if to is None:
            continue
        mine = tuple(
            other["id"]
            for other in scenario.units
            if other["side"] == unit["side"] and _arm(scenario, other) != "leader"
        )
        if _arm(scenario, unit) != "leader":
            yield Fault(path, f"{key} is not a leader; only a leader is with a unit", "write at and facing instead")
        elif not isinstance(to, str) or to not in units:
            yield Fault(path, f"{key} is with {shortened(to)}, but there is no such unit", did_you_mean(str(to), mine))
        elif to not in mine:
            yield Fault(
                path,
                f"{key} cannot be with {to}: a leader is with a regiment or a battery of the same side",
                did_you_mean("", mine),
            )
        elif led.setdefault(to, key) != key:
            yield Fault(path, f"{to} has a leader already: {led[to]}", "each unit has one leader at most")


def _position_faults(state: State) -> Iterator[Fault]:
    """CW 2.3, 5.2: units must be on the table, must not overlap, and must not be in closed terrain."""
    place = {key: ("units", nth, "at") for nth, key in enumerate(state.roster)}
    for unit in units_on_table(state):
        if is_off_table(state.table, footprint(state, unit)):
            yield Fault(place[unit.id], f"a part of {unit.id} stands off the table", "move it in from the edge")
        piece = forbidding_area(state, unit, unit.inches)
        if piece is not None and not TABLES.terrain[piece.kind].works:
            yield Fault(
                place[unit.id], f"{unit.id} may not stand in {piece.name}", f"{piece.name} is of the kind {piece.kind}"
            )
    for one, other in combinations(all_footprints(state), 2):
        if overlaps(one.footprint, other.footprint):
            yield Fault(place[other.unit.id], f"{other.unit.id} overlaps {one.unit.id}", "move one of the two")
    yield from _zone_faults(state)


def _zone_faults(state: State) -> Iterator[Fault]:
    """CW 3.2: units set up in secret must not be able to overlap enemies, wherever these are placed in their zone."""
    for side, zone in state.setup.deploy.items():
        mine = longest_reach(state, side)
        theirs = state.setup.deploy.get(enemy(state, side), ())
        if (
            theirs
            and side == state.sides[0].id
            and (near := distance_between_areas(zone, theirs))
            <= (room := mine + longest_reach(state, enemy(state, side)))
        ):
            says = f"the zones are {near:.3g} inches apart; units set up in secret might overlap"
            yield Fault(("setup", "deploy"), says, f"leave more than {room:.3g} inches between them")
        for nth, key in enumerate(state.roster):
            unit = state.units[key]
            if (
                unit.side != side
                and unit.leads is None
                and not (theirs and is_inside(unit.inches, theirs))
                and (_distance_to_area(unit.inches, zone) <= mine + hypot(*footprint(state, unit)[2:]))
            ):
                says = f"{key} is too close to the zone of {side}: a unit set up there might overlap it"
                yield Fault(("units", nth, "at"), says, "move it, or the zone")


def longest_reach(state: State, side: str) -> float:
    """How far from its centre any unit of the side goes, in line or in column."""
    front, depth = state.setup.front, state.setup.depth
    return max(
        (max(hypot(unit.bases * front, depth), hypot(front, unit.bases * depth)) / 2 for unit in army(state, side)),
        default=0.0,
    )


def _distance_to_area(at: Point, shape: Points) -> float:
    return 0.0 if is_inside(at, shape) else distance_to_outline(at, shape)


def distance_between_areas(a: Points, b: Points) -> float:
    """The distance between two areas, 0 if they meet."""
    if any(crossings(p, q, (*b, b[0])) for p, q in zip(a, (*a[1:], a[0]), strict=True)):
        return 0.0
    return min(*(_distance_to_area(corner, b) for corner in a), *(_distance_to_area(corner, a) for corner in b))
