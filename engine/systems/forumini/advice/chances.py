"""The chances of attacks, from the code that resolves them: dice, Defense, Cover Rolls (FA 9 to 11, 13, 14, 19)."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from engine.contract import Order, Turn
from engine.toolkit.outcomes import Trial, outcomes, percent, pool_text

from ..orders import Attack, Bomb, Charge, Clear, Indirect, Strafe
from ..rules import current_values
from ..rules.combat.attacks import charge
from ..rules.combat.indirect_fire import attack_in_hex, units_under_fire
from ..rules.turn.sequence import run
from ..state.apply import apply
from ..state.events import AntiairAttacked, Attacked, Charged, Shot
from ..state.position import DESTROYED, State


def chances(seen: State, side: str, order: Order) -> str:
    """``6 dice at 4+ against 4/7: 34 % hit, 2 % destroyed``: the counters that an attack adds, after a Cover Roll."""
    match order:
        case Attack() | Bomb() | Strafe():
            return _attack(seen, lambda turn: run(turn, side, order))
        case Indirect():
            return "; ".join(_indirect(seen, order))
        case Charge():
            return _charge(seen, side, order)
        case Clear():
            return f"needs {current_values.SUCCESS}+"
    return ""


def _attack(seen: State, act: Callable[[Turn[State]], None]) -> str:
    return _in_words(seen, outcomes(seen, apply, act, Attacked, AntiairAttacked))


def _indirect(seen: State, order: Indirect) -> Iterator[str]:
    """FA 13.5, 13.6: each unit in the hex by itself, since their dice do not depend on each other."""
    for unit in units_under_fire(seen, order.at):

        def act(turn: Turn[State], key: str = unit.id) -> None:
            attack_in_hex(turn, order.unit, key, order.at)

        if words := _attack(seen, act):
            yield f"{unit.id}: {words}"


def _charge(seen: State, side: str, order: Charge) -> str:
    """FA 19.1, 19.2: the attack at the end of the path; whether the unit gets there depends on other dice."""
    ways = outcomes(seen, apply, lambda turn: run(turn, side, order), Charged)
    arrived = next((way for way in ways if isinstance(way.events[-1], Charged)), None)
    if arrived is None:
        return ""
    words = _attack(arrived.state, lambda turn: charge(turn, order.unit, order.target))
    return words if not arrived.choices else f"if it arrives: {words}"


def _in_words(seen: State, trials: Iterable[Trial[State]]) -> str:
    """The dice, and the chances of further counters; "" if there is no attack in any trial."""
    hit, destroyed = Fraction(), Fraction()
    shot: Shot | None = None
    for trial in trials:
        match trial.events[-1:]:
            case [Attacked(shot=Shot() as shot, now=after) | AntiairAttacked(shot=Shot() as shot, now=after)]:
                before = seen.units[shot.target].hits
                hit += trial.share * (after > before)
                destroyed += trial.share * (after >= DESTROYED > before)
    if shot is None:
        return ""
    need = current_values.SUCCESS - sum(n for _, n in shot.mods)
    low, high = shot.defense
    dice = f"{pool_text(len(shot.faces), need)} against {low}/{high}"
    return f"{dice}: {percent(hit)} hit" + (f", {percent(destroyed)} destroyed" if destroyed else "")
