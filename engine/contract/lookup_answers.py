"""What rules answer when they are asked about armies, sight and distance."""

import msgspec

from maps.scene.scene import Mark

from .scenario import Fault


class ArmyCheck(msgspec.Struct, frozen=True):
    """An army list judged: what is in it (type, full name, how many, cost of one), what it costs of how much, and
    what is against it.

    ``counted``: what the costs are, in the plural: points, or what else a system compares armies by.
    ``remarks``: whole sentences that are worth knowing and hold nothing against the list.
    """

    rows: tuple[tuple[str, str, int, int], ...]
    total: int
    limit: int | None
    faults: tuple[Fault, ...]
    counted: str = "points"
    remarks: tuple[str, ...] = ()


class LineOfSight(msgspec.Struct, frozen=True):
    """A line of sight: whether it is clear, in a sentence with the reason and its paragraph, the places in its way,
    and how it is drawn."""

    clear: bool
    says: str
    by: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()


class Measure(msgspec.Struct, frozen=True):
    """What can be measured between two ends: (what, how much) such as ("distance", "6.25 inches"), whether the one
    sees the other,

    None where the rules have no lines of sight, and what is drawn beside the line of sight.
    """

    facts: tuple[tuple[str, str], ...]
    sight: LineOfSight | None = None
    marks: tuple[Mark, ...] = ()


End = str | tuple[int, int]
"""An end to be measured from: a unit's id, one of its models (C1.3), a place, or a point in hundredths of an inch."""
