"""Forumini Armies: World War II at the tactical level on a hex map, for two players; the rulebook is RULES.md beside this file."""
from collections.abc import Mapping

from maps.hexes import Cell

from ...contract import addressed as record
from ...contract import no_duel as duel
from ...contract import no_odds as odds
from ...contract.advice import barred
from .advice import check
from .changes import apply
from .drafts import sketch
from .events import EVENTS
from .faults import faults
from .ideas import ideas
from .muster import muster
from .nouns import holds, nouns
from .orders import ORDERS
from .report import tell, twin
from .scene import scene
from .sequence import close, proceed, run
from .setup import start
from .sheets import catalogue
from .sight import view, witness
from .stage import stage
from .state import State, phase
from .study import measure, study

NAME = "forumini"
TITLE = "Forumini Armies"
VERSION = "forumini/1"
LEGEND: Mapping[str, Cell] = {}
"""FA 2.4: every word in the legend of a board is a terrain of the chart, a hill too."""
STATE = State

__all__ = [
    "EVENTS", "LEGEND", "NAME", "ORDERS", "STATE", "TITLE", "VERSION", "apply", "barred", "catalogue", "check", "close", "duel", "faults",
    "holds", "ideas", "measure", "muster", "nouns", "odds", "phase", "proceed", "record", "run", "scene", "sketch", "stage", "start",
    "study", "tell", "twin", "view", "witness",
]
