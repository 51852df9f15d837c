"""Each call that Fieldpost makes to a forum, against our own servers: what it sends, and what it makes of refusals."""

import time
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.forum.connectors.connector import (
    LETTER,
    SHARED,
    TOPIC,
    WIKI,
    Connector,
    Gone,
    KeyRefused,
    Look,
    NewTopic,
    Place,
    Queued,
    RefusedForGood,
    TooFast,
    Unclear,
)
from bot.forum.serve import connector_of
from bot.forum.settings import ForumSettings
from tests.forum.loopback import discourse, nodebb
from tests.forum.loopback.discourse import DiscourseServer
from tests.forum.loopback.nodebb import NodeBBServer
from tests.forum.loopback.world import BOT, Fault

pytestmark = pytest.mark.asyncio
Server = DiscourseServer | NodeBBServer
TITLE = 'Fieldpost 7: the <game> & its "name"'
MARK, SINCE = "(fieldpost:game-7:1)", "2026-01-01T00:00:00Z"
RAW = f"The first post of all.\n\n[//]: # {MARK}"


@pytest.fixture(params=["discourse", "nodebb"])
def program(request: pytest.FixtureRequest) -> str:
    """Both always, unlike in other files."""
    return str(request.param)


@pytest_asyncio.fixture(params=["", "/forum"])
async def server(program: str, request: pytest.FixtureRequest) -> AsyncIterator[Server]:
    made = DiscourseServer(request.param) if program == "discourse" else NodeBBServer(request.param)
    await made.start()
    yield made
    await made.stop()
    assert not made.forum.violations


@pytest_asyncio.fixture
async def connector(server: Server, program: str) -> AsyncIterator[Connector]:
    made = connector_of(settings(server, program), calls=10**6)
    await made.probe()
    yield made
    await made.close()


def settings(server: Server, program: str, key: str = "", user: str = "fieldpost") -> ForumSettings:
    known = discourse.KEY if program == "discourse" else nodebb.KEY
    return ForumSettings("discourse" if program == "discourse" else "nodebb", server.url, key or known, user, 5)


def on_writing(program: str, when: str, how: str) -> Fault:
    return Fault(r"/posts\.json" if program == "discourse" else r"/api/v3/topics/\d*", when, how)


async def test_who_we_are(server: Server, program: str, connector: Connector) -> None:
    assert (connector.account.id, connector.account.handle) == (BOT, "fieldpost")
    for wrong in (settings(server, program, key="stolen"), settings(server, program, user="somebody")):
        other = connector_of(wrong)
        with pytest.raises(KeyRefused):
            await other.probe()
        await other.close()


async def test_a_topic_its_replies_and_its_edits(server: Server, connector: Connector) -> None:
    topic = NewTopic(TITLE, RAW, "fieldpost-x-game-7")
    look = Look(MARK, SINCE)
    assert await connector.find_topic(topic, look) is None
    made = await connector.open_topic(topic)
    assert server.forum.topics[made.place.number].category == 5
    assert await connector.find_topic(topic, look) == made
    assert await connector.find_mark(made.place, look) == made.post
    ann = server.forum.person("ann")
    hers = server.forum.make_post(ann.id, made.place.number, f"I quote the mark {MARK}, and order this.")
    (seen,), mark = await connector.recent_posts(frozenset([made.place.key]), 1)
    assert (seen.id, seen.author.id, seen.author.handle, seen.raw) == (
        hers.id,
        ann.id,
        "ann",
        hers.raw,
    ) and not seen.doubt
    assert mark == hers.id and abs(time.time() - hers.at) < 60 and seen.at.endswith("Z") and len(seen.at) == 20
    reply = await connector.reply(
        made.place, "What became of it, in many words.\n\n[//]: # (fieldpost:game-7:2)", seen.number
    )
    assert server.forum.posts[reply].to == seen.number
    assert await connector.find_mark(made.place, Look("(fieldpost:game-7:2)", SINCE)) == reply
    assert await connector.find_mark(made.place, Look("(fieldpost:game-7:3)", SINCE)) == 0
    await connector.edit(made.post, "The first post, changed.")
    assert server.forum.posts[made.post].raw == "The first post, changed."
    state = await connector.topic_state(made.place, frozenset())
    assert state.trouble == "" and [post.id for post in state.posts] == [hers.id]
    assert (await connector.topic_state(made.place, frozenset([hers.id]))).posts == ()
    assert str(made.place.number) in connector.link(made.place)


