"""One battle by itself: what the sealed round runs once both sides are done, and who has won (BK 9.4, 9.5)."""

from engine.contract import Turn

from ...state.position import Battle, State, known
from .aftermath import ordered
from .battles import fight


def close(turn: Turn[State]) -> None:
    """BK 9.4: the attacker's retreat, his withdrawal, the defender's; then one round, or all, if the battle still stands."""
    battle, kept = only(turn.state), turn.state.game.kept
    defender = next(side for side in turn.state.powers if side != battle.attacker)
    if "retreat" in kept.get(battle.attacker, ()):
        ordered(turn, battle.area, "retreat", battle.attacker)
    for side in (battle.attacker, defender):
        if "withdraw" in kept.get(side, ()):
            ordered(turn, battle.area, "withdraw", side)
    fight(turn, battle.area, 1 if turn.state.setup.rounds == "one" else 0)


def only(state: State) -> Battle:
    """The one battle."""
    return known(state, state.game.battles[0].area)


def winner(state: State) -> str | None:
    """BK 9.5: the attacker, the defender or ``draw``; None while it goes on."""
    battle = only(state)
    defender = next(side for side in state.powers if side != battle.attacker)
    match battle.result:
        case None:
            return None
        case "won":
            return battle.attacker
        case "lost" | "retreated":
            return defender
    return "draw"
