"""What players may say: each order's words (section Orders)."""
from typing import Annotated, Literal

from ...contract import Concede as AnyConcede
from ...contract import Done, Force, Noun, Order, Ranking, Scope, Slot
from ...contract import Draw as AnyDraw
from .state import COMBAT, COMBAT_MOVEMENT, NONCOMBAT, PLACEMENT, PURCHASE, ROUND, SETUP

MOVEMENT = (COMBAT_MOVEMENT, NONCOMBAT)
FromPlace = Annotated[str, Noun("place"), Slot("from")]
ToPlace = Annotated[str, Noun("place"), Slot("to")]
Via = Annotated[tuple[str, ...], Noun("place"), Slot("via")]


class Buy(Order, frozen=True, tag="buy"):
    """Buy units; they are placed at the end of your turn.  Nothing: give all back."""

    what: Force

    ALIASES = ("purchase",)
    PHASES = (PURCHASE,)
    EXAMPLE = "buy 3 infantry, 1 tank"


class Move(Order, frozen=True, tag="move"):
    """Move units to another area; into an enemy's in combat movement is an attack."""

    what: Force
    start: FromPlace
    to: ToPlace
    via: Via = ()

    ALIASES = ("attack", "go", "fly", "sail", "m")
    PHASES = MOVEMENT
    EXAMPLE = "move 3 infantry, 1 tank Kiev to Moscow"


class ShipOver(Order, frozen=True, tag="ship"):
    """Carry land units over sea in one order: load, sail, unload."""

    what: Force
    start: FromPlace
    to: ToPlace
    via: Via = ()

    ALIASES = ("ferry",)
    PHASES = MOVEMENT
    EXAMPLE = "ship 2 infantry Naples to Tunisia via sz4"


class Load(Order, frozen=True, tag="load"):
    """Put land units aboard transports of an adjacent zone."""

    what: Force
    start: FromPlace
    onto: Annotated[str, Noun("place"), Slot("onto")]

    PHASES = MOVEMENT
    EXAMPLE = "load 2 infantry Naples onto sz4"


class Unload(Order, frozen=True, tag="unload"):
    """Put cargo ashore; onto hostile land in combat movement it prepares an assault."""

    what: Force
    start: FromPlace
    to: ToPlace

    ALIASES = ("disembark",)
    PHASES = MOVEMENT
    EXAMPLE = "unload 2 infantry sz4 to Tunisia"


class Bomb(Order, frozen=True, tag="bomb"):
    """Raid an enemy complex with bombers."""

    what: Force
    start: FromPlace
    to: ToPlace

    ALIASES = ("raid",)
    PHASES = (COMBAT_MOVEMENT,)
    EXAMPLE = "bomb 2 bombers London to Berlin"


class FightOut(Order, frozen=True, tag="fight"):
    """Fight a battle, to its end or for some rounds; ``area`` all: every battle.  ``rounds`` 0: to the end."""

    area: Annotated[str, Noun("place")]
    rounds: int = 0

    ALIASES = ("resolve", "roll")
    PHASES = (COMBAT,)
    EXAMPLE = "fight Kiev 1 round"


class Retreat(Order, frozen=True, tag="retreat"):
    """Break a battle off after a round."""

    area: Annotated[str | None, Noun("place")] = None
    to: Annotated[str | None, Noun("place"), Slot("to")] = None

    PHASES = (COMBAT, ROUND)
    EXAMPLE = "retreat Kiev to Poland"


class Withdraw(Order, frozen=True, tag="withdraw"):
    """Take submarines out of a battle after a round."""

    area: Annotated[str | None, Noun("place")] = None
    to: Annotated[str | None, Noun("place"), Slot("to")] = None

    PHASES = (COMBAT, ROUND)
    EXAMPLE = "withdraw sz2"


class PlaceUnits(Order, frozen=True, tag="place"):
    """Place what you have bought."""

    what: Force
    area: Annotated[str, Noun("place"), Slot("in at")]
    start: Annotated[str | None, Noun("place"), Slot("from")] = None

    ALIASES = ("mobilise", "mobilize")
    PHASES = (PLACEMENT,)
    EXAMPLE = "place 1 transport sz1 from Berlin"


class SetUp(Order, frozen=True, tag="battle"):
    """Write the battle: its kind, who attacks whom."""

    kind: Literal["land", "naval", "amphibious"]
    attackers: Force
    defenders: Annotated[tuple[tuple[int, str], ...], Noun("force"), Slot("vs against")]
    overland: Annotated[tuple[tuple[int, str], ...], Noun("force"), Slot("+")] = ()

    PHASES = (SETUP,)
    EXAMPLE = "battle land: 6 inf 2 art vs 5 inf"


class Losses(Order, frozen=True, tag="losses"):
    """What you lose first, where the choice is yours.  Default: the published list again."""

    scope: Scope
    types: Ranking

    ALIASES = ("lose", "casualties", "ool")
    ANYTIME = True
    EXAMPLE = "losses land: infantry > artillery > tank"


class Targets(Order, frozen=True, tag="targets"):
    """What you kill first on a one."""

    scope: Scope
    types: Ranking

    ALIASES = ("target", "kill")
    ANYTIME = True
    EXAMPLE = "targets land: tank > artillery"


class Keep(Order, frozen=True, tag="keep"):
    """Keep so many land units alive as long as you can when you attack."""

    n: int

    ANYTIME = True
    EXAMPLE = "keep land 1"


class Policy(Order, frozen=True):
    """A condition tested after every round (BK 17.3).  ``n`` None: the defenders' number, or none is needed."""

    scope: Scope
    when: Literal["never", "after", "attackers", "defenders", "no-land", "submarines"]
    n: int | None = None
    to: Annotated[str | None, Noun("place"), Slot("to")] = None

    ANYTIME = True


class RetreatWhen(Policy, frozen=True, tag="retreat"):
    """Say beforehand when to break a battle off."""

    EXAMPLE = "retreat land when attackers < 3"


class WithdrawWhen(Policy, frozen=True, tag="withdraw"):
    """Say beforehand when submarines leave."""

    EXAMPLE = "withdraw sea after 1 round"


class Concede(AnyConcede, frozen=True, tag="concede"):
    """Give up; when all powers of an alliance have, the other wins."""

    EXAMPLE = "concede"


class Draw(AnyDraw, frozen=True, tag="draw"):
    """Offer a draw; when all sides have, the game is drawn."""

    EXAMPLE = "draw"


ORDERS: tuple[type[Order], ...] = (
    Buy, Move, ShipOver, Load, Unload, Bomb, FightOut, Retreat, Withdraw, PlaceUnits, SetUp, Losses, Targets, Keep, RetreatWhen,
    WithdrawWhen, Done, Draw, Concede)
