"""What players may say: each order's words (FA 21)."""

from typing import Annotated, Literal

from engine.contract import Concede, Friend, Kind, Number, Order, Place, Slot, Synonyms, Target, Unit
from engine.contract import Done as AnyDone
from engine.contract import StandingOrder as AnyStanding

from .state.phases import (
    AIRCRAFT,
    ANTIAIR,
    ASSAULT,
    BUILD,
    CHOICE,
    DEPLOY,
    DROPS,
    EDGE,
    GROUND,
    INITIATIVE,
    MOVING,
    OBSTACLES,
    TIE_BREAK,
)

Way = Annotated[
    Literal["N", "NE", "SE", "S", "SW", "NW"],
    Synonyms("N", ("north",)),
    Synonyms("NE", ("northeast", "north-east")),
    Synonyms("SE", ("southeast", "south-east")),
    Synonyms("S", ("south",)),
    Synonyms("SW", ("southwest", "south-west")),
    Synonyms("NW", ("northwest", "north-west")),
]
Edge = Literal["north", "south", "east", "west"]


class Buy(Order, frozen=True, tag="buy", kw_only=True):
    """Buy units for your army."""

    count: Number = 1
    type: Kind

    PHASES = (BUILD,)
    EXAMPLE = "buy 3 m1-garand"


class Return(Order, frozen=True, tag="return", kw_only=True):
    """Return units you have bought."""

    count: Number = 1
    type: Kind

    ALIASES = ("sell",)
    PHASES = (BUILD,)
    EXAMPLE = "return 1 m1-garand"


class Choose(Order, frozen=True, tag="choose"):
    """Choose to be first or second player, or an edge of the map to deploy on."""

    order: Literal["first", "second"] | None = None
    edge: Annotated[str | None, Slot("edge")] = None

    PHASES = (CHOICE, EDGE, INITIATIVE)
    EXAMPLE = "choose second"


class Deploy(Order, frozen=True, tag="deploy"):
    """Set up a unit in your zone, in a hex or aboard a transport."""

    unit: Unit
    to: Place | None = None
    face: Annotated[Way | None, Slot("face")] = None
    aboard: Annotated[Friend | None, Slot("aboard")] = None

    ALIASES = ("setup",)
    PHASES = (OBSTACLES, DEPLOY)
    EXAMPLE = "A1 deploy 0714 face N"


class DropIn(Order, frozen=True, tag="drop"):
    """Aim a paratrooper at a hex; the side named counts as 1 when it scatters."""

    unit: Unit
    to: Place
    side: Annotated[Way | None, Slot("side")] = None

    PHASES = (DROPS,)
    EXAMPLE = "A3 drop 0808 side SE"


class Move(Order, frozen=True, tag="move"):
    """Move along these hexes; a single distant hex means the cheapest path to it."""

    unit: Unit
    path: tuple[Place, ...]
    face: Annotated[Way | None, Slot("face")] = None

    ALIASES = ("mv", "m", "go")
    PHASES = MOVING
    EXAMPLE = "A1 move 0508 0509 face NE"


class Face(Order, frozen=True, tag="face"):
    """Turn a vehicle in its hex, instead of moving or after it."""

    unit: Unit
    way: Way

    ALIASES = ("turn",)
    PHASES = MOVING
    EXAMPLE = "A1 face SE"


class Halt(Order, frozen=True, tag="halt"):
    """End the movement of a unit."""

    unit: Unit

    PHASES = MOVING
    EXAMPLE = "A1 halt"


class Dirt(Order, frozen=True, tag="dirt"):
    """Hit the Dirt: better cover, but fire only at enemies that come close."""

    unit: Unit

    ALIASES = ("htd", "hit the dirt")
    PHASES = MOVING
    EXAMPLE = "A4 dirt"


class HullDown(Order, frozen=True, tag="hulldown"):
    """Take a Hull Down position: better cover in front."""

    unit: Unit

    ALIASES = ("hull-down", "hull down")
    PHASES = MOVING
    EXAMPLE = "A1 hulldown"


class Watch(Order, frozen=True, tag="overwatch"):
    """Watch the way to a hex and fire at enemies that enter it; `off` ends it."""

    unit: Unit
    at: Place | None = None
    off: Annotated[Literal["off"], Synonyms("off", ("none", "cancel"))] | None = None

    ALIASES = ("ow",)
    PHASES = MOVING
    EXAMPLE = "A5 overwatch 0808"


