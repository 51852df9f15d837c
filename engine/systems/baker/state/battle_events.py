"""The events of combat: raids, battles and their rounds (section Events of RULES.md)."""

from collections.abc import Mapping

from engine.contract import Event, Record

from ..table_rows import Kind, When, Who
from .position import Counts, Result, Ship


class Raided(Event, frozen=True, tag="raid"):
    """BK 13.1: a strategic bombing raid, with the dice of the guns and of the bombs."""

    side: str
    area: str
    owner: str
    gun_dice: tuple[int, ...]
    lost: int
    bomb_dice: tuple[int, ...]
    ipc: int


class BattleBegan(Event, frozen=True, tag="battle-begins"):
    """A battle begins. ``forces``: the units of both sides, by side.

    ``defender``: the power whose standing orders apply to the defence (BK 13.6).
    ``expected``: the IPCs that each side loses on average if all lists are the default, by side; ``simulated``: from
    how many simulated battles, 0 if that is exact.
    """

    WORDING = ("expected", "simulated")

    area: str
    kind: Kind
    attacker: str
    defender: str
    forces: Mapping[str, Counts]
    expected: Mapping[str, float] = {}
    simulated: int = 0


class AntiAircraft(Event, frozen=True, tag="aa-fire"):
    """BK 8.1: anti-aircraft guns fire. ``dice`` and ``lost`` are by type of aircraft."""

    area: str
    dice: Mapping[str, tuple[int, ...]]
    lost: Counts


class RoundBegan(Event, frozen=True, tag="round-begins"):
    """A round of a battle begins. ``ships``: zone -> its warships that take part in an assault (BK 7.8, 7.9)."""

    area: str
    round: int
    ships: Mapping[str, Counts] = {}


class Fallen(Record, frozen=True, forbid_unknown_fields=True):
    """Several equal losses of one volley. The fields are those of Lost; ``cargo`` is the cargo of all of them."""

    number: int
    type: str
    power: str
    picked: str
    list: str = ""
    place: str = ""
    cargo: Counts = {}


class Volley(Event, frozen=True, tag="volley"):
    """BK 3.2: the units of one type fire together. ``power``: the power whose list chooses on a one.

    ``fallen``: the losses, in order. An event for each single loss follows. ``firing``: how many units fire, with low
    luck (BK 3.8); otherwise 0, and there is a die for each.
    """

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
    firing: int = 0


class Lost(Event, frozen=True, tag="loss"):
    """BK 3.6, 3.7, 4: one unit is lost. ``at``: its area, for a ship its zone.

    ``place``: aboard, landed, overland or "". ``ship``: the index of the loaded transport that is lost or that carries
    the lost unit. ``cargo``: the units lost with it (BK 4.12). ``picked``: the side that chose it: roller, victim or
    nobody. ``list``: the standing order that chose it; "" is the default.
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
    """BK 3.5: hits without effect, because no unit was available."""

    area: str
    type: str
    hits: int


class Landed(Event, frozen=True, tag="landed"):
    """BK 7.4: troops come ashore. ``units``: zone -> the troops that came from it."""

    area: str
    power: str
    units: Mapping[str, Counts]


class RoundEnded(Event, frozen=True, tag="round-ends"):
    """A round of a battle ends. ``forces``: the units left, by side."""

    area: str
    round: int
    forces: Mapping[str, Counts]


class Retreated(Event, frozen=True, tag="retreated"):
    """BK 8.5: the attackers retreat. ``to``: the area; "" is off the table (BK 8.10).

    ``aircraft``: they stay over the area but leave the battle (BK 8.7). ``why``: "order", or the standing order.
    """

    area: str
    power: str
    units: Counts
    to: str
    why: str
    aircraft: Counts = {}
    cargo: tuple[Ship, ...] = ()


class Withdrew(Event, frozen=True, tag="withdrew"):
    """BK 8.9: submarines withdraw. ``why``: "order", or the standing order."""

    area: str
    power: str
    submarines: int
    to: str
    why: str


class NotRetreated(Event, frozen=True, tag="no-retreat"):
    """BK 8.6, 8.8: the attackers should retreat by a standing order but cannot. ``why``: the reason."""

    area: str
    power: str
    why: str


class BattleEnded(Event, frozen=True, tag="battle-ends"):
    """A battle ends. ``units``: power -> its losses in the battle, cargo included; ``lost``: the same in IPCs.

    ``expected`` and ``simulated``: as in BattleBegan.
    """

    WORDING = ("expected", "simulated")

    area: str
    result: Result
    lost: Counts
    units: Mapping[str, Counts]
    expected: Mapping[str, float] = {}
    simulated: int = 0


class Homeless(Event, frozen=True, tag="fighters-homeless"):
    """BK 13.8: fighters lose their carrier. ``to``: the island they land on; "" if they are lost."""

    area: str
    power: str
    fighters: int
    to: str


class Captured(Event, frozen=True, tag="captured"):
    """BK 14: ``taker`` captures a territory, which then belongs to ``by``, with its treasury in IPCs and its guns.

    ``price``: the IPCs that ``taker`` pays because it was neutral (BK 11.11).
    """

    area: str
    by: str
    taker: str
    start: str | None
    treasury: int = 0
    guns: int = 0
    price: int = 0
