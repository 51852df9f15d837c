"""What players may say: each order's words (FA 21), in files by the part of the game they belong to."""

from engine.contract import Concede, Order

from .army import Buy as Buy
from .army import Deploy as Deploy
from .army import DeployRest as DeployRest
from .army import DropIn as DropIn
from .army import Return as Return
from .combat import Attack as Attack
from .combat import Bomb as Bomb
from .combat import Charge as Charge
from .combat import Clear as Clear
from .combat import Hold as Hold
from .combat import Indirect as Indirect
from .combat import PassBy as PassBy
from .combat import PlaceAircraft as PlaceAircraft
from .combat import Strafe as Strafe
from .decisions import Choose as Choose
from .decisions import Done as Done
from .decisions import Standing as Standing
from .decisions import Throw as Throw
from .movement import Dirt as Dirt
from .movement import Enter as Enter
from .movement import Face as Face
from .movement import Halt as Halt
from .movement import HullDown as HullDown
from .movement import Leave as Leave
from .movement import Load as Load
from .movement import Move as Move
from .movement import Unload as Unload
from .movement import Watch as Watch

ORDERS: tuple[type[Order], ...] = (
    Buy,
    Return,
    Choose,
    Deploy,
    DeployRest,
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
