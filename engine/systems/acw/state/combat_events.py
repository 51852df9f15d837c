"""Combat events of ACW: shelling, charges, melees and what follows them.  Units as in events.py."""

from collections.abc import Mapping

from engine.contract import Event

from .length import Length, Mods, Spot
from .position import Struck


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
    """CW 7.5: the target of a charge moves to meet it."""

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
    """CW 9.11: the die for a leader attached to a unit in a melee."""

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
