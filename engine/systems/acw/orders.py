"""The orders of ACW (CW, section Orders)."""

from typing import Literal

from engine.contract import Bearing, Concede, Done, Heading, Inches, Order, Place, Point, Unit, Way
from engine.contract import Draw as AnyDraw
from engine.contract import StandingOrder as AnyStanding
from engine.toolkit.deploy_rest import DeployRest

from .state.position import BATTLE, DEPLOYMENT, MOVEMENT


class StraightMove(Order, frozen=True):
    """A move in one of the directions that have a word.  ``most``: no farther than this, in hundredths of an inch."""

    unit: Unit
    most: Inches | None = None

    PHASES = MOVEMENT
    ONCE = True
    NEEDS_DICE = True


class Forward(StraightMove, frozen=True, tag="forward"):
    """Go straight ahead, as far as the dice allow or at most a number of inches."""

    ALIASES = ("fwd", "ahead", "f", "advance", "forwards")
    EXAMPLE = "U1 forward 5"


class Back(StraightMove, frozen=True, tag="back"):
    """Turn around and go straight to the rear."""

    ALIASES = ("backward", "backwards", "b", "retire", "withdraw", "fall back", "fall-back", "retreat")
    EXAMPLE = "U1 back 2"


class Left(StraightMove, frozen=True, tag="left"):
    """Side-step to the left."""

    ALIASES = ("l",)
    EXAMPLE = "U1 left 2"


class Right(StraightMove, frozen=True, tag="right"):
    """Side-step to the right."""

    ALIASES = ("r",)
    EXAMPLE = "U1 right 2"


class ForwardLeft(StraightMove, frozen=True, tag="forward-left"):
    """Go forward at 45 degrees to the left."""

    ALIASES = ("fl",)
    EXAMPLE = "U1 forward-left 2"


class ForwardRight(StraightMove, frozen=True, tag="forward-right"):
    """Go forward at 45 degrees to the right."""

    ALIASES = ("fr",)
    EXAMPLE = "U1 forward-right 2"


class Move(Order, frozen=True, tag="move"):
    """Go in a straight line to a point, or a number of inches along a bearing."""

    unit: Unit
    to: Way
    most: Inches | None = None

    ALIASES = ("m", "go", "march")
    PHASES = MOVEMENT
    UNSAID = True
    ONCE = True
    NEEDS_DICE = True
    EXAMPLE = "U1 move 12,8"


class Face(Order, frozen=True, tag="face"):
    """Turn to face a bearing, a unit or a point."""

    unit: Unit
    to: Heading

    ALIASES = ("turn", "wheel")
    PHASES = MOVEMENT
    ONCE = True
    EXAMPLE = "U1 face NE"


class Form(Order, frozen=True, tag="form"):
    """Form line or column."""

    unit: Unit
    formation: Literal["line", "column"]

    PHASES = MOVEMENT
    SHORT = {"line": "form line", "column": "form column"}
    ONCE = True
    EXAMPLE = "U1 form column"


class Charge(Order, frozen=True, tag="charge"):
    """Charge an enemy you can see."""

    unit: Unit
    target: Unit

    ALIASES = ("c", "attack", "assault")
    PHASES = MOVEMENT
    ONCE = True
    EXAMPLE = "U1 charge C1"


class Join(Order, frozen=True, tag="join"):
    """Have a leader join a unit; it leaves the unit by a move of its own."""

    unit: Unit
    target: Unit

    ALIASES = ("attach",)
    PHASES = (DEPLOYMENT, *MOVEMENT)
    EXAMPLE = "UL join U1"


class Shell(Order, frozen=True, tag="fire"):
    """Have a battery shell a building."""

    unit: Unit
    at: Place

    ALIASES = ("bombard", "shell", "shoot")
    PHASES = MOVEMENT
    ONCE = True
    EXAMPLE = "UB1 fire Sutter Farm"


class Fight(Order, frozen=True, tag="fight"):
    """Fight this melee now."""

    unit: Unit
    target: Unit

    ALIASES = ("melee", "resolve")
    PHASES = BATTLE
    EXAMPLE = "U1 fight C1"


class PlaceUnit(Order, frozen=True, tag="place"):
    """Place a unit in your deployment zone."""

    unit: Unit
    at: Point
    facing: Bearing | None = None
    formation: Literal["line", "column"] | None = None

    ALIASES = ("deploy", "put", "set up", "setup")
    PHASES = (DEPLOYMENT,)
    UNSAID = True
    EXAMPLE = "U1 place 12,8 N column"


class Standing(AnyStanding, frozen=True, tag="standing"):
    """Decide in advance a choice the rules will ask of you in another player's phase."""

    EXAMPLE = "standing UB1 fire hold"


class Draw(AnyDraw, frozen=True, tag="draw"):
    """Offer a draw until the game ends; if both sides have offered one, the game is drawn."""

    EXAMPLE = "draw"


ORDERS: tuple[type[Order], ...] = (
    Forward,
    Back,
    Left,
    Right,
    ForwardLeft,
    ForwardRight,
    Move,
    Face,
    Form,
    Charge,
    Join,
    Shell,
    Fight,
    PlaceUnit,
    DeployRest,
    Done,
    Standing,
    Draw,
    Concede,
)
