"""Orders of the movement phases: moving, turning, taking cover, watching, transports and pillboxes."""

from typing import Annotated, Literal

from engine.contract import Friend, Order, Place, Slot, Synonyms, Unit

from ..state.phases import DEPLOY, MOVING
from .directions import Way


class Move(Order, frozen=True, tag="move"):
    """Move along these hexes; a single distant hex means the cheapest path to it."""

    unit: Unit
    path: tuple[Place, ...]
    face: Annotated[Way | None, Slot("face")] = None

    ALIASES = ("mv", "m", "go", "march", "advance", "drive")
    PHASES = MOVING
    UNSAID = True
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

    ALIASES = ("htd", "hit the dirt", "prone")
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

    ALIASES = ("ow", "watch", "guard")
    PHASES = MOVING
    EXAMPLE = "A5 overwatch 0808"

    @property
    def at_will(self) -> bool:
        """FA 12.15: a player may end it at any time."""
        return self.off is not None


class Load(Order, frozen=True, tag="load"):
    """Board a transport in the same hex."""

    unit: Unit
    target: Friend

    ALIASES = ("board", "mount", "embark")
    PHASES = MOVING
    EXAMPLE = "X7 load X3"


class Unload(Order, frozen=True, tag="unload"):
    """Get off a transport."""

    unit: Unit

    ALIASES = ("dismount", "disembark")
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
