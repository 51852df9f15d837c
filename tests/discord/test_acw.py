"""The full-size ACW game by Discord: set up in secret, revealed together, fought to its last turn, and proved
afterwards.
"""

import re
from collections.abc import Callable

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from tests.discord.loopback.games import (
    Match,
    check_exported_log,
    check_posted_heads,
    check_posted_once,
    checked_pictures,
    join_game,
    open_game,
    play_to_end,
    wait_for_news,
)
from tests.support.eager_orders import eager_orders
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]
EAGER = (" fight ", " charge ", " fire ", " move ", " join ", " form ", " forward", " face ")
"""What our players would rather do, first choice first."""
PLACE = "U3 place 17,9 N"
HIDDEN = "standing all advance never"
TURNS = share(99, 3)


async def everything_known_to(player: Player, match: Match) -> str:
    """Everything a player can find out: the room, private replies, and the exported log."""
    asked = [(await player.slash(command)).text for command in ("orders show", "log", "units", "game info")]
    (log,) = (await player.slash("game export")).files
    papers = [
        file.data.decode() for post in player.posts(match.room) for file in post.files if file.name.endswith(".txt")
    ]
    return "\n".join([player.all_text(match.room), *asked, *papers, log.data.decode()])


@pytest.mark.long
async def test_kesslers_mill_from_its_deployment_to_its_end(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await open_game(alice, "kesslers-mill")
    await join_game(match, us=alice, cs=bob)
    await (await alice.form("orders write", side="us")).submit(f"{PLACE}\n{HIDDEN}")
    own = (await alice.slash("orders show", side="us")).text
    assert "17,9" in own and "advance never" in own
    await alice.slash("commit", side="us")
    await alice.done(side="us")
    await wait_for_news(bot, match, bob)
    before = await everything_known_to(bob, match)
    for secret in ("17,9", "[1700,900]", "standing all", "advance never"):
        assert secret not in before, f"{secret}: nobody's business before the deployment is revealed"
    await bob.done(side="cs")
    await bob.wait_for_post("17,9")
    game = await play_to_end(bot, match, {"us": alice, "cs": bob}, lambda ideas, _: eager_orders(ideas, EAGER), TURNS)
    assert game.over
    await wait_for_news(bot, match, bob)
    check_posted_once(bot, match, bob)
    await check_posted_heads(match, bob)
    posts = [match.announcement, *bob.posts(match.room)]
    assert all(len(post.text) <= 2000 and len(post.files) <= 10 for post in posts)
    drawn = checked_pictures(posts)
    assert len(drawn) >= share(20, 8)
    assert max(len(post.files) for post in posts) > 1, "a melee is shown close up"
    everything = await everything_known_to(bob, match)
    turns = {int(turn) for turn in re.findall(r"Turn (\d+) · ", everything)}
    assert max(turns) == len(turns) >= share(4, 2), "turn after turn"
    for word in ("Initiative", "units may act", "Contact", "Melee", "charges"):
        assert word in everything, word
    assert re.search(r"(?m)^(The winner|The game is drawn): .+\.", bob.all_text(match.room))
    assert "Standing order" not in bob.all_text(match.room) and "advance never" not in bob.all_text(match.room)
    await check_exported_log(match, bob)
