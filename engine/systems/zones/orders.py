"""What players may say: each order's words (section D)."""

from typing import Annotated, get_args

from engine.contract import Concede as AnyConcede
from engine.contract import Course, Models, Noun, Order, Slot, Spots, Unit
from engine.contract import Done as AnyDone
from engine.contract import StandingOrder as AnyStanding

from .state.position import ACTION, ASK, COMMAND, DEPLOYMENT, HOLD, Form

WeaponName = Annotated[str | None, Noun("weapon"), Slot("with using")]


class Move(Order, frozen=True, tag="move"):
    """Move models: to a place, by a bearing and inches, along a path, or each to a place of its own."""

    unit: Unit
    to: Course
    form: Form | None = None
    models: Models = None

    ALIASES = ("m", "go", "advance")
    PHASES = (ACTION,)
    EXAMPLE = "C1 move 12,8"


class Attack(Order, frozen=True):
    """An action against an enemy: ``target_models`` are the models of the target that are named."""

    unit: Unit
    target: Unit
    weapon: WeaponName = None
    models: Models = None
    target_models: Models = None

    PHASES = (ACTION,)


class Shoot(Attack, frozen=True, tag="shoot"):
    """Shoot at an enemy in sight and range, but farther than 6 inches."""

    ALIASES = ("s", "fire")
    EXAMPLE = "C1 shoot R1"


class Melee(Attack, frozen=True, tag="melee"):
    """Fight an enemy in sight within 6 inches."""

    ALIASES = ("f", "fight", "assault")
    EXAMPLE = "C2 melee R1"


class EntryOrder(Order, frozen=True):
    """A unit set on the table: one place for all of it, in a form, or one for each model."""

    unit: Unit
    to: Spots
    form: Form | None = None


class Strike(EntryOrder, frozen=True, tag="strike"):
    """Bring a deep striker on: anywhere in the open, farther than 6 inches from every enemy."""

    ALIASES = ("drop", "deep-strike")
    PHASES = (ACTION,)
    EXAMPLE = "C8 strike 20,20 block"


class Ambush(EntryOrder, frozen=True, tag="ambush"):
    """Spring an ambush: anywhere in terrain, farther than 6 inches from every enemy."""

    ALIASES = ("spring",)
    PHASES = (ACTION,)
    EXAMPLE = "R4 ambush 6,18 block"


class Arrive(EntryOrder, frozen=True, tag="arrive"):
    """Bring a reserve on, within 6 inches of your own edge."""

    ALIASES = ("enter", "reinforce")
    PHASES = (COMMAND,)
    EXAMPLE = "C5 arrive 12,4"


class PlaceUnit(EntryOrder, frozen=True, tag="place"):
    """Set a unit up anew in your own area."""

    ALIASES = ("deploy", "put")
    PHASES = (DEPLOYMENT,)
    EXAMPLE = "C1 place 8,6"


class Hunker(Order, frozen=True, tag="hunker"):
    """Take cover: shooting at the unit is harder until your next action turn."""

    unit: Unit

    ALIASES = ("take-cover", "down")
    PHASES = (ACTION,)
    EXAMPLE = "C1 hunker"


class Flee(Order, frozen=True, tag="flee"):
    """Let a shaken unit run for your own edge now instead of at the end of your turn."""

    unit: Unit

    ALIASES = ("fall-back", "retreat")
    PHASES = (ACTION,)
    EXAMPLE = "C1 flee"


class Done(AnyDone, frozen=True, tag="done"):
    """End your turn, or your deployment."""

    ALIASES = ("end", "pass")
    EXAMPLE = "done"


class Standing(AnyStanding, frozen=True, tag="standing"):
    """Say beforehand how reinforcements come: ask, hold, or a place."""

    EXAMPLE = "standing C5 arrive 12,4"


class Concede(AnyConcede, frozen=True, tag="concede"):
    """Give up: all your units leave the game."""

    ALIASES = ("surrender",)
    ENDS = True
    EXAMPLE = "concede"


ORDERS: tuple[type[Order], ...] = (
    Move,
    Shoot,
    Melee,
    Strike,
    Ambush,
    Arrive,
    Hunker,
    Flee,
    PlaceUnit,
    Done,
    Standing,
    Concede,
)


FORMS: tuple[str, ...] = get_args(Form)


POLICIES: dict[str, tuple[str, ...]] = {"arrive": (ASK, HOLD)}
"""Section H: policy -> its words; instead of them places, and a form after one."""
