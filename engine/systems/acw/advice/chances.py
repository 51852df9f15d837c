"""The chances of charges and melees, from the code that resolves them (CW 7, 9)."""

from collections import Counter
from fractions import Fraction
from itertools import product

from engine.contract import Order
from engine.toolkit.outcomes import percent

from ..orders import Charge, Fight
from ..rules.combat.charges import charge_path
from ..rules.combat.melee import MELEE_DICE, melee_modifiers
from ..rules.turn.sequence import melee_between
from ..state.position import Melee, State
from .evaluation import charge_chance


def chances(seen: State, side: str, order: Order) -> str:
    """``reaches C1: 72 %`` of a charge, ``2d6+3 against 2d6+1: wins 66 %, ties 9 %`` of a melee."""
    match order:
        case Charge(unit=key, target=target):
            planned = charge_path(seen, seen.units[key], seen.units[target])
            return f"reaches {target}: {percent(charge_chance(seen, seen.units[key], planned))}" if planned else ""
        case Fight(unit=key, target=target):
            melee = melee_between(seen, key, target)
            return _melee(seen, melee, key) if melee else ""
    return ""


def _melee(seen: State, melee: Melee, key: str) -> str:
    """CW 9.2, 9.3: the higher total wins the round; ``key``: whose chance it is."""
    charger, target = (sum(n for _, n in melee_modifiers(seen, melee, who)) for who in ("charger", "target"))
    own, other = (charger, target) if key == melee.charger else (target, charger)
    rolls = Counter(map(sum, product(range(1, 7), repeat=MELEE_DICE)))
    ahead = Counter[int]()
    for (one, times), (two, often) in product(rolls.items(), repeat=2):
        ahead[one + own - two - other] += times * often
    wins = Fraction(sum(n for lead, n in ahead.items() if lead > 0), ahead.total())
    ties = Fraction(ahead[0], ahead.total())
    return f"{_dice(own)} against {_dice(other)}: wins {percent(wins)}, ties {percent(ties)}"


def _dice(bonus: int) -> str:
    return f"{MELEE_DICE}d6{f'{bonus:+}' if bonus else ''}"
