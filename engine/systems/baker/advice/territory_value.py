"""What territories and battles for them are worth to a computer player, in IPCs: quick estimates, not the odds."""

from collections.abc import Mapping
from math import sqrt
from typing import NamedTuple

from engine.contract import kept_for_latest

from ..rules.board.area_control import enemy_units, friendly, hostile
from ..state.counts import subtracted
from ..state.position import Counts, State, counts, is_land
from ..table_rows import LOADED
from ..tables import AIR, INFANTRY, LAND, TRANSPORT, UNITS
from .evaluation import distance_to_front, enemies_to_fight, only_types, strength, total_counts
from .landings import landing_units

ROUNDS_HELD = 3
"""For how many rounds a territory pays that is taken, at most; what it is worth at the end counts once more."""
CAPITAL, WORKS = 20.0, 4.0
"""What a capital and a complex are worth besides their income."""
STEEP = 3.0
"""How quickly the chance to win a battle rises with the strength of the attackers beside that of the defenders."""
RETAKEN, EXPOSED = 0.7, 0.5
"""The shares of a territory's value that are lost if the enemy is sure to take it back, or to take it once it is left.
"""


class Outcome(NamedTuple):
    """Of a battle fought to its end: the chance that the attackers win, and the shares of both forces that are lost."""

    wins: float
    lost: float
    taken: float


def battle_value(seen: State, side: str, area: str, own: Counts) -> float:
    """What it is worth to attack an area with these units: what that wins, and by how much more the enemy loses."""
    units = only_types(own, (*UNITS, LOADED))
    if not units:
        return 0.0
    foes = enemies_to_fight(seen, side, area)
    outcome = _outcome(units, foes)
    prize, men = 0.0, only_types(units, LAND)
    if men and is_land(seen, area) and hostile(seen, side, area):
        left = strength(men, "defender") * (1 - outcome.lost) ** 2
        held = _held_against(_threat(seen, side, area), left)
        prize = _prize(seen, area) * (1 - RETAKEN + RETAKEN * held)
    return outcome.wins * prize + _cost(foes, outcome.taken) - _cost(units, outcome.lost)


def chance_to_win(seen: State, side: str, area: str, own: Counts) -> float:
    """How likely these units win the battle in an area."""
    return _outcome(own, enemies_to_fight(seen, side, area)).wins


def _outcome(own: Counts, foes: Counts) -> Outcome:
    """By the square law of Lanchester (1916): forces as strong as each other destroy each other."""
    against = strength(foes, "defender")
    if not against:
        return Outcome(1.0, 0.0, 1.0)
    ratio = strength(own, "attacker") / against
    wins = ratio**STEEP / (1 + ratio**STEEP)
    return Outcome(wins, 1 - sqrt(1 - 1 / ratio), 1.0) if ratio > 1 else Outcome(wins, 1.0, 1 - sqrt(1 - ratio))


def _cost(units: Counts, share: float) -> float:
    """The IPCs of a share of the units, the cheapest first."""
    left, cost = share * sum(units.values()), 0.0
    for price, number in sorted((_price(kind), number) for kind, number in units.items()):
        cost += price * min(left, number)
        left -= min(left, number)
    return cost


def _price(kind: str) -> int:
    return UNITS[TRANSPORT if kind == LOADED else kind].cost


def leaving_cost(seen: State, side: str, units: Counts, start: str, to: str) -> float:
    """What it may cost that units leave a territory: more if enemies are next to it who are not attacked themselves,
    nothing where new units will be placed.
    """
    if not (is_land(seen, start) and friendly(seen, side, start)):
        return 0.0
    if seen.areas[start].complex and any(seen.powers[side].buys.values()):
        return 0.0
    threat, here = _threat(seen, side, start, besides=to), _defence(seen, side, start)
    stays = subtracted(here, only_types(units, here))
    lost = _held_against(threat, strength(here, "defender")) - _held_against(threat, strength(stays, "defender"))
    return EXPOSED * _prize(seen, start) * lost


def reinforcing_gain(seen: State, side: str, units: Counts, to: str) -> float:
    """What it is worth that units come to a territory, which they help to hold."""
    threat, here = _threat(seen, side, to), _defence(seen, side, to)
    there = total_counts((here, units))
    gain = _held_against(threat, strength(there, "defender")) - _held_against(threat, strength(here, "defender"))
    return _prize(seen, to) * gain


def _defence(seen: State, side: str, area: str) -> Counts:
    return only_types(counts(seen, area, side), (*LAND, *AIR))


def _held_against(threat: float, strength_there: float) -> float:
    """How likely a territory is held."""
    return strength_there / (strength_there + threat) if threat else 1.0


def _threat(seen: State, side: str, area: str, besides: str = "") -> float:
    """The strength of the enemies who could attack an area by land, without those of one other; a capital also from
    transports, which cannot go everywhere.
    """
    known = _known_threats(seen)
    if (key := (side, area, besides)) not in known:
        near = [other for other in seen.map.known[area].next if other != besides and is_land(seen, other)]
        by_land = (only_types(enemy_units(seen, side, other), LAND) for other in near)
        by_sea = landing_units(seen, side, area) if _is_capital(seen, area) else 0
        known[key] = strength(total_counts(({INFANTRY: by_sea}, *by_land)), "attacker")
    return known[key]


@kept_for_latest
def _known_threats(seen: State) -> dict[tuple[str, str, str], float]:
    return {}


def _prize(seen: State, area: str) -> float:
    rounds = ROUNDS_HELD if seen.setup.turns is None else max(0, seen.setup.turns - seen.turn)
    income = seen.map.known[area].ipc * (1 + min(ROUNDS_HELD, rounds))
    return income + CAPITAL * _is_capital(seen, area) + WORKS * seen.areas[area].complex


def _is_capital(seen: State, area: str) -> bool:
    return any(power.capital == area for power in seen.powers.values())


def steps_to_front(seen: State, side: str) -> Mapping[str, int]:
    """Territory -> the steps to the nearest enemy territory, as ``distance_to_front``."""
    known = _known_steps(seen)
    if side not in known:
        known[side] = distance_to_front(seen, side)
    return known[side]


@kept_for_latest
def _known_steps(seen: State) -> dict[str, Mapping[str, int]]:
    return {}
