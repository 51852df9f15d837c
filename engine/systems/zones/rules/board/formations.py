"""Forms: the places of models when an order gives one place for several of them (ZC 3.8)."""

from math import isqrt

from ...state.position import Edge, Form, Spot
from ...tables import TABLES
from .geometry import edge_direction, hundredths


def formation_spots(at: Spot, count: int, form: Form, base: float, edge: Edge) -> tuple[Spot, ...]:
    """ZC 3.8: the places of ``count`` models in a form that starts at ``at``.  ``base``: their diameter in inches;
    ``edge``: their own edge.
    """
    wide, spacing, (back_x, back_y) = rank_width(count, form), base + TABLES.constants.form_gap, edge_direction(edge)
    along_x, along_y = abs(back_y), abs(back_x)
    steps = [(slot % wide * spacing, slot // wide * spacing) for slot in range(count)]
    return tuple(
        (at[0] + hundredths(along_x * on + back_x * back), at[1] + hundredths(along_y * on + back_y * back))
        for on, back in steps
    )


def rank_width(count: int, form: Form) -> int:
    """ZC 3.8: how many models a full rank has."""
    match form:
        case "line":
            return max(count, 1)
        case "block":
            return isqrt(max(count, 1) - 1) + 1
        case "column":
            return 1
