"""What moderators do, and what a forum does not let Fieldpost do: one post, letter or topic holds up no other."""

import asyncio
import re

import pytest

from bot.forum.connectors.connector import NewTopic, Posted, RefusedForGood
from bot.hosting.utc_now import utc_now
from tests.forum.loopback.clubhouse import Clubhouse, Player
from tests.forum.loopback.time_machine import TimeMachine
from tests.forum.loopback.world import BOT, Fault, Post, Topic
from tests.forum.test_exactly_once import settled, unfinished
from tests.forum.test_whole_games import begin, lobby_of

pytestmark = pytest.mark.asyncio


async def begin_with_an_answer_held_back(house: Clubhouse, ann: Player, bob: Player) -> Topic:
    """The topic of a game in which an answer waits for a moderator."""
    topic = await begin(house, ann, bob)
    await settled(house)
    house.forum.queue_posts = True
    ann.post(topic, "status")
    await house.until(lambda: house.forum.queued)
    house.forum.queue_posts = False
    return topic


async def test_a_post_that_waits_for_a_moderator_in_a_topic_that_is_deleted(house: Clubhouse) -> None:
    """It is given up: the game halts, everything else goes on, also after a restart."""
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin_with_an_answer_held_back(house, ann, bob)
    topic.deleted = True
    house.wake()
    told = await house.until(lambda: next((p for p in house.forum.own_posts() if "deadlines stand" in p.raw), None))
    assert told and house.forum.topics[told.topic].allowed == {BOT, ann.user.id}
    assert "millers-1" in (await bob.ask(await lobby_of(house), "games")).raw
    await house.until(lambda: not unfinished(house))
    await house.leave()
    await house.enter()
    await asyncio.wait_for(house.door._poller.started.wait(), 10)


@pytest.mark.long
async def test_a_post_that_a_moderator_rejects(house: Clubhouse, program: str, machine: TimeMachine) -> None:
    """It is looked for seldom, among few posts, and given up after a week."""
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin_with_an_answer_held_back(house, ann, bob)
    house.forum.queued.clear()
    for number in range(40):
        last = house.forum.make_post(bob.user.id, topic.id, f"talk {number}")
    await house.until(lambda: is_read(house, last))
    await machine.pass_by(house, 3_600)
    before, polls = len(house.forum.calls), house.forum.calls.count(("GET", newest(program)))
    await house.until(lambda: house.forum.calls.count(("GET", newest(program))) > polls + 4)
    looks = [path for method, path in house.forum.calls[before:] if re.search(r"/posts/\d+(\.json|/raw)", path)]
    assert len(looks) < 5 and unfinished(house)
    await machine.pass_by(house, 8 * 86_400)
    await house.until(lambda: not unfinished(house))


def newest(program: str) -> str:
    """What each poll asks for."""
    return "/posts.json" if program == "discourse" else "/api/recent/posts/month"


def is_read(house: Clubhouse, post: Post) -> bool:
    with house.table() as table:
        query = "select 1 from forum_in where post = ?"
        return bool(table.journal.database.query(query, (f"topic:{post.topic}/{post.id}",)))


async def test_a_letter_that_cannot_be_read_holds_up_no_other(house: Clubhouse, program: str) -> None:
    ann, bob, eve = Player(house, "ann"), Player(house, "bob"), Player(house, "eve")
    topic = await begin(house, ann, bob)
    place = eve.write_letter("new low-wells 3d").topic
    path = rf"/t/{place}\.json" if program == "discourse" else rf"/api/v3/chats/{place}/messages"
    house.forum.faults.append(Fault(path, "before", "500", "GET", lasting=True))
    eve.write_letter("status")
    assert "Turn 1" in await ann.ask_alone("status")
    before = house.door._poller.last_whole
    await house.until(lambda: house.door._poller.last_whole > before)
    topic.closed = True
    await house.until(lambda: any("deadlines stand" in post.raw for post in house.forum.own_posts()))
    house.forum.faults.clear()
    assert "is open" in await eve.ask_alone("new even-ground 3d")


async def test_a_topic_that_cannot_be_read_holds_up_no_other(house: Clubhouse, program: str) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    path = f"/t/{topic.id}.json" if program == "discourse" else f"/api/v3/topics/{topic.id}"
    house.forum.faults.append(Fault(re.escape(path), "before", "500", "GET", lasting=True))
    await house.until(lambda: house.forum.calls.count(("GET", path)) > 4)
    before = utc_now()
    await house.until(lambda: house.door._poller.last_whole > before)
    assert "is open" in (await bob.ask(await lobby_of(house), "new low-wells 3d")).raw


