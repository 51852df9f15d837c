"""Benchmarks of odds: ten thousand simulated battles, compared with drawing their random numbers alone."""

from collections.abc import Callable, Iterator

from engine.contract import NoDice, Turn
from engine.contract.odds import seeded_numbers
from engine.lookups import odds
from engine.scenarios import open_battles
from engine.systems import baker
from engine.systems.baker.rules.battle_resolution.forecast import Forecast, Graph, sampled_forecast
from engine.systems.baker.rules.combat.engagement import battle_in_area
from engine.systems.baker.rules.combat.retreats import wishes

from .timing import Figure, rounds

BATTLE = "land: 5 inf 2 art 2 tank 1 ftr vs 4 inf 1 art 2 tank 1 ftr"
"""Ten units against eight."""
BATTLES, LIMIT = 10_000, 5.0
"""Number of simulated battles, and the most seconds they may take."""


def figures() -> Iterator[Figure]:
    """The simulation from an empty cache, and the same odds as a player asks for them."""
    numbers = _drawn()
    timed = rounds(
        {
            "floor": lambda: bare(numbers),
            "sample": lambda: sample(seeded_numbers("bench")),
            "player": lambda: odds.odds_of_open_battle(BATTLE),
        },
        "floor",
        3,
    )
    sampling, whole = timed["sample"], timed["player"]
    yield Figure(
        "odds",
        f"{BATTLES:,} simulated battles of 10 against 8 units ({numbers:,} random numbers)",
        f"{sampling.ms}, {sampling.ratio:.1f}x drawing the numbers alone",
        f"<= {LIMIT:g} s",
        sampling.seconds <= LIMIT,
    )
    yield Figure(
        "odds",
        "the same battle calculated for a player",
        f"{whole.ms}, {whole.ratio:.1f}x",
        f"<= {LIMIT:g} s",
        whole.seconds <= LIMIT,
    )


def sample(chance: Callable[[], float], battles: int = BATTLES) -> Forecast:
    """The forecast of the battle, with an empty cache."""
    setup = open_battles.open_battle(BATTLE)
    turn = Turn(baker.start(setup), NoDice(), baker.apply)
    baker.proceed(turn)
    engaged = battle_in_area(turn.state, turn.state.game.battles[0].area)
    return sampled_forecast(Graph(engaged.fight, engaged.stand, wishes(turn.state, engaged.battle)), battles, chance)


def bare(numbers: int) -> float:
    chance = seeded_numbers("bench")
    return max(chance() for _ in range(numbers))


def _drawn() -> int:
    """How many random numbers a simulation draws."""
    chance, count = seeded_numbers("bench"), [0]

    def counted() -> float:
        count[0] += 1
        return chance()

    sample(counted)
    return count[0]
