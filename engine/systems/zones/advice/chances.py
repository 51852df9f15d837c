"""The chances of shooting and melee, from the code that resolves them (ZC 8 to 10)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from engine.contract import Order, encode
from engine.toolkit.outcomes import Trial, average, outcomes, pool_text

from ..orders import Attack
from ..rules.combat.attacks import attack
from ..rules.combat.targeting import Aim, aim_of, aims, chosen_weapon
from ..state.apply import apply
from ..state.events import Attacked
from ..state.position import State, named_models
from ..tables import TABLES


def chances(seen: State, side: str, order: Order) -> str:
    """``6 dice at 4+: 3 hits, 1.2 wounds``: the averages, after saves and with the wounds that are left."""
    if not isinstance(order, Attack) or not (found := aims(seen, order)):
        return ""
    hits, wounds = _averages(seen, order)
    return f"{_dice(seen, found)}: {_counted(hits, 'hit')}, {_counted(wounds, 'wound')}"


def _dice(seen: State, found: Sequence[Aim]) -> str:
    dice = Counter[int]()
    for aim in found:
        dice[TABLES.constants.success - aim.bonus] += seen.weapons[aim.weapon].attacks
    return ", ".join(pool_text(dice[need], need) for need in sorted(dice))


def _counted(number: Fraction, word: str) -> str:
    text = average(number)
    return f"{text} {word}{'' if text == '1' else 's'}"


def _averages(seen: State, order: Attack) -> tuple[Fraction, Fraction]:
    """ZC 9.6: hits and wounds on average: model after model, in each position that those before can leave."""
    unit = seen.units[order.unit]
    name, hits, wounds = chosen_weapon(seen, unit, order), Fraction(), Fraction()
    positions = {b"": (Fraction(1), seen)}
    for model in named_models(unit, order.models):
        following = dict[bytes, tuple[Fraction, State]]()
        for share, state in positions.values():
            for trial in _trials(state, aim_of(state, order, name, model.number)):
                for event in trial.events:
                    if isinstance(event, Attacked):
                        hits += share * trial.share * event.hits
                        wounds += share * trial.share * event.wounds
                key = encode(trial.state.units[order.target])
                before = following[key][0] if key in following else Fraction()
                following[key] = before + share * trial.share, trial.state
        positions = following
    return hits, wounds


def _trials(state: State, aim: Aim | None) -> Iterator[Trial[State]]:
    return outcomes(state, apply, lambda turn: attack(turn, aim) if aim else None)
