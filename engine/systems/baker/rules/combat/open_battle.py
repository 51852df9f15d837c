"""A single battle without a campaign: what happens once both sides are done, and the winner (BK 9.4, 9.5)."""

from engine.contract import Turn

from ...state.position import Battle, State, battle_of
from .aftermath import leave_by_order
from .battles import fight


def close(turn: Turn[State]) -> None:
    """BK 9.4: the attacker's retreat and withdrawal, the defender's withdrawal, then one round or all rounds."""
    battle, kept = only_battle(turn.state), turn.state.game.kept
    defender = next(side for side in turn.state.powers if side != battle.attacker)
    if "retreat" in kept.get(battle.attacker, ()):
        leave_by_order(turn, battle.area, "retreat", battle.attacker)
    for side in (battle.attacker, defender):
        if "withdraw" in kept.get(side, ()):
            leave_by_order(turn, battle.area, "withdraw", side)
    fight(turn, battle.area, 1 if turn.state.setup.rounds == "one" else 0)


def only_battle(state: State) -> Battle:
    """The one battle of the game."""
    return battle_of(state, state.game.battles[0].area)


def winner(state: State) -> str | None:
    """BK 9.5: the winning side or ``draw``; None while the battle goes on."""
    battle = only_battle(state)
    defender = next(side for side in state.powers if side != battle.attacker)
    match battle.result:
        case None:
            return None
        case "won":
            return battle.attacker
        case "lost" | "retreated":
            return defender
    return "draw"
