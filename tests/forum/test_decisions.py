"""Votes, deputies and the referee in a forum: in the topic, and what is for private messages alone."""

import pytest

from tests.forum.loopback.clubhouse import Clubhouse, Player
from tests.forum.test_whole_games import begin, lobby_of

pytestmark = pytest.mark.asyncio


async def test_a_vote_in_the_topic_is_told_in_its_first_post(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    first = house.forum.posts_in(topic.id)[0]
    assert "Each phase lasts at most 3 days" in first.raw
    assert "proposes to pause the game" in (await ann.ask(topic, "propose pause\n\nI am travelling")).raw
    await house.until(lambda: "waiting for the vote of bob" in first.raw)
    assert "paused by vote" in (await bob.ask(topic, "agree")).raw
    await house.until(lambda: "The game is paused, so no deadline runs" in first.raw and "vote of" not in first.raw)


async def test_a_preview_is_for_a_private_message_and_shows_no_drafts_of_others(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    with house.table() as table:
        phase = table.game("millers-1").phase
        assert phase
        side = phase.sides[0]
    if side == "reivers":
        await bob.ask_alone("millers-1\n```\nchoose b\n```")
    assert "in a private message" in (await ann.ask(topic, "referee preview")).raw
    told = await ann.ask_alone("millers-1\n\nreferee preview")
    assert "choose b" not in told and ("secret from you" in told if side == "reivers" else "would run now" in told), (
        told
    )


async def test_a_deputy_orders_in_the_topic_until_the_player_does(house: Clubhouse) -> None:
    ann, bob, cid = Player(house, "ann"), Player(house, "bob"), Player(house, "cid")
    topic = await begin(house, ann, bob)
    await cid.ask(await lobby_of(house), "zone Europe/Berlin")
    with house.table() as table:
        phase = table.game("millers-1").phase
        assert phase
        side = phase.sides[0]
    player = {"reeve": ann, "reivers": bob}[side]
    assert "cid may order" in (await player.ask(topic, "deputy cid\n\nthank you")).raw
    assert "Your orders ran" in (await cid.ask(topic, "choose a\ndone")).raw
    await player.ask(topic, "standing all advance ask")
    with house.table() as table:
        game = table.game("millers-1")
    assert not game.deputies and game.phase and game.phase.title != phase.title
