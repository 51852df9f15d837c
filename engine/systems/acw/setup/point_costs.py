"""The points of a unit, from its figures (section Points of RULES.md)."""

from math import ceil

from ..tables import TABLES, Type


def base_points(kind: Type) -> int:
    """The points of one base; those of a leader are for the leader."""
    table = TABLES.points
    guns = ceil(kind.range / table.range_div) if kind.arm == "artillery" else 0
    command = ceil(kind.command / table.command_div) if kind.arm == "leader" else 0
    fast = table.fast if kind.move and kind.move[0] == "both" else 0
    return table.base + table.charge * kind.charge + guns + command + fast


def unit_points(kind: Type, bases: int | None = None) -> int:
    """The points of a unit with this many bases, or with as many as usual."""
    return base_points(kind) * (kind.bases if bases is None else bases)
