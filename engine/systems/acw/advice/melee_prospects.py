"""What a melee promises: the bases it costs each side on average (CW 9.2 to 9.4)."""

from collections import Counter
from functools import cache
from itertools import product

from ..rules.combat.melee import MELEE_DICE, casualty_row, melee_modifiers
from ..state.position import Melee, State, melees_of
from ..tables import TABLES

FACES = range(1, 7)


def lead(seen: State, melee: Melee) -> int:
    """CW 9.5, 9.6: by how much the charger adds more to its dice than the target."""
    charger, target = (sum(n for _, n in melee_modifiers(seen, melee, who)) for who in ("charger", "target"))
    return charger - target


@cache
def exchange(ahead: int, own: int, foe: int) -> float:
    """The bases that a round costs the enemy less those that it costs its own side, on average."""
    taken, lost = toll(ahead, own, foe)
    return taken - lost


@cache
def toll(ahead: int, own: int, foe: int) -> tuple[float, float]:
    """The bases that a round costs the enemy, and those that it costs its own side, on average.

    ``ahead``: how much more the own unit adds to its dice; ``own``, ``foe``: the bases that each has.
    """
    rounds = [(often, _hits(difference + ahead, own, foe)) for difference, often in _differences()]
    return sum(often * taken for often, (taken, _) in rounds), sum(often * lost for often, (_, lost) in rounds)


@cache
def driven_off(ahead: int, foe: int) -> float:
    """The chance that a round makes the enemy retreat, or destroys him."""
    return sum(
        often * _retreats(difference + ahead, foe) for difference, often in _differences() if difference + ahead > 0
    )


def prospects(seen: State, unit: str) -> float:
    """The ``exchange`` that a unit can expect of all the melees it is in."""
    total = 0.0
    for melee in melees_of(seen, unit):
        ahead, foe = lead(seen, melee), melee.target
        if melee.target == unit:
            ahead, foe = -ahead, melee.charger
        total += exchange(ahead, seen.units[unit].bases, seen.units[foe].bases)
    return total


@cache
def _differences() -> tuple[tuple[int, float], ...]:
    """The differences of two rolls, each with its share of all."""
    rolls = Counter(map(sum, product(FACES, repeat=MELEE_DICE)))
    found = Counter[int]()
    for (one, times), (other, often) in product(rolls.items(), repeat=2):
        found[one - other] += times * often
    return tuple((difference, times / found.total()) for difference, times in found.items())


def _hits(difference: int, own: int, foe: int) -> tuple[float, float]:
    """By the winner's die, averaged: the enemy's hits and the own ones."""
    if difference == 0:
        return 0.0, 0.0
    loser, winner = (foe, own) if difference > 0 else (own, foe)
    outcomes = [TABLES.casualties[casualty_row(die, abs(difference))] for die in FACES]
    beaten = sum(min(loser, outcome["loser"].hits) for outcome in outcomes) / len(FACES)
    better = sum(min(winner, outcome["winner"].hits) for outcome in outcomes) / len(FACES)
    return (beaten, better) if difference > 0 else (better, beaten)


def _retreats(difference: int, bases: int) -> float:
    """By the winner's die, the share of results in which a loser of so many bases does not stand."""
    results = (casualty_row(die, difference) for die in FACES)
    return sum(result != "more" or TABLES.casualties[result]["loser"].hits >= bases for result in results) / len(FACES)
