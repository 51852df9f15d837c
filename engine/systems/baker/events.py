"""What can happen, in the rulebook's own words (section Events)."""
from collections.abc import Mapping

from ...contract import Balked, Event, Record, Rolled, Skipped
from .state import Counts, Policies, Result, Ship, Wish
from .tables import Kind, When, Who


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


class Raided(Event, frozen=True, tag="raid"):
    """BK 13.1"""

    side: str
    area: str
    owner: str
    gun_dice: tuple[int, ...]
    lost: int
    bomb_dice: tuple[int, ...]
    ipc: int


class BattleBegan(Event, frozen=True, tag="battle-begins"):
    """The order of battle, side by side; ``defender``: whose standing orders hold for the defence.

    ``expected``: the IPCs that the rules and both sides' orders let each side lose on average: attacker, defender.
    """

    area: str
    kind: Kind
    attacker: str
    defender: str
    forces: Mapping[str, Counts]
    expected: Mapping[str, float] = {}


class AntiAircraft(Event, frozen=True, tag="aa-fire"):
    """BK 8.1: ``dice`` and ``lost`` by type."""

    area: str
    dice: Mapping[str, tuple[int, ...]]
    lost: Counts


class RoundBegan(Event, frozen=True, tag="round-begins"):
    """``ships``: zone -> the warships there that take part in an assault (BK 7.8, 7.9)."""

    area: str
    round: int
    ships: Mapping[str, Counts] = {}


class Fallen(Record, frozen=True, forbid_unknown_fields=True):
    """So many like losses of a volley; all as in Lost, ``cargo`` that of all of them."""

    number: int
    type: str
    power: str
    picked: str
    list: str = ""
    place: str = ""
    cargo: Counts = {}


class Volley(Event, frozen=True, tag="volley"):
    """BK 3.2: ``power``: whose list chooses on a one.  ``fallen``: what it takes, in order; the events of the losses follow it."""

    area: str
    side: Who
    power: str
    type: str
    dice: tuple[int, ...]
    need: int
    ones: int
    hits: int
    when: When = "at-once"
    fallen: tuple[Fallen, ...] = ()


class Lost(Event, frozen=True, tag="loss"):
    """BK 3.6, 3.7, 4: one unit.  ``at``: where it stands (a ship: its zone); ``place``: aboard, landed, overland or "" ;

    ``ship``: which of the power's loaded transports there it is, or is aboard of; ``cargo``: what is lost with it (BK 4.12).
    ``picked``: roller, victim or nobody; ``list``: the standing order that picked it, "" the default.
    """

    area: str
    power: str
    type: str
    at: str
    when: When
    picked: str
    list: str = ""
    place: str = ""
    ship: int | None = None
    cargo: Counts = {}


class Wasted(Event, frozen=True, tag="wasted"):
    """BK 3.5: hits for which no unit was available."""

    area: str
    type: str
    hits: int


class Landed(Event, frozen=True, tag="landed"):
    """BK 7.4: zone -> what came ashore from it."""

    area: str
    power: str
    units: Mapping[str, Counts]


class RoundEnded(Event, frozen=True, tag="round-ends"):
    """Both forces left, by side."""

    area: str
    round: int
    forces: Mapping[str, Counts]


class Retreated(Event, frozen=True, tag="retreated"):
    """BK 8.5: ``to`` "": off the table (8.10).  ``aircraft``: those that stay over the area out of the battle (8.7).

    ``why``: order or policy.
    """

    area: str
    power: str
    units: Counts
    to: str
    why: str
    aircraft: Counts = {}
    cargo: tuple[Ship, ...] = ()


class Withdrew(Event, frozen=True, tag="withdrew"):
    """BK 8.9"""

    area: str
    power: str
    submarines: int
    to: str
    why: str


class NotRetreated(Event, frozen=True, tag="no-retreat"):
    area: str
    power: str
    why: str


class BattleEnded(Event, frozen=True, tag="battle-ends"):
    """``units``: power -> what it lost in the battle, cargo too; ``lost``: the same in IPCs; ``expected``: as in BattleBegan."""

    area: str
    result: Result
    lost: Counts
    units: Mapping[str, Counts]
    expected: Mapping[str, float] = {}


class Homeless(Event, frozen=True, tag="fighters-homeless"):
    """BK 13.8: ``to`` "": lost."""

    area: str
    power: str
    fighters: int
    to: str


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


class Conceded(Event, frozen=True, tag="conceded"):
    side: str


class DrawOffered(Event, frozen=True, tag="draw-offered"):
    side: str


class GameOver(Event, frozen=True, tag="game-over"):
    """``winner``: a side (battle mode), an alliance, or draw.  ``reason``: battle, capitals, income, turn-limit, conceded, agreed.

    ``worth``: alliance -> what its territories are worth, and by how much that has grown.
    """

    winner: str
    reason: str
    worth: Mapping[str, tuple[int, int]] = {}


class Lists(Record, frozen=True):
    """The policies of both sides in a battle as they hold there, for forecasts."""

    attacker: Policies
    defender: Policies


EVENTS: tuple[type[Event], ...] = (
    Rolled, Balked, Skipped, PhaseBegan, TurnBegan, Finished, Kept, Written, Bought, Moved, Captured, Shipped, Loaded, Unloaded,
    AssaultPrepared, RaidOrdered, Raided, BattleBegan, AntiAircraft, RoundBegan, Volley, Lost, Wasted, Landed, RoundEnded, Retreated,
    Withdrew, NotRetreated, BattleEnded, Homeless, LandedByItself, LostAtSea, Placed, PaidBack, Income, ListSet, WishSet, KeepSet,
    Conceded, DrawOffered, GameOver,
)
