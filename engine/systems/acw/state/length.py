"""Points, modifiers and the length of a move, as events record them."""

from engine.contract import Record

Spot = tuple[int, int]
"""A point in hundredths of an inch."""
Mods = tuple[tuple[str, int], ...]
"""Modifiers of a roll, by name."""


class Length(Record, frozen=True):
    """CW 4.6 to 4.11: how the length of a move came about, in inches.  ``reading``: higher, lower or both.

    ``limit``: what cut it last, in words ("the fence Rail Fence"), "" if nothing did; ``reason``: its code.
    """

    dice: tuple[int, ...]
    reading: str
    column: int
    leader: int
    allowance: float
    length: float
    halved: str = ""
    limit: str = ""
    reason: str = ""
