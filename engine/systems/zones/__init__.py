"""Zone Control: a skirmish of small units for twelve-inch zones; the rulebook is RULES.md beside this file."""
from collections.abc import Mapping

from maps.hexes import Cell

from ...contract import no_duel as duel
from ...contract import no_odds as odds
from .advice import check
from .changes import apply
from .checks import barred
from .drafts import sketch
from .events import EVENTS
from .faults import faults
from .ideas import ideas
from .measure import measure
from .muster import muster
from .nouns import holds, nouns
from .orders import ORDERS
from .report import tell
from .scene import scene
from .secrecy import view, witness
from .sequence import close, proceed, run
from .setup import start
from .sheets import catalogue
from .stage import record, stage
from .state import State, phase
from .study import study
from .twins import twin

NAME = "zones"
TITLE = "Zone Control"
VERSION = "zones/1"
LEGEND: Mapping[str, Cell] = {}
"""Nothing: the game is played on a table."""
STATE = State

__all__ = [
    "EVENTS", "LEGEND", "NAME", "ORDERS", "STATE", "TITLE", "VERSION", "apply", "barred", "catalogue", "check", "close", "duel", "faults",
    "holds", "ideas", "measure", "muster", "nouns", "odds", "phase", "proceed", "record", "run", "scene", "sketch", "stage", "start",
    "study", "tell", "twin", "view", "witness",
]
