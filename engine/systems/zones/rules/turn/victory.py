"""The end of the game: after the last round, with one team left, or by conceding (ZC 14.4 to 14.7)."""

from engine.contract import Turn

from ...state.events import Conceded, Control, GameOver
from ...state.position import State, team, teams
from ..board.zone_control import control, score

DRAW = "draw"


def end_round(turn: Turn[State]) -> bool:
    """ZC 14.4, 14.5: announces who controls what; returns whether the game is over."""
    state = turn.state
    turn.happens(Control(state.turn, dict(control(state)), dict(score(state))))
    left = teams_in_play(state)
    if len(left) < 2:
        _end_game(turn, left[0] if left else DRAW, "last-standing")
    elif state.turn >= state.setup.rounds:
        _end_game(turn, leading_team(state), "round-limit")
    return turn.state.winner is not None


def teams_in_play(state: State) -> tuple[str, ...]:
    """ZC 14.5: the teams with a unit on the table or still to arrive."""
    alive = [team(state, unit.side) for unit in state.units.values() if not unit.gone]
    return tuple(one for one in teams(state) if one in alive)


def leading_team(state: State) -> str:
    """ZC 14.4: the team with the highest score, or ``draw``."""
    counted = score(state)
    first = [one for one, zones in counted.items() if zones == max(counted.values())]
    return first[0] if len(first) == 1 else DRAW


def concede(turn: Turn[State], side: str) -> None:
    """ZC 14.6: the side concedes, unless it already has."""
    if side in turn.state.game.conceded:
        return
    turn.happens(Conceded(side))
    state = turn.state
    left = list(dict.fromkeys(known.team for known in state.sides if known.id not in state.game.conceded))
    if len(left) < 2:
        _end_game(turn, left[0] if left else DRAW, "concession")


def _end_game(turn: Turn[State], winner: str, reason: str) -> None:
    turn.happens(GameOver(winner, reason, dict(score(turn.state))))