async def test_many_pages(server: Server, connector: Connector) -> None:
    ann, forum = server.forum.person("ann"), server.forum
    first = forum.make_topic(ann.id, "somebody's own topic", "words of some length")
    ours = (await connector.open_topic(NewTopic(TITLE, RAW, "fieldpost-x-game-7"))).place
    wanted = list[int]()
    for number in range(130):
        forum.make_post(ann.id, first.topic, f"talk {number}")
        wanted += [forum.make_post(ann.id, ours.number, f"order {number}").id] if number % 10 == 0 else []
    found, mark = await connector.recent_posts(frozenset([ours.key]), first.id)
    assert [post.id for post in found] == wanted and mark == max(forum.posts)
    again, _ = await connector.recent_posts(frozenset([ours.key]), mark)
    assert set(again) <= set(found), "those that are done already may come again"
    for number in range(60):
        forum.make_post(ann.id, ours.number, f"more {number}")
    state = await connector.topic_state(ours, frozenset(wanted))
    assert len(state.posts) == 60
    assert await connector.find_mark(ours, Look(MARK, SINCE)) > 0, "however far back"


async def test_letters(server: Server, program: str, connector: Connector) -> None:
    forum = server.forum
    ann, bob = forum.person("ann"), forum.person("bob")
    hers = forum.make_topic(ann.id, "about millers-1", "RE move 0402", 0, {BOT, ann.id})
    (letter,) = await connector.letters({})
    (seen,) = await connector.letter_posts(letter, frozenset(), SINCE)
    assert seen.raw == "RE move 0402" and seen.author.id == ann.id and seen.place == Place(LETTER, hers.topic)
    assert not seen.doubt and await connector.letter_posts(letter, frozenset([seen.id]), SINCE) == ()
    assert await connector.letter_posts(letter, frozenset(), "2100-01-01T00:00:00Z") == ()
    await connector.mark_read(letter)
    mark = "(game-7/3)"
    answer = await connector.reply(letter.place, f"An answer that is long enough.\n{mark}", seen.number)
    assert await connector.find_mark(letter.place, Look(mark, SINCE)) == answer
    newer = (await connector.letters({letter.place.key: letter.newest - 1}))[0]
    assert await connector.letters({newer.place.key: newer.newest}) == ()
    assert newer.newest > letter.newest or program == "nodebb"
    forum.topics[hers.topic].allowed.add(bob.id)
    forum.make_post(ann.id, hers.topic, "RE move 0403")
    (letter,) = await connector.letters({})
    (shared,) = await connector.letter_posts(letter, frozenset([seen.id]), SINCE)
    assert shared.doubt == SHARED
    account = connector.account._replace(id=bob.id, handle="bob", name="bob")
    look = Look("(game-7/4)", SINCE)
    assert await connector.find_letter(account, "Fieldpost game-7: for you", look) is None
    begun = await connector.begin_letter(account, "Fieldpost game-7: for you", "A first letter to Bob.\n(game-7/4)")
    assert forum.topics[begun.place.number].allowed == {BOT, bob.id}
    assert await connector.find_letter(account, "Fieldpost game-7: for you", look) == begun


async def test_letters_of_many_people(server: Server, connector: Connector) -> None:
    """More than a page of letters, and more than a page of messages in one of them."""
    forum = server.forum
    people = [forum.person(f"player{n}") for n in range(75)]
    topics = [forum.make_topic(one.id, "mine", "choose a", 0, {BOT, one.id}).topic for one in people]
    for n in range(120):
        forum.make_post(people[0].id, topics[0], f"hello {n}")
    letters = await connector.letters({})
    assert {letter.place.number for letter in letters} == set(topics)
    for count in (1, 31, 55, 74):
        known = {letter.place.key: letter.newest for letter in letters[:count]}
        assert await connector.letters(known) == letters[count:], "those that are left where reading was interrupted"
    known = {letter.place.key: letter.newest for letter in letters[1:]}
    assert await connector.letters(known, whole=True) == letters[:1], "one that could not be read, far behind"
    read = {letter.place.key: letter.newest for letter in letters if letter.place.number != topics[0]}
    (letter,) = await connector.letters(read)
    posts = await connector.letter_posts(letter, frozenset(), SINCE)
    assert [post.raw for post in posts] == ["choose a", *(f"hello {n}" for n in range(120))]
    done = frozenset(post.id for post in posts[:100])
    assert await connector.letter_posts(letter, done, SINCE) == posts[100:]
    hers = connector.account._replace(id=people[0].id, handle="player0", name="player0")
    begun = await connector.begin_letter(hers, "Fieldpost game-7: for you", "A letter to a player.\n(game-7/4)")
    assert begun.place.number == topics[0] or connector.longest == 32_000, "in the chat that there is already"


