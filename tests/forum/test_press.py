"""Press in a forum: private messages to its readers, never in a topic, and nobody's name in it."""

import pytest

from tests.forum.loopback.clubhouse import Clubhouse, Player
from tests.forum.loopback.world import BOT
from tests.forum.test_exactly_once import settled
from tests.forum.test_whole_games import lobby_of

pytestmark = pytest.mark.asyncio


async def test_press_and_notes_are_for_private_messages(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann_wyn"), Player(house, "bob_rick")
    await ann.ask(await lobby_of(house), "new millers-bridge 3d")
    topic = await house.topic("millers-1")
    await ann.ask(topic, "join reeve")
    await bob.ask(topic, "join reivers")
    assert "private message" in (await ann.ask(topic, "press reivers: quicksilver")).raw
    assert "private message" in (await ann.ask(topic, "notes")).raw
    assert "Sent to The Reivers" in await ann.ask_alone("millers-1\npress reivers: quicksilver at the ford; done")
    post = await house.until(
        lambda: next((p for p in house.forum.own_posts() if "| quicksilver at the ford; done" in p.raw), None)
    )
    assert post and house.forum.topics[post.topic].allowed == {BOT, bob.user.id}
    assert "ann" not in post.raw and "press reeve:" in post.raw
    assert "Kept as number 1" in await ann.ask_alone("note: wolfsbane")
    await settled(house)
    assert not [p for p in house.forum.posts_in(topic.id) if p.user == BOT and "quicksilver at" in p.raw]
    assert not [p for p in house.forum.own_posts() if "wolfsbane" in p.raw], "said once, by its writer"
    with house.table() as table:
        assert not table.draft("millers-1", "reeve")
