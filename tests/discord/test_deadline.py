"""Deadlines: what is written is run, the rules fill the rest, nobody who is silent blocks a game, and downtime is caught up."""

import asyncio
import re
import time
from collections.abc import Callable

import pytest

from tests.discord.loopback.bot_process import Bot
from tests.discord.loopback.games import awaited, caught_up, conceded, exactly_once, is_phase, looked_up, started
from tests.discord.loopback.player import Player, Post

pytestmark = pytest.mark.asyncio(loop_scope="module")
Enter = Callable[[str], Player]


def due(post: Post) -> int:
    found = re.search(r"<t:(\d+):R>", post.text)
    assert found, post.text
    return int(found[1])


async def phase_of(player: Player, words: str) -> Post:
    return await player.sees(lambda post: is_phase(post) and words in post.text)


async def test_a_silent_player_never_blocks_a_game(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await started(alice, bob, deadline="2s")
    first = await awaited(alice)
    assert "nitiative" in first.text
    assert due(first) <= time.time() + 3
    second = await alice.sees(is_phase, after=first)
    assert due(second) > due(first)
    third = await alice.sees(is_phase, after=second)
    assert third.text != second.text
    await conceded(match, alice)
    await caught_up(bot, match, alice)
    exactly_once(bot, match, alice)


async def test_at_the_deadline_what_is_written_is_run(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await started(alice, bob, deadline="5s")
    chooser = alice if f"<@{alice.id}>" in (await awaited(alice)).text else bob
    await chooser.slash("orders line", text="choose a")
    await chooser.slash("commit")
    missile = await phase_of(alice, "issile")
    assert missile.pings == ["Alice"] or f"<@{alice.id}>" in missile.text
    assert "✅" in (await alice.slash("orders line", text="BO fire RS")).text
    assert "BO fires" not in bob.reads(), "a draft is not a commit"
    report = await bob.sees(lambda post: "RS" in post.text and "BO" in post.text, after=missile)
    assert re.search(r"\d", report.text)
    assert time.time() >= due(missile)
    await phase_of(bob, "ovement")
    await conceded(match, alice)


async def test_a_deadline_that_fell_while_the_bot_was_away_is_caught_up_once(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await started(alice, bob, deadline="3s")
    first = await awaited(alice)
    chooser = alice if f"<@{alice.id}>" in first.text else bob
    await chooser.slash("orders line", text="choose b")
    await bot.kill()
    await asyncio.sleep(max(0.0, due(first) - time.time()) + 3.5)
    assert (await awaited(alice)).id == first.id
    before = time.time()
    await bot.start()
    second = await alice.sees(is_phase, after=first)
    assert due(second) > before + 1, "the next deadline counts from now, not from then"
    game = looked_up(bot, match)
    assert game.phase
    assert game.phase.name != "initiative"
    await conceded(match, alice)
    await caught_up(bot, match, alice)
    exactly_once(bot, match, alice)


async def test_without_a_deadline_nothing_happens_by_itself(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    await started(alice, bob)
    assert "<t:" not in (await awaited(alice)).text
    assert "no deadline" in "\n".join(post.text.lower() for post in alice.posts(alice.room.parent))