@pytest.mark.parametrize("ahead", [0, 7_200, -90])
async def test_the_forums_clock(server: Server, connector: Connector, ahead: int) -> None:
    server.forum.ahead = ahead
    await connector.letters({})
    assert connector.skew is not None and abs(connector.skew - ahead) < 2


async def test_pictures(server: Server, program: str, connector: Connector) -> None:
    shown = await connector.upload("game-7.png", b"\x89PNG...", "Map after turn 1")
    assert list(server.forum.uploads.values()) == [b"\x89PNG..."]
    (address,) = server.forum.uploads
    assert shown == (
        f"![Map after turn 1|640x480]({address})" if program == "discourse" else f"![Map after turn 1]({address})"
    )


async def test_what_people_did_not_write_is_not_read(server: Server, program: str, connector: Connector) -> None:
    forum, place = server.forum, (await connector.open_topic(NewTopic(TITLE, RAW, "fieldpost-x-game-7"))).place
    ann = forum.person("ann")
    posts = [forum.make_post(ann.id, place.number, f"order {n}") for n in range(5)]
    posts[0].deleted = True
    if program == "discourse":
        posts[1].type, posts[2].hidden, posts[3].wiki = 3, True, True
    state = await connector.topic_state(place, frozenset())
    if program == "discourse":
        assert [(post.id, post.doubt) for post in state.posts] == [(posts[3].id, WIKI), (posts[4].id, "")]
    else:
        assert [post.id for post in state.posts] == [post.id for post in posts[1:]]


async def test_too_fast(server: Server, program: str, connector: Connector) -> None:
    place = (await connector.open_topic(NewTopic(TITLE, RAW, "fieldpost-x-game-7"))).place
    server.forum.wait_seconds = 7
    with pytest.raises(TooFast) as slow:
        await connector.reply(place, "A reply of many words, the second.", 0)
    assert 6 <= slow.value.seconds <= 8
    server.forum.wait_seconds = 0
    if isinstance(server, DiscourseServer):
        server.key_limit = 1
        with pytest.raises(TooFast):
            await connector.reply(place, "A reply of many words, the third.", 0)
        began = time.monotonic()
        await connector.reply(place, "A reply of many words, the fourth.", 0)
        assert time.monotonic() - began > 0.8, "no call at all is made meanwhile"


async def test_refusals(server: Server, program: str, connector: Connector) -> None:
    place = (await connector.open_topic(NewTopic(TITLE, RAW, "fieldpost-x-game-7"))).place
    with pytest.raises(RefusedForGood):
        await connector.reply(place, "short", 0)
    server.forum.queue_posts = True
    with pytest.raises(Queued):
        await connector.reply(place, "A reply that a moderator must see.", 0)
    server.forum.queue_posts = False
    if program == "discourse":
        with pytest.raises(Unclear):
            await connector.open_topic(NewTopic(f"{TITLE}!", f"{RAW}!", "fieldpost-x-game-7"))
        await connector.reply(place, "The same words as before, again.", 0)
        with pytest.raises(Unclear):
            await connector.reply(place, "The same words as before, again.", 0)
    server.forum.topics[place.number].closed = True
    assert (await connector.topic_state(place, frozenset())).trouble
    with pytest.raises(Gone):
        await connector.reply(place, "A reply of many words, too late.", 0)
    server.forum.topics[place.number].deleted = True
    with pytest.raises(Gone):
        await connector.reply(place, "A reply of many words, much too late.", 0)
    with pytest.raises(Gone):
        await connector.topic_state(Place(TOPIC, 99_999), frozenset())


@pytest.mark.parametrize("how", ["drop", "502", "html"])
async def test_nobody_knows_what_became_of_it(server: Server, program: str, connector: Connector, how: str) -> None:
    server.forum.faults.append(on_writing(program, "after", how))
    with pytest.raises(Unclear):
        await connector.open_topic(NewTopic(TITLE, RAW, "fieldpost-x-game-7"))
    assert await connector.find_topic(NewTopic(TITLE, RAW, "fieldpost-x-game-7"), Look(MARK, SINCE))


async def test_a_forum_that_is_away(program: str, server: Server) -> None:
    gone = connector_of(settings(server, program))
    await server.stop()
    with pytest.raises(Unclear):
        await gone.probe()
    await gone.close()
