"""What a player asks of the map before deciding, drawn on request: where a unit could go, what stops it, what it sees."""

from engine.contract import End, LineOfSight, Measure
from maps.geometry.hex_points import distance_and_bearing
from maps.scene.scene import Mark

from ..rules import shooting
from ..rules.terrain import terrain_map
from ..state.position import State
from ..tables import TABLES
from .draft_preview import line_marks, line_of_sight_marks, reach_marks, zone_marks


def overlay(seen: State, unit: str, target: str) -> tuple[Mark, ...]:
    """MW 8.2, 9.1: end hexes with their movement points, and the zones that stop the unit; with a target MW 7: the line of sight."""
    return (
        line_of_sight_marks(seen, unit, target)
        if target
        else (*zone_marks(seen, seen.units[unit].side), *reach_marks(seen, unit))
    )


def measure(seen: State, start: End, end: End) -> Measure:
    """MW 2, 7: how far it is from one hex to another, and whether a company in the one could shoot at one in the other."""
    a, b = _hex_of(seen, start), _hex_of(seen, end)
    return Measure(distance_and_bearing(a, b), _line_of_sight(seen, a, b))


def _hex_of(seen: State, where: End) -> str:
    """The hex of a unit, or the hex itself; ValueError for what is neither."""
    at = str(seen.units[where].at if isinstance(where, str) and where in seen.units else where)
    if at not in seen.board.cells:
        raise ValueError(f"{at} is no hex of this map: they go from {min(seen.board.cells)} to {max(seen.board.cells)}")
    return at


def _line_of_sight(seen: State, start: str, end: str) -> LineOfSight:
    """MW 7: as everything stands."""
    board = seen.board
    terrain = terrain_map(board).terrain(end)
    hiding = start != end and TABLES.terrain[terrain].blocks_los
    obstacle = f"the {terrain} in {end}" if hiding else shooting.line_obstacle(seen, start, end)
    marks = line_marks(seen, start, end, obstacle)
    if not obstacle:
        return LineOfSight(True, f"{start} sees {end}: nothing is in the way (MW 7.1)", (), marks)
    if hiding:
        return LineOfSight(
            False, f"{start} does not see into {end}: nobody can be shot at in a {terrain} (MW 7.4)", (end,), marks
        )
    blocker, kind = obstacle.split()[-1], obstacle.split()[0]
    rule = {"forest": "7.2", "village": "7.2", "hill": "7.5", "hedgerow": "7.6"}.get(kind, "7.7")
    return LineOfSight(False, f"{start} does not see {end}: {obstacle} blocks the line (MW {rule})", (blocker,), marks)
