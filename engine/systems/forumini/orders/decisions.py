"""Orders for a whole side: choosing, the tie-break throw, done, standing orders."""

from typing import Annotated, Literal

from engine.contract import Done as AnyDone
from engine.contract import Order, Slot
from engine.contract import StandingOrder as AnyStanding

from ..state.phases import CHOICE, EDGE, INITIATIVE, TIE_BREAK


class Choose(Order, frozen=True, tag="choose"):
    """Choose to be first or second player, or an edge of the map to deploy on."""

    order: Literal["first", "second"] | None = None
    edge: Annotated[str | None, Slot("edge")] = None

    PHASES = (CHOICE, EDGE, INITIATIVE)
    ENDS = True
    EXAMPLE = "choose second"

    @property
    def once(self) -> bool:
        """FA 4.3: an edge may be chosen again until the order is chosen as well."""
        return self.order is not None


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
