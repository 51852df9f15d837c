"""Anonymous seats in a forum: seats are taken and orders given by private message, and no post names a player."""

import pytest

from tests.forum.loopback.clubhouse import Clubhouse, Player
from tests.forum.loopback.world import BOT
from tests.forum.test_exactly_once import settled
from tests.forum.test_whole_games import lobby_of

pytestmark = pytest.mark.asyncio


async def test_seats_are_taken_and_orders_given_in_private(house: Clubhouse) -> None:
    host, ann, bob = Player(house, "hostess"), Player(house, "ann_wyn"), Player(house, "bob_rick")
    opened = await host.ask(await lobby_of(house), "new millers-bridge 3d anonymous")
    assert "is open" in opened.raw and "anonymous" in opened.raw
    topic = await house.topic("millers-1")
    refusal = await ann.ask(topic, "join reeve")
    assert "anonymous" in refusal.raw and "join millers-1 reeve" in " ".join(refusal.raw.split())
    with house.table() as table:
        assert not any(table.game("millers-1").seats.values())
    assert "You play" in await ann.ask_alone("join millers-1 reeve")
    assert "You play" in await bob.ask_alone("join millers-1 reivers")
    await settled(house)
    with house.table() as table:
        phase = table.game("millers-1").phase
        assert phase
        holder = table.game("millers-1").holder(phase.sides[0])
        assert holder in ("ann-wyn", "bob-rick")
    awaited = ann if holder == "ann-wyn" else bob
    assert "private message" in (await awaited.ask(topic, "```\nchoose a\n```")).raw, "not even whose orders they are"
    await awaited.ask_alone("choose a\ncommit")
    await settled(house)
    told = "\n".join(post.raw for post in house.forum.posts_in(topic.id) if post.user == BOT)
    assert "player 1" in told
    for person in ("ann_wyn", "ann-wyn", "bob_rick", "bob-rick"):
        assert person not in told
