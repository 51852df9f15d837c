"""Seats in a forum that are kept for somebody: by the one who opened the game, and in a rematch."""

import re

import pytest

from tests.forum.loopback.clubhouse import Clubhouse, Player
from tests.forum.loopback.world import BOT, Topic
from tests.forum.test_whole_games import begin, lobby_of

pytestmark = pytest.mark.asyncio


def letters(house: Clubhouse, player: Player) -> str:
    """All that was written to one person alone."""
    places = [topic.id for topic in house.forum.topics.values() if topic.allowed == {BOT, player.user.id}]
    return "\n".join(post.raw for place in places for post in house.forum.posts_in(place) if post.user == BOT)


async def over(house: Clubhouse, ann: Player, bob: Player) -> Topic:
    """Ann concedes to Bob."""
    topic = await begin(house, ann, bob)
    code = re.search(r"yes concede \w{6}", (await ann.ask(topic, "concede\n\nWell played.")).raw)
    assert code
    await ann.ask(topic, f"{code[0]}\n\nWell played.")
    await house.until(lambda: any("wins" in post.raw for post in house.forum.posts_in(topic.id)))
    return topic


@pytest.mark.long
async def test_a_rematch_has_a_topic_of_its_own_and_a_private_message_for_the_other(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await over(house, ann, bob)
    said = " ".join((await ann.ask(topic, "rematch\n\nOnce more?")).raw.split())
    assert "You play The Reivers" in said and "Kept are The Reeve's Men for bob" in said, said
    await house.until(lambda: "is kept for you" in letters(house, bob))
    told = letters(house, bob)
    assert '"join millers-2 reeve"' in told and "The Miller's Bridge is opened again." in told, told
    assert "millers-2" in await bob.ask_alone("join millers-2 reeve")
    made = await house.topic("millers-2")
    assert made.id != topic.id
    await house.until(lambda: "The game is on." in house.forum.posts_in(made.id)[0].raw)


@pytest.mark.long
async def test_a_rematch_with_anonymous_seats_is_asked_for_privately(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    await ann.ask(await lobby_of(house), "new millers-bridge 3d anonymous\n\nlet us play!")
    topic = await house.topic("millers-1")
    await ann.ask_alone("join millers-1 reeve")
    await bob.ask_alone("join millers-1 reivers")
    code = re.search(r"yes concede \w{6}", await ann.ask_alone("millers-1\n\nconcede"))
    assert code
    await ann.ask_alone(f"millers-1\n\n{code[0]}")
    assert "private message" in (await ann.ask(topic, "rematch\n\nOnce more?")).raw
    said = await ann.ask_alone("rematch millers-1")
    assert "You play The Reivers" in said and "bob" not in said
    await house.until(lambda: '"join millers-2"' in letters(house, bob))


async def test_whoever_opened_a_game_keeps_a_seat_in_its_topic(house: Clubhouse) -> None:
    ann, bob, cid = Player(house, "ann"), Player(house, "bob"), Player(house, "cid")
    lobby = await lobby_of(house)
    await bob.ask(lobby, "zone Europe/Berlin")
    await ann.ask(lobby, "new millers-bridge 3d\n\nlet us play!")
    topic = await house.topic("millers-1")
    said = " ".join((await ann.ask(topic, "reserve reivers bob\n\nfor an old friend")).raw.split())
    assert "The seat of The Reivers in The Miller's Bridge is kept for bob, who is told." in said, said
    await house.until(lambda: '"join millers-1 reivers"' in letters(house, bob))
    assert "is kept for bob" in (await cid.ask(topic, "join reivers\n\nhello")).raw
    assert "You play The Reivers" in (await bob.ask(topic, "join\n\nhello")).raw
