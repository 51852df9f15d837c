"""A board in a forum: lists are written in private messages, and no topic tells them before all are in."""

import pytest

from tests.forum.loopback.clubhouse import Clubhouse, Player
from tests.forum.loopback.world import BOT
from tests.forum.test_exactly_once import settled
from tests.forum.test_whole_games import lobby_of

pytestmark = pytest.mark.asyncio


@pytest.mark.long
async def test_a_board_is_opened_in_a_topic_and_mustered_in_private(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann_wyn"), Player(house, "bob_rick")
    assert "Lantern Slip, 190 points" in (await ann.ask(await lobby_of(house), "new board lantern-slip 190 points")).raw
    topic = await house.topic("lantern-1")
    await ann.ask(topic, "join watch")
    await bob.ask(topic, "join wreckers")
    assert "private message" in (await ann.ask(topic, "muster quay-guard: 2")).raw
    assert "until you submit one: ask for it in a private" in (await ann.ask(topic, "my lists")).raw
    assert "Saved quay: quay-guard: 2." in await ann.ask_alone("my lists quay: quay-guard: 2")
    said = await ann.ask_alone("lantern-1\nmuster quay\ndone")
    assert "muster quay-guard: 2" in said and "ran" in said, said
    await settled(house)
    assert not [post for post in house.forum.posts_in(topic.id) if post.user == BOT and "quay-guard" in post.raw]
    await bob.ask_alone("lantern-1\nmuster boat-hooks: 2\ndone")
    shown = await house.until(
        lambda: next((p for p in house.forum.posts_in(topic.id) if "The armies, of 190 points" in p.raw), None)
    )
    told = " ".join(shown.raw.split()) if shown else ""
    assert "quay-guard: 2" in told and "boat-hooks: 2" in told
