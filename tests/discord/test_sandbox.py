"""/sandbox: a private game of what if; only its player sees it, and the game does not learn of it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.server import Server
from engine.sandbox.sandbox import HEAD
from tests.discord.loopback.games import find_game, start_game

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]


async def test_one_plays_it_alone(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob)
    game, posts = find_game(bot, match), len(alice.posts())
    opened = await alice.slash("sandbox")
    assert opened.private and HEAD in opened and "as The Reeve's Men knows it" in opened
    (picture,) = opened.files
    assert picture.name.endswith("-sandbox.png") and picture.alt.startswith(HEAD)
    assert "✅" in await alice.slash("sandbox", text="choose a | done")
    told = await alice.slash("sandbox", text="undo")
    assert told.private and "taken back" in told and told.files
    assert "written: choose a" in await alice.slash("sandbox", text="show")
    assert "e.g." in await alice.slash("sandbox", text="ideas")
    assert find_game(bot, match).length == game.length and len(alice.posts()) == posts
    assert "left the sandbox" in await alice.slash("sandbox", text="leave")
    assert "turn 1, initiative" in (await alice.slash("sandbox", **{"from": "turn 1"})).text.lower()


@pytest.mark.long
async def test_each_has_one_of_their_own_side(bot: Bot, enter: Enter) -> None:
    alice, bob, carol = enter("Alice"), enter("Bob"), enter("Carol")
    match = await start_game(alice, bob, "twin-hamlets")
    carol.enter(match.room)
    await alice.slash("orders line", text="WLD deploy 0205")
    await alice.slash("sandbox", text="WLD deploy 0206")
    told = await bob.slash("sandbox")
    assert "0205" not in told and "0206" not in told and "The Lord of Eastham knows it" in told
    refused = await carol.slash("sandbox")
    assert "You are not playing" in refused and not refused.files
    assert "not yours" in await bob.slash("sandbox", side="west")
    assert "no place in the game" in await bob.slash("sandbox", **{"from": "`@everyone`"})


@pytest.mark.long
async def test_it_survives_a_restart(alone: Server, tmp_path: Path) -> None:
    bot = await Bot(alone, tmp_path).start()
    room = alone.world.open_room("what-if")
    alice, bob = Player(alone, "Alice", room), Player(alone, "Bob", room)
    await start_game(alice, bob)
    await alice.slash("sandbox", text="choose b")
    await bot.stop()
    bot = await Bot(alone, tmp_path).start()
    assert "written: choose b" in await alice.slash("sandbox", text="show")
    await bot.stop()
