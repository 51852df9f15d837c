"""Zone Control: a skirmish of small units for twelve-inch zones; the rulebook is RULES.md beside this file."""
from collections.abc import Mapping

from engine.contract import no_duel as duel
from engine.contract import no_odds as odds
from maps.geometry.hexes import Cell

from .advice.alternatives import check
from .advice.ideas import ideas
from .orders import ORDERS
from .presentation.cards import catalogue
from .presentation.draft_preview import sketch
from .presentation.measurements import measure
from .presentation.overlays import study
from .presentation.report import tell
from .presentation.scene import scene
from .presentation.text_map import twin
from .rules.turn.legality import barred
from .rules.turn.sequence import close, proceed, run
from .setup.army_lists import muster
from .setup.cases import record, stage
from .setup.start import start
from .setup.validation import faults
from .state.apply import apply
from .state.events import EVENTS
from .state.position import State, phase
from .state.views import view, witness
from .vocabulary import holds, nouns

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
