"""What is always true of a game of ACW, calculated independently from the charts."""

from collections.abc import Callable, Sequence
from itertools import combinations

from engine.contract import Balked, Event, Rolled, Skipped
from engine.systems import SYSTEMS
from engine.systems.acw.state.combat_events import (
    Advanced,
    BuildingDestroyed,
    Charged,
    Contact,
    Countercharged,
    Destroyed,
    LeaderTested,
    MeleeResult,
    MeleeRolled,
    Retreated,
    Shelled,
)
from engine.systems.acw.state.events import (
    Activation,
    Broken,
    Faced,
    Formed,
    GameOver,
    Initiative,
    Joined,
    Moved,
    Parted,
    PhaseBegan,
    Placed,
    Revealed,
)
from engine.systems.acw.state.position import State
from tests.conformance.moment import Moment
from tests.support import random_games
from tests.support.sampling import share
from tests.systems.acw.support import oracle_footprints as top
from tests.systems.acw.support.invariants_combat import FIGHTS
from tests.systems.acw.support.invariants_movement import MOVES
from tests.systems.acw.support.oracle_footprints import arm, bodies, engaged, living

SCENARIOS = random_games.shipped(SYSTEMS["acw"])
GAMES = [(stem, number) for number in range(share(6, 1)) for stem in SCENARIOS]
EVERYWHERE = [("first-charge", 0), ("first-charge", 1), ("even-ground", 2)]
EVERYWHERE += [(stem, number) for number in range(4) for stem in SCENARIOS]
REASONS = {"turn-limit"}
RARE = {"Broken", "BuildingDestroyed", "Captured", "Countercharged", "DrawOffered", "LeaderLost", "Parted"}
"""In the brawl (test_acw_brawl.py) they all happen."""
STILL = (Rolled, Balked, Skipped, MeleeRolled, BuildingDestroyed, Broken)
FLAGS = ("moved", "faced", "formed", "activated", "fired", "shelled", "advanced")


def begins(event: Event, told: Sequence[Event] = ()) -> bool:
    """Whether a player turn begins with it."""
    return isinstance(event, PhaseBegan) and event.name.endswith("movement")


# of every event
def activations_are_counted(m: Moment) -> None:
    """CW 3.4, 3.5"""
    if m.after.phase.endswith("movement") and any(isinstance(event, Activation) for event in (*m.told[:3], m.event)):
        acted = [unit.side for unit in m.after.units.values() if unit.activated]
        assert set(acted) <= {m.after.active} and len(acted) <= m.after.game.rolled
        assert m.after.game.activations == m.after.game.rolled - len(acted) >= 0
    if isinstance(m.event, Activation):
        assert (
            len(m.event.dice) == m.before.setup.dice[m.event.side]
            and sum(m.event.dice) == m.event.total == m.after.game.rolled
        )


def everything_once_a_turn(m: Moment) -> None:
    """CW 4.2, 4.7, 4.10, 10.1"""
    if isinstance(m.event, (Faced, Formed, Moved, Charged, Shelled)) or (
        isinstance(m.event, Joined) and m.event.length
    ):
        unit = m.before.units[m.event.unit]
        assert unit.side == m.before.active and unit.activated and not unit.gone and m.before.phase.endswith("movement")
        assert not unit.moved
        match m.event:
            case Faced():
                assert not unit.faced
            case Formed():
                assert not unit.formed and arm(m.before, unit) != "leader"
            case Shelled():
                assert not unit.shelled
            case _:
                assert not unit.fired and not (unit.faced and unit.formed)


def a_turn_begins_afresh(m: Moment) -> None:
    """CW 3.7"""
    if begins(m.event):
        assert not [unit.id for unit in m.after.units.values() if any(getattr(unit, flag) for flag in FLAGS)]
        assert not [melee for melee in m.after.game.melees if melee.fought]


