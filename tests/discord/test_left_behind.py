"""Before the set-up is left to the rules, the bot says what is left, and asks once."""

from collections.abc import Callable

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from tests.discord.loopback.games import find_game, newest_phase_post, start_game

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]


async def test_done_asks_once_before_obstacles_are_lost(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob, "airborne-bridge")
    while (phase := find_game(bot, match).phase) and phase.name != "deploy-obstacles":
        post = await newest_phase_post(alice)
        await (alice if f"<@{alice.id}>" in post.text else bob).slash("done")
    assert phase
    post = await newest_phase_post(alice)
    mover = alice if f"<@{alice.id}>" in post.text else bob
    told = await (await mover.press_form(post, "Write orders")).submit("standing all under-fire wait")
    assert "If the phase ends now: 2 obstacles not laid and lost for good" in told.text, told.text
    asked = await mover.press(post, "Done")
    assert "2 obstacles not laid" in asked.text and "Nothing has run" in asked.text, asked.text
    assert find_game(bot, match).phase == phase
    laid = await (await mover.press_form(asked.posts[-1], "Write orders")).submit("deploy rest")
    assert "not laid" not in laid.text, laid.text
    done = await mover.press(post, "Done")
    assert "done with" in done.text and find_game(bot, match).phase != phase, done.text


async def test_a_second_press_ends_the_phase_with_what_is_left(bot: Bot, enter: Enter) -> None:
    """Zone Control, last round: units that wait in ambush never come on."""
    alice, bob = enter("Carol"), enter("Dave")
    match = await start_game(alice, bob, "three-wadis")
    for _ in range(60):
        phase = find_game(bot, match).phase
        assert phase, "the game ended without a question"
        post = await newest_phase_post(alice)
        mover = alice if f"<@{alice.id}>" in post.text else bob
        asked = await mover.press(post, "Done")
        if "not brought on" in asked.text:
            break
    assert "1 unit not brought on, and this is the last round" in asked.text and "Nothing has run" in asked.text
    assert find_game(bot, match).phase == phase
    await mover.press(asked.posts[-1], "Done all the same")
    assert find_game(bot, match).phase != phase
