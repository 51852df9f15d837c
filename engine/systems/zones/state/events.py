"""The events of Zone Control, named after the rulebook.  Places and lengths are in hundredths of an inch."""

from collections.abc import Mapping
from typing import Literal

from engine.contract import Balked, Event, Record, Rolled, Skipped
from engine.toolkit.shared_events import Conceded as Conceded

from .position import Spot, Unit

Mods = tuple[tuple[str, int], ...]
"""Modifiers by name, as what they add; negative ones reduce."""


class ModelMove(Record, frozen=True):
    """How one model moved: from the first point of ``way`` to the last; ``cost`` by ZC 6.2."""

    number: int
    way: tuple[Spot, ...]
    cost: int


class ModelPlace(Record, frozen=True):
    """A model placed on the table."""

    number: int
    at: Spot


class Newcomer(Record, frozen=True):
    """ZC 6.9: a unit that the other sides did not know of, as it was before.  ``after``: the unit of its side that
    precedes it among those they know, or "".
    """

    unit: Unit
    after: str


class RoundBegan(Event, frozen=True, tag="round-began"):
    """ZC 4.1, 4.3"""

    round: int
    order: tuple[str, ...]


class Initiative(Event, frozen=True, tag="initiative"):
    """ZC 4.3: one roll of every side.  ``winner`` None: the highest is tied, so all roll again."""

    rolls: Mapping[str, int]
    winner: str | None


class TurnBegan(Event, frozen=True, tag="turn-began"):
    """ZC 4.1: a turn begins.  A command turn clears expiring effects (ZC 5.2); an action turn clears what was done in
    the last one.
    """

    phase: str
    side: str


class Finished(Event, frozen=True, tag="done"):
    """ZC 4.5: a side is done with its deployment."""

    side: str


class Revealed(Event, frozen=True, tag="deployed"):
    """ZC 4.5: the deployment ends.  ``units``: the models of each unit that was placed anew."""

    units: Mapping[str, tuple[ModelPlace, ...]]


class Rally(Event, frozen=True, tag="rally"):
    """ZC 5.3"""

    unit: str
    die: int
    morale: int
    success: bool


class Resupplied(Event, frozen=True, tag="resupplied"):
    """ZC 5.4"""

    unit: str


class Placed(Event, frozen=True, tag="placed"):
    """ZC 4.5, 5.5, 6.6, 6.7: a unit is placed.  ``newcomer``: the unit itself, for sides that did not know of it."""

    unit: str
    how: Literal["deployment", "reserve", "deep-strike", "ambush"]
    models: tuple[ModelPlace, ...]
    newcomer: Newcomer | None = None


class ArrivalRefused(Event, frozen=True, tag="arrival-refused"):
    """ZC 5.5: a standing order could not be carried out; only its own team knows."""

    WORDING = ("says",)

    unit: str
    code: str
    says: str


class Moved(Event, frozen=True, tag="moved"):
    """ZC 6.1: the models that moved.  Models that were named but stayed have not moved (ZC 6.5)."""

    unit: str
    models: tuple[ModelMove, ...]


class Attacked(Event, frozen=True, tag="attack"):
    """ZC 9, 10: the attack of one model.  ``skill``: before ``mods``.  ``save``: what is added to each save die.
    ``wounds``: wounds the target lost, excess damage not counted.
    """

    kind: Literal["shoot", "melee"]
    unit: str
    model: int
    target: str
    target_model: int
    weapon: str
    distance: int
    skill: int
    mods: Mods
    dice: tuple[int, ...]
    hits: int
    save: int
    saves: tuple[int, ...]
    failed: int
    wounds: int


class Shock(Event, frozen=True, tag="shock"):
    """ZC 12.1: ``source``: melee, surprise, hurt, comrades or half."""

    unit: str
    source: str
    amount: int
    total: int


class Hunkered(Event, frozen=True, tag="hunkered"):
    """ZC 11.1"""

    unit: str


class Fled(Event, frozen=True, tag="fled"):
    """ZC 6.11: a unit fled; all its models count as moved, however far they got."""

    unit: str
    models: tuple[ModelMove, ...]


class Casualties(Event, frozen=True, tag="casualties"):
    """ZC 13.1: models removed, by number; ``left`` remain.  ``at``: where each of them was."""

    unit: str
    models: tuple[int, ...]
    left: int
    at: tuple[Spot, ...] = ()


class Destroyed(Event, frozen=True, tag="destroyed"):
    """ZC 13.1"""

    unit: str


class Morale(Event, frozen=True, tag="morale"):
    """ZC 13.2: a morale check.  ``total``: the die plus the morale left after shock."""

    unit: str
    die: int
    morale: int
    shock: int
    total: int
    success: bool


class FellBack(Event, frozen=True, tag="fell-back"):
    """ZC 13.3: a unit fell back and is now shaken."""

    unit: str
    models: tuple[ModelMove, ...]


class Control(Event, frozen=True, tag="control"):
    """ZC 14.1: who controls what at the end of a round.  ``zones``: zone -> team, ``contested`` or None.  ``score``:
    team -> zones.
    """

    round: int
    zones: Mapping[str, str | None]
    score: Mapping[str, int]


class StandingSet(Event, frozen=True, tag="standing"):
    """A standing order, known to its own team alone.  ``subject``: a unit or ``all``; ``policy``: ``ask``, ``hold``
    or places.
    """

    side: str
    subject: str
    policy: str


class GameOver(Event, frozen=True, tag="game-over"):
    """The game has ended.  ``winner``: a team, or ``draw``.  ``reason``: round-limit, last-standing or concession."""

    winner: str
    reason: str
    score: Mapping[str, int]


EVENTS: tuple[type[Event], ...] = (
    Rolled,
    Balked,
    Skipped,
    RoundBegan,
    Initiative,
    TurnBegan,
    Finished,
    Revealed,
    Rally,
    Resupplied,
    Placed,
    ArrivalRefused,
    Moved,
    Attacked,
    Shock,
    Hunkered,
    Fled,
    Casualties,
    Destroyed,
    Morale,
    FellBack,
    Control,
    StandingSet,
    Conceded,
    GameOver,
)
