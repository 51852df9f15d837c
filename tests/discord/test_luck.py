"""Luck by Discord: a private answer with a chart and the same in words, from games of this server alone."""

from collections.abc import Callable
from functools import partial

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Answer, Player
from tests.discord.loopback.games import concede, find_game, start_game

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]


def has_files(answer: Answer) -> bool:
    return bool(answer.files)


@pytest.mark.long
async def test_the_luck_of_a_game_a_season_and_a_player(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    battle = await alice.slash("battle", battle="land: 4 inf 1 tank vs 4 inf", straight=True)
    assert "Land Battle" in battle
    match = await start_game(alice, bob)
    alice.enter(match.room)
    for options, title in (
        ({}, "Luck: The Miller's Bridge"),
        ({"game": match.id}, "Luck: The Miller's Bridge"),
        ({"season": True}, "Luck: season of this server"),
        ({"player": alice}, "Luck: Alice"),
    ):
        answer = await alice.slash("luck", **options)
        assert answer.private
        assert title in answer.text
        await bot.server.world.until(partial(has_files, answer), 30)  # behind the words, which may take two messages
        (chart,) = answer.files
        assert chart.image().width == 800
        assert chart.alt.startswith(title)
        assert len(chart.alt) <= 1024


async def test_what_cannot_be_answered_is_explained(bot: Bot, enter: Enter) -> None:
    alice, carol = enter("Alice"), enter("Carol")
    for options in ({}, {"game": "nowhere"}, {"player": carol}, {"season": True, "player": carol}):
        answer = await alice.slash("luck", **options)
        assert answer.private
        assert not answer.files
        assert len(answer.text) > 20, options


async def test_the_report_that_ends_a_game_closes_with_its_luck(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob)
    alice.enter(match.room)
    await concede(match, alice)
    assert find_game(bot, match).over
    post = await alice.wait_for_post(lambda post: "Victory" in post.text)
    assert post.text.count("Luck: ") == 1
    assert "Rarest roll" in post.text or "dice in" in post.text
