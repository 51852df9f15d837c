"""Events that are the same in several games; each game lists those it has in its own EVENTS."""

from engine.contract import Event


class DrawOffered(Event, frozen=True, tag="draw-offered"):
    """A side would accept a draw."""

    side: str


class Conceded(Event, frozen=True, tag="conceded"):
    """A side has given up."""

    side: str


class StandingSet(Event, frozen=True, tag="standing"):
    """A standing order, known to its own side alone.  ``subject``: a unit, or all."""

    side: str
    subject: str
    policy: str
    values: tuple[str, ...]
