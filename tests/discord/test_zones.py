"""The standard game of Zone Control by Discord: its command, action and resolution phases, hidden entries, zones in
words and drawn.
"""

import re
from collections.abc import Callable

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from tests.discord.loopback.games import (
    check_exported_log,
    check_posted_heads,
    check_posted_once,
    checked_pictures,
    join_game,
    open_game,
    play_to_end,
    wait_for_news,
)
from tests.support.eager_orders import zones_orders
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]
TURNS = share(99, 3)


@pytest.mark.long
async def test_three_wadis_is_played_to_its_end(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await open_game(alice, "three-wadis")
    await join_game(match, colonial=alice, raiders=bob)
    assert "✅" in (await alice.slash("orders line", text="standing C5 arrive 20,4 block", side="colonial")).text
    game = await play_to_end(bot, match, {"colonial": alice, "raiders": bob}, zones_orders, TURNS)
    assert game.over
    await wait_for_news(bot, match, bob)
    check_posted_once(bot, match, bob)
    await check_posted_heads(match, bob)
    posts = [match.announcement, *bob.posts(match.room)]
    assert all(len(post.text) <= 2000 and len(post.files) <= 10 for post in posts)
    assert len(checked_pictures(posts)) >= 10
    papers = "".join(file.data.decode() for post in posts for file in post.files if file.name.endswith(".txt"))
    everything = bob.all_text(match.room) + papers
    for word in ("command", "action", "shoots", "Zones", "moves", "C5", "R4", "tests morale"):
        assert word in everything, word
    assert re.search(r"(?m)^(The winner|The game is drawn)", bob.all_text(match.room))
    assert "20,4 block" not in bob.all_text(match.room), "a standing order is nobody else's business"
    await check_exported_log(match, bob)
