"""A round that is paired too early is taken back, and a season does not end before its rounds by mistake."""

from collections.abc import Callable

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from tests.discord.loopback.games import open_table
from tests.discord.test_league import find, new_league, room_of

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]


async def test_a_round_is_taken_back_and_its_games_stop(bot: Bot, enter: Enter) -> None:
    hetty, ann, bob = (enter(name) for name in ("Hetty", "Ann", "Bob"))
    league = await new_league(hetty, "Too Early")
    for player in (ann, bob):
        await player.slash("league enter")
    await hetty.slash("league pair")
    game = find(bot, league).match(1).games[0].game
    thread = await room_of(hetty, game)
    (announced,) = [post for post in hetty.posts() if f"id `{game}`" in post.text]
    assert not announced.files and len(announced.text.splitlines()) == 2, "a round announces many games at once"
    await hetty.server.world.until(lambda: any(post.files for post in hetty.posts(thread)), 10)
    assert "Only Hetty" in await ann.slash("league unpair")
    assert "Round 1 of Too Early is taken back" in await hetty.slash("league unpair")
    assert not find(bot, league).matches
    with open_table(bot) as table:
        assert table.game(game).frozen
    says = "Round 1 of Too Early is taken back, so this game does not count"
    await hetty.server.world.until(lambda: says in hetty.all_text(thread), 10)
    refused = await hetty.slash("league unpair")
    assert "no round that could be taken back" in refused and f"`/league pair league:{league}`" in refused


async def test_a_round_calls_its_players_once(bot: Bot, enter: Enter) -> None:
    hetty, ann, bob, cat, dan, eve = (enter(name) for name in ("Hetty", "Ann", "Bob", "Cat", "Dan", "Eve"))
    await new_league(hetty, "Called", sides="bids")
    for player in (ann, bob, cat, dan, eve):
        await player.slash("league enter")
    await dan.slash("my settings", pings="none")
    await hetty.slash("league pair")
    calls = [post.pings for post in hetty.posts() if post.pings]
    assert [sorted(names) for names in calls] == [["Ann", "Bob", "Cat", "Eve"]], "the bye too, and nobody twice"


async def test_a_season_with_rounds_to_come_is_closed_on_a_question_that_says_so(bot: Bot, enter: Enter) -> None:
    hetty, ann, bob, cat = (enter(name) for name in ("Hetty", "Ann", "Bob", "Cat"))
    league = await new_league(hetty, "Half Way", format="swiss", rounds=3)
    for player in (ann, bob, cat):
        await player.slash("league enter")
    await hetty.slash("league pair")
    await hetty.slash("league result", match="1", winner="draw")
    question = await hetty.slash("league close")
    assert "Season 1 has had 1 of its 3 rounds, and 2 would never be played." in question, question.text
    assert f"`/league pair league:{league}`" in question and find(bot, league).season == 1
    await hetty.press(question.posts[0], "Yes, close season 1 early")
    assert find(bot, league).season == 2
