"""What happens between and before the fighting: phases, armies, deployment, initiative, victory (FA 24)."""

from collections.abc import Mapping

from engine.contract import Event
from engine.toolkit.shared_events import StandingSet as StandingSet

from ..tables.rows import Facing


class PhaseBegan(Event, frozen=True, tag="phase"):
    """``active``: the side whose turn it is, None in sealed phases.  Flags are reset by FA 23.2."""

    name: str
    turn: int
    active: str | None


class PhaseSkipped(Event, frozen=True, tag="phase-skipped"):
    name: str
    side: str
    why: str


class Finished(Event, frozen=True, tag="done"):
    """A side that is done in a sealed phase."""

    side: str


class TurnBegan(Event, frozen=True, tag="turn-began"):
    turn: int


class GameOver(Event, frozen=True, tag="game-won"):
    """``reason``: control, annihilation, tie-break-1 ... tie-break-4, defended, conceded."""

    winner: str
    reason: str


class Bought(Event, frozen=True, tag="bought"):
    """Known to its own side alone until armies are revealed.  ``count`` below 0: given back."""

    side: str
    type: str
    count: int
    cost: int


class ArmiesRevealed(Event, frozen=True, tag="armies-revealed"):
    """``units``: (id, type, side) in order; ``points``: the cost of each army; ``defaulted``: sides that got the
    scenario's list.
    """

    units: tuple[tuple[str, str, str], ...]
    points: Mapping[str, int]
    defaulted: tuple[str, ...] = ()


class DeploymentRolled(Event, frozen=True, tag="deployment-rolled"):
    """FA 4.2, 4.3: ``ratings`` are {} under option 1.  ``winner`` None: again."""

    dice: Mapping[str, tuple[int, ...]]
    ratings: Mapping[str, int]
    winner: str | None


class EdgeChosen(Event, frozen=True, tag="edge-chosen"):
    """``edges``: side -> edge, for both.  ``how``: asked, default or fixed."""

    side: str
    edges: Mapping[str, str]
    how: str


class OrderChosen(Event, frozen=True, tag="order-chosen"):
    """``first``: the side that deploys first; ``holder``: the side with the initiative in turn 1 (option 2)."""

    side: str
    first: str
    holder: str | None
    how: str


class Deployed(Event, frozen=True, tag="deployed"):
    """``how``: asked or default."""

    unit: str
    to: str
    facing: Facing | None = None
    aboard: str | None = None
    how: str = "asked"


class NotDeployed(Event, frozen=True, tag="not-deployed"):
    """FA 4.9: what fits nowhere is gone, and does not count as destroyed."""

    unit: str


class Dropped(Event, frozen=True, tag="dropped"):
    unit: str
    to: str
    side: Facing
    how: str = "asked"


class Scattered(Event, frozen=True, tag="scattered"):
    """``row``: the hexes gone along, in order; ``to`` None: destroyed (then Destroyed follows)."""

    unit: str
    target: str
    dice: tuple[int, int]
    direction: Facing
    distance: int
    row: tuple[str, ...]
    to: str | None


class InitiativeRolled(Event, frozen=True, tag="initiative-rolled"):
    """FA 5.3.  ``winner`` None: again.  ``totals`` are what ``game.initiative`` holds."""

    dice: Mapping[str, tuple[int, int]]
    ratings: Mapping[str, int]
    totals: Mapping[str, int]
    winner: str | None


class InitiativeChosen(Event, frozen=True, tag="initiative-chosen"):
    """``how``: asked, standing or default."""

    side: str
    first: str
    how: str


class ZoneChecked(Event, frozen=True, tag="zone-checked"):
    """FA 18.1: side -> ids in the zone; ``control``: the side alone there, or None."""

    turn: int
    present: Mapping[str, tuple[str, ...]]
    control: str | None


class TieBroken(Event, frozen=True, tag="tie-broken"):
    """FA 18.3: tie-breaker 1 to 3, the points of each side, and the side ahead (None: equal)."""

    test: int
    points: Mapping[str, int]
    winner: str | None


class Thrown(Event, frozen=True, tag="thrown"):
    """FA 18.5: a secret throw, known to its own side until ThrowsShown."""

    side: str
    roll: str


class ThrowsShown(Event, frozen=True, tag="throws-shown"):
    """``winner`` None: equal, thrown again.  ``dice``: side -> the die that threw for it."""

    throws: Mapping[str, str]
    winner: str | None
    dice: Mapping[str, int] = {}
