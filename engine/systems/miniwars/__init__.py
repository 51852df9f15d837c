"""MiniWars: fantasy armies on a hex map, for two players; the rulebook is RULES.md beside this file."""
from engine.contract import addressed as record
from engine.contract import no_duel as duel
from engine.contract import no_odds as odds
from engine.toolkit.alternatives import barred
from maps.geometry.hexes import Cell

from .advice import check, ideas
from .orders import ORDERS, holds, nouns
from .presentation.cards import catalogue, muster
from .presentation.overlays import measure, study
from .presentation.report import tell, twin
from .presentation.scene import scene, sketch
from .rules.sequence import close, proceed, run
from .setup.cases import stage
from .setup.start import start
from .setup.validation import faults
from .state.apply import apply
from .state.events import EVENTS
from .state.position import State, phase
from .state.views import view, witness

NAME = "miniwars"
TITLE = "MiniWars"
VERSION = "miniwars/1"
STATE = State
LEGEND = {"hill": Cell("plain", 1)}
"""MW 2.1: a hill is a plain at level 1."""

__all__ = [
    "EVENTS", "LEGEND", "NAME", "ORDERS", "STATE", "TITLE", "VERSION", "apply", "barred", "catalogue", "check", "close", "duel", "faults",
    "holds", "ideas", "measure", "muster", "nouns", "odds", "phase", "proceed", "record", "run", "scene", "sketch", "stage", "start",
    "study", "tell", "twin", "view", "witness",
]
