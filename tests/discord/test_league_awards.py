"""The end of a season by Discord: one announcement with awards and the final table; the rounds as a calendar."""

from collections.abc import Callable

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from tests.discord.test_league import new_league

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]


@pytest.mark.parametrize("attach", [True, False])
async def test_a_season_ends_with_its_table_and_awards(bot: Bot, enter: Enter, attach: bool) -> None:
    """Where the bot may attach nothing the words come without the picture."""
    hetty, ann, bob = enter("Hetty"), enter("Ann"), enter("Bob")
    cup = await new_league(hetty, f"Final {'Table' if attach else 'Words'}", format="swiss")
    for player in (ann, bob):
        await player.slash("league enter")
    assert "has a date" in await hetty.slash("league calendar")
    assert "No season of Final" in await hetty.slash("league show", table="awards")
    assert "`/league calendar` gives the ends of the rounds" in await hetty.slash("league pair")
    (file,) = (await ann.slash("league calendar")).files
    assert file.name == f"{cup}.ics" and file.data.count(b"BEGIN:VEVENT") == 1
    assert ann.id.encode() not in file.data and b"Ann" in file.data
    await hetty.slash("league result", match="1", winner="Ann")
    if not attach:
        hetty.room.denied.add("attach")
    answer = await hetty.slash("league close")
    if answer.posts and any("Yes" in label for label in answer.posts[0].buttons):
        await hetty.press(answer.posts[0], "Yes")
    post = await hetty.wait_for_post("🏅")
    hetty.room.denied.discard("attach")
    assert "Season 1 of Final" in post.text and "- Champion: Ann (3 points)." in post.text, post.text
    assert [line.split()[:2] for line in post.text.splitlines() if "-0-" in line] == [["1", "Ann"], ["2", "Bob"]]
    assert [file.image().width for file in post.files] == [800] * attach
    again = await ann.slash("league show", table="awards", season=1)
    assert "champion  Ann  3 points" in again
    assert "is not closed yet" in await ann.slash("league show", table="awards", season=2)
    balance = await ann.slash("league show", table="balance")
    assert balance.files[0].image().width == 800 and (await ann.slash("league show", table="ratings")).files
