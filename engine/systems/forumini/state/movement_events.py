"""What happens when units move: steps, rolls, mines, defensive fire, counters taken (FA 24)."""

from engine.contract import Event

from ..tables.rows import Facing, Pair
from .attack_events import Cover, Mods, Shot


class Moved(Event, frozen=True, tag="moved"):
    """One step; riders come along.  ``facing``: what a vehicle faces now.  ``road``: paid with the road bonus.
    ``left``: points left.

    ``way``: at the first step of an order all the hexes it goes to, this one included; () at the later ones.
    """

    unit: str
    start: str
    to: str
    cost: int
    left: int
    road: bool
    facing: Facing | None = None
    way: tuple[str, ...] = ()


class MovementRolled(Event, frozen=True, tag="movement-rolled"):
    """FA 6.5: ``feature``: the hexside or terrain that asked; ``need`` what the die with ``mods`` had to reach."""

    unit: str
    feature: str
    to: str
    die: int
    mods: Mods
    need: int
    passed: bool


class MineAttacked(Event, frozen=True, tag="mine-attacked"):
    """FA 16.2: ``hits`` scored; ``now``: face-down counters on the unit after it."""

    unit: str
    mine: str
    faces: tuple[int, ...]
    successes: int
    defense: Pair
    hits: int
    now: int


class DefensiveFired(Event, frozen=True, tag="defensive-fired"):
    """FA 12.  ``how``: regular or overwatch.  ``success``: at least one hit, not cancelled.  ``now``: face-down
    counters on the target.
    """

    shot: Shot
    how: str
    cover: Cover | None
    success: bool
    now: int


class Stopped(Event, frozen=True, tag="stopped"):
    """FA 6.3, 6.12.  ``why``: roll, defensive-fire, mines, waits (it may go on).  ``facing``: a vehicle's new one."""

    unit: str
    at: str
    why: str
    facing: Facing | None = None


class Retraced(Event, frozen=True, tag="retraced"):
    """FA 7.2: back along ``path`` (from where it stood, exclusive) to where it fits."""

    unit: str
    path: tuple[str, ...]


class MoveEnded(Event, frozen=True, tag="move-ended"):
    """FA 6.3: the unit may not go on in this phase (it halted, another acted, or the phase ends)."""

    unit: str


class Turned(Event, frozen=True, tag="turned"):
    unit: str
    facing: Facing


class DirtTaken(Event, frozen=True, tag="dirt-taken"):
    unit: str


class HullDownTaken(Event, frozen=True, tag="hull-down-taken"):
    unit: str


class CounterLost(Event, frozen=True, tag="counter-lost"):
    """FA 6.15, 6.16: ``counter``: hit_the_dirt or hull_down; ``why``: moved, pinned, demoralized."""

    unit: str
    counter: str
    why: str


class OverwatchSet(Event, frozen=True, tag="overwatch-set"):
    unit: str
    at: str


class OverwatchEnded(Event, frozen=True, tag="overwatch-ended"):
    """FA 12.15: ``why``: moved, fired, suppressed, aboard, asked."""

    unit: str
    why: str


class Loaded(Event, frozen=True, tag="loaded"):
    unit: str
    transport: str


class Unloaded(Event, frozen=True, tag="unloaded"):
    """``why``: asked, or lost (its transport is gone: face-up Pinned, FA 7.9)."""

    unit: str
    at: str
    why: str = "asked"


class PillboxEntered(Event, frozen=True, tag="pillbox-entered"):
    """``how``: asked, or deploy (it is not then the unit's move)."""

    unit: str
    pillbox: str
    how: str = "asked"


class PillboxLeft(Event, frozen=True, tag="pillbox-left"):
    """``why``: asked (the unit's move), or moved (it walked out, was removed ...)."""

    unit: str
    why: str = "asked"
