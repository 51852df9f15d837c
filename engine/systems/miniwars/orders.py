"""What players may say: each order's words, and the names it may use."""

from typing import Literal

from engine.contract import Concede, Condition, Done, Draw, Order, Place, Target, Unit, Vocabulary
from engine.contract import StandingOrder as AnyStanding

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
    """Be A (shoot first, move last) or B (shoot last, move first) this turn."""

    role: Literal["a", "b"]

    ALIASES = ("be", "initiative")
    PHASES = (INITIATIVE,)
    ENDS = True
    EXAMPLE = "choose b"


class Deploy(Order, frozen=True, tag="deploy"):
    """Set a unit up in a free hex of your zone."""

    unit: Unit
    to: Place

    ALIASES = ("place", "setup")
    PHASES = (DEPLOYMENT,)
    EXAMPLE = "G1 deploy 0806"


class Swap(Order, frozen=True, tag="swap"):
    """Let two of your units change places."""

    unit: Unit
    target: Target

    PHASES = (DEPLOYMENT,)
    EXAMPLE = "G1 swap T2"


class Fire(Order, frozen=True, tag="fire"):
    """Shoot at an enemy in range and in sight."""

    unit: Unit
    target: Target

    ALIASES = ("shoot", "f")
    PHASES = MISSILE
    EXAMPLE = "G1 fire W2"


class Move(Order, frozen=True, tag="move"):
    """Move along these hexes; a single far hex means the cheapest way to it."""

    unit: Unit
    path: tuple[Place, ...]

    ALIASES = ("m", "go")
    PHASES = MOVEMENT
    EXAMPLE = "W1 move 1506 1605"


class Attack(Order, frozen=True, tag="attack"):
    """Attack an adjacent enemy; `advance` or `hold` says what to do if its hex falls empty."""

    unit: Unit
    target: Target
    then: Literal["advance", "hold"] | None = None

    ALIASES = ("a", "charge", "assault")
    PHASES = MOVEMENT
    EXAMPLE = "W1 attack T3 advance"


class Advance(Order, frozen=True, tag="advance"):
    """Move into the hex that your attack has just emptied."""

    unit: Unit

    PHASES = MOVEMENT
    EXAMPLE = "W1 advance"


class Rally(Order, frozen=True, tag="rally"):
    """Let a leader try to rally a disrupted unit of yours; without a name, himself."""

    unit: Unit
    target: Target | None = None

    ALIASES = ("r",)
    PHASES = (MORALE,)
    EXAMPLE = "HL rally W1"


class Hold(Order, frozen=True, tag="hold"):
    """Do nothing; in the morale phase this leader tries nothing."""

    unit: Unit

    PHASES = (DEPLOYMENT, A_MISSILE, B_MISSILE, B_MOVEMENT, A_MOVEMENT, MORALE)
    EXAMPLE = "OF hold"


class Cancel(Order, frozen=True, tag="cancel"):
    """Drop all your orders of this morale phase."""

    PHASES = (MORALE,)
    EXAMPLE = "cancel"


class Standing(AnyStanding, frozen=True, tag="standing"):
    """Answer beforehand a decision the rules give you in somebody else's phase."""

    EXAMPLE = "standing all advance always"


ORDERS: tuple[type[Order], ...] = (
    Choose,
    Deploy,
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
"""Standing orders: policy -> its words."""
CONDITIONS = ("alive", "gone", "disrupted", "normal")


def vocabulary(seen: State, side: str) -> Vocabulary:
    units = seen.units
    return Vocabulary(
        units={key: units[key].name for key in seen.roster},
        mine=frozenset(key for key, unit in units.items() if unit.side == side),
        gone=frozenset(key for key, unit in units.items() if unit.gone),
        board=seen.board,
        policies=POLICIES,
        unit_policies=frozenset({"rally"}),
        conditions=CONDITIONS,
    )


def condition_holds(seen: State, condition: Condition) -> bool:
    """Whether what an ``if`` asks is so."""
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
