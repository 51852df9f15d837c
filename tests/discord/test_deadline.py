"""Deadlines: written orders are run, defaults cover the rest, silent players block no game, missed deadlines are caught
up.
"""

import asyncio
import re
import time
from collections.abc import Callable

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.screen import Post
from tests.discord.loopback.games import (
    check_posted_once,
    concede,
    find_game,
    is_phase,
    newest_phase_post,
    start_game,
    wait_for_news,
)

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]


def due(post: Post) -> int:
    found = re.search(r"<t:(\d+):R>", post.text)
    assert found, post.text
    return int(found[1])


async def phase_of(player: Player, words: str) -> Post:
    return await player.wait_for_post(lambda post: is_phase(post) and words in post.text)


@pytest.mark.long
async def test_a_silent_player_never_blocks_a_game(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob, deadline="2s")
    first = await newest_phase_post(alice)
    assert "nitiative" in first.text
    assert due(first) <= time.time() + 3
    second = await alice.wait_for_post(is_phase, after=first)
    assert due(second) > due(first)
    third = await alice.wait_for_post(is_phase, after=second)
    assert third.text != second.text
    await concede(match, alice)
    await wait_for_news(bot, match, alice)
    check_posted_once(bot, match, alice)


async def test_written_orders_run_at_the_deadline(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob, deadline="5s")
    chooser = alice if f"<@{alice.id}>" in (await newest_phase_post(alice)).text else bob
    await chooser.slash("orders line", text="choose a")
    await chooser.slash("commit")
    missile = await phase_of(alice, "issile")
    assert missile.pings == ["Alice"] or f"<@{alice.id}>" in missile.text
    assert "✅" in (await alice.slash("orders line", text="BO fire RS")).text
    assert "BO fires" not in bob.all_text(), "a draft is not a commit"
    report = await bob.wait_for_post(lambda post: "RS" in post.text and "BO" in post.text, after=missile)
    assert re.search(r"\d", report.text)
    assert time.time() >= due(missile)
    await phase_of(bob, "ovement")
    await concede(match, alice)


@pytest.mark.long
async def test_a_deadline_missed_while_the_bot_was_down_is_run_once(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob, deadline="3s")
    first = await newest_phase_post(alice)
    chooser = alice if f"<@{alice.id}>" in first.text else bob
    await chooser.slash("orders line", text="choose b")
    await bot.kill()
    await asyncio.sleep(max(0.0, due(first) - time.time()) + 3.5)
    assert (await newest_phase_post(alice)).id == first.id
    before = time.time()
    await bot.start()
    second = await alice.wait_for_post(is_phase, after=first)
    assert due(second) > before + 1, "the next deadline counts from now, not from then"
    game = find_game(bot, match)
    assert game.phase
    assert game.phase.name != "initiative"
    await concede(match, alice)
    await wait_for_news(bot, match, alice)
    check_posted_once(bot, match, alice)


async def test_without_a_deadline_nothing_happens_by_itself(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    await start_game(alice, bob)
    assert "<t:" not in (await newest_phase_post(alice)).text
    assert "no deadline" in "\n".join(post.text.lower() for post in alice.posts(alice.room.parent))
