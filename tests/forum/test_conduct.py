"""How Fieldpost behaves in a forum: whom it answers and where, what stays secret, and what a closed topic does."""

import asyncio
import hmac

import aiohttp
import pytest

from bot.forum.serve import ForumDoor
from bot.forum.settings import Hook
from bot.hosting.doors import Doors
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.opening_limits import Limits
from bot.hosting.utc_now import utc_now
from engine.log.deadline import add_seconds
from tests.forum.loopback.clubhouse import Clubhouse, Player
from tests.forum.loopback.world import BOT, Topic
from tests.forum.test_exactly_once import settled
from tests.forum.test_whole_games import begin, lobby_of
from tests.mail.loopback.dovecot import free_port
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio


async def secret_game(house: Clubhouse, ann: Player, bob: Player) -> Topic:
    """Zone Control, placed in secret."""
    await ann.ask(await lobby_of(house), "new the-long-line 3d")
    topic = await house.topic("the-1")
    await ann.ask(topic, "join colonial")
    await bob.ask(topic, "join machines")
    return topic


async def test_talk_is_not_answered(house: Clubhouse) -> None:
    ann, bob, eve = (Player(house, name) for name in ("ann", "bob", "eve"))
    topic = await begin(house, ann, bob)
    await settled(house)
    before = len(house.forum.own_posts())
    lobby = await lobby_of(house)
    eve.post(lobby, "What is this? Somebody told me to write\nnew millers-bridge 3d")
    eve.post(topic, "RE move 0402\ndone")
    ann.post(topic, "I wonder what they are up to.")
    await asyncio.sleep(0.6)
    assert len(house.forum.own_posts()) == before
    assert "is open" in (await eve.ask(lobby, "new millers-bridge")).raw, "she begins with it now"
    assert "already taken" in (await eve.ask(topic, "join reeve")).raw
    assert "Turn 1" in (await eve.ask(topic, "status")).raw


