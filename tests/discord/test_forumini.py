"""Games of Forumini by Discord: tanks and aircraft to a winner, and armies that stay secret until they are revealed."""

import re
from collections.abc import Callable

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from engine.log.verify import verify
from tests.discord.loopback.games import (
    Match,
    check_exported_log,
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
EAGER = (" bomb ", " strafe ", " attack ", " place ", " choose ", " deploy ", " move ")
"""What our players would rather do, first choice first."""
HIDDEN = "standing all fire-order nearest"
TURNS = share(99, 3)


async def start_with_sides(host: Player, guest: Player, scenario: str, sides: tuple[str, str]) -> Match:
    match = await open_game(host, scenario)
    await join_game(match, **dict(zip(sides, (host, guest), strict=True)))
    return match


@pytest.mark.long
async def test_steel_and_sky_is_played_to_its_end(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_with_sides(alice, bob, "steel-and-sky", ("germans", "soviets"))
    assert "✅" in (await alice.slash("orders line", text=HIDDEN, side="germans")).text
    game = await play_to_end(
        bot, match, {"germans": alice, "soviets": bob}, lambda ideas, turn: eager_orders(ideas, EAGER, turn % 3), TURNS
    )
    assert game.over
    await wait_for_news(bot, match, alice)
    check_posted_once(bot, match, alice)
    posts = [match.announcement, *alice.posts(match.room)]
    assert all(len(post.text) <= 2000 for post in posts)
    drawn = checked_pictures(posts)
    maps = [file for file in drawn if re.fullmatch(rf"{match.id}-\d+\.png", file.name)]
    assert len(maps) >= share(20, 8) and all(file.image().width >= 800 for file in maps), "close-ups may be smaller"
    told = alice.all_text(match.room)
    phases = ("B movement", "C aircraft placement", "F assault", "K casualty")
    assert any(word in told for word in phases), "a phase that is over at once has no call of its own"
    assert re.search(r"(?m)^The winner: .+\. .+\.", told)
    everything = told + "".join(
        file.data.decode() for post in posts for file in post.files if file.name.endswith(".txt")
    )
    assert "fire-order" not in everything and "nearest" not in everything, "standing orders are nobody else's business"
    await check_exported_log(match, bob)


@pytest.mark.long
async def test_armies_stay_secret_until_both_are_built(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_with_sides(alice, bob, "open-meeting", ("allies", "axis"))
    before = bob.all_text(match.room)
    bought = await (await alice.form("orders write")).submit("buy 2 churchill\nbuy 3 m1-garand\nbuy 1 tiger-i")
    assert "❌" in bought.text and "Tiger" in bought.text
    await (await alice.form("orders write")).submit("buy 2 churchill\nbuy 3 bren")
    await alice.slash("commit")
    await alice.done()
    await wait_for_news(bot, match, bob)
    told = [bob.all_text(match.room).removeprefix(before)]
    told += [(await bob.slash(command)).text for command in ("orders show", "log", "units", "game info")]
    held = (await bob.slash("game export")).files[0].data
    for secret in ("churchill", "bren"):
        assert secret not in "".join(told).lower(), secret
        assert secret.encode() not in held.lower(), "nor in the log that can be taken away"
    assert verify(held).holds
    await bob.done()
    await bob.wait_for_post(lambda post: "churchill" in post.text.lower())
    units = (await bob.slash("units")).text
    assert "A1" in units and "X1" in units
    await alice.press((await alice.slash("game concede")).posts[0], "Yes")
    await bob.wait_for_post("conceded")
    await wait_for_news(bot, match, alice)
    check_posted_once(bot, match, alice)
    await check_exported_log(match, bob)
