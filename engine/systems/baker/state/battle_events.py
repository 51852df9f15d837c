"""What can happen in combat: raids, battles and their rounds (section Events)."""

from collections.abc import Mapping

from engine.contract import Event, Record

from ..tables import Kind, When, Who
from .position import Counts, Result, Ship


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

    ``expected``: the IPCs that each side loses on average if all lists are the default: attacker, defender.
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

    ``why``: order, or the standing order that is obeyed.
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
