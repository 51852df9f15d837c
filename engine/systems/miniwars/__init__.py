"""MiniWars: fantasy armies on a hex map, for two players; the rulebook is RULES.md beside this file."""
from maps.hexes import Cell

from ...contract import addressed as record
from ...contract import no_duel as duel
from ...contract import no_odds as odds
from ...contract.advice import barred
from .advice import check
from .cards import catalogue, muster
from .changes import apply
from .events import EVENTS
from .faults import faults
from .ideas import ideas
from .orders import ORDERS, holds, nouns
from .report import tell, twin
from .scene import scene, sketch
from .sequence import close, proceed, run
from .setup import start
from .sight import view, witness
from .stage import stage
from .state import State, phase
from .study import measure, study

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
