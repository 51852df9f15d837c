"""The orders of MiniWars; the names that orders may use, and the conditions of an ``if``."""

from typing import Literal

from engine.contract import Concede, Condition, Done, Draw, Order, Place, Target, Unit, Vocabulary
from engine.contract import StandingOrder as AnyStanding
from engine.toolkit.deploy_rest import DeployRest

from .state.position import (
    A_MISSILE,
    A_MOVEMENT,
    B_MISSILE,
    B_MOVEMENT,
    DEPLOYMENT,
    INITIATIVE,
    MISSILE,
    MORALE,
    MOVEMENT,
    State,
)


class Choose(Order, frozen=True, tag="choose"):
    """Be A (shoots first, moves last) or B (shoots last, moves first) this turn."""

    role: Literal["a", "b"]

    ALIASES = ("be", "initiative")
    PHASES = (INITIATIVE,)
    ENDS = True
    ONCE = True
    EXAMPLE = "choose b"


class Deploy(Order, frozen=True, tag="deploy"):
    """Place a unit in a free hex of your zone."""

    unit: Unit
    to: Place

    ALIASES = ("place", "setup", "put", "set up")
    PHASES = (DEPLOYMENT,)
    UNSAID = True
    EXAMPLE = "G1 deploy 0806"


class Swap(Order, frozen=True, tag="swap"):
    """Swap the places of two of your units."""

    unit: Unit
    target: Target

    ALIASES = ("switch", "exchange")
    PHASES = (DEPLOYMENT,)
    EXAMPLE = "G1 swap T2"


class Fire(Order, frozen=True, tag="fire"):
    """Shoot at an enemy that is in range and in sight."""

    unit: Unit
    target: Target

    ALIASES = ("shoot", "f", "volley")
    PHASES = MISSILE
    ONCE = True
    EXAMPLE = "G1 fire W2"


class Move(Order, frozen=True, tag="move"):
    """Move along a path of hexes, or name one hex to take the cheapest route to it."""

    unit: Unit
    path: tuple[Place, ...]

    ALIASES = ("m", "go", "march")
    PHASES = MOVEMENT
    UNSAID = True
    ONCE = True
    EXAMPLE = "W1 move 1506 1605"


class Attack(Order, frozen=True, tag="attack"):
    """Attack an adjacent enemy; add `advance` or `hold` for what to do if its hex becomes empty."""

    unit: Unit
    target: Target
    then: Literal["advance", "hold"] | None = None

    ALIASES = ("a", "charge", "assault", "melee", "fight", "engage")
    PHASES = MOVEMENT
    ONCE = True
    EXAMPLE = "W1 attack T3 advance"


class Advance(Order, frozen=True, tag="advance"):
    """Move into the hex that your attack has just emptied."""

    unit: Unit

    PHASES = MOVEMENT
    EXAMPLE = "W1 advance"


class Rally(Order, frozen=True, tag="rally"):
    """Have a leader try to rally a disrupted unit of yours, or itself if you name no unit."""

    unit: Unit
    target: Target | None = None

    ALIASES = ("r",)
    PHASES = (MORALE,)
    ONCE = True
    EXAMPLE = "HL rally W1"


class Hold(Order, frozen=True, tag="hold"):
    """Do nothing (in the morale phase: no rally attempt)."""

    unit: Unit

    ALIASES = ("wait", "stay", "stand")
    PHASES = (DEPLOYMENT, A_MISSILE, B_MISSILE, B_MOVEMENT, A_MOVEMENT, MORALE)
    EXAMPLE = "OF hold"


class Cancel(Order, frozen=True, tag="cancel"):
    """Cancel all your orders of this morale phase."""

    DISCARDS = True
    PHASES = (MORALE,)
    EXAMPLE = "cancel"


class Standing(AnyStanding, frozen=True, tag="standing"):
    """Decide in advance a choice the rules will ask of you in another player's phase."""

    EXAMPLE = "standing all advance always"


ORDERS: tuple[type[Order], ...] = (
    Choose,
    Deploy,
    DeployRest,
    Swap,
    Fire,
    Move,
    Attack,
    Advance,
    Rally,
    Hold,
    Cancel,
    Done,
    Standing,
    Draw,
    Concede,
)
POLICIES = {"initiative": ("a", "b", "ask"), "rally": ("ask", "auto", "none"), "advance": ("ask", "always")}
"""The standing orders: policy -> the values it may have."""
CONDITIONS = ("alive", "gone", "disrupted", "normal")


def vocabulary(seen: State, side: str) -> Vocabulary:
    """The names that a side may use in orders."""
    units = seen.units
    return Vocabulary(
        units={key: units[key].name for key in seen.roster},
        mine=frozenset(key for key, unit in units.items() if unit.side == side),
        gone=frozenset(key for key, unit in units.items() if unit.gone),
        board=seen.board,
        policies=POLICIES,
        unit_policies=frozenset({"rally"}),
        conditions=CONDITIONS,
        phase=seen.phase,
    )


def condition_holds(seen: State, condition: Condition) -> bool:
    """Whether the condition of an ``if`` is met."""
    unit = seen.units[condition.subject]
    match condition.state:
        case "gone":
            return unit.gone
        case "alive":
            return not unit.gone
        case "disrupted":
            return unit.disrupted and not unit.gone
        case _:
            return not unit.disrupted and not unit.gone
