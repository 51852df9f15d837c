"""Whole games in a forum: opened in the lobby, joined and ordered by replies and private messages."""

import re

import pytest

from engine.log.verify import verify
from tests.forum.loopback.clubhouse import Clubhouse, Player
from tests.forum.loopback.world import Post, Topic
from tests.support.eager_orders import MINIWARS, eager_orders
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio


async def lobby_of(house: Clubhouse) -> Topic:
    return await house.topic("open a game here")


async def begin(house: Clubhouse, ann: Player, bob: Player) -> Topic:
    """A game of Millers' Bridge between two."""
    lobby = await lobby_of(house)
    answer = await ann.ask(lobby, "new millers-bridge 3d\n\nlet us play!")
    assert "millers-1" in answer.raw
    topic = await house.topic("millers-1")
    assert "You play The Reeve's Men" in (await ann.ask(topic, "join reeve")).raw
    assert "You play The Reivers" in (await bob.ask(topic, "join reivers\n\nhello")).raw
    return topic


def reports(house: Clubhouse, topic: Topic) -> list[Post]:
    return [post for post in house.forum.posts_in(topic.id) if post.raw.startswith("### ")]


async def test_millers_bridge_by_replies(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob_smith")
    topic = await begin(house, ann, bob)
    players = {"reeve": ann, "reivers": bob}
    for _ in range(share(30, 7)):
        with house.table() as table:
            game = table.game("millers-1")
        if game.phase is None:
            break
        await order(house, topic, players[game.phase.sides[0]], game.phase.sides[0])
    with house.table() as table:
        assert verify(table.export("millers-1")).holds
        entries = [news.seq for news in table.news("millers-1")]
        stands = "The game is over: " if table.game("millers-1").over else "Waiting for"
    await house.until(lambda: len(reports(house, topic)) >= len(entries) - 1)
    told = reports(house, topic)
    assert len(told) == len(entries) - 1, "one reply for each deed; the first post tells that it was opened"
    handle = "@bob_smith"
    assert any(handle in post.raw and "until **" in post.raw for post in told)
    pictures = [re.search(r"!\[(Map of [^\]]*)\]\(([^)]+)\)", post.raw) for post in told]
    for post, found in zip(told, pictures, strict=True):
        if is_secret_deed(post):
            assert not found, "nobody is shown a map on which nothing can have changed"
        else:
            assert found and found[2] in house.forum.uploads, post.raw
    first = house.forum.posts_in(topic.id)[0]
    await house.until(lambda: stands in first.raw)
    assert 1 <= len(first.edits) <= len(told) and "ann" in first.raw


def is_secret_deed(post: Post) -> bool:
    """Whether it only tells that the orders of one side are in, while others are still awaited in secret."""
    return "\nDone: " in post.raw and "Orders of this phase are secret" in post.raw


async def order(house: Clubhouse, topic: Topic, player: Player, side: str) -> None:
    """What is the side's turn: openly in the topic, or alone where orders are secret."""
    with house.table() as table:
        game, ideas = table.game("millers-1"), table.ideas("millers-1", side)
    assert game.phase
    orders = eager_orders(ideas, MINIWARS, game.phase.turn % 3)[:6]
    await player.end_part(topic, "millers-1", orders, alone=game.phase.sealed)
