"""What can happen, in the rulebook's own words (section Events)."""

from collections.abc import Mapping

from engine.contract import Balked, Event, Rolled, Skipped
from engine.toolkit.shared_events import Conceded as Conceded
from engine.toolkit.shared_events import DrawOffered as DrawOffered

from ..tables import Kind
from .battle_events import (
    AntiAircraft,
    BattleBegan,
    BattleEnded,
    Homeless,
    Landed,
    Lost,
    NotRetreated,
    Raided,
    Retreated,
    RoundBegan,
    RoundEnded,
    Volley,
    Wasted,
    Withdrew,
)
from .position import Counts, Ship, Wish


class PhaseBegan(Event, frozen=True, tag="phase"):
    """Battle mode: the next sealed round; campaign: the next phase of the active power."""

    name: str
    turn: int
    active: str | None


class TurnBegan(Event, frozen=True, tag="turn-begins"):
    """BK 10.1: all that holds for one turn is forgotten.  ``first``: its first phase (BK 10.3)."""

    side: str
    turn: int
    first: str


class Finished(Event, frozen=True, tag="done"):
    """A side that is done with the sealed round of a single battle."""

    side: str


class Kept(Event, frozen=True, tag="kept"):
    """An order of the sealed round, secret until it runs."""

    side: str
    order: str


class Written(Event, frozen=True, tag="battle-declared"):
    """BK 9.1 in battle mode, 11.3 in a campaign: a battle is to be fought.  ``forces``: area -> power -> its units there.

    ``cargo``: power -> its loaded transports on the table of a single battle, all of which come with this event.
    """

    area: str
    kind: Kind
    attacker: str
    forces: Mapping[str, Mapping[str, Counts]]
    cargo: Mapping[str, tuple[Ship, ...]] = {}
    start: Counts = {}
    launched: Counts = {}


class Bought(Event, frozen=True, tag="bought"):
    """BK 10.2: ``units``: what this order adds; {}: everything given back, ``cost`` what it is worth, below 0.  ``left``: IPCs."""

    side: str
    units: Counts
    cost: int
    left: int


class Moved(Event, frozen=True, tag="moved"):
    """BK 11.  ``way``: every area from the first to the last; ``flown``: movement spent by each aircraft before this move, by type.

    ``cargo``: the loaded transports among them, ``ships`` their places among those of the side where they start.
    """

    side: str
    units: Counts
    start: str
    to: str
    way: tuple[str, ...]
    flown: Mapping[str, tuple[int, ...]] = {}
    cargo: tuple[Ship, ...] = ()
    ships: tuple[int, ...] = ()


class Captured(Event, frozen=True, tag="captured"):
    """BK 14: ``by``: who owns it now; ``taker``: who took it (14.1); ``treasury``: IPCs taken; ``guns``: anti-aircraft guns taken."""

    area: str
    by: str
    taker: str
    start: str | None
    treasury: int = 0
    guns: int = 0


class Shipped(Event, frozen=True, tag="shipped"):
    """BK 12.3: ``zones``: the way, the zone it began in first; ``aboard``: the one where they load; ``to`` the land; ``cargo`` by ship;

    ``assault``: they land in combat.
    """

    side: str
    units: Counts
    start: str
    to: str
    zones: tuple[str, ...]
    aboard: str
    cargo: tuple[Ship, ...]
    assault: bool


class Loaded(Event, frozen=True, tag="loaded"):
    """BK 12.4: ``cargo``: all loaded transports of the side in the zone afterwards."""

    side: str
    units: Counts
    start: str
    zone: str
    cargo: tuple[Ship, ...]


class Unloaded(Event, frozen=True, tag="unloaded"):
    """BK 12.5: ``cargo`` as in Loaded; ``spent``: transports that have moved by this and had not before."""

    side: str
    units: Counts
    zone: str
    to: str
    cargo: tuple[Ship, ...]
    spent: int


class AssaultPrepared(Event, frozen=True, tag="assault-prepared"):
    """BK 12.6: ``cargo`` and ``spent`` as in Unloaded; those that land are marked."""

    side: str
    area: str
    zone: str
    units: Counts
    cargo: tuple[Ship, ...]
    spent: int = 0


class RaidOrdered(Event, frozen=True, tag="raid-ordered"):
    """BK 13.1: bombers have flown there to raid."""

    side: str
    area: str
    bombers: int


class LandedByItself(Event, frozen=True, tag="landed-by-itself"):
    """BK 15.1: one aircraft and where it goes; ``flown``: movement it has spent before this."""

    power: str
    type: str
    start: str
    to: str
    way: tuple[str, ...]
    flown: int


class LostAtSea(Event, frozen=True, tag="lost-at-sea"):
    """BK 15.1"""

    power: str
    type: str
    start: str
    flown: int


class Placed(Event, frozen=True, tag="placed"):
    """BK 15.2: ``served``: the territory whose complex made them."""

    side: str
    units: Counts
    area: str
    served: str | None
    by: str = "order"


class PaidBack(Event, frozen=True, tag="paid-back"):
    """BK 15.5"""

    side: str
    units: Counts
    ipc: int


class Income(Event, frozen=True, tag="income"):
    """BK 15.6"""

    side: str
    ipc: int
    total: int


class ListSet(Event, frozen=True, tag="list"):
    """BK 17: secret.  ``types`` (): the default again; ``scope`` all and (): every list."""

    side: str
    policy: str
    scope: str
    types: tuple[str, ...]


class WishSet(Event, frozen=True, tag="policy"):
    """BK 17.3: secret.  ``policy``: retreat or withdraw."""

    side: str
    policy: str
    scope: str
    wish: Wish


class KeepSet(Event, frozen=True, tag="keep"):
    """BK 4.15: secret."""

    side: str
    n: int


class GameOver(Event, frozen=True, tag="game-over"):
    """``winner``: a side (battle mode), an alliance, or draw.  ``reason``: battle, capitals, income, turn-limit, conceded, agreed.

    ``worth``: alliance -> what its territories are worth, and by how much that has grown.
    """

    winner: str
    reason: str
    worth: Mapping[str, tuple[int, int]] = {}


EVENTS: tuple[type[Event], ...] = (
    Rolled,
    Balked,
    Skipped,
    PhaseBegan,
    TurnBegan,
    Finished,
    Kept,
    Written,
    Bought,
    Moved,
    Captured,
    Shipped,
    Loaded,
    Unloaded,
    AssaultPrepared,
    RaidOrdered,
    Raided,
    BattleBegan,
    AntiAircraft,
    RoundBegan,
    Volley,
    Lost,
    Wasted,
    Landed,
    RoundEnded,
    Retreated,
    Withdrew,
    NotRetreated,
    BattleEnded,
    Homeless,
    LandedByItself,
    LostAtSea,
    Placed,
    PaidBack,
    Income,
    ListSet,
    WishSet,
    KeepSet,
    Conceded,
    DrawOffered,
    GameOver,
)
