"""Victory: control of the zone, annihilation, tie-breakers, and the throw that decides in the end (FA 18)."""

from collections.abc import Mapping

from engine.contract import Turn

from ...state.events import GameOver, PhaseBegan, ThrowsShown, TieBroken, ZoneChecked
from ...state.phases import TIE_BREAK
from ...state.position import State, Unit, army, card, enemy, is_ground, on_map
from ..board.terrain import terrain_map

BEATS: Mapping[str, tuple[str, str]] = {
    "rock": ("scissors", "lizard"),
    "paper": ("rock", "spock"),
    "scissors": ("paper", "lizard"),
    "lizard": ("paper", "spock"),
    "spock": ("rock", "scissors"),
}
"""FA 18.5"""
SIGNS = ("rock", "paper", "scissors", "lizard", "spock")
"""FA 20.1: what a die throws for a silent side; a 6 is thrown again."""


def check_victory(turn: Turn[State]) -> bool:
    """FA 18: checks victory at the end of a turn and returns whether there is another turn."""
    state = turn.state
    if state.turn >= state.setup.first_check and state.setup.mode != "points" and _controlling_side(turn):
        return False
    alive = [side.id for side in state.sides if any(True for _ in counts_for_control(state, side.id))]
    if state.setup.annihilation_ends and len(alive) < 2:
        if alive:
            turn.happens(GameOver(alive[0], "annihilation"))
        else:
            _break_ties(turn, 2)
        return False
    if state.turn < state.setup.last:
        return True
    if state.setup.mode == "attack" and state.setup.attacker is not None:
        turn.happens(GameOver(enemy(state, state.setup.attacker), "defended"))
    else:
        _break_ties(turn, 2 if state.setup.mode == "points" else 1)
    return False


def _controlling_side(turn: Turn[State]) -> bool:
    """FA 18.1, 18.7: the zone is looked at; whether that decides the game."""
    state = turn.state
    if state.setup.objective is None:
        return False
    present = {side.id: tuple(unit.id for unit in in_zone(state, side.id)) for side in state.sides}
    there = [side for side, units in present.items() if units]
    control = there[0] if len(there) == 1 else None
    turn.happens(ZoneChecked(state.turn, present, control))
    if control is None or (state.setup.mode == "attack" and control != state.setup.attacker):
        return False
    turn.happens(GameOver(control, "control"))
    return True


def zone(state: State) -> tuple[str, ...]:
    """FA 18.1: the objective hex and its neighbours on the map."""
    goal = state.setup.objective
    return (goal, *terrain_map(state).around[goal]) if goal is not None else ()


def in_zone(state: State, side: str) -> tuple[Unit, ...]:
    """FA 18.1: the ground units of a side in the zone, also riding, in any state."""
    hexes = zone(state)
    return tuple(unit for unit in on_map(state, side) if unit.at in hexes and is_ground(state, unit))


def counts_for_control(state: State, side: str) -> tuple[Unit, ...]:
    """FA 18.6: the ground units of a side in play; heroes not yet placed do not count."""
    return tuple(unit for unit in army(state, side) if unit.at is not None and is_ground(state, unit))


def _break_ties(turn: Turn[State], first: int) -> None:
    """FA 18.3: tie-breakers from one on; if all are equal the sides throw."""
    state = turn.state
    one, other = (side.id for side in state.sides)
    for test in range(first, 4):
        points = {side: tie_break_points(state, side, test) for side in (one, other)}
        ahead = None if points[one] == points[other] else max(points, key=lambda side: points[side])
        turn.happens(TieBroken(test, points, ahead))
        if ahead is not None:
            turn.happens(GameOver(ahead, f"tie-break-{test}"))
            return
    turn.happens(PhaseBegan(TIE_BREAK, state.turn, None))


def tie_break_points(state: State, side: str, test: int) -> int:
    """FA 18.3, 18.4: the points of a tie-breaker: 1 own points in the zone; 2 enemy points destroyed; 3 own points
    on the map and aircraft that have appeared.
    """
    match test:
        case 1:
            return sum(card(state, unit).cost for unit in in_zone(state, side))
        case 2:
            return state.game.lost.get(enemy(state, side), 0)
        case _:
            return sum(card(state, unit).cost for unit in army(state, side) if _remains(state, unit))


def score(state: State, side: str) -> int:
    """FA 18.3: the points of the enemy that a side has destroyed, the second tie-breaker."""
    return tie_break_points(state, side, 2)


def _remains(state: State, unit: Unit) -> bool:
    match card(state, unit).kind:
        case "aircraft":
            return unit.appeared or unit.at is not None
        case "obstacle":
            return False
        case _:
            return unit.at is not None


def show_throws(turn: Turn[State]) -> None:
    """FA 18.5, 20.1: both sides are done; a die throws for a side that has not; equal throws are repeated."""
    state, dice = turn.state, dict[str, int]()
    for side in state.sides:
        if side.id not in state.game.throws:
            dice[side.id] = _die(turn, side.id)
    throws = {side.id: state.game.throws.get(side.id) or SIGNS[dice[side.id] - 1] for side in state.sides}
    winner = _beaten_by(throws)
    turn.happens(ThrowsShown(throws, winner, dice))
    turn.happens(GameOver(winner, "tie-break-4") if winner is not None else PhaseBegan(TIE_BREAK, state.turn, None))


def _die(turn: Turn[State], side: str) -> int:
    face = 6
    while face > len(SIGNS):
        face = turn.roll(f"throw of {side}", rule="FA 18.5").faces[0]
    return face


def _beaten_by(throws: Mapping[str, str]) -> str | None:
    one, other = throws
    if throws[other] in BEATS[throws[one]]:
        return one
    return other if throws[one] in BEATS[throws[other]] else None
