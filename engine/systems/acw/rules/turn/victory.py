"""Who has won: by breaking the enemy, or by points when time is up (CW 11)."""

from engine.contract import Turn
from maps.geometry.plane import distance

from ...state.events import Broken, GameOver
from ...state.position import Objective, State, arm_of, army, enemy

BEYOND = 0.005
"""CW 2.6: by how much a number in inches may be passed."""
EQUAL = 1e-6


def end_if_broken(turn: Turn[State]) -> bool:
    """CW 11.2: whether the game is over because a side has lost as many bases as it can bear; a side alone in having broken loses."""
    state = turn.state
    routed = [side.id for side in state.sides if is_broken(state, side.id)]
    for side in routed:
        turn.happens(Broken(side, state.game.lost.get(side, 0), state.setup.breaks[side]))
    if routed:
        turn.happens(GameOver(enemy(state, routed[0]) if len(routed) == 1 else "draw", "broken"))
    return bool(routed)


def is_broken(state: State, side: str) -> bool:
    """CW 11.2: whether a side has broken."""
    return state.game.lost.get(side, 0) >= state.setup.breaks[side]


def end_at_turn_limit(turn: Turn[State]) -> bool:
    """CW 11.3: whether the game is over with this turn: the higher score wins if it is ahead by the margin."""
    state = turn.state
    if state.setup.turns is None or state.turn < state.setup.turns:
        return False
    counted = {side.id: score(state, side.id) for side in state.sides}
    first, second = counted
    lead = counted[first] - counted[second]
    clear = lead != 0 and abs(lead) >= state.setup.margin
    turn.happens(GameOver((first if lead > 0 else second) if clear else "draw", "turn-limit", counted))
    return True


def score(state: State, side: str) -> int:
    """CW 11.3: points for what the enemy has lost and for the objectives held."""
    foe, game, setup = enemy(state, side), state.game, state.setup
    losses = setup.base_points * game.lost.get(foe, 0) + setup.leader_points * game.leaders_lost.get(foe, 0)
    return losses + sum(goal.points for goal in setup.objectives if holder(state, goal) == side)


def holder(state: State, goal: Objective) -> str | None:
    """CW 11.3: the side that alone has units, not leaders, within the objective's radius."""
    near = [
        side.id
        for side in state.sides
        if any(
            distance(unit.inches, goal.at) <= goal.radius + BEYOND + EQUAL
            for unit in army(state, side.id)
            if arm_of(state, unit) != "leader"
        )
    ]
    return near[0] if len(near) == 1 else None
