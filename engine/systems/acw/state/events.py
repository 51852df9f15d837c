"""Events: everything that can happen in ACW.  Points in hundredths of an inch, bearings in tenths of a degree."""

from collections.abc import Mapping

from engine.contract import Balked, Event, Record, Rolled, Skipped
from engine.toolkit.shared_events import DrawOffered as DrawOffered

from .position import Formation, Struck, Unit

Spot = tuple[int, int]
Mods = tuple[tuple[str, int], ...]


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
    """In deployment; known to its own side alone.  Takes a leader off his unit."""

    unit: str
    at: Spot
    facing: int
    formation: Formation | None


class Initiative(Event, frozen=True, tag="initiative"):
    """CW 3.3: ``dice`` by side; ``winner`` None: again."""

    dice: Mapping[str, int]
    winner: str | None


class Activation(Event, frozen=True, tag="activation"):
    """CW 3.4"""

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
    """CW 4.16: he is attached now; ``length`` None in deployment."""

    unit: str
    target: str
    length: Length | None = None


class Parted(Event, frozen=True, tag="left"):
    """CW 4.17: a leader has moved clear of his unit (said before his Moved)."""

    unit: str
    target: str


class Captured(Event, frozen=True, tag="leader-captured"):
    """CW 4.18, 7.8"""

    unit: str
    by: str


class Shelled(Event, frozen=True, tag="shelled"):
    """CW 10.2: the ``count``-th of ``value`` shellings."""

    unit: str
    building: str
    count: int
    value: int


class BuildingDestroyed(Event, frozen=True, tag="building-destroyed"):
    """CW 10.2: ``units``: those lost in it (a Destroyed for each follows)."""

    building: str
    units: tuple[str, ...]


class Charged(Event, frozen=True, tag="charged"):
    """CW 7.  ``contact``: inches to contact; ``reached``: made (then Contact follows); ``to``: where it stands now;
    ``facing``: before it squares up."""

    unit: str
    target: str
    way: str
    bearing: int
    length: Length
    contact: float
    reached: bool
    start: Spot
    to: Spot
    facing: int


class Countercharged(Event, frozen=True, tag="countercharged"):
    """CW 7.5"""

    unit: str
    inches: float
    start: Spot
    to: Spot


class Contact(Event, frozen=True, tag="contact"):
    """CW 7.6 to 7.8, 8.2: a melee starts; where the charger is after squaring up, and the batteries that fire."""

    charger: str
    target: str
    side: Struck
    square: bool
    at: Spot
    facing: int
    guns_charger: tuple[str, ...]
    guns_target: tuple[str, ...]


class MeleeRolled(Event, frozen=True, tag="melee-rolled"):
    """CW 9.2: dice, every modifier by name, and total of both."""

    charger: str
    target: str
    charger_dice: tuple[int, ...]
    charger_mods: Mods
    target_dice: tuple[int, ...]
    target_mods: Mods
    charger_total: int
    target_total: int


class MeleeResult(Event, frozen=True, tag="melee-result"):
    """CW 9.4: ``winner`` None and ``die`` 0: equal totals.  ``result``: less, equal, more or tie."""

    charger: str
    target: str
    winner: str | None
    difference: int
    die: int
    result: str
    hits: Mapping[str, int]


class Destroyed(Event, frozen=True, tag="destroyed"):
    """``why``: melee, shelling, edge.  Its melees end."""

    unit: str
    why: str


class Retreated(Event, frozen=True, tag="retreated"):
    """CW 9.9, 9.11.  ``result``: went, held (it stays and the melee continues) or table (out of the game)."""

    unit: str
    dice: tuple[int, ...]
    inches: float
    start: Spot
    to: Spot
    facing: int
    result: str
    limit: str = ""


class LeaderTested(Event, frozen=True, tag="leader-tested"):
    """CW 9.11"""

    unit: str
    die: int
    lost: bool


class LeaderLost(Event, frozen=True, tag="leader-lost"):
    """``why``: table, stuck (CW 9.11)."""

    unit: str
    why: str


class Advanced(Event, frozen=True, tag="advanced"):
    """CW 9.10; ``contact``: the enemy it runs into (then Contact follows), or None."""

    unit: str
    die: int
    inches: float
    start: Spot
    to: Spot
    contact: str | None = None
    limit: str = ""


class StandingSet(Event, frozen=True, tag="standing"):
    """A standing order, known to its own side alone."""

    side: str
    subject: str
    policy: str
    value: str


class Broken(Event, frozen=True, tag="broken"):
    """CW 11.2"""

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
