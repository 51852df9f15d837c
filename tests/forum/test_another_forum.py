"""Another forum on the same database, and the same forum at another address."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.forum import same_forum
from bot.forum.serve import ForumDoor
from bot.forum.settings import ForumSettings
from bot.hosting.engine_thread import EngineData
from tests.forum.loopback.clubhouse import QUICK, Clubhouse, Player
from tests.forum.loopback.world import BOT
from tests.forum.test_whole_games import begin

OLD = ForumSettings("discourse", "http://Old.example.org/forum", "key", "fieldpost", 5)


@pytest.mark.asyncio
async def test_nobody_gets_the_seat_of_another_forum(house: Clubhouse, program: str) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    await begin(house, ann, bob)
    for other in ("discourse", "nodebb"):
        elsewhere = Clubhouse(other, house.home)
        await elsewhere.server.start()
        eve = Player(elsewhere, "eve")
        assert eve.user.id == ann.user.id
        elsewhere.forum.make_topic(eve.user.id, "about our game", "status", 0, {BOT, eve.user.id})
        said = await asyncio.wait_for(ForumDoor(house.doors, elsewhere.settings, QUICK).run(asyncio.Event()), 10)
        assert house.server.url in said and elsewhere.server.url in said and "FIELDPOST_DB" in said
        assert not elsewhere.forum.own_posts() and not elsewhere.forum.calls
        await elsewhere.server.stop()


@pytest.mark.asyncio
async def test_a_forum_that_has_moved(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    await house.leave()
    data = EngineData(house.database)
    same_forum.note(data, replace(house.settings, url="https://old.example.org"))
    assert "old.example.org" in same_forum.complaint(data, house.settings)
    same_forum.note(data, house.settings)
    data.close()
    await house.enter()
    assert "Turn 1" in (await ann.ask(topic, "status")).raw


def test_which_addresses_are_the_same(tmp_path: Path) -> None:
    data = EngineData(tmp_path / "games.db")
    assert not same_forum.complaint(data, OLD), "a database that belongs to nobody yet"
    same_forum.note(data, OLD)
    same = ("https://old.example.org/forum", "https://old.example.org:443/forum", "http://old.example.org:80/forum/")
    for url in same:
        assert not same_forum.complaint(data, replace(OLD, url=url))
    new = replace(OLD, url="https://new.example.org")
    for other in (new, replace(OLD, program="nodebb"), replace(new, former="https://older.example.org/forum")):
        assert "FIELDPOST_FORUM_FORMER=http://Old.example.org/forum" in same_forum.complaint(data, other)
    moved = replace(new, former="https://old.example.org/forum")
    assert not same_forum.complaint(data, moved)
    assert same_forum.complaint(data, replace(moved, program="nodebb")), "another program has other numbers"
    same_forum.note(data, moved)
    assert not same_forum.complaint(data, new) and same_forum.complaint(data, OLD)
    data.close()
