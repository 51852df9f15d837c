"""The orders of the game, with their grammar (section Orders of RULES.md)."""

from typing import Annotated, Literal

from engine.contract import (
    After,
    Also,
    Between,
    Done,
    Force,
    Hint,
    Lead,
    Noun,
    Order,
    Place,
    Ranking,
    Scope,
    Slot,
    Terms,
    Text,
)
from engine.contract import Concede as AnyConcede
from engine.contract import Draw as AnyDraw

from .state.position import BID, COMBAT, COMBAT_MOVEMENT, MOST_BID, NONCOMBAT, PLACEMENT, PURCHASE, ROUND, SETUP

MOVEMENT = (COMBAT_MOVEMENT, NONCOMBAT)
STANDING = ("standing",)
"""BK 17.1: the word that may precede a standing order."""
Units = Annotated[Force, Also("all")]
FromPlace = Annotated[Place, Hint("from")]
ToPlace = Annotated[Place, Lead("to into")]
MaybeTo = Annotated[Place | None, Slot("to into")]
Via = Annotated[tuple[Place, ...], Slot("via")]


class Bid(Order, frozen=True, tag="bid"):
    """Say in secret how many IPCs the power in this phase's title should be given before the first turn (BK 18)."""

    n: Annotated[int, Noun("number"), Between(0, MOST_BID)]

    PHASES = (BID,)
    EXAMPLE = "bid 6"


class Buy(Order, frozen=True, tag="buy"):
    """Buy units to place at the end of your turn; `buy nothing` returns them all."""

    what: Annotated[Force, Also("nothing")]

    ALIASES = ("purchase", "build", "recruit")
    PHASES = (PURCHASE,)
    UNSAID = True
    EXAMPLE = "buy 3 infantry, 1 tank"

    @property
    def discards(self) -> bool:
        """``buy nothing`` returns what is bought."""
        return not self.what


class Move(Order, frozen=True, tag="move"):
    """Move units to another area; in combat movement, entering an enemy area is an attack."""

    what: Units
    start: FromPlace
    to: ToPlace
    via: Via = ()

    ALIASES = ("attack", "go", "fly", "sail", "m", "advance", "invade", "march", "mv", "send")
    PHASES = MOVEMENT
    UNSAID = True
    EXAMPLE = "move 3 infantry, 1 tank Kiev to Moscow"


class ShipOver(Order, frozen=True, tag="ship"):
    """Carry land units by sea in one order: load, sail, unload."""

    what: Units
    start: FromPlace
    to: ToPlace
    via: Via = ()

    ALIASES = ("ferry",)
    PHASES = MOVEMENT
    EXAMPLE = "ship 2 infantry Naples to Tunisia via sz4"


class Load(Order, frozen=True, tag="load"):
    """Load land units onto transports in an adjacent sea zone."""

    what: Units
    start: FromPlace
    onto: Annotated[Place, Lead("onto on into to")]

    PHASES = MOVEMENT
    EXAMPLE = "load 2 infantry Naples onto sz4"


class Unload(Order, frozen=True, tag="unload"):
    """Unload cargo; in combat movement, unloading onto hostile land prepares an assault."""

    what: Units
    start: FromPlace
    to: ToPlace

    ALIASES = ("disembark",)
    PHASES = MOVEMENT
    EXAMPLE = "unload 2 infantry sz4 to Tunisia"


class Bomb(Order, frozen=True, tag="bomb"):
    """Raid an enemy complex with bombers."""

    what: Units
    start: FromPlace
    to: ToPlace

    ALIASES = ("raid",)
    PHASES = (COMBAT_MOVEMENT,)
    EXAMPLE = "bomb 2 bombers London to Berlin"


class FightOut(Order, frozen=True, tag="fight"):
    """Fight a battle to its end or for some rounds; `fight all` fights every battle.

    ``rounds`` 0: to the end.
    """

    area: Annotated[Place | None, Hint("in at"), Also("all")] = None
    rounds: Annotated[int, Noun("number"), Hint("for"), After("round rounds"), Between(1, 99)] = 0

    ALIASES = ("resolve", "roll")
    PHASES = (COMBAT,)
    EXAMPLE = "fight Kiev 1 round"


class Retreat(Order, frozen=True, tag="retreat"):
    """Retreat from a battle after a round."""

    area: Annotated[Place | None, Hint("from in at")] = None
    to: MaybeTo = None

    PHASES = (COMBAT, ROUND)
    EXAMPLE = "retreat Kiev to Poland"


