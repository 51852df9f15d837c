"""Forumini Armies: World War II squads and tanks on a hex map, for two players; RULES.md is the rulebook."""

from typing import TYPE_CHECKING

from engine.contract.defaults import (
    LEGEND,
    allied,
    battle_places,
    case_view,
    further_choices,
    group_name,
    group_of,
    idea_groups,
    in_full,
    odds,
    open_battle,
    partial_objections,
)

from .advice.alternatives import check
from .advice.chances import chances
from .advice.ideas import ideas
from .advice.luck import luck
from .advice.prospects import prospect
from .advice.samples import sample_orders
from .advice.worth import worth
from .orders import ORDERS
from .presentation.cards import cards
from .presentation.draft_preview import draft_marks
from .presentation.legend import REQUESTED_SIGNS
from .presentation.overlays import measure, overlay
from .presentation.report import tell, text_map
from .presentation.scene import scene
from .rules.turn.deploy_rest import left_behind
from .rules.turn.sequence import close, proceed, run
from .rules.turn.victory import score
from .setup.army_lists import check_army
from .setup.cases import case_position
from .setup.muster import mustered
from .setup.start import start
from .setup.validation import faults
from .state.apply import apply
from .state.events import EVENTS
from .state.position import State, phase, unit_count
from .state.views import view, witness
from .vocabulary import condition_holds, vocabulary

NAME = "forumini"
TITLE = "Forumini Armies"
VERSION = "forumini/3"
EARLIER_VERSIONS = ("forumini/1", "forumini/2")
"""The same rules; refusals and reports had other words."""
SECRETS_DECIDE_NOTHING = True
"""A side must expect fire wherever standing orders that it does not know decide (FA 23.1), and so a die; what else they
decide comes between phases.
"""
STATE = State

if TYPE_CHECKING:
    from engine.contract import System
    from engine.systems import forumini

    _: System[State] = forumini
