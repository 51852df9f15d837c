"""The topic in which games are opened: it is replaced when it was deleted, and only then."""

import re

import pytest

from tests.forum.loopback.clubhouse import Clubhouse, Player
from tests.forum.loopback.discourse import DiscourseServer
from tests.forum.loopback.world import BOT, Fault, Topic
from tests.forum.test_exactly_once import settled
from tests.forum.test_whole_games import lobby_of

pytestmark = pytest.mark.asyncio


def lobbies(house: Clubhouse) -> list[Topic]:
    return [topic for topic in house.forum.topics.values() if "open a game here" in topic.title]


def refused(house: Clubhouse, game: str) -> int:
    """How many topics of the game were given up."""
    with house.table() as table:
        query = "select count(*) from forum_out where game = ? and kind = 'topic' and state = 'refused'"
        return int(table.journal.database.query(query, (game,))[0][0])


@pytest.mark.parametrize("running", [True, False])
async def test_a_lobby_that_was_deleted_is_replaced(house: Clubhouse, running: bool) -> None:
    ann, lobby = Player(house, "ann"), await lobby_of(house)
    await settled(house)
    if not running:
        await house.leave()
    lobby.deleted = True
    if not running:
        await house.enter()
    await house.until(lambda: len(lobbies(house)) == 2)
    assert "is open" in (await ann.ask(lobbies(house)[1], "new low-wells 3d")).raw
    await settled(house)
    house.wake()
    assert len(lobbies(house)) == 2


async def test_a_lobby_that_is_not_shown_is_not_replaced(house: Clubhouse, program: str) -> None:
    ann, lobby = Player(house, "ann"), await lobby_of(house)
    await settled(house)
    await house.leave()
    path = f"/t/{lobby.id}.json" if program == "discourse" else f"/api/v3/topics/{lobby.id}"
    house.forum.faults.append(Fault(re.escape(path), "before", "403", "GET", lasting=True))
    await house.enter()
    assert "is open" in (await ann.ask(lobby, "new low-wells 3d")).raw
    await house.until(lambda: house.forum.calls.count(("GET", path)) > 5)
    assert len(lobbies(house)) == 1


async def test_a_closed_lobby_is_left_to_the_moderators(house: Clubhouse) -> None:
    ann, lobby = Player(house, "ann"), await lobby_of(house)
    await settled(house)
    lobby.closed = True
    await house.leave()
    await house.enter()
    assert "is open" in await ann.ask_alone("new low-wells 3d")
    assert len(lobbies(house)) == 1


@pytest.mark.parametrize("program", ["discourse"])  # NodeBB has no such names
async def test_a_topic_that_the_forum_keeps_and_does_not_show_is_given_up(house: Clubhouse) -> None:
    """Its owner is told; a new start tries the lobby again."""
    assert isinstance(house.server, DiscourseServer)
    ann = Player(house, "ann")
    await lobby_of(house)
    house.server.taken = True
    await ann.ask(await lobby_of(house), "new low-wells 3d")
    told = await house.until(lambda: next((p for p in house.forum.own_posts() if "did not take" in p.raw), None))
    assert refused(house, "low-1") and told and house.forum.topics[told.topic].allowed == {BOT, ann.user.id}
    await settled(house)
    (lobby,) = lobbies(house)
    lobby.deleted = True
    await house.leave()
    await house.enter()
    await house.until(lambda: refused(house, "lobby"))
    await house.leave()
    house.server.taken = False
    await house.enter()
    await house.until(lambda: len(lobbies(house)) == 2)
