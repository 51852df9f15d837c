"""Every post arrives once and every post that was written is carried out once, whatever fails in between."""

import asyncio

import pytest

from bot.hosting.engine_thread import EngineData
from tests.forum.loopback.clubhouse import Clubhouse, Player
from tests.forum.loopback.world import BOT, Fault
from tests.forum.test_whole_games import begin, order
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio
WRITING = {"discourse": r"/posts\.json", "nodebb": r"/api/v3/(topics|chats)/\d*"}
UPLOADING = r"/uploads\.json|/api/post/upload"


@pytest.mark.parametrize(
    ("when", "how"),
    share(
        [(when, how) for when in ("before", "after") for how in ("drop", "502", "html")],
        [("before", "drop"), ("after", "drop")],
    ),
)
async def test_calls_that_fail(house: Clubhouse, program: str, when: str, how: str) -> None:
    """Each of the first calls that write fails once: the fixture counts the marks when it closes."""
    for _ in range(4):
        house.forum.faults.append(Fault(WRITING[program], when, how))
    house.forum.faults.append(Fault(UPLOADING, when, how))
    house.forum.faults.append(Fault(r"/posts/\d+\.json|/api/v3/posts/\d+", when, how, "PUT"))
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    house.forum.faults.append(Fault(WRITING[program], when, how))
    await ann.ask(topic, "status")
    assert len([topic for topic in house.forum.topics.values() if "millers-1" in topic.title]) == 1
    await house.until(lambda: not house.forum.faults)
    with house.table() as table:
        assert len(table.games()) == 1 and table.game("millers-1").started


async def test_killed_between_the_call_and_its_answer(house: Clubhouse, program: str) -> None:
    """The row says sending, and the post is there: it is found, and not sent again."""
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    await settled(house)
    await house.leave()
    before = len(house.forum.posts)
    set_back(
        house,
        "update forum_out set state = 'sending', part = 0, post = 0, tries = 0, tried = due where n = "
        "(select max(n) from forum_out where game = 'millers-1')",
    )
    await house.enter()
    await ann.ask(topic, "status")
    assert len(house.forum.posts) == before + 2, "the question and its answer"


async def test_killed_before_the_call(house: Clubhouse, program: str) -> None:
    """The row says sending, and the post is not there: it is looked for, and then sent."""
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    await settled(house)
    await house.leave()
    last = house.forum.posts_in(topic.id)[-1]
    assert last.user == BOT
    del house.forum.posts[last.id]
    house.forum.topics[topic.id].posts.remove(last.id)
    set_back(
        house,
        f"update forum_out set state = 'sending', tried = due, part = 0, post = 0, tries = 0 where post = {last.id}",
    )
    await house.enter()
    again = await house.until(lambda: next((p for p in house.forum.posts_in(topic.id) if p.raw == last.raw), None))
    assert again and again.id != last.id


async def test_read_once(house: Clubhouse) -> None:
    """Everything is read again after a restart that has forgotten how far it was; nothing is done again."""
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    with house.table() as table:
        game = table.game("millers-1")
    assert game.phase
    await order(house, topic, {"reeve": ann, "reivers": bob}[game.phase.sides[0]], game.phase.sides[0])
    await settled(house)
    await house.leave()
    set_back(house, "update forum_note set value = '1' where name = 'mark'")
    before = len(house.forum.posts)
    with house.table() as table:
        length = table.game("millers-1").length
    await house.enter()
    await house.until(lambda: house.door.connected())
    await asyncio.sleep(0.5)
    with house.table() as table:
        assert table.game("millers-1").length == length and len(table.games()) == 1
    assert len(house.forum.posts) == before


async def test_posts_of_the_time_when_it_was_away_are_read(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    await house.leave()
    mine = ann.post(topic, "status")
    stranger = house.forum.person("eve")
    other = house.forum.make_topic(stranger.id, "another topic of eve's", "words of some length")
    for number in range(120):
        house.forum.make_post(stranger.id, other.topic, f"talk {number}")
    await house.enter()
    assert "Turn 1" in (await ann.answer_to(mine)).raw


async def test_a_post_that_waits_for_a_moderator(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    await settled(house)
    house.forum.queue_posts = True
    mine = ann.post(topic, "status")
    await house.until(lambda: len(house.forum.queued) == 1)
    await asyncio.sleep(0.5)
    assert len(house.forum.queued) == 1, "it is not sent again"
    house.forum.queue_posts = False
    house.forum.queued.pop()()
    await ann.answer_to(mine)
    house.wake()
    await house.until(lambda: not unfinished(house))


async def test_limits_are_waited_out(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    await settled(house)
    house.forum.wait_seconds = 1
    first, second = ann.post(topic, "status"), bob.post(topic, "units")
    await ann.answer_to(first)
    await bob.answer_to(second)
    assert house.forum.refused_fast > 0


async def settled(house: Clubhouse) -> None:
    await house.until(lambda: not unfinished(house))


def unfinished(house: Clubhouse) -> int:
    with house.table() as table:
        query = "select count(*) from forum_out where state in ('waiting', 'ready', 'sending', 'queued')"
        seen = "select count(*) from forum_destination d join game_row r on r.game = d.game where d.seen < r.news"
        database = table.journal.database
        return int(database.query(query)[0][0]) + int(database.query(seen)[0][0])


def set_back(house: Clubhouse, statement: str) -> None:
    """Change the database as a crash would have left it."""
    data = EngineData(house.database)
    with data.table.journal.transaction():
        data.table.journal.database.execute(statement)
    data.close()


async def test_what_is_not_noted_any_more_is_not_read_again(house: Clubhouse) -> None:
    """Posts and private messages of months ago, whose rows are deleted by the first look after a start."""
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    await ann.ask(topic, "status")
    await ann.ask_alone("millers-1\n\nstatus")
    await settled(house)
    await house.leave()
    for statement in (
        "update forum_in set at = '2026-01-01T00:00:00Z'",
        "update forum_out set due = '2026-01-01T00:00:00Z', tried = '2026-01-01T00:00:00Z'",
    ):
        set_back(house, statement)
    posts = len(house.forum.posts)
    await house.enter()

    def rows() -> list[int]:
        with house.table() as table:
            query = table.journal.database.query
            return [int(query(f"select count(*) from {name}")[0][0]) for name in ("forum_in", "forum_out")]

    await house.until(lambda: rows()[0] == 0 and rows()[1] <= 3)
    for _ in range(3):
        polled = house.door._poller.last_whole
        house.wake()
        await house.until(lambda before=polled: house.door._poller.last_whole > before)  # type: ignore[misc]
    assert len(house.forum.posts) == posts, "nothing is answered again"
    assert "Status" in (await bob.ask(topic, "status")).raw
    assert "millers-1" in await ann.ask_alone("millers-1\n\nstatus")
