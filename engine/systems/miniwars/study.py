"""What a player asks of the map before deciding, drawn on request: where a unit could go, what stops it, what it sees."""
from maps.scene import Mark

from .drafts import reach, sight, zone
from .state import State


def study(seen: State, unit: str, target: str) -> tuple[Mark, ...]:
    """MW 8.2, 9.1: end hexes with their movement points, and the zones that stop the unit; with a target MW 7: the line of sight."""
    return sight(seen, unit, target) if target else (*zone(seen, seen.units[unit].side), *reach(seen, unit))
