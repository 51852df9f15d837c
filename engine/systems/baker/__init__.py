"""Baker: world war by areas, in which the kind of gun decides who must fall; single battles and campaigns; the rulebook is RULES.md."""
from collections.abc import Mapping

from maps.hexes import Cell

from ...contract.advice import barred
from .advice import check
from .changes import apply
from .drafts import sketch
from .duel import duel
from .events import EVENTS
from .faults import faults
from .ideas import ideas
from .muster import muster
from .nouns import holds, nouns
from .odds import odds
from .orders import ORDERS
from .record import record
from .report import tell
from .scene import scene
from .secrecy import view, witness
from .sequence import close, proceed, run
from .setup import start
from .sheets import catalogue
from .stage import stage
from .state import State, phase
from .study import measure, study
from .twins import twin

NAME = "baker"
TITLE = "Baker's Combat Losses"
VERSION = "baker/1"
LEGEND: Mapping[str, Cell] = {}
"""Nothing: the game is played on areas."""
STATE = State

__all__ = [
    "EVENTS", "LEGEND", "NAME", "ORDERS", "STATE", "TITLE", "VERSION", "apply", "barred", "catalogue", "check", "close", "duel", "faults",
    "holds", "ideas", "measure", "muster", "nouns", "odds", "phase", "proceed", "record", "run", "scene", "sketch", "stage", "start",
    "study", "tell", "twin", "view", "witness",
]
