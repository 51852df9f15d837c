"""The orders of Zone Control: each one's verb, fields, shortcuts and example."""

from typing import Annotated, get_args

from engine.contract import Concede as AnyConcede
from engine.contract import Course, Models, Noun, Order, Slot, Spots, Unit
from engine.contract import Done as AnyDone
from engine.contract import StandingOrder as AnyStanding
from engine.toolkit.deploy_rest import DeployRest

from .state.position import ACTION, ASK, COMMAND, DEPLOYMENT, HOLD, Form

WeaponName = Annotated[str | None, Noun("weapon"), Slot("with using")]


class Move(Order, frozen=True, tag="move"):
    """Move models to a place, by a bearing and inches, along a path, or each to its own place."""

    unit: Unit
    to: Course
    form: Form | None = None
    models: Models = None

    ALIASES = ("m", "go", "advance", "march", "run", "mv")
    PHASES = (ACTION,)
    UNSAID = True
    EXAMPLE = "C1 move 12,8"


class Attack(Order, frozen=True):
    """An attack on an enemy.  ``target_models``: the models of the target that are named; None: any of them."""

    unit: Unit
    target: Unit
    weapon: WeaponName = None
    models: Models = None
    target_models: Models = None

    PHASES = (ACTION,)
    ROLLS = True


class Shoot(Attack, frozen=True, tag="shoot"):
    """Shoot at an enemy in sight and in range, farther than 6 inches away."""

    ALIASES = ("s", "fire")
    EXAMPLE = "C1 shoot R1"


class Melee(Attack, frozen=True, tag="melee"):
    """Fight an enemy in sight within 6 inches."""

    ALIASES = ("f", "fight", "assault", "charge")
    EXAMPLE = "C2 melee R1"


class EntryOrder(Order, frozen=True):
    """An order that places a whole unit on the table: one place, with or without a form, or a place for each model."""

    unit: Unit
    to: Spots
    form: Form | None = None


class Strike(EntryOrder, frozen=True, tag="strike"):
    """Bring on a deep-striking unit: anywhere in the open, farther than 6 inches from every enemy."""

    ALIASES = ("drop", "deep-strike")
    PHASES = (ACTION,)
    EXAMPLE = "C8 strike 20,20 block"


class Ambush(EntryOrder, frozen=True, tag="ambush"):
    """Spring an ambush: anywhere in terrain, farther than 6 inches from every enemy."""

    ALIASES = ("spring",)
    PHASES = (ACTION,)
    EXAMPLE = "R4 ambush 6,18 block"


class Arrive(EntryOrder, frozen=True, tag="arrive"):
    """Bring on a reserve, within 6 inches of your own edge."""

    ALIASES = ("enter", "reinforce")
    PHASES = (COMMAND,)
    EXAMPLE = "C5 arrive 12,4"


class PlaceUnit(EntryOrder, frozen=True, tag="place"):
    """Place a unit in your deployment area."""

    ALIASES = ("deploy", "put", "set up", "setup")
    PHASES = (DEPLOYMENT,)
    UNSAID = True
    EXAMPLE = "C1 place 8,6"


class Hunker(Order, frozen=True, tag="hunker"):
    """Take cover: shooting at the unit is harder until your next action turn."""

    unit: Unit

    ALIASES = ("take-cover", "down", "cover", "take cover")
    PHASES = (ACTION,)
    EXAMPLE = "C1 hunker"


class Flee(Order, frozen=True, tag="flee"):
    """Make a shaken unit flee towards your edge now, instead of at the end of your turn."""

    unit: Unit

    ALIASES = ("fall-back", "retreat", "run-away", "withdraw")
    PHASES = (ACTION,)
    EXAMPLE = "C1 flee"


class Done(AnyDone, frozen=True, tag="done"):
    """End your turn, or your deployment."""

    ALIASES = ("end", "pass")
    EXAMPLE = "done"


class Standing(AnyStanding, frozen=True, tag="standing"):
    """Decide in advance how reinforcements arrive: ask, hold, or a place."""

    EXAMPLE = "standing C5 arrive 12,4"


class Concede(AnyConcede, frozen=True, tag="concede"):
    """Concede the game: all your units leave it."""

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
    DeployRest,
    Done,
    Standing,
    Concede,
)


FORMS: tuple[str, ...] = get_args(Form)


POLICIES: dict[str, tuple[str, ...]] = {"arrive": (ASK, HOLD)}
"""Standing orders: policy -> its words.  Instead of a word there can be places, and a form after a single place."""
