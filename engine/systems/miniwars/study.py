"""What a player asks of the map before deciding, drawn on request: where a unit could go, what stops it, what it sees."""
from maps.scene import Mark

from ...contract import Sight
from . import shots
from .drafts import line, reach, sight, zone
from .ground import ground
from .state import State
from .tables import TABLES


def study(seen: State, unit: str, target: str) -> tuple[Mark, ...]:
    """MW 8.2, 9.1: end hexes with their movement points, and the zones that stop the unit; with a target MW 7: the line of sight."""
    return sight(seen, unit, target) if target else (*zone(seen, seen.units[unit].side), *reach(seen, unit))


def sightline(seen: State, start: str, end: str) -> Sight:
    """MW 7: whether a company in the one hex could shoot at one in the other, as everything stands; ValueError for what is no hex."""
    board = seen.board
    for at in (start, end):
        if at not in board.cells:
            raise ValueError(f"{at} is no hex of this map: they go from {min(board.cells)} to {max(board.cells)}")
    terrain = ground(board).terrain(end)
    hiding = start != end and TABLES.terrain[terrain].blocks_los
    obstacle = f"the {terrain} in {end}" if hiding else shots.between(seen, start, end)
    marks = line(seen, start, end, obstacle)
    if not obstacle:
        return Sight(True, f"{start} sees {end}: nothing is in the way (MW 7.1)", (), marks)
    if hiding:
        return Sight(False, f"{start} does not see into {end}: nobody can be shot at in a {terrain} (MW 7.4)", (end,), marks)
    blocker, kind = obstacle.split()[-1], obstacle.split()[0]
    rule = {"forest": "7.2", "village": "7.2", "hill": "7.5", "hedgerow": "7.6"}.get(kind, "7.7")
    return Sight(False, f"{start} does not see {end}: {obstacle} blocks the line (MW {rule})", (blocker,), marks)
