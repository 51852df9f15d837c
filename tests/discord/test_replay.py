"""Animated maps by Discord: of a turn on request, and of the whole game at its end."""

import io
from collections.abc import Callable

import pytest
from PIL import Image

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.screen import File
from tests.discord.loopback.games import (
    check_posted_once,
    concede,
    find_game,
    newest_phase_post,
    start_game,
    wait_for_news,
)

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]


def pictures(file: File) -> int:
    """How many a GIF has; it fits everywhere."""
    assert file.name.endswith(".gif") and len(file.data) <= 2_000_000 and 20 <= len(file.alt) <= 1024
    with Image.open(io.BytesIO(file.data)) as gif:
        assert gif.format == "GIF" and min(gif.size) >= 200 and max(gif.size) <= 1400
        return int(getattr(gif, "n_frames", 1))


async def test_a_turn_on_request_and_the_whole_game_at_its_end(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    alice.patience = 60.0
    match = await start_game(alice, bob, name="The Bridge")
    for _ in range(8):
        phase = find_game(bot, match).phase
        assert phase
        side = phase.sides[0]
        player = alice if side == "reeve" else bob
        if "movement" in phase.title:
            unit, to = ("SP", "0403") if side == "reeve" else ("CA", "0803")
            await player.slash("orders line", text=f"{unit} move {to}", side=side)
        await player.done(side=side)
        await wait_for_news(bot, match, alice)
        if phase.turn > 1:
            break
    shown = await alice.slash("replay", turn=1)
    assert shown.private and "The Bridge, turn 1" in shown.text and "moves" in shown.text
    assert pictures(shown.files[0]) >= 3, "before, and after each side's moves"
    strange = await alice.slash("replay", turn=77)
    assert not strange.files and "There is no turn 77 of The Bridge" in strange.text
    await newest_phase_post(alice)
    await concede(match, bob)
    end = await alice.wait_for_post("# Victory")
    last = await alice.wait_for_post(lambda post: any(file.name.endswith(".gif") for file in post.files), seconds=60)
    assert int(last.id) > int(end.id) and not last.pings
    assert "The winner: The Reeve's Men." in end.text and "The winner" not in last.text, "told once"
    assert pictures(last.files[0]) >= 4
    check_posted_once(bot, match, alice)
