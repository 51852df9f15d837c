"""MiniWars: fantasy armies on a hex map, for two players; the rulebook is RULES.md beside this file."""

from typing import TYPE_CHECKING

from engine.contract.defaults import (
    allied,
    battle_places,
    case_view,
    further_choices,
    group_name,
    group_of,
    idea_groups,
    in_full,
    left_behind,
    odds,
    open_battle,
    partial_objections,
    unit_count,
)
from maps.geometry.hexes import Cell

from .advice import check, ideas
from .chances import chances
from .luck import luck
from .orders import ORDERS, condition_holds, vocabulary
from .presentation.cards import cards
from .presentation.draft_preview import draft_marks
from .presentation.overlays import measure, overlay
from .presentation.report import tell
from .presentation.scene import REQUESTED_SIGNS, scene
from .presentation.text_map import text_map
from .rules.sequence import close, proceed, run
from .samples import sample_orders
from .setup.army_lists import check_army
from .setup.cases import case_position
from .setup.muster import mustered
from .setup.start import start
from .setup.validation import faults
from .state.apply import apply
from .state.events import EVENTS
from .state.position import State, phase, score
from .state.views import view, witness
from .worth import worth
from .worth import worth as prospect

NAME = "miniwars"
TITLE = "MiniWars"
VERSION = "miniwars/3"
EARLIER_VERSIONS = ("miniwars/1", "miniwars/2")
"""The same rules; refusals and reports had other words."""
SECRETS_DECIDE_NOTHING = True
"""Standing orders of the other side decide only who chooses after an initiative roll, its rally orders only what is
rolled for at the end of the turn, and no zone in which it sets up in secret is also one of this side (MW 3.2).
"""
STATE = State
LEGEND = {"hill": Cell("plain", 1)}
"""MW 2.1: a hill is a plain at level 1."""

if TYPE_CHECKING:
    from engine.contract import System
    from engine.systems import miniwars

    _: System[State] = miniwars
