"""ACW: regiments of the American Civil War on a table in inches; the rulebook is RULES.md beside this file."""

from typing import TYPE_CHECKING

from engine.contract.defaults import (
    LEGEND,
    allied,
    battle_places,
    group_name,
    group_of,
    idea_groups,
    in_full,
    left_behind,
    odds,
    open_battle,
)

from .advice.alternatives import check
from .advice.chances import chances
from .advice.further_choices import further_choices
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
from .presentation.report import tell
from .presentation.scene import scene
from .presentation.text_map import text_map
from .rules.turn.legality import partial_objections
from .rules.turn.sequence import close, proceed, run
from .rules.turn.victory import score
from .setup.army_lists import check_army
from .setup.cases import case_position, case_view
from .setup.muster import mustered
from .setup.start import start
from .setup.validation import faults
from .state.apply import apply
from .state.events import EVENTS
from .state.position import State, phase, unit_count
from .state.views import view, witness
from .vocabulary import condition_holds, vocabulary

NAME = "acw"
TITLE = "ACW Regiments"
VERSION = "acw/2"
EARLIER_VERSIONS = ("acw/1",)
"""The same rules; refusals and reports had other words."""
STATE = State
SECRETS_DECIDE_NOTHING = True
"""An enemy's standing orders come to bear with the dice of a charge or a melee; its set-up is in nobody's way."""

if TYPE_CHECKING:
    from engine.contract import System
    from engine.systems import acw

    _: System[State] = acw
