"""Where two units in a melee meet: the line along which their bases touch."""
from maps.plane import Point, ahead, along, corners, local, right

from .state import Melee, State, box

LEAST = 0.6
"""Half the length in inches of a line drawn where only corners meet."""


def front_line(state: State, melee: Melee) -> tuple[Point, Point]:
    """The part of the charger's front that the target lies before; of two not squared up, a piece around the target's nearest corner."""
    own, other = box(state, state.units[melee.charger]), box(state, state.units[melee.target])
    seen = [local(own, corner) for corner in corners(other)]
    low, high = max(-own.across, min(x for x, _ in seen)), min(own.across, max(x for x, _ in seen))
    if not melee.square:
        near = min(seen, key=lambda point: abs(point[1] - own.along) + max(0.0, abs(point[0]) - own.across))[0]
        low = high = max(-own.across, min(own.across, near))
    middle, half = (low + high) / 2, max(LEAST, (high - low) / 2)
    front = along(own.at, ahead(own.facing), own.along)
    return along(front, right(own.facing), middle - half), along(front, right(own.facing), middle + half)
