"""Orders before the battle: buying, deploying, dropping in."""

from typing import Annotated

from engine.contract import Friend, Kind, Number, Order, Place, Slot, Unit
from engine.toolkit.deploy_rest import DeployRest as AnyDeployRest

from ..state.phases import BUILD, DEPLOY, DROPS, OBSTACLES
from .directions import Way


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


class Deploy(Order, frozen=True, tag="deploy"):
    """Set up a unit in your zone, in a hex or aboard a transport."""

    unit: Unit
    to: Place | None = None
    face: Annotated[Way | None, Slot("face")] = None
    aboard: Annotated[Friend | None, Slot("aboard")] = None

    ALIASES = ("setup", "put", "set up")
    PHASES = (OBSTACLES, DEPLOY)
    UNSAID = True
    EXAMPLE = "A1 deploy 0714 face N"


class DeployRest(AnyDeployRest, frozen=True, tag="deploy-rest"):
    """Set up everything that is left: towards the enemy, spread out, in cover."""

    PHASES = (OBSTACLES, DEPLOY)


class DropIn(Order, frozen=True, tag="drop"):
    """Aim a paratrooper at a hex; the side named counts as 1 when it scatters."""

    unit: Unit
    to: Place
    side: Annotated[Way | None, Slot("side")] = None

    PHASES = (DROPS,)
    EXAMPLE = "A3 drop 0808 side SE"
