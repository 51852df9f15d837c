"""ACW: regiments of the American Civil War on a table in inches; the rulebook is RULES.md beside this file."""
from collections.abc import Mapping

from maps.hexes import Cell

from .late import expect

expect("advice", "drafts", "ideas", "report", "scene", "study")

from .changes import apply  # noqa: E402
from .checks import objections  # noqa: E402
from .drafts import sketch  # noqa: E402
from .events import EVENTS  # noqa: E402
from .faults import faults  # noqa: E402
from .ideas import ideas  # noqa: E402
from .late import late  # noqa: E402
from .muster import muster  # noqa: E402
from .nouns import holds, nouns  # noqa: E402
from .orders import ORDERS  # noqa: E402
from .report import tell, twin  # noqa: E402
from .scene import scene  # noqa: E402
from .sequence import close, proceed, run  # noqa: E402
from .setup import start  # noqa: E402
from .sheets import catalogue  # noqa: E402
from .sight import view, witness  # noqa: E402
from .stage import record, stage  # noqa: E402
from .state import State, phase  # noqa: E402
from .study import measure, study  # noqa: E402

try:
    from .advice import check as _check
    check = _check if late("advice", "check").__module__.endswith("advice") else objections
except ImportError:
    check = objections

NAME = "acw"
TITLE = "ACW Regiments"
VERSION = "acw/1"
LEGEND: Mapping[str, Cell] = {}
"""Nothing: the game is played on a table."""
STATE = State

__all__ = [
    "EVENTS", "LEGEND", "NAME", "ORDERS", "STATE", "TITLE", "VERSION", "apply", "catalogue", "check", "close", "faults", "holds", "ideas",
    "measure", "muster", "nouns", "phase", "proceed", "record", "run", "scene", "sketch", "stage", "start", "study", "tell", "twin", "view",
    "witness",
]
