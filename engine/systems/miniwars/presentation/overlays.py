"""Overlays, drawn on request: where a unit can go, which zones stop it, what it can see; and distances."""

from engine.contract import End, LineOfSight, Measure
from maps.geometry.hex_points import distance_and_bearing, hex_centre, hex_side
from maps.geometry.hexes import touched_edges, touched_hexes
from maps.scene.scene import Mark, Spot, Trail

from ..rules import shooting
from ..rules.movement import reachable_hexes
from ..rules.terrain import terrain_map
from ..state.position import State, army, enemy
from ..tables import TABLES, points_text


def overlay(seen: State, unit: str, target: str) -> tuple[Mark, ...]:
    """MW 8.2, 9.1: where the unit can go and the zones that stop it; with a target MW 7: the line of sight to it."""
    if target:
        return line_of_sight_marks(seen, unit, target)
    return (*zone_marks(seen, seen.units[unit].side), *reach_marks(seen, unit))


def reach_marks(seen: State, key: str) -> tuple[Mark, ...]:
    """MW 8.2: every hex in which the unit may end its move, with the movement points it costs."""
    routes = reachable_hexes(seen, seen.units[key]).routes
    return tuple(Spot(hex_centre(at), "reach", _short_points(cost)) for at, (cost, _) in sorted(routes.items()))


def _short_points(halves: int) -> str:
    """Movement points, short enough to be drawn in a hex: ``4½``."""
    return points_text(halves).replace(" 1/2", "½").replace("1/2", "½")


def zone_marks(seen: State, side: str) -> tuple[Mark, ...]:
    """MW 9.1, 9.2: the hexes in enemy zones of control, where units of this side must stop."""
    foe = enemy(seen, side)
    colour = next(known.colour for known in seen.sides if known.id == foe)
    held = sorted({at for unit in army(seen, foe) for at in terrain_map(seen.board).zones_of_control[unit.at]})
    return tuple(Spot(hex_centre(at), "zone", "", colour) for at in held)


def line_of_sight_marks(seen: State, key: str, target: str) -> tuple[Mark, ...]:
    """MW 7: the line between two units, with every touched hex outlined and what blocks it marked."""
    firer, aim = seen.units[key], seen.units[target]
    return line_marks(seen, firer.at, aim.at, shooting.shot_obstacle(seen, firer, aim))


def line_marks(seen: State, a: str, b: str, obstacle: str) -> tuple[Mark, ...]:
    """MW 7: the line between two hexes.  ``obstacle``: what blocks it, as ``shooting.line_obstacle`` says it, or ""."""
    marks: list[Mark] = [
        Spot(hex_centre(at), "touched") for at in sorted(touched_hexes(a, b)) if at in seen.board.cells
    ]
    marks += (Trail(hex_side(side), "blocking-side") for side in sorted(touched_edges(a, b)) if obstacle.endswith(side))
    marks += (Spot(hex_centre(at), "blocking") for at in sorted(touched_hexes(a, b)) if obstacle.endswith(f" in {at}"))
    return (*marks, Trail((hex_centre(a), hex_centre(b)), "sight-blocked" if obstacle else "sight"))


def measure(seen: State, start: End, end: End) -> Measure:
    """MW 2.4, 7: distance and bearing between two hexes, and whether a unit in one could shoot into the other."""
    a, b = _hex_of(seen, start), _hex_of(seen, end)
    return Measure(distance_and_bearing(a, b), _line_of_sight(seen, a, b))


def _hex_of(seen: State, where: End) -> str:
    """The hex of a unit, or the hex itself.  Raises ValueError if it is neither."""
    at = str(seen.units[where].at if isinstance(where, str) and where in seen.units else where)
    if at not in seen.board.cells:
        raise ValueError(
            f"{at} is not a hex of this map; its hexes run from {min(seen.board.cells)} to {max(seen.board.cells)}"
        )
    return at


def _line_of_sight(seen: State, start: str, end: str) -> LineOfSight:
    """MW 7: whether a unit in ``start`` could now shoot at a unit in ``end``, and if not, why."""
    board = seen.board
    terrain = terrain_map(board).terrain(end)
    in_cover = start != end and TABLES.terrain[terrain].blocks_los
    obstacle = f"the {terrain} in {end}" if in_cover else shooting.line_obstacle(seen, start, end)
    marks = line_marks(seen, start, end, obstacle)
    if not obstacle:
        return LineOfSight(True, f"{start} sees {end}: nothing is in the way (MW 7.1)", (), marks)
    if in_cover:
        return LineOfSight(
            False, f"{start} cannot see into {end}: units in a {terrain} cannot be shot at (MW 7.4)", (end,), marks
        )
    blocker, kind = obstacle.split()[-1], obstacle.split()[0]
    rule = {"forest": "7.2", "village": "7.2", "hill": "7.5", "hedgerow": "7.6"}.get(kind, "7.7")
    return LineOfSight(False, f"{start} cannot see {end}: {obstacle} blocks the line (MW {rule})", (blocker,), marks)