def who_moves_is_said_to_move(m: Moment) -> None:
    """In a battle phase by retreat, advance and contact alone."""
    went = {key for key, unit in m.before.units.items() if not unit.gone and unit.at != m.after.units[key].at}
    turned = {key for key, unit in m.before.units.items() if not unit.gone and unit.facing != m.after.units[key].facing}
    if isinstance(m.event, Revealed) or not went | turned:
        return
    who = m.event.charger if isinstance(m.event, Contact) else getattr(m.event, "unit", "")
    assert went | turned <= {who, *(unit.id for unit in living(m.after) if unit.leads == who)}
    allowed = (
        (Contact, Advanced, Retreated)
        if m.before.phase.endswith("battle")
        else (Contact, Charged, Countercharged, Moved, Joined, Placed, Retreated)
    )
    assert not went or isinstance(m.event, allowed)


def the_fighting_only_break_off(m: Moment) -> None:
    """CW 4.15, 4.17, 7.1"""
    if isinstance(m.event, (Faced, Formed, Charged)):
        assert not engaged(m.before, m.event.unit)
    if isinstance(m.event, Moved):
        foes = {
            melee.charger if melee.target == m.event.unit else melee.target for melee in engaged(m.before, m.event.unit)
        }
        assert not foes or m.event.way in ("straight", "back")
        clear = m.event.to != m.event.start
        assert set(m.event.left) == (foes if clear else set())
        for key in m.event.left:
            unit, foe = (top.outline(m.after, m.after.units[k]) for k in (m.event.unit, key))
            assert top.apart(unit, foe) > 0.04


def refusals_change_nothing(m: Moment) -> None:
    assert not isinstance(m.event, STILL) or m.before == m.after


def either_a_winner_or_a_phase(m: Moment) -> None:
    assert (m.after.winner is None) == (m.after.phase != "over")
    due = {"first": 0, "second": 1}.get(m.after.phase.split("-")[0])
    assert not isinstance(m.event, (PhaseBegan, GameOver)) or m.after.active == (
        None if due is None else m.after.game.order[due]
    )
    assert m.before.turn <= m.after.turn <= min(m.before.turn + 1, m.after.setup.turns or 99)


def nothing_changes_after_the_end(m: Moment) -> None:
    assert m.before.phase != "over" or m.before == m.after


def battles_are_fought_to_the_last(m: Moment) -> None:
    """CW 3.6, 9.1"""
    if m.before.phase.endswith("battle") and isinstance(m.event, (PhaseBegan, Initiative)):
        assert all(melee.fought for melee in m.before.game.melees)
    if isinstance(m.event, PhaseBegan) and m.event.name.endswith("battle"):
        assert m.before.game.melees and m.before.phase == m.event.name.replace("battle", "movement")


def dice_are_those_of_the_rules(m: Moment) -> None:
    """Section Phases: never one more, never one less, at any moment."""
    if not isinstance(m.event, (*STILL, Parted)) or isinstance(m.event, MeleeRolled):
        rolled = sum(len(event.faces) for event in m.told if isinstance(event, Rolled))
        assert rolled == sum(_dice(event) for event in (*m.told, m.event))


def _dice(event: Event) -> int:
    match event:
        case Initiative(dice=dice) | Activation(dice=dice) | Retreated(dice=dice):
            return len(dice)
        case Moved(length=length) | Charged(length=length) | Joined(length=length):
            return len(length.dice) if length else 0
        case MeleeRolled():
            return 4
        case MeleeResult(winner=winner):
            return int(winner is not None)
        case LeaderTested() | Advanced():
            return 1
        case _:
            return 0


