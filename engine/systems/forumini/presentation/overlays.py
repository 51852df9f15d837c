"""What a player can draw on the map before deciding: reach, sight, expected fire, what blocks a hex."""

from collections.abc import Iterator
from itertools import pairwise

from engine.contract import End, LineOfSight, Measure
from maps.geometry.hex_lines import hex_line
from maps.geometry.hex_points import distance_and_bearing, hex_centre, hex_side
from maps.scene.scene import Mark, Spot, Trail

from ..rules.board.arcs import bearing, in_field
from ..rules.board.line_of_sight import beyond_visibility, blockers, why_hidden
from ..rules.movement.pathfinding import reachable_hexes
from ..state.position import State, Unit, card, is_ground
from .attack_preview import attack_preview
from .path_preview import rolls_needed


def overlay(seen: State, unit: str, target: str) -> tuple[Mark, ...]:
    """FA 6: the hexes where the unit can end its move, with Movement Points and rolls; FA 8: with a target, the
    line of sight, the armour it meets and the dice.
    """
    known = seen.units[unit]
    if target:
        return tuple(_sight(seen, known, seen.units[target]))
    return tuple(_reach(seen, known)) if known.here and is_ground(seen, known) and known.aboard is None else ()


def _reach(seen: State, unit: Unit) -> Iterator[Mark]:
    assert unit.at
    for at, way in sorted(reachable_hexes(seen, unit).ways.items()):
        rolls = " ".join(need for a, b in pairwise((unit.at, *way.path)) if (need := rolls_needed(seen, unit, a, b)))
        yield Spot(hex_centre(at), "reach", f"{way.cost}: {rolls}" if rolls else str(way.cost))


def _sight(seen: State, unit: Unit, target: Unit) -> Iterator[Mark]:
    """FA 8.8: terrain hides no aircraft and nothing from one."""
    if not unit.at or not target.at:
        return
    aloft = "aircraft" in (card(seen, unit).kind, card(seen, target).kind)
    blocked = () if aloft else blockers(seen, unit.at, target.at)
    hiding = beyond_visibility(seen, unit.at, target.at) if aloft else why_hidden(seen, unit.at, target.at)
    text = (
        ""
        if hiding
        else "not in its field"
        if not in_field(seen, unit, target.at)
        else attack_preview(seen, unit, target, "direct")
    )
    yield from _drawn(seen, unit.at, target.at, blocked, hiding, text)


def measure(seen: State, start: End, end: End) -> Measure:
    """FA 2.2, 8: the distance, and whether units on the ground in the two hexes can see each other; from a unit
    also which of its sides the hex is on.
    """
    a, b = _hex(seen, start), _hex(seen, end)
    unit = seen.units.get(start) if isinstance(start, str) else None
    facts = distance_and_bearing(a, b)
    if unit and unit.facing and a != b:
        facts = (*facts, ("side", f"the {bearing(unit.facing, a, b)} of {unit.id}, which faces {unit.facing}"))
    return Measure(facts, _sightline(seen, a, b))


def _hex(seen: State, where: End) -> str:
    """The hex of a unit, or the hex itself; ValueError for what is neither."""
    at = str(seen.units[where].at if isinstance(where, str) and where in seen.units else where)
    if at not in seen.board.cells:
        raise ValueError(
            f"{at} is not a hex of this map: they go from {min(seen.board.cells)} to {max(seen.board.cells)}"
        )
    return at


def _sightline(seen: State, start: str, end: str) -> LineOfSight:
    """FA 8: by the ground alone, an aircraft's eyes apart."""
    by, hiding = blockers(seen, start, end), why_hidden(seen, start, end)
    marks = tuple(_drawn(seen, start, end, by, hiding, ""))
    if not hiding:
        return LineOfSight(True, f"{start} sees {end}: {_why(start, end)}", (), marks)
    return LineOfSight(False, f"{start} does not see {end}: {hiding} ({_rule(start, end, by)})", by, marks)


def _why(start: str, end: str) -> str:
    if start == end or (not hex_line(start, end).crossed[1:-1] and not hex_line(start, end).left):
        return "adjacent hexes always see each other (FA 8.2)" if start != end else "it is the same hex (FA 8.2)"
    return "nothing is in the way (FA 8.1)"


def _rule(start: str, end: str, by: tuple[str, ...]) -> str:
    if not by:
        return "FA 2.6"
    met = hex_line(start, end)
    if any("/" in at for at in by):
        return "FA 8.7"
    return (
        "FA 8.4"
        if any(at in (*met.left, *met.right) for at in by) and not any(at in met.crossed for at in by)
        else "FA 8.1"
    )


def _drawn(seen: State, start: str, end: str, by: tuple[str, ...], hiding: str, text: str) -> Iterator[Mark]:
    """FA 25.7: the line, the hexes it meets, and what blocks it crossed out."""
    met = hex_line(start, end)
    for at in dict.fromkeys((*met.crossed, *met.left, *met.right)):
        if at in seen.board.cells and at not in by and at not in (start, end):
            yield Spot(hex_centre(at), "touched")
    for what in by:
        yield Trail(hex_side(what), "blocking-side") if "/" in what else Spot(hex_centre(what), "crossed-out")
    if start != end:
        yield Trail((hex_centre(start), hex_centre(end)), "sight-blocked" if hiding else "sight", "", text)
