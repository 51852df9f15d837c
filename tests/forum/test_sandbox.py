"""A sandbox in a forum: in private messages, and never where others read the answer."""

import pytest

from engine.sandbox.sandbox import HEAD
from tests.forum.loopback.clubhouse import Clubhouse, Player
from tests.forum.test_whole_games import begin

pytestmark = pytest.mark.asyncio


async def test_it_is_for_private_messages(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    with house.table() as table:
        length = table.game("millers-1").length
    assert "private message" in (await ann.ask(topic, "sandbox")).raw
    told = await ann.ask_alone("millers-1\n```\nsandbox\nsandbox choose a\nsandbox done\n```")
    assert HEAD in told and "ok " in told and "Next: orders of" in told
    assert "taken back" in await ann.ask_alone("millers-1\n```\nsandbox undo\n```")
    with house.table() as table:
        assert table.game("millers-1").length == length
