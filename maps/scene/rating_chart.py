"""A player's rating over time as a chart: what is in it, no pixels."""

import msgspec


class RatedDay(msgspec.Struct, frozen=True):
    """``day``: counted from whatever day; ``rating`` with ``bounds`` on either side, in points."""

    day: float
    rating: int
    bounds: int


class RatingChart(msgspec.Struct, frozen=True):
    """``days``: at least one, the earliest first; ``first`` and ``last``: their dates in words."""

    title: str
    days: tuple[RatedDay, ...]
    first: str
    last: str
    note: str
