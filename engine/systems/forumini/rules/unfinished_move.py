"""The unfinished movement: a unit that may still go on, until another of its side acts (FA 6.3, 21.3)."""

from engine.contract import Turn

from ..state.events import CounterLost, MoveEnded, OverwatchEnded
from ..state.position import State


def end_move(turn: Turn[State], side: str, but: str = "") -> None:
    """FA 6.3, 21.3: an unfinished movement of the side ends as another of its units acts; ``but`` is that other."""
    moving = turn.state.game.moving
    if moving is not None and moving != but and turn.state.units[moving].side == side:
        turn.happens(MoveEnded(moving))


def lose_position_counters(turn: Turn[State], key: str) -> None:
    """FA 6.15, 6.16, 12.15: what a unit loses that moves, tries to, or moves within its hex."""
    unit = turn.state.units[key]
    if unit.overwatch is not None:
        turn.happens(OverwatchEnded(key, "moved"))
    if unit.hit_the_dirt:
        turn.happens(CounterLost(key, "hit_the_dirt", "moved"))
    if unit.hull_down:
        turn.happens(CounterLost(key, "hull_down", "moved"))