def a_round_goes_in_order(m: Moment) -> None:
    """CW 9.3: result, retreat, the charger's leader, the target's, the advance."""
    since = max((number for number, event in enumerate(m.told) if isinstance(event, MeleeRolled)), default=None)
    if (
        since is not None
        and m.before.phase.endswith("battle")
        and not isinstance(m.event, (PhaseBegan, Initiative, GameOver, MeleeRolled))
    ):
        rolled = m.told[since]
        assert isinstance(rolled, MeleeRolled)
        ranks = [
            _rank(m.before, rolled, event) for event in (*m.told[since + 1 :], m.event) if not isinstance(event, Rolled)
        ]
        ranks = [rank for rank in ranks if rank]
        assert ranks == sorted(ranks), ranks


def _rank(state: State, rolled: MeleeRolled, event: Event) -> int:
    match event:
        case MeleeResult():
            return 1
        case Destroyed():
            return 2
        case Retreated(unit=key) if state.units[key].formation:
            return 3
        case LeaderTested():
            return 4
        case Advanced():
            return 5
        case Contact():
            return 6
        case _:
            return 0


EVERY_EVENT: tuple[Callable[[Moment], None], ...] = (
    *MOVES,
    *FIGHTS,
    activations_are_counted,
    everything_once_a_turn,
    a_turn_begins_afresh,
    who_moves_is_said_to_move,
    the_fighting_only_break_off,
    refusals_change_nothing,
    either_a_winner_or_a_phase,
    nothing_changes_after_the_end,
    battles_are_fought_to_the_last,
    dice_are_those_of_the_rules,
    a_round_goes_in_order,
)


# of every position between two messages; ``told`` is the player turn so far
def nobody_lies_on_anybody(state: State, told: Sequence[Event]) -> None:
    """At rest lone leaders too."""
    for one, other in combinations(bodies(state), 2):
        if abs(top.centre(one) - top.centre(other)) < 8:
            assert top.apart(top.outline(state, one), top.outline(state, other)) >= -0.05, (one.id, other.id)


def the_led_are_alive(state: State, told: Sequence[Event]) -> None:
    assert not [unit.id for unit in living(state) if unit.leads and state.units[unit.leads].gone]


def nobody_stands_in_rubble(state: State, told: Sequence[Event]) -> None:
    ruins = [piece for piece in state.table.pieces if top.rubble(state, piece)]
    assert not [
        unit.id for unit in bodies(state) for piece in ruins if top.inside(top.centre(unit), piece.shape, -0.01)
    ]


def the_broken_have_lost(state: State, told: Sequence[Event]) -> None:
    """CW 11.2"""
    fled = [side.id for side in state.sides if state.game.lost[side.id] >= state.setup.breaks[side.id]]
    if state.game.reason == "broken":
        assert fled and state.winner == (
            "draw" if len(fled) == 2 else next(side.id for side in state.sides if side.id not in fled)
        )
    elif len(told) <= 3 or state.game.reason == "turn-limit":
        assert not fled


def scores_decide_at_the_limit(state: State, told: Sequence[Event]) -> None:
    """CW 11.3"""
    if state.game.reason == "turn-limit":
        first, second = (side.id for side in state.sides)
        lead = _score(state, first, second) - _score(state, second, first)
        clear = abs(lead) >= max(1, state.setup.margin)
        assert state.turn == state.setup.turns and state.winner == (
            "draw" if not clear else first if lead > 0 else second
        )


def _score(state: State, side: str, foe: str) -> int:
    held = 0
    for goal in state.setup.objectives:
        near = {
            unit.side
            for unit in living(state)
            if unit.formation and abs(top.centre(unit) - complex(*goal.at)) <= goal.radius + 0.005
        }
        held += goal.points * (near == {side})
    return (
        state.setup.base_points * state.game.lost[foe] + state.setup.leader_points * state.game.leaders_lost[foe] + held
    )


EVERY_POSITION: tuple[Callable[[State, Sequence[Event]], None], ...] = (
    nobody_lies_on_anybody,
    the_led_are_alive,
    nobody_stands_in_rubble,
    the_broken_have_lost,
    scores_decide_at_the_limit,
)
