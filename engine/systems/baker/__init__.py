"""Baker: world war by areas, in which the kind of gun decides who must fall; single battles and campaigns; the rulebook is RULES.md."""
from collections.abc import Mapping

from engine.toolkit.alternatives import barred
from maps.geometry.hexes import Cell

from .advice.alternatives import check
from .advice.ideas import ideas
from .orders import ORDERS
from .presentation.cards import catalogue
from .presentation.draft_preview import sketch
from .presentation.overlays import measure, study
from .presentation.report import tell
from .presentation.scene import scene
from .presentation.text_map import twin
from .rules.battle.notation import duel
from .rules.combat.odds import odds
from .rules.turn.sequence import close, proceed, run
from .setup.army_lists import muster
from .setup.case_view import record
from .setup.cases import stage
from .setup.start import start
from .setup.validation import faults
from .state.apply import apply
from .state.events import EVENTS
from .state.position import State, phase
from .state.views import view, witness
from .vocabulary import holds, nouns

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
