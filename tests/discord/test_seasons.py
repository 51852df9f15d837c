"""Two seasons of leagues: every game is played by typed orders, some to their end, and after each round everything that
is shown is what a second count of the finished games says.
"""

from collections.abc import Callable, Sequence

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from tests.discord.loopback.season_checks import Count, check_shown, check_summary
from tests.discord.loopback.seasons import Season
from tests.support.eager_orders import MINIWARS, eager_orders, zones_orders

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long, pytest.mark.timeout(1800)]
Enter = Callable[[str], Player]


def miniwars_orders(ideas: Sequence[str], number: int) -> list[str]:
    return eager_orders(ideas, MINIWARS, number % 3)


async def test_a_season_of_zone_control(bot: Bot, enter: Enter) -> None:
    """All against all; a game is rewound, a match forfeited, one player leaves and another comes late."""
    hetty, *players = [enter(name) for name in ("Hetty", "Ada", "Ben", "Cleo", "Dora", "Emil", "Finn")]
    late = enter("Gus")
    season = Season(bot, hetty, "Autumn Marches", "zones", zones_orders)
    await season.open(players, format="round-robin", scenarios="sluice-gates,apple-toll,glass-market")

    rewound, *others = await season.pair()
    lengths = await season.play_game(rewound)
    await season.play(others, turns=2)
    before = await check_shown(season)
    await season.rewind(rewound, lengths[len(lengths) // 2], "a hex was misread")
    await check_shown(season)
    await season.play([rewound], turns=1)
    assert len((await check_shown(season)).played) == len(before.played) == 3

    forfeited, *others = await season.pair()
    loser = season.name_of(next(iter(season.games()[forfeited].seats.values())))
    await season.forfeit(forfeited, loser, "no answer")
    await season.play(others, turns=2)
    await check_shown(season)

    await season.withdraw(season.named("Finn"), "moved house")
    await season.enter(late)
    while numbers := await season.pair():
        if len(season.rounds) == 3:
            await season.play(numbers[:1])
            numbers = numbers[1:]
        await season.play(numbers, turns=1, ends="draw" if len(season.rounds) == 4 else "concede")
        count = await check_shown(season)
    check_everybody_has_met(season, count)
    await season.close()
    await check_summary(season, count)


def check_everybody_has_met(season: Season, count: Count) -> None:
    met = [{*pair} for pair in count.pairs.values()]
    stayed = [player.name for player in season.players if player.name not in season.gone]
    assert len(stayed) == 6
    assert all(met.count({one, other}) == 1 for one in stayed for other in stayed if one < other)


async def test_a_season_of_miniwars(bot: Bot, enter: Enter) -> None:
    """Eight players, four rounds by the Swiss system."""
    hetty = enter("Hetty")
    players = [enter(name) for name in ("Alma", "Bruno", "Clara", "Dario", "Elsa", "Fritz", "Greta", "Hugo")]
    season = Season(bot, hetty, "Winter Raids", "miniwars", miniwars_orders)
    await season.open(players, format="swiss", scenarios="millers-bridge,giants-pass")
    while numbers := await season.pair():
        first, second, *others = numbers
        await season.play([first], turns=99 if len(season.rounds) == 1 else 1)
        await season.play([second], turns=2, ends="draw" if len(season.rounds) == 3 else "concede")
        await season.play(others, turns=1)
        count = await check_shown(season, swiss=True)
    assert len(season.rounds) == 4 and len(count.played) == 16
    assert len({frozenset(pair) for pair in count.pairs.values()}) == 16, "nobody meets the same opponent twice"
    await season.close()
    await check_summary(season, count)
