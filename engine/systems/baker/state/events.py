"""Every event of the game except those of combat, and the list of all (section Events of RULES.md)."""

from collections.abc import Mapping

from engine.contract import Balked, Event, Rolled, Skipped
from engine.toolkit.shared_events import Conceded as Conceded
from engine.toolkit.shared_events import DrawOffered as DrawOffered

from ..table_rows import Kind
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
from .battle_events import Captured as Captured
from .bid_events import BidMade as BidMade
from .bid_events import BidsOpened as BidsOpened
from .position import Counts, Ship, Wish


class PhaseBegan(Event, frozen=True, tag="phase"):
    """The next phase begins: a sealed round in battle mode, a phase of the active power in a campaign."""

    name: str
    turn: int
    active: str | None


class TurnBegan(Event, frozen=True, tag="turn-begins"):
    """BK 10.1: a power's turn begins, and the records of the last turn are cleared. ``first``: its first phase."""

    side: str
    turn: int
    first: str


class Finished(Event, frozen=True, tag="done"):
    """A side is done with a sealed phase."""

    side: str


class Kept(Event, frozen=True, tag="kept"):
    """An order of the sealed round, secret until it is carried out."""

    side: str
    order: str


class Written(Event, frozen=True, tag="battle-declared"):
    """A battle is declared (BK 9.1; in a campaign BK 11.3). ``forces``: area -> power -> its units there.

    ``cargo``: power -> its loaded transports in a single battle. ``start``, ``launched``: as in Battle.
    """

    area: str
    kind: Kind
    attacker: str
    forces: Mapping[str, Mapping[str, Counts]]
    cargo: Mapping[str, tuple[Ship, ...]] = {}
    start: Counts = {}
    launched: Counts = {}


class Bought(Event, frozen=True, tag="bought"):
    """BK 10.2: a power buys units. ``units``: what this order adds. ``left``: the IPCs left.

    If ``units`` is empty, all purchases are given back; ``cost`` is then their price as a negative number.
    """

    side: str
    units: Counts
    cost: int
    left: int


class Moved(Event, frozen=True, tag="moved"):
    """BK 11: units move. ``way``: every area from the first to the last.

    ``flown``: the movement that each aircraft had spent before this move, by type. ``cargo``: the loaded transports
    among the units; ``ships``: their indices in the side's cargo list at the start.
    """

    side: str
    units: Counts
    start: str
    to: str
    way: tuple[str, ...]
    flown: Mapping[str, tuple[int, ...]] = {}
    cargo: tuple[Ship, ...] = ()
    ships: tuple[int, ...] = ()


class Shipped(Event, frozen=True, tag="shipped"):
    """BK 12.3: units are carried by sea in one order. ``zones``: the route of the transports, from their first zone.

    ``aboard``: the zone where they load. ``to``: the territory. ``cargo``: the load of each ship.
    ``assault``: whether the units land in combat.
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
    """BK 12.4: units go aboard. ``cargo``: all loaded transports of the side in the zone afterwards."""

    side: str
    units: Counts
    start: str
    zone: str
    cargo: tuple[Ship, ...]


class Unloaded(Event, frozen=True, tag="unloaded"):
    """BK 12.5: units go ashore. ``cargo``: as in Loaded. ``spent``: the transports that cannot move after this."""

    side: str
    units: Counts
    zone: str
    to: str
    cargo: tuple[Ship, ...]
    spent: int


class AssaultPrepared(Event, frozen=True, tag="assault-prepared"):
    """BK 12.6: cargo is marked to land in combat. ``cargo`` and ``spent``: as in Unloaded."""

    side: str
    area: str
    zone: str
    units: Counts
    cargo: tuple[Ship, ...]
    spent: int = 0


class RaidOrdered(Event, frozen=True, tag="raid-ordered"):
    """BK 13.1: bombers fly to an area to raid it."""

    side: str
    area: str
    bombers: int


class LandedByItself(Event, frozen=True, tag="landed-by-itself"):
    """BK 15.1: an aircraft goes home by itself. ``flown``: the movement it had spent before."""

    power: str
    type: str
    start: str
    to: str
    way: tuple[str, ...]
    flown: int


class LostAtSea(Event, frozen=True, tag="lost-at-sea"):
    """BK 15.1: an aircraft without a landing place is lost. ``flown``: the movement it had spent."""

    power: str
    type: str
    start: str
    flown: int


class Placed(Event, frozen=True, tag="placed"):
    """BK 15.2: units appear on the map. ``served``: the territory of the complex. ``by``: "order" or "default"."""

    side: str
    units: Counts
    area: str
    served: str | None
    by: str = "order"


class PaidBack(Event, frozen=True, tag="paid-back"):
    """BK 15.5: units that cannot be placed are given back for their price."""

    side: str
    units: Counts
    ipc: int


class Income(Event, frozen=True, tag="income"):
    """BK 15.6: a power collects its income. ``ipc``: the income; ``total``: what it has then."""

    side: str
    ipc: int
    total: int


class ListSet(Event, frozen=True, tag="list"):
    """BK 17: a list of losses or targets is set; secret. Empty ``types``: the default again.

    With ``scope`` "all" and empty ``types``, every list of the policy is reset.
    """

    side: str
    policy: str
    scope: str
    types: tuple[str, ...]


class WishSet(Event, frozen=True, tag="policy"):
    """BK 17.3: a condition to retreat or withdraw is set; secret. ``policy``: "retreat" or "withdraw"."""

    side: str
    policy: str
    scope: str
    wish: Wish


class KeepSet(Event, frozen=True, tag="keep"):
    """BK 4.15: the number of land units to keep is set; secret."""

    side: str
    n: int


class GameOver(Event, frozen=True, tag="game-over"):
    """The game is over. ``winner``: a side (battle mode), an alliance (campaign), or "draw".

    ``reason``: battle, capitals, income, turn-limit, conceded or agreed.
    ``worth``: alliance -> the value of its territories, and how much that value has grown.
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
    BidMade,
    BidsOpened,
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
