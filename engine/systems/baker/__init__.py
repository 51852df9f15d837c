"""Baker's Combat Losses: campaigns and single battles of a world war on an area map; the rules are in RULES.md."""

from typing import TYPE_CHECKING

from engine.contract.defaults import (
    LEGEND,
    further_choices,
    idea_groups,
    measure,
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
from .presentation.overlays import overlay
from .presentation.report import tell
from .presentation.scene import scene
from .presentation.text_map import text_map
from .rules.battle_resolution.notation import open_battle
from .rules.combat.odds import battle_places, odds
from .rules.turn.deploy_rest import left_behind
from .rules.turn.sequence import close, proceed, run
from .rules.turn.short_orders import in_full
from .rules.turn.victory import income as score
from .setup.army_lists import check_army
from .setup.case_view import case_view
from .setup.cases import case_position
from .setup.start import start
from .setup.validation import faults
from .state.apply import apply
from .state.events import EVENTS
from .state.position import State, group_of, phase, unit_count
from .state.position import are_friends as allied
from .state.position import power_name as group_name
from .state.views import view, witness
from .vocabulary import condition_holds, vocabulary

NAME = "baker"
TITLE = "Baker's Combat Losses"
VERSION = "baker/3"
EARLIER_VERSIONS = ("baker/1", "baker/2")
"""The versions with the same rules; their refusals and reports were worded differently, expected losses estimated."""
SECRETS_DECIDE_NOTHING = True
"""Standing orders and bids of others decide only in battles, and when a phase ends."""
STATE = State

if TYPE_CHECKING:
    from engine.contract import System
    from engine.systems import baker

    _: System[State] = baker
