"""A campaign on a map with theatres: posts begin with those in which something happened, and no map comes twice."""

import json
import re
from collections.abc import Callable
from itertools import islice
from random import Random

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.screen import File, Post
from engine.language import write
from engine.log.verify import verify
from engine.stand_ins.players import Chooser
from engine.systems import baker
from engine.systems.baker.presentation.theatres import LIVELY
from engine.table import Table
from tests.discord.loopback.games import (
    Match,
    check_posted_once,
    checked_pictures,
    find_game,
    join_game,
    open_game,
    open_table,
    wait_for_news,
)
from tests.systems.baker.support.large_map import large_map_file

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]
Enter = Callable[[str], Player]
WORLD = json.dumps(large_map_file(0)).encode()
ROUNDS, ORDERS = 1, 14
"""Played, and the most orders that a power gives in a phase."""
PART = re.compile(r"^made-1-\d+-\d+\.png$")
"""The file of a theatre of the game."""


def wishes(table: Table, key: str, side: str) -> list[str]:
    """What a stand-in would order, by its own view."""
    seen = baker.view(table._cache.find(key).state, side)
    chosen = Chooser(Random(1).random).wishes(baker, lambda: seen, side)
    return [write(order, baker.vocabulary(seen, side)) for order in islice(chosen, ORDERS)]


async def play_rounds(bot: Bot, match: Match, player: Player, rounds: int) -> None:
    """One person for all powers, each of which orders what its stand-in would."""
    with open_table(bot) as table:
        for _ in range(200):
            game = table.game(match.id)
            if game.phase is None or game.phase.turn > rounds:
                return
            (side,) = game.phase.sides
            if orders := wishes(table, match.id, side):
                await (await player.form("orders write", side=side)).submit("\n".join(orders))
            await player.done(side=side)
    raise AssertionError("the rounds do not end")


def theatres_and_maps(post: Post) -> tuple[list[File], list[File]]:
    """The pictures of a post: of theatres, and of the whole map."""
    found = [file for file in post.files if file.name.endswith(".png")]
    parts = [file for file in found if PART.search(file.name)]
    return parts, [file for file in found if file not in parts]


def check_theatres(bot: Bot, match: Match, player: Player) -> None:
    """Check that what happened is shown by theatre first, that the map comes last and only where something moved."""
    with open_table(bot) as table:
        names = table.theatres(match.id)
    posts = [(post, *theatres_and_maps(post)) for post in player.posts(match.room)]
    shown = [(post, parts, maps) for post, parts, maps in posts if maps]
    assert all(len(maps) == 1 and post.files[len(parts)] == maps[0] for post, parts, maps in shown)
    assert not [post.text for post, parts, maps in posts if parts and not maps]
    assert len({maps[0].data for _, _, maps in shown}) == len(shown), "no map twice"
    moved = [parts for post, parts, _ in shown if re.search(r"moves|takes|Battle at|places", post.text)]
    assert moved and all(1 <= len(parts) <= LIVELY for parts in moved)
    alts = [file.alt for parts in moved for file in parts]
    assert all(alt.startswith(tuple(f"{name}. " for name in names)) and alt.endswith(".") for alt in alts)
    assert any(len(maps) == 0 for _, _, maps in posts), "a phase in which nothing moved has no picture"


async def check_theatre_on_request(player: Player) -> None:
    """Check that a theatre is offered, shown, and that one that does not exist is refused with those that do."""
    assert await player.suggest("map", "theatre", "east") == ["North East", "South East"]
    answer = await player.slash("map", theatre="south east")
    (part,) = answer.files
    assert part.alt.startswith("South East. ") and "South East" in answer.text
    refused = await player.slash("map", theatre="Atlantis")
    assert "There is no theatre" in refused.text and "North West, North East, South West and South East" in refused.text


async def test_posts_begin_with_the_theatres_in_which_something_happened(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    answer = await alice.slash("scenario add", attachment=File("world.json", WORLD), name="made-up")
    assert "no errors" in answer.text, answer.text
    match = await open_game(alice, "made-up")
    await join_game(match, **dict.fromkeys(find_game(bot, match).sides, alice))
    await play_rounds(bot, match, alice, ROUNDS)
    await wait_for_news(bot, match, alice)
    check_posted_once(bot, match, alice)
    checked_pictures(alice.posts(match.room))
    check_theatres(bot, match, alice)
    await check_theatre_on_request(alice)
    (log,) = (await alice.slash("game export")).files
    assert verify(log.data).holds
