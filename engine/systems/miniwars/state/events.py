"""Events: everything that can happen in MiniWars, named as in the rulebook."""

from collections.abc import Mapping

from engine.contract import Balked, Event, Rolled, Skipped
from engine.toolkit.shared_events import DrawOffered as DrawOffered
from engine.toolkit.shared_events import StandingSet as StandingSet

from .position import Plan

Mods = tuple[tuple[str, int], ...]


class PhaseBegan(Event, frozen=True, tag="phase"):
    """``sides``: whose turn it is."""

    name: str
    turn: int
    sides: tuple[str, ...]


class PhaseSkipped(Event, frozen=True, tag="phase-skipped"):
    name: str
    side: str


class Deployed(Event, frozen=True, tag="deployed"):
    unit: str
    to: str


class Swapped(Event, frozen=True, tag="swapped"):
    unit: str
    other: str


class Revealed(Event, frozen=True, tag="positions-shown"):
    """The end of a sealed deployment: unit -> hex, for the units that were moved from their starting positions."""

    places: Mapping[str, str]


class Finished(Event, frozen=True, tag="done"):
    """A side is done in a sealed phase."""

    side: str


class Initiative(Event, frozen=True, tag="initiative"):
    """``dice`` in the order of the sides; ``winner``: the side that chooses, None if both must roll again."""

    dice: tuple[int, ...]
    winner: str | None
    tie: bool


class Chosen(Event, frozen=True, tag="chosen"):
    """``role`` a or b; ``how``: asked, standing or default."""

    side: str
    role: str
    how: str


class Fired(Event, frozen=True, tag="fire"):
    unit: str
    target: str
    distance: int
    need: int
    mods: Mods
    die: int
    hit: bool


class Moved(Event, frozen=True, tag="move"):
    """``path``: the hexes from the first to the last; ``cost`` in half movement points."""

    unit: str
    path: tuple[str, ...]
    cost: int


class Fought(Event, frozen=True, tag="melee"):
    unit: str
    target: str
    need: int
    mods: Mods
    faces: tuple[int, ...]
    total: int
    success: bool


class Disrupted(Event, frozen=True, tag="disrupted"):
    """``by``: missile, melee, doubles or break."""

    unit: str
    by: str


class Eliminated(Event, frozen=True, tag="eliminated"):
    unit: str
    at: str
    by: str


class ArmyBroken(Event, frozen=True, tag="army-broken"):
    side: str
    left: int
    start: int


class MayAdvance(Event, frozen=True, tag="may-advance"):
    unit: str
    hex: str


class Advanced(Event, frozen=True, tag="advance"):
    unit: str
    start: str
    to: str


class CannotAdvance(Event, frozen=True, tag="cannot-advance"):
    unit: str
    hex: str
    terrain: str


class Held(Event, frozen=True, tag="hold"):
    unit: str


class Planned(Event, frozen=True, tag="planned"):
    """An order of the morale phase; only its own side knows it."""

    side: str
    plan: Plan


class Cancelled(Event, frozen=True, tag="cancelled"):
    """The side drops all its orders for this morale phase; only that side knows it."""

    side: str


class Rallied(Event, frozen=True, tag="rally"):
    """``unit``: the leader who tries; ``target``: the unit to be rallied."""

    unit: str
    target: str
    distance: int
    mods: Mods
    die: int
    success: bool


class TurnEnded(Event, frozen=True, tag="turn-ended"):
    """MW 14.4: ``quiet`` whole turns in a row without a shot or an attack."""

    turn: int
    quiet: int


class GameOver(Event, frozen=True, tag="game-over"):
    """``winner``: a side, or draw.  ``shares``: at a limit, side -> cost left and starting cost (MW 14.5)."""

    winner: str
    reason: str
    shares: Mapping[str, tuple[int, int]] = {}


EVENTS: tuple[type[Event], ...] = (
    Rolled,
    Balked,
    Skipped,
    PhaseBegan,
    PhaseSkipped,
    Deployed,
    Swapped,
    Revealed,
    Finished,
    Initiative,
    Chosen,
    Fired,
    Moved,
    Fought,
    Disrupted,
    Eliminated,
    ArmyBroken,
    MayAdvance,
    Advanced,
    CannotAdvance,
    Held,
    Planned,
    Cancelled,
    Rallied,
    StandingSet,
    TurnEnded,
    DrawOffered,
    GameOver,
)
