"""What happens in the air, in attacks and in Casualty (FA 24)."""

from engine.contract import Event

from .attack_events import Cover, Shot


class AirOrderRolled(Event, frozen=True, tag="air-order-rolled"):
    """FA 14.3: the die for one tied Speed, and whose aircraft come first."""

    speed: int
    die: int
    first: str


class AirQueued(Event, frozen=True, tag="air-queued"):
    queue: tuple[str, ...]


class AircraftPlaced(Event, frozen=True, tag="aircraft-placed"):
    """``how``: asked or standing."""

    unit: str
    at: str
    target: str | None
    how: str = "asked"


class AircraftHeld(Event, frozen=True, tag="aircraft-held"):
    """``how``: asked, standing or default."""

    unit: str
    how: str = "asked"


class AntiairAttacked(Event, frozen=True, tag="antiair-attacked"):
    """FA 14.7: ``result``: miss, damaged or destroyed, face-down; ``now``: ``hits`` of the aircraft;
    ``bombs_lost``: FA 14.6.
    """

    shot: Shot
    result: str
    now: int
    bombs_lost: bool = False


class AircraftResolved(Event, frozen=True, tag="aircraft-resolved"):
    """FA 14.9: ``result``: stays or aborts (Damaged turns up), or destroyed (then Destroyed follows).  ``how``: unit,
    all or default.
    """

    unit: str
    result: str
    how: str = "default"


class AircraftPassed(Event, frozen=True, tag="aircraft-passed"):
    """FA 14.11: its ground attack is declined."""

    unit: str


class AircraftLeft(Event, frozen=True, tag="aircraft-left"):
    """FA 14.14"""

    units: tuple[str, ...]


class Attacked(Event, frozen=True, tag="attacked"):
    """FA 9, 13.6, 14.11.  ``how``: direct, charge, indirect, bomb, strafe.  ``hits``: scored by the dice; ``now``:
    face-down counters after it.
    """

    shot: Shot
    how: str
    hits: int
    cover: Cover | None
    now: int


class IndirectAttacked(Event, frozen=True, tag="indirect-attacked"):
    """FA 13: followed by CoverRolled for each unit in the hex, then Attacked for each that failed.  ``spotter`` may
    be the firer itself.
    """

    unit: str
    at: str
    spotter: str


class CoverRolled(Event, frozen=True, tag="cover-rolled"):
    """FA 13.5"""

    unit: str
    cover: Cover


class Charged(Event, frozen=True, tag="charged"):
    """FA 19: the charge reached its hex; an Attacked follows."""

    unit: str
    target: str


class ObstacleCleared(Event, frozen=True, tag="obstacle-cleared"):
    """FA 16.7: with 4 or more."""

    unit: str
    obstacle: str
    die: int
    cleared: bool


class Recovered(Event, frozen=True, tag="recovered"):
    """FA 17.1, 17.2: ``counter`` that comes off: pinned or demoralized.  ``by``: the commander who rallies it, or None.

    Demoralized without a commander is replaced by Pinned.  ``together``: all units that lose a Pinned at once, in the
    first of these events.
    """

    unit: str
    counter: str
    by: str | None = None
    together: tuple[str, ...] = ()


class TurnedUp(Event, frozen=True, tag="turned-up"):
    """FA 17.3: the face-up state of a unit after its face-down counters and its abilities, and why if it is not as
    usual.

    ``hits`` that were turned; ``spent``: heavy-armour is used up; ``destroyed``: a Destroyed follows in step 4.
    """

    unit: str
    hits: int
    pinned: bool
    demoralized: bool
    damaged: bool
    destroyed: bool
    spent: bool = False
    why: str = ""


class Destroyed(Event, frozen=True, tag="destroyed"):
    """``at``: its last hex; ``cost`` counts as lost.  ``why``: hits, dismount, drop, aircraft."""

    unit: str
    at: str | None
    cost: int
    why: str


class HeroPlaced(Event, frozen=True, tag="hero-placed"):
    """FA 15.3"""

    unit: str
    at: str
    instead: str
    how: str