@pytest.mark.long
async def test_secret_orders_are_read_in_private_messages_alone(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await secret_game(house, ann, bob)
    with house.table() as table:
        secret = table.ideas("the-1", "colonial")[0]
    refused = await ann.ask(topic, f"{secret}\ndone")
    assert "private message" in refused.raw and secret not in refused.raw
    ideas = await ann.ask(topic, "ideas\nlink")
    assert "private message" in ideas.raw and secret.split()[1] not in ideas.raw.split("ideas")[-1]
    answer = await ann.ask_alone(f"the-1\n{secret}\ndeploy rest\ndone")
    assert secret in answer and "Your orders ran" in answer
    await house.until(lambda: any("Done: The Colonial Line" in p.raw for p in house.forum.posts_in(topic.id)))
    for asked in ("log", "units", "status", "map", "export"):
        await bob.ask(topic, asked)
    await bob.ask_alone("log\nunits\nstatus")
    place = " ".join(secret.split()[:3])
    hers = {t.id for t in house.forum.topics.values() if ann.user.id in t.allowed}
    for post in house.forum.own_posts():
        assert post.topic in hers or place not in post.raw, post.raw
    assert "Your orders ran" in await bob.ask_alone("deploy rest\ndone")
    assert "C1.1 at" in (await bob.ask(topic, "units")).raw, "now everybody sees them"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("words", ["add {other}", "done", *share(["commit", "yes done 12345678"], [])])
async def test_a_draft_that_was_written_privately_is_answered_privately(house: Clubhouse, words: str) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    await awaited(house, ann, bob).ask(topic, "choose a\ndone")
    player = awaited(house, ann, bob)
    with house.table() as table:
        secret, other = table.ideas("millers-1", "reeve" if player is ann else "reivers")[:2]
    assert secret in await player.ask_alone(f"{secret}\nBO fire QQ")
    told = await player.ask(topic, words.format(other=other))
    assert "in a private message to their writer" in told.raw and secret not in told.raw
    await house.until(lambda: any("QQ" in post.raw for post in house.forum.own_posts() if post.topic != topic.id))
    assert not any("QQ" in post.raw for post in house.forum.posts_in(topic.id))


async def test_a_draft_that_everybody_has_read_is_answered_where_it_stands(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    player = awaited(house, ann, bob)
    assert "It is held" in (await player.ask(topic, "choose a")).raw
    assert "Your orders ran" in (await player.ask(topic, "done")).raw


def awaited(house: Clubhouse, ann: Player, bob: Player) -> Player:
    """Whose turn it is in the game of Miller's Bridge that they have begun."""
    with house.table() as table:
        phase = table.game("millers-1").phase
    assert phase
    return {"reeve": ann, "reivers": bob}[phase.sides[0]]


async def test_a_public_question_makes_no_private_draft_public(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    with house.table() as table:
        game = table.game("millers-1")
    assert game.phase
    player = {"reeve": ann, "reivers": bob}[game.phase.sides[0]]
    assert "REFUSED" in await player.ask_alone("choose b\nBO fire QQ")
    await player.ask(topic, "status")
    told = await player.ask(topic, "done")
    assert "in a private message to their writer" in told.raw and "QQ" not in told.raw


async def test_a_letter_that_others_read_is_not_carried_out(house: Clubhouse) -> None:
    ann, bob, eve = (Player(house, name) for name in ("ann", "bob", "eve"))
    await secret_game(house, ann, bob)
    letter = ann.write_letter("the-1\ndeploy rest\ndone", also=(eve.user,))
    answer = await house.until(lambda: next((p for p in house.forum.posts_in(letter.topic) if p.user == BOT), None))
    assert answer and "Others can read" in answer.raw
    with house.table() as table:
        assert len(table.game("the-1").phase.sides) == 2  # type: ignore[union-attr]


async def test_a_letter_says_which_game_or_is_asked(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    await secret_game(house, ann, bob)
    await ann.ask(await lobby_of(house), "new the-long-line 3d")
    await ann.ask(await house.topic("the-2"), "join colonial")
    await bob.ask(await house.topic("the-2"), "join machines")
    asked = await ann.ask_alone("deploy rest\ndone")
    assert "the-1" in asked and "the-2" in asked and "Which game" in asked
    assert "(the-2)" in await ann.ask_alone("orders for the-2:\ndeploy rest\ndone")
    with house.table() as table:
        assert table.game("the-2").phase.sides == ("machines",)  # type: ignore[union-attr]
        assert len(table.game("the-1").phase.sides) == 2  # type: ignore[union-attr]


async def test_addresses_are_joined(house: Clubhouse) -> None:
    ann = Player(house, "ann")
    await lobby_of(house)
    code = await house.engine.use_data(
        lambda data: data.people.new_code(data.people.add("mail", "a@b.c", "Ann", utc_now()), utc_now())
    )
    assert "joined" in await ann.ask_alone(f"link {code}")
    player = await house.engine.use_data(lambda data: data.people.player("forum", str(ann.user.id)))
    assert player == await house.engine.use_data(lambda data: data.people.player("mail", "a@b.c"))


@pytest.mark.parametrize("how", share(["closed", "deleted"], ["closed"]))
async def test_a_closed_topic_halts_its_game(house: Clubhouse, how: str) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    await house.engine.use_data(lambda data: setattr(data, "limits", Limits(shortest=2)))
    await ann.ask(await lobby_of(house), "new millers-bridge 2s")
    topic = await house.topic("millers-1")
    setattr(topic, how, True)
    house.wake()
    told = await house.until(
        lambda: next((p for p in house.forum.own_posts() if "deadlines stand" in p.raw.replace("\n", " ")), None)
    )
    assert told and house.forum.topics[told.topic].allowed == {BOT, ann.user.id}, "its owner is told, alone"
    await ann.ask_alone("join millers-1 reeve")
    await bob.ask_alone("join millers-1 reivers")
    with house.table() as table:
        length = table.game("millers-1").length
    await asyncio.sleep(2.5)
    with house.table() as table:
        assert table.game("millers-1").length == length, "the deadline has passed, and nothing has run"
    assert len([p for p in house.forum.own_posts() if "deadlines stand" in p.raw]) == 1, "told once"
    setattr(topic, how, False)
    house.wake()
    await house.until(lambda: any("Turn 1" in p.raw for p in house.forum.posts_in(topic.id)))


async def test_a_deadline_waits_for_posts_that_came_in_time(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    await settled(house)
    assert not await house.door.holds("no-such-game")
    house.door._poller.last_whole = utc_now()
    assert await house.door.holds("millers-1"), "no poll was begun after the deadline"
    house.door._poller.last_whole = add_seconds(utc_now(), 2)
    assert not await house.door.holds("millers-1")
    assert topic.posts


async def test_an_edit_that_is_refused(house: Clubhouse, program: str) -> None:
    """Where the first post cannot be changed any more, a new one takes its place."""
    ann = Player(house, "ann")
    await ann.ask(await lobby_of(house), "new millers-bridge 3d")
    topic = await house.topic("millers-1")
    await settled(house)
    await house.engine.use_data(lambda data: data.forum.set_shown("millers-1", "", ""))
    broken = house.door._updater._connector
    edited = list[int]()

    async def refuses(post: int, raw: str) -> None:
        from bot.forum.connectors.connector import RefusedForGood

        edited.append(post)
        if post == topic.posts[0]:
            raise RefusedForGood("too old")

    broken.edit = refuses  # type: ignore[method-assign]
    await ann.ask(topic, "join reeve")
    found = await house.until(lambda: [p for p in house.forum.posts_in(topic.id)[1:] if "How to order" in p.raw])
    assert len(found) == 1 and topic.posts[0] in edited


async def test_web_hooks(program: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    house = Clubhouse("discourse", tmp_path_factory.mktemp("hook"))
    house.hook = Hook("127.0.0.1", free_port(), "0123456789abcdef")
    await house.open()
    await lobby_of(house)
    woken = list[int]()
    house.door._hook._wake = lambda: woken.append(1)  # type: ignore[union-attr]
    body = b'{"post":{"id":1,"raw":"new millers-bridge"}}'
    right = f"sha256={hmac.digest(b'0123456789abcdef', body, 'sha256').hex()}"
    url = f"http://127.0.0.1:{house.hook.port}/hooks/fieldpost"
    async with aiohttp.ClientSession() as session:
        for signature, status in ((right, 200), (right.upper(), 403), ("", 403), ("sha256=ü", 403), (right[:-1], 403)):
            headers = {"X-Discourse-Event-Signature": signature} if signature else {}
            async with session.post(url, data=body, headers=headers) as answer:
                assert answer.status == status, signature
        async with session.post(url, data=body + b" ", headers={"X-Discourse-Event-Signature": right}) as answer:
            assert answer.status == 403, "other bytes"
    assert woken == [1] and house.forum.topic_titled("millers-1") is None
    await house.close()


async def test_a_key_that_is_refused_is_one_sentence(house: Clubhouse) -> None:
    await house.leave()
    bad = house.settings
    object.__setattr__(bad, "key", "stolen")
    engine = EngineThread(house.database)
    said = await ForumDoor(Doors(engine), bad).run(asyncio.Event())
    await asyncio.to_thread(engine.close)
    assert "does not accept the key" in said and "FIELDPOST_FORUM_KEY" in said


async def test_a_misspelled_command_is_answered_in_public_and_talk_is_not(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    lobby = await lobby_of(house)
    assert "instead: new millers-bridge 3d" in (await ann.ask(lobby, "nwe millers-bridge 3d\n\nlet us play!")).raw
    await ann.ask(lobby, "new millers-bridge 3d, who plays with me\n\nhello")
    topic = await house.topic("millers-1")
    assert "instead: join reeve" in (await ann.ask(topic, "jion reeve\n\nhello there!")).raw
    assert "You play The Reeve's Men" in (await ann.ask(topic, "join reeve, hello there!")).raw
    assert "instead: join reivers" in (await bob.ask(topic, "```\njion reivers\n```")).raw
    await settled(house)
    before = len(house.forum.own_posts())
    for talk in ("John said hi to you all", "Maps are a fine thing", "Joining you was great", "news from the front"):
        bob.post(topic, talk)
        ann.post(topic, talk.upper().capitalize())
        bob.post(lobby, talk)
    await asyncio.sleep(0.6)
    assert len(house.forum.own_posts()) == before, house.forum.own_posts()[-1].raw
    assert "You play The Reivers" in (await bob.ask(topic, "join reivers")).raw
    assert "instead: status" in await ann.ask_alone("statsu")


async def test_a_post_that_is_cut_is_answered_with_the_line(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    player = awaited(house, ann, bob)
    told = (await player.ask(topic, "\n".join(["choose a", *["# x"] * 2_100, "choose b"]))).raw
    assert "cut after line 2,000" in " ".join(told.split()) and "choose b" not in told, told


async def test_the_address_of_a_seat_in_a_public_post_is_valid_no_more(house: Clubhouse) -> None:
    """Also in a quote, in talk that is not answered."""
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)

    def key(data: EngineData) -> str:
        return data.people.seat_key("millers-1", "reeve", data.table.game("millers-1").seats["reeve"])

    shown = await house.engine.use_data(key)
    ann.post(topic, f"> Fieldpost <orders+{shown}@play.example> wrote:\n> your turn\n\nWell, Bob, that is bad news.")
    await ann.ask(topic, "status")
    assert await house.engine.use_data(key) != shown