async def test_a_lobby_that_cannot_be_read_holds_up_no_post(house: Clubhouse, program: str) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic, lobby = await begin(house, ann, bob), await lobby_of(house)
    await house.leave()
    path = f"/t/{lobby.id}.json" if program == "discourse" else f"/api/v3/topics/{lobby.id}"
    house.forum.faults.append(Fault(re.escape(path), "before", "500", "GET", lasting=True))
    await house.enter()
    assert "Turn 1" in (await ann.ask(topic, "status")).raw


def halts(house: Clubhouse) -> int:
    """How often somebody was told that a game is halted."""
    return sum("deadlines stand" in post.raw.replace("\n", " ") for post in house.forum.own_posts())


async def test_pictures_that_are_refused(house: Clubhouse, program: str) -> None:
    """Posts go without them, in the topic and privately."""
    ann, bob = Player(house, "ann"), Player(house, "bob")
    uploads = r"/uploads\.json|/api/post/upload"
    house.forum.faults.append(Fault(uploads, "before", "403", lasting=True))
    topic = await begin(house, ann, bob)
    await house.until(lambda: any("### " in post.raw for post in house.forum.posts_in(topic.id)))
    with house.table() as table:
        game = table.game("millers-1")
    assert game.phase
    assert "It is held" in await {"reeve": ann, "reivers": bob}[game.phase.sides[0]].ask_alone("choose a")
    await settled(house)
    assert not halts(house) and not house.forum.uploads


async def test_edits_that_are_refused(house: Clubhouse, program: str) -> None:
    """A new post takes the place of the first, and no other follows on the same day."""
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    await settled(house)
    method = r"/posts/\d+\.json" if program == "discourse" else r"/api/v3/posts/\d+"
    house.forum.faults.append(Fault(method, "before", "403", "PUT", lasting=True))
    with house.table() as table:
        game = table.game("millers-1")
    assert game.phase
    before, puts = len(house.forum.posts_in(topic.id)), len([c for c in house.forum.calls if c[0] == "PUT"])
    await {"reeve": ann, "reivers": bob}[game.phase.sides[0]].ask(topic, "choose a\ndone")
    await house.until(lambda: len([c for c in house.forum.calls if c[0] == "PUT"]) > puts)
    await settled(house)
    with house.table() as table:
        game = table.game("millers-1")
    assert game.phase
    await {"reeve": ann, "reivers": bob}[game.phase.sides[0]].ask(topic, "done")
    await settled(house)
    await asyncio.sleep(0.5)
    status = [post for post in house.forum.posts_in(topic.id)[before:] if "How to order" in post.raw]
    assert len(status) == 1 and not halts(house)


async def test_replies_that_are_refused_in_a_topic_that_is_open(house: Clubhouse) -> None:
    """They are put off until the right is there; nothing halts."""
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    await settled(house)
    topic.read_only = True
    mine = ann.post(topic, "status")
    await asyncio.sleep(1.5)
    assert not halts(house)
    destination = await house.engine.use_data(lambda data: data.outboxes["forum"].destination("millers-1"))
    assert destination and not destination.trouble
    topic.read_only = False
    await ann.answer_to(mine)


async def test_a_game_whose_topic_is_refused(house: Clubhouse, machine: TimeMachine) -> None:
    """It is played by private message, and its deadlines run; its owner knows."""
    ann, bob, lobby = Player(house, "ann"), Player(house, "bob"), await lobby_of(house)

    async def refuses(topic: NewTopic) -> Posted:
        raise RefusedForGood("This category takes no topics.")

    await settled(house)
    house.door._connector.open_topic = refuses  # type: ignore[method-assign]
    await ann.ask(lobby, "new millers-bridge 3d")
    told = await house.until(lambda: next((p for p in house.forum.own_posts() if "did not take" in p.raw), None))
    assert told and house.forum.topics[told.topic].allowed == {BOT, ann.user.id}
    assert "deadlines run" in told.raw.replace("\n", " ")
    assert "You play" in await ann.ask_alone("join millers-1 reeve")
    assert "You play" in await bob.ask_alone("join millers-1 reivers")
    await machine.pass_by(house, 3 * 86_400 + 5)
    house.wake()

    def log() -> str:
        with house.table() as table:
            return "\n".join(table.log("millers-1"))

    await house.until(lambda: "made no choice" in log())
    assert "Turn 1" in await bob.ask_alone("status")
    await house.until(lambda: not unfinished(house))
