"""Rolls in a topic are in a dice log of the topic; rolls in a letter are in none."""

import json

import pytest

from engine.log.head import compare
from engine.log.verify import Verdict, verify
from engine.rolls.made_rolls import MadeRolls
from tests.forum.loopback.clubhouse import Clubhouse, Player
from tests.forum.test_exactly_once import set_back, settled
from tests.forum.test_whole_games import begin, lobby_of

pytestmark = pytest.mark.asyncio


def exported(house: Clubhouse, log: str) -> bytes:
    with house.table() as table:
        return MadeRolls(table.journal).export(log)


@pytest.mark.long
async def test_rolls_in_a_topic_are_in_its_dice_log(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    answer = await ann.ask(topic, "roll U1 charges: 2d6+1\nroll 3d6>=5")
    again = await bob.ask(topic, "roll 2d6x2\nroll d66")
    log = exported(house, "rolls-millers-1")
    links = [entry["link"] for entry in json.loads(log)["entries"]]
    found = compare("rolls-millers-1", links, f"{answer.raw}\n{again.raw}")
    assert found.same == (7, 12, 17) and not found.fault and "| U1 charges — 2d6+1: " in answer.raw
    assert verify(log).verdict is Verdict.PROVED and "--secret" not in answer.raw
    assert "3 results, each rolled again" in (await ann.ask(topic, "verify")).raw
    listed = await ann.ask(topic, "rolls")
    assert "roll 3 by " in listed.raw and ", log entry 17" in listed.raw and "| 3d6>=5: " in listed.raw


async def test_macros_are_saved_and_rolled(house: Clubhouse) -> None:
    ann = Player(house, "ann")
    lobby = await lobby_of(house)
    assert '"macro attack: 2d6+1"' in (await ann.ask(lobby, "macro")).raw
    assert '"roll attack"' in (await ann.ask(lobby, "macro attack: 2d6+41")).raw
    assert "| attack — 2d6+41: " in (await ann.ask(lobby, "roll attack")).raw
    assert "roll attack" in (await ann.ask(lobby, "roll atack")).raw
    assert "attack: 2d6+41" in (await ann.ask(lobby, "macro")).raw
    assert "Deleted" in (await ann.ask(lobby, "macro attack:")).raw


async def test_an_answer_that_is_written_again_has_the_same_rolls(house: Clubhouse) -> None:
    ann = Player(house, "ann")
    lobby = await lobby_of(house)
    first = await ann.ask(lobby, "roll 9d1000\nroll 9d1000")
    await settled(house)
    await house.leave()
    house.forum.posts.pop(first.id)
    set_back(
        house,
        "update forum_out set state = 'waiting', text = '', part = 0, post = 0, tries = 0 where n = "
        "(select max(n) from forum_out where kind = 'answer')",
    )
    before = exported(house, "rolls-lobby")
    await house.enter()
    second = await house.until(lambda: next((post for post in house.forum.own_posts() if "9d1000" in post.raw), None))
    assert second and second.raw == first.raw and exported(house, "rolls-lobby") == before


async def test_a_roll_in_a_letter_shows_its_secret(house: Clubhouse) -> None:
    ann = Player(house, "ann")
    await lobby_of(house)
    answer = await ann.ask_alone("roll 2d6")
    assert "fieldpost roll 2d6 --secret" in answer and "log entry" not in answer
