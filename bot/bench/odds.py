"""Odds of open battles: ten thousand fought out, beside the bare numbers that they draw."""

from collections.abc import Callable, Iterator

from engine.contract import NoDice, Turn
from engine.contract.odds import seeded_numbers
from engine.lookups import odds
from engine.scenarios import open_battles
from engine.systems import baker
from engine.systems.baker.rules.battle.forecast import Forecast, Graph, sampled_forecast
from engine.systems.baker.rules.combat.engagement import battle_in_area
from engine.systems.baker.rules.combat.retreat_intents import wishes

from .timing import Figure, rounds

BATTLE = "land: 5 inf 2 art 2 tank 1 ftr vs 4 inf 1 art 2 tank 1 ftr"
"""Ten units against eight."""
BATTLES, LIMIT = 10_000, 5.0
"""How many are fought out, and seconds in which."""


def figures() -> Iterator[Figure]:
    """From nothing known to all fought out, and what a player waits for who asks the same by the door."""
    numbers = _drawn()
    timed = rounds(
        {
            "floor": lambda: bare(numbers),
            "sample": lambda: sample(seeded_numbers("bench")),
            "door": lambda: odds.odds_of_open_battle(BATTLE),
        },
        "floor",
        3,
    )
    sampling, door = timed["sample"], timed["door"]
    yield Figure(
        "odds",
        f"{BATTLES:,} battles of 10 against 8 units fought out ({numbers:,} numbers)",
        f"{sampling.ms}, {sampling.ratio:.1f}x drawing the numbers alone",
        f"<= {LIMIT:g} s",
        sampling.seconds <= LIMIT,
    )
    yield Figure(
        "odds",
        "the same battle calculated for a player",
        f"{door.ms}, {door.ratio:.1f}x",
        f"<= {LIMIT:g} s",
        door.seconds <= LIMIT,
    )


def sample(chance: Callable[[], float], battles: int = BATTLES) -> Forecast:
    """The battle, with nothing kept from an earlier sample."""
    setup = open_battles.open_battle(BATTLE)
    turn = Turn(baker.start(setup), NoDice(), baker.apply)
    baker.proceed(turn)
    engaged = battle_in_area(turn.state, turn.state.game.battles[0].area)
    return sampled_forecast(Graph(engaged.fight, engaged.stand, wishes(turn.state, engaged.battle)), battles, chance)


def bare(numbers: int) -> float:
    chance = seeded_numbers("bench")
    return max(chance() for _ in range(numbers))


def _drawn() -> int:
    """How many numbers a sample draws."""
    chance, count = seeded_numbers("bench"), [0]

    def counted() -> float:
        count[0] += 1
        return chance()

    sample(counted)
    return count[0]
