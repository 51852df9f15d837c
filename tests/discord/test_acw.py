"""A game of ACW by Discord: a long report brings the melee from nearby, each close-up with its own words."""
import re
from collections.abc import Callable

import pytest

from tests.discord.player import Player, Post
from tests.discord.playing import caught_up, exactly_once, joined, looked_up, opened
from tests.discord.running import Bot

pytestmark = pytest.mark.asyncio(loop_scope="module")
Enter = Callable[[str], Player]


def closer(posts: list[Post]) -> list[Post]:
    """Posts with more pictures than a map."""
    return [post for post in posts if len([file for file in post.files if file.name.endswith(".png")]) > 1]


async def test_a_long_report_brings_its_melees_from_nearby(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await opened(alice, "first-charge")
    await joined(match, us=alice, cs=bob)
    for _ in range(24):
        await caught_up(bot, match, alice)
        game = looked_up(bot, match)
        if closer(alice.posts(match.room)) or game.phase is None:
            break
        for side, player in {"us": alice, "cs": bob}.items():
            if game.phase and side in game.phase.sides:
                if side == "us" and game.phase.name.endswith("movement"):
                    await (await alice.form("orders write", side="us")).submit("U1 charge C1")
                await player.slash("done", side=side)
    (post, *_) = closer(alice.posts(match.room))
    first, *crops = post.files
    numbered = re.fullmatch(rf"{re.escape(match.id)}-(\d+)\.png", first.name)
    assert numbered and [file.name for file in crops] == [f"{match.id}-{numbered[1]}-{n}.png" for n in range(1, len(crops) + 1)]
    assert "melee of 12th Ohio (U1) against 4th Georgia (C1)" in crops[0].alt
    assert all(file.alt and max(file.image().size) <= 1000 for file in crops)
    exactly_once(bot, match, alice)