class Withdraw(Order, frozen=True, tag="withdraw"):
    """Take submarines out of a battle after a round."""

    area: Annotated[Place | None, Hint("from in at")] = None
    to: MaybeTo = None

    PHASES = (COMBAT, ROUND)
    EXAMPLE = "withdraw sz2"


class PlaceUnits(Order, frozen=True, tag="place"):
    """Place what you have bought."""

    what: Units
    area: Annotated[Place, Hint("in at on to into")]
    start: Annotated[Place | None, Slot("from")] = None

    ALIASES = ("mobilise", "mobilize", "deploy", "put")
    PHASES = (PLACEMENT,)
    UNSAID = True
    EXAMPLE = "place 1 transport sz1 from Berlin"


class DeployRest(Order, frozen=True, tag="deploy-rest"):
    """Place everything that is left in hand: where the enemy is nearest."""

    ALIASES = ("deploy rest", "place rest")
    PHASES = (PLACEMENT,)
    EXAMPLE = "deploy-rest"


class SetUp(Order, frozen=True, tag="battle"):
    """Set up the battle: its kind, attackers and defenders (BK 9.1)."""

    words: Text

    PHASES = (SETUP,)
    EXAMPLE = "battle land: 6 inf 2 art vs 5 inf"


class Losses(Order, frozen=True, tag="losses"):
    """What you lose first when the choice is yours; `default` restores the published list."""

    scope: Scope
    types: Ranking

    ALIASES = ("lose", "casualties", "ool")
    BEFORE = STANDING
    ANYTIME = True
    EXAMPLE = "losses land: infantry > artillery > tank"


class Targets(Order, frozen=True, tag="targets"):
    """What you hit first on a one."""

    scope: Scope
    types: Ranking

    ALIASES = ("target", "kill")
    BEFORE = STANDING
    ANYTIME = True
    EXAMPLE = "targets land: tank > artillery"


class Keep(Order, frozen=True, tag="keep"):
    """Keep this many land units alive as long as possible when you attack."""

    n: Annotated[int, Noun("number"), Slot("land"), After("land"), Between(0, 9)]

    BEFORE = STANDING
    ANYTIME = True
    EXAMPLE = "keep land 1"


When = Literal["never", "after", "attackers", "defenders", "no-land", "submarines"]
AFTER = (("never", "never"), ("after", "after round N"), ("after", "after N rounds"), ("after", "after N round"))


class RetreatWhen(Order, frozen=True, tag="retreat"):
    """Set in advance when to retreat from a battle; checked after every round.

    ``n`` None: the number of the defenders, or none is needed (BK 17.3)."""

    scope: Scope
    when: Annotated[
        When,
        Noun("terms"),
        Terms(
            (
                *AFTER,
                ("attackers", "when attackers < N"),
                ("attackers", "when attackers < defenders"),
                ("defenders", "when defenders > N"),
                ("no-land", "when no land"),
            )
        ),
    ]
    n: Annotated[int | None, Between(0, 99)] = None
    to: MaybeTo = None

    BEFORE = STANDING
    ANYTIME = True
    EXAMPLE = "retreat land when attackers < 3"


class WithdrawWhen(Order, frozen=True, tag="withdraw"):
    """Set in advance when submarines withdraw; checked after every round."""

    scope: Scope
    when: Annotated[When, Noun("terms"), Terms((*AFTER, ("submarines", "when submarines < N")))]
    n: Annotated[int | None, Between(0, 99)] = None
    to: MaybeTo = None

    BEFORE = STANDING
    ANYTIME = True
    EXAMPLE = "withdraw sea after round 1"


class Concede(AnyConcede, frozen=True, tag="concede"):
    """Concede; when all powers of an alliance have conceded, the other alliance wins."""

    EXAMPLE = "concede"


class Draw(AnyDraw, frozen=True, tag="draw"):
    """Offer a draw; the game is drawn when all sides have offered one."""

    EXAMPLE = "draw"


ORDERS: tuple[type[Order], ...] = (
    Bid,
    Buy,
    Move,
    ShipOver,
    Load,
    Unload,
    Bomb,
    FightOut,
    Retreat,
    Withdraw,
    PlaceUnits,
    DeployRest,
    SetUp,
    Losses,
    Targets,
    Keep,
    RetreatWhen,
    WithdrawWhen,
    Done,
    Draw,
    Concede,
)
