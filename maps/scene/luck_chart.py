"""The luck of a game as a chart: what is in it, no pixels."""

import msgspec


class FaceBars(msgspec.Struct, frozen=True):
    """How often each face of a kind of die came, from 1 up; ``verdict``: what that means, in a few words."""

    title: str
    counts: tuple[int, ...]
    verdict: str


class LuckBar(msgspec.Struct, frozen=True):
    """A pair of bars: what came beside what was expected.  ``what``: what is counted (``hits``, ``points lost``)."""

    name: str
    colour: str
    what: str
    expected: float
    actual: float


class LuckChart(msgspec.Struct, frozen=True):
    """``faces``: a diagram for each kind of die; ``bars`` from top to bottom; ``notes``: lines below."""

    title: str
    faces: tuple[FaceBars, ...]
    bars: tuple[LuckBar, ...]
    notes: tuple[str, ...]
