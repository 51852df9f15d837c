"""The program is killed at moments of chance while two people play: nothing is lost, and nothing is there twice."""

import asyncio
import random
from pathlib import Path

import pytest

from tests.forum.loopback.clubhouse import ClubhouseApart, Player
from tests.forum.loopback.world import Fault
from tests.forum.test_exactly_once import WRITING, settled
from tests.forum.test_reminders import GAME, HOUR, handed_over, reminders
from tests.forum.test_whole_games import begin, order, reports
from tests.support.aged_games import age_game
from tests.support.sampling import share

pytestmark = [pytest.mark.asyncio, pytest.mark.long]


async def test_killed_again_and_again(program: str, tmp_path: Path) -> None:
    house = ClubhouseApart(program, tmp_path)
    await house.open()
    chance, playing = random.Random(7), True

    async def kill_it() -> None:
        while playing:
            await house.until(house.calls)  # it is never killed before it has asked for anything
            await asyncio.sleep(chance.uniform(0.05, 2.0))
            await house.kill()
            await house.enter()

    killer = asyncio.create_task(kill_it())
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    for _ in range(share(10, 3)):
        with house.table() as table:
            game = table.game("millers-1")
        if game.phase is None:
            break
        await order(house, topic, {"reeve": ann, "reivers": bob}[game.phase.sides[0]], game.phase.sides[0])
    playing = False
    await killer
    await settled(house)
    with house.table() as table:
        assert len(table.games()) == 1
    titles = [topic.title for topic in house.forum.topics.values() if topic.title.startswith("Fieldpost")]
    assert len(titles) == len(set(titles)), titles
    await house.close()
    assert "Traceback" not in (tmp_path / "serve.log").read_text("utf-8")


@pytest.mark.parametrize("when", ["before", "after"])
async def test_killed_while_a_reminder_is_posted(program: str, tmp_path: Path, when: str) -> None:
    """In the midst of the call, which has or has not made the post: after the next start there is one."""
    house = ClubhouseApart(program, tmp_path)
    await house.open()
    topic = await begin(house, Player(house, "ann"), Player(house, "bob"))
    await house.until(lambda: len(reports(house, topic)) == 2)
    await settled(house)
    await house.kill()
    with house.table() as table:
        due = age_game(table, GAME, 60 * HOUR)
    house.forum.faults.append(Fault(WRITING[program], when, "hang", spared=1))  # first it tells of the new deadline
    await house.enter()
    await house.until(lambda: not house.forum.faults)
    await house.until(lambda: len(reminders(house, topic)) == (when == "after"))
    await house.kill()
    await asyncio.sleep(0.2)  # until the forum sees that nobody waits for the answer
    with house.table() as table:
        states = table.journal.database.query("select state from forum_out where kind = 'reminder'")
    assert states == [("sending",)], "it was killed before it knew"
    await house.enter()
    await house.until(lambda: reminders(house, topic, due))
    await handed_over(house, due)
    await house.close()
    assert len(reminders(house, topic)) == 1
    assert "Traceback" not in (tmp_path / "serve.log").read_text("utf-8")
