"""Events: everything that can happen in ACW.  Points in hundredths of an inch, bearings in tenths of a degree."""

from collections.abc import Mapping

from engine.contract import Balked, Event, Rolled, Skipped
from engine.toolkit.shared_events import DrawOffered as DrawOffered

from .combat_events import (
    Advanced,
    BuildingDestroyed,
    Charged,
    Contact,
    Countercharged,
    Destroyed,
    LeaderLost,
    LeaderTested,
    MeleeResult,
    MeleeRolled,
    Retreated,
    Shelled,
)
from .length import Length, Spot
from .position import Formation, Unit


class PhaseBegan(Event, frozen=True, tag="phase"):
    """``active``: whose turn it is; None in deployment.  A movement phase starts a player turn (CW 3.7)."""

    name: str
    turn: int
    active: str | None


class Finished(Event, frozen=True, tag="done"):
    """A side that is done with its deployment."""

    side: str


class Revealed(Event, frozen=True, tag="deployed"):
    """CW 3.2: the end of the deployment: the units that stand elsewhere than set up."""

    units: Mapping[str, Unit]


class Placed(Event, frozen=True, tag="placed"):
    """In deployment; known to its own side alone.  Takes a leader off the unit it was with."""

    unit: str
    at: Spot
    facing: int
    formation: Formation | None


class Initiative(Event, frozen=True, tag="initiative"):
    """CW 3.3: ``dice`` by side; ``winner`` None: again."""

    dice: Mapping[str, int]
    winner: str | None


class Activation(Event, frozen=True, tag="activation"):
    """CW 3.4: the dice for how many units the side may activate."""

    side: str
    dice: tuple[int, ...]
    total: int


class Activated(Event, frozen=True, tag="activated"):
    """CW 3.5: the first order of a unit in the player turn."""

    unit: str


class Faced(Event, frozen=True, tag="faced"):
    unit: str
    start: int
    to: int


class Formed(Event, frozen=True, tag="formed"):
    unit: str
    start: Formation
    to: Formation


class Moved(Event, frozen=True, tag="moved"):
    """CW 4.  ``way``: straight, side, back.  ``bearing``: of the path.  ``left``: enemies whose melees have ended."""

    unit: str
    way: str
    bearing: int
    length: Length
    start: Spot
    to: Spot
    facing: int
    left: tuple[str, ...] = ()


class Joined(Event, frozen=True, tag="joined"):
    """CW 4.16: a leader is attached to a unit; ``length`` None in deployment."""

    unit: str
    target: str
    length: Length | None = None


class Parted(Event, frozen=True, tag="left"):
    """CW 4.17: a leader has moved clear of the unit (comes before the leader's Moved)."""

    unit: str
    target: str


class Captured(Event, frozen=True, tag="leader-captured"):
    """CW 4.18, 7.8: a leader is captured by an enemy unit."""

    unit: str
    by: str


class StandingSet(Event, frozen=True, tag="standing"):
    """A standing order, known to its own side alone."""

    side: str
    subject: str
    policy: str
    value: str


class Broken(Event, frozen=True, tag="broken"):
    """CW 11.2: a side has lost its limit of bases and is broken."""

    side: str
    lost: int
    limit: int


class GameOver(Event, frozen=True, tag="game-over"):
    """``winner``: a side or draw.  ``scores``: at the turn limit.  ``reason``: broken, turn-limit, conceded, agreed."""

    winner: str
    reason: str
    scores: Mapping[str, int] = {}


EVENTS: tuple[type[Event], ...] = (
    Rolled,
    Balked,
    Skipped,
    PhaseBegan,
    Finished,
    Revealed,
    Placed,
    Initiative,
    Activation,
    Activated,
    Faced,
    Formed,
    Moved,
    Joined,
    Parted,
    Captured,
    Shelled,
    BuildingDestroyed,
    Charged,
    Countercharged,
    Contact,
    MeleeRolled,
    MeleeResult,
    Destroyed,
    Retreated,
    LeaderTested,
    LeaderLost,
    Advanced,
    StandingSet,
    Broken,
    DrawOffered,
    GameOver,
)
