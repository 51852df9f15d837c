"""Ideas that are found only as far as somebody wants the best of them."""

from collections.abc import Iterator
from typing import NamedTuple

from .order import Order


class IdeaGroup(NamedTuple):
    """Some of a side's ideas, found one by one.

    ``most``: none of them is worth more (``System.worth``).  ``kind`` and ``unit``: the class of all of them, and the
    unit that they are for; None and "" if they are not alike in that.
    """

    most: float
    orders: Iterator[Order]
    kind: type[Order] | None = None
    unit: str = ""
