"""Victory: by breaking the enemy, or by points at the turn limit (CW 11)."""

from collections.abc import Mapping, Sequence

from engine.contract import Turn, kept_for_latest
from maps.geometry.plane import Point, distance

from ...state.events import Broken, GameOver
from ...state.position import Objective, State, arm_of, army, enemy
from ..board.terrain import EPSILON, TOLERANCE


def end_if_broken(turn: Turn[State]) -> bool:
    """CW 11.2: ends the game if a side has broken, and says whether it did; if only one side has, that side loses."""
    state = turn.state
    broken = [side.id for side in state.sides if is_broken(state, side.id)]
    for side in broken:
        turn.happens(Broken(side, state.game.lost.get(side, 0), state.setup.breaks[side]))
    if broken:
        turn.happens(GameOver(enemy(state, broken[0]) if len(broken) == 1 else "draw", "broken"))
    return bool(broken)


def is_broken(state: State, side: str) -> bool:
    """CW 11.2: whether a side has broken."""
    return state.game.lost.get(side, 0) >= state.setup.breaks[side]


def end_at_turn_limit(turn: Turn[State]) -> bool:
    """CW 11.3: ends the game at the turn limit, and says whether it did; the winner must be ahead by the margin."""
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
    return losses + sum(goal.points for goal, holder in holders(state).items() if holder == side)


def holder(state: State, goal: Objective) -> str | None:
    """CW 11.3: the side that holds an objective: the only one with units (not leaders) within its radius."""
    return holders(state)[goal]


@kept_for_latest
def holders(state: State) -> Mapping[Objective, str | None]:
    """CW 11.3: each objective with the side that holds it."""
    places = {
        side.id: [unit.inches for unit in army(state, side.id) if arm_of(state, unit) != "leader"]
        for side in state.sides
    }
    return {goal: _only_side_near(goal, places) for goal in state.setup.objectives}


def _only_side_near(goal: Objective, places: Mapping[str, Sequence[Point]]) -> str | None:
    reach = goal.radius + TOLERANCE + EPSILON
    near = [side for side, units in places.items() if any(distance(at, goal.at) <= reach for at in units)]
    return near[0] if len(near) == 1 else None
