"""Zone Control: a skirmish of small units for twelve-inch zones; the rulebook is RULES.md beside this file."""

from typing import TYPE_CHECKING

from engine.contract.defaults import (
    LEGEND,
    SECRETS_DECIDE_NOTHING,
    allied,
    battle_places,
    in_full,
    odds,
    open_battle,
    unit_count,
)

from .advice.alternatives import check
from .advice.chances import chances
from .advice.further_choices import further_choices
from .advice.idea_groups import idea_groups
from .advice.ideas import ideas
from .advice.luck import luck
from .advice.prospects import prospect
from .advice.samples import sample_orders
from .advice.worth import worth
from .orders import ORDERS
from .presentation.cards import cards
from .presentation.draft_preview import draft_marks
from .presentation.legend import REQUESTED_SIGNS
from .presentation.measurements import measure
from .presentation.overlays import overlay
from .presentation.report import tell
from .presentation.scene import scene
from .presentation.text_map import text_map
from .rules.board.zone_control import side_score as score
from .rules.turn.left_behind import left_behind
from .rules.turn.legality import partial_objections
from .rules.turn.sequence import close, proceed, run
from .setup.army_lists import check_army
from .setup.cases import case_position, case_view
from .setup.muster import mustered
from .setup.start import start
from .setup.validation import faults
from .state.apply import apply
from .state.events import EVENTS
from .state.position import State, phase
from .state.position import side_name as group_name
from .state.position import team as group_of
from .state.views import view, witness
from .vocabulary import condition_holds, vocabulary

NAME = "zones"
TITLE = "Zone Control"
VERSION = "zones/2"
EARLIER_VERSIONS = ("zones/1",)
"""The same rules with other wording of refusals and reports."""
STATE = State

if TYPE_CHECKING:
    from engine.contract import System
    from engine.systems import zones

    _: System[State] = zones