class Load(Order, frozen=True, tag="load"):
    """Board a transport in the same hex."""

    unit: Unit
    target: Friend

    ALIASES = ("board", "mount")
    PHASES = MOVING
    EXAMPLE = "X7 load X3"


class Unload(Order, frozen=True, tag="unload"):
    """Get off a transport."""

    unit: Unit

    ALIASES = ("dismount",)
    PHASES = MOVING
    EXAMPLE = "X7 unload"


class Enter(Order, frozen=True, tag="enter"):
    """Go into a pillbox of yours in the same hex."""

    unit: Unit

    PHASES = (DEPLOY, *MOVING)
    EXAMPLE = "X4 enter"


class Leave(Order, frozen=True, tag="leave"):
    """Come out of a pillbox."""

    unit: Unit

    PHASES = MOVING
    EXAMPLE = "X4 leave"


class PlaceAircraft(Order, frozen=True, tag="place"):
    """Place an aircraft, perhaps with the ground target it will attack."""

    unit: Unit
    to: Place
    target: Annotated[Target | None, Slot("target")] = None

    PHASES = (AIRCRAFT,)
    EXAMPLE = "G9 place 0705 target S1"


class Hold(Order, frozen=True, tag="hold"):
    """Keep an aircraft out of play this turn."""

    unit: Unit

    PHASES = (AIRCRAFT,)
    EXAMPLE = "G9 hold"


class Attack(Order, frozen=True, tag="attack"):
    """Attack an enemy unit."""

    unit: Unit
    target: Target | None = None

    ALIASES = ("fire", "shoot")
    PHASES = (ANTIAIR, GROUND, ASSAULT)
    EXAMPLE = "A1 attack X2"


class Bomb(Order, frozen=True, tag="bomb"):
    """Bomb the declared target."""

    unit: Unit
    target: Target | None = None

    PHASES = (GROUND,)
    EXAMPLE = "G9 bomb"


class Strafe(Order, frozen=True, tag="strafe"):
    """Attack the declared target with guns."""

    unit: Unit
    target: Target | None = None

    PHASES = (GROUND,)
    EXAMPLE = "G9 strafe"


class PassBy(Order, frozen=True, tag="pass"):
    """Decline the ground attack of an aircraft."""

    unit: Unit

    PHASES = (GROUND,)
    EXAMPLE = "G9 pass"


class Indirect(Order, frozen=True, tag="indirect"):
    """Fire at a hex that a spotter sees."""

    unit: Unit
    at: Place
    spotter: Annotated[Friend | None, Slot("spotter")] = None

    PHASES = (ASSAULT,)
    EXAMPLE = "A10 indirect 0807 spotter A9"


class Charge(Order, frozen=True, tag="charge"):
    """Move, then attack an enemy in the hex where you end."""

    unit: Unit
    path: tuple[Place, ...]
    target: Target

    PHASES = (ASSAULT,)
    EXAMPLE = "S3 charge 0609 X2"


class Clear(Order, frozen=True, tag="clear"):
    """Clear an obstacle in or next to an engineer's hex."""

    unit: Unit
    target: Target

    PHASES = (ASSAULT,)
    EXAMPLE = "X5 clear A11"


class Throw(Order, frozen=True, tag="throw"):
    """Throw rock, paper, scissors, lizard or Spock, in secret."""

    sign: Literal["rock", "paper", "scissors", "lizard", "spock"]

    PHASES = (TIE_BREAK,)
    EXAMPLE = "throw spock"


class Done(AnyDone, frozen=True, tag="done"):
    """End your part of the phase.

    FA 21.4: ignored from a side whose turn it is not.
    """

    ALIASES = ("end", "next")
    ANYTIME = True


class Standing(AnyStanding, frozen=True, tag="standing"):
    """Decide in advance a choice the rules will ask of you in another player's phase."""

    EXAMPLE = "standing all fire good"


ORDERS: tuple[type[Order], ...] = (
    Buy,
    Return,
    Choose,
    Deploy,
    DropIn,
    Move,
    Face,
    Halt,
    Dirt,
    HullDown,
    Watch,
    Load,
    Unload,
    Enter,
    Leave,
    PlaceAircraft,
    Hold,
    Attack,
    Bomb,
    Strafe,
    PassBy,
    Indirect,
    Charge,
    Clear,
    Throw,
    Done,
    Standing,
    Concede,
)
