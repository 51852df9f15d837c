"""The sources of shock (ZC 12)."""

from engine.contract import Turn

from .events import Attacked, Shock
from .position import Model, State

ONCE_A_ROUND = ("melee", "surprise")
"""The sources that count once a round for a unit, and are marked on it."""


def add_attack_shock(turn: Turn[State], attack: Attacked, foe: Model) -> None:
    """ZC 12.1: shock for melee, surprise and hurt after the attack of one model.  ``foe``: its target before the
    attack.
    """
    marks = turn.state.units[attack.target].marks
    if attack.hits and attack.kind == "melee" and "melee" not in marks:
        add_shock(turn, attack.target, "melee")
    if attack.hits and turn.state.units[attack.unit].sprung and "surprise" not in marks:
        add_shock(turn, attack.target, "surprise")
    if attack.wounds and not foe.hurt:
        add_shock(turn, attack.target, "hurt")


def add_shock(turn: Turn[State], key: str, source: str) -> None:
    """ZC 12.2: adds shock from a source.  A source worth 0 only leaves its mark."""
    amount = turn.state.setup.shock[source]
    if amount or source in ONCE_A_ROUND:
        turn.happens(Shock(key, source, amount, turn.state.units[key].shock + amount))
