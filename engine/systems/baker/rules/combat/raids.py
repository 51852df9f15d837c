"""Strategic bombing raids, carried out at the end of combat movement (BK 13.1)."""

from engine.contract import Turn

from ...state.battle_events import Raided
from ...state.position import State
from ..board.complexes import raidable
from .engagement import enemy_guns


def run(turn: Turn[State]) -> None:
    """BK 13.1: each raid in the order first given. The guns fire, then each bomber left rolls a die."""
    for area in tuple(turn.state.game.raids):
        _raid(turn, area)


def _raid(turn: Turn[State], area: str) -> None:
    state, bombers = turn.state, turn.state.game.raids[area]
    side, owner = state.active or "", state.areas[area].owner or ""
    can_raid = area in raidable(state, side)
    guns = can_raid and enemy_guns(state, area, side)
    shots = turn.under(f"{area}: anti-aircraft fire at raiders", bombers, most=1, rule="BK 8.1") if guns else None
    left = bombers - shots.successes if shots else bombers
    bombs = turn.roll(f"{area}: bombs", left, rule="BK 13.1").faces if can_raid and left else ()
    ipc = min(sum(bombs), state.powers[owner].ipc) if can_raid else 0
    turn.happens(Raided(side, area, owner, shots.faces if shots else (), bombers - left, bombs, ipc))
