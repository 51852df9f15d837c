"""Orders of the air and assault phases: placing aircraft, attacking, charging, clearing obstacles."""

from typing import Annotated

from engine.contract import Friend, Order, Place, Slot, Target, Unit

from ..state.phases import AIRCRAFT, ANTIAIR, ASSAULT, GROUND


class PlaceAircraft(Order, frozen=True, tag="place"):
    """Place an aircraft, perhaps with the ground target it will attack."""

    unit: Unit
    to: Place
    target: Annotated[Target | None, Slot("target")] = None

    PHASES = (AIRCRAFT,)
    ENDS = True
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

    ALIASES = ("fire", "shoot", "assault", "engage")
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
    DISCARDS = True
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
