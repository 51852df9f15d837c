"""The odds of a battle on the map, by the rules and the standing orders of both sides."""

from collections.abc import Callable, Iterator, Mapping
from math import sqrt
from typing import Literal, NamedTuple

from engine.contract.odds import CONFIDENCE, Bar, Odds, seeded_numbers
from engine.toolkit.long_calculations import long_calculation

from ...state.position import State
from ...table_rows import Who
from ...tables import NAVAL, UNITS
from ..battle_resolution.battle_model import Fight, StackState
from ..battle_resolution.forecast import PLACES, End, Forecast, Graph, exact_forecast, sampled_forecast
from ..battle_resolution.withdrawal import Wishes
from .declaration import zone_to_clear
from .engagement import Engagement, battle_in_area, forces
from .retreats import wishes

QUICK_POSITIONS, QUICK_BATTLES = 10_000, 400
"""For the chances of an attack in a draft, in less than a second: the most positions for an exact result, and the
number of simulated battles otherwise."""
POST_POSITIONS, POST_BATTLES = PLACES, 400
"""For the expected losses in a post: as many positions as for the odds; fewer simulated battles otherwise."""
SOON_POSITIONS = 400
"""The most positions of a battle that is calculated within milliseconds."""
KEPT = 256
"""Forecasts that are kept."""


def odds(seen: State, place: str, chance: Callable[[], float], battles: int) -> Odds | None:
    """The odds of the battle in an area from its next round; None if there is none. "" means the only battle.

    They are exact if few enough positions are possible. Otherwise ``battles`` battles are simulated with the random
    numbers of ``chance``, from 0 to less than 1.
    """
    waiting = battle_places(seen)
    area = place or (waiting[0] if len(waiting) == 1 else "")
    if area not in waiting:
        return None
    engaged = battle_in_area(seen, area)
    graph = Graph(engaged.fight, engaged.stand, wishes(seen, engaged.battle), engaged.battle.round, PLACES)
    return odds_from_forecast(seen, engaged, exact_forecast(graph) or sampled_forecast(graph, battles, chance))


def battle_places(seen: State) -> tuple[str, ...]:
    """The areas of the battles that are still to be decided."""
    return tuple(battle.area for battle in seen.game.battles if battle.result is None)


def forecast_at(state: State, area: str) -> Forecast:
    """A quick forecast for the orders of a draft; always the same for equal positions."""
    engaged = battle_in_area(state, area)
    return _quick_forecast(engaged.fight, engaged.stand, wishes(state, engaged.battle), engaged.battle.round)


class ExpectedLosses(NamedTuple):
    """The IPCs that attacker and defender lose on average, by side, rounded to hundredths.

    ``simulated``: from how many simulated battles; 0 if they are exact.
    """

    lost: Mapping[str, float]
    simulated: int


UNKNOWN_LOSSES = ExpectedLosses({"attacker": 0.0, "defender": 0.0}, 0)


def expected_losses(state: State, area: str) -> ExpectedLosses:
    """What a battle is expected to cost: exact wherever ``odds`` is exact, else from fewer simulated battles."""
    engaged = battle_in_area(state, area)
    found = _posted_forecast(engaged.fight, engaged.stand, wishes(state, engaged.battle), engaged.battle.round)
    attacking, defending = _ipcs_brought(engaged)
    return ExpectedLosses(
        {
            "attacker": round(found.cost(attacking, "attacker"), 2),
            "defender": round(found.cost(defending, "defender"), 2),
        },
        found.battles,
    )


def _soon(fight: Fight, stand: StackState, wanted: Wishes, fought: int) -> Forecast | None:
    """The exact forecast of a small battle."""
    return exact_forecast(Graph(fight, stand, wanted, fought, SOON_POSITIONS))


@long_calculation(KEPT, _soon)
def _posted_forecast(fight: Fight, stand: StackState, wanted: Wishes, fought: int) -> Forecast:
    graph = Graph(fight, stand, wanted, fought, POST_POSITIONS)
    return exact_forecast(graph) or sampled_forecast(graph, POST_BATTLES, seeded_numbers(_seed(fight, stand)))


@long_calculation(KEPT, _soon)
def _quick_forecast(fight: Fight, stand: StackState, wanted: Wishes, fought: int) -> Forecast:
    graph = Graph(fight, stand, wanted, fought, QUICK_POSITIONS)
    return exact_forecast(graph) or sampled_forecast(graph, QUICK_BATTLES, seeded_numbers(_seed(fight, stand)))


def _seed(fight: Fight, stand: StackState) -> str:
    """The text that a sample's random numbers come from.

    Stored events depend on it, so the records keep the names here that they had in the first logs, and what later
    versions added is left out where it is not used.
    """
    words = repr((fight, stand)).replace(", low_luck=False", "")
    return words.replace("StackState(", "Stand(").replace("BattleLine(", "Line(")


# the odds that players see
def odds_from_forecast(state: State, engaged: Engagement, found: Forecast) -> Odds:
    """The odds in the form of the contract, from a forecast."""
    sides: tuple[tuple[Who, str], ...] = (("attacker", engaged.battle.attacker), ("defender", engaged.defender))
    brought, worth = forces(state, engaged.battle), _ipcs_brought(engaged)
    lost = {side: found.cost(ipc, who) for (who, side), ipc in zip(sides, worth, strict=True)}
    left = {side: {kind: found.mean(who, kind) for kind in brought[who]} for who, side in sides}
    return Odds(
        engaged.battle.attacker,
        engaged.defender,
        found.share("won"),
        found.share("draw"),
        found.share("lost"),
        found.share("retreated"),
        {side: brought[who] for who, side in sides},
        left,
        lost,
        tuple(_bars(engaged.fight, found)),
        found.battles,
        _margin(found),
        "IPCs",
        zone_to_clear(state, engaged.battle) or "",
    )


def _ipcs_brought(engaged: Engagement) -> tuple[int, int]:
    """The value in IPCs of what attacker and defender bring, cargo included."""
    corners = (engaged.fight.attack, engaged.stand.attack), (engaged.fight.defend, engaged.stand.defend)
    attacking, defending = (
        sum((UNITS[stack.type].cost + stack.cargo) * up for stack, up in zip(corner.stacks, line.up, strict=True))
        for corner, line in corners
    )
    return attacking, defending


def _margin(found: Forecast) -> float:
    """The margin of error in IPCs, from the spread of the results in the simulation; 0 if exact."""
    if not found.battles:
        return 0.0
    swings = [(end.attacking - end.defending, share) for end, share in found.ends.items()]
    mean = sum(swing * share for swing, share in swings)
    return CONFIDENCE * sqrt(sum((swing - mean) ** 2 * share for swing, share in swings) / found.battles)


_ORDER: tuple[Literal["won", "draw", "retreated", "lost"], ...] = ("won", "draw", "retreated", "lost")


def _bars(fight: Fight, found: Forecast) -> Iterator[Bar]:
    """The bars of the chart, from most attackers left through draws to most defenders left."""
    shares = dict[tuple[str, int], float]()
    for end, share in found.ends.items():
        key = end.result, _standing(fight, end)
        shares[key] = shares.get(key, 0.0) + share
    for kind in _ORDER:
        numbers = sorted((left for result, left in shares if result == kind), reverse=kind == "won")
        for left in numbers:
            yield Bar(kind, left, shares[kind, left])


def _standing(fight: Fight, end: End) -> int:
    """How many units the side that holds the area has left, without the ships of a landing."""
    units = end.attackers if end.result == "won" else () if end.result == "draw" else end.defenders
    return sum(number for kind, number in units if fight.kind == "naval" or kind not in NAVAL)
