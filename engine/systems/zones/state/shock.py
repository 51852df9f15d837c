"""Where shock comes from (ZC 12)."""

from engine.contract import Turn

from .events import Attacked, Shock
from .position import Model, State

ONCE_A_ROUND = ("melee", "surprise")
"""What counts once a round for a unit, and is marked for it."""


def add_attack_shock(turn: Turn[State], attack: Attacked, foe: Model) -> None:
    """ZC 12.1: melee, surprise, hurt, after the attack of one model; ``foe`` is its target as it was before."""
    marks = turn.state.units[attack.target].marks
    if attack.hits and attack.kind == "melee" and "melee" not in marks:
        add_shock(turn, attack.target, "melee")
    if attack.hits and turn.state.units[attack.unit].sprung and "surprise" not in marks:
        add_shock(turn, attack.target, "surprise")
    if attack.wounds and not foe.hurt:
        add_shock(turn, attack.target, "hurt")


def add_shock(turn: Turn[State], key: str, source: str) -> None:
    """ZC 12.2.  A source that counts nothing leaves no more than its mark."""
    amount = turn.state.setup.shock[source]
    if amount or source in ONCE_A_ROUND:
        turn.happens(Shock(key, source, amount, turn.state.units[key].shock + amount))
