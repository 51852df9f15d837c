"""kill -9 while two people play, by chance, at each step of writing and in each call: nothing is lost or doubled."""

import asyncio
import random
import time
from pathlib import Path

import pytest

from engine.contract import Phase
from engine.log.verify import verify
from tests.forum.loopback.clubhouse import ClubhouseApart, Player
from tests.forum.loopback.world import BOT, Fault
from tests.forum.test_exactly_once import WRITING, settled
from tests.forum.test_reminders import GAME, HOUR, handed_over, reminders
from tests.forum.test_whole_games import begin, order, reports
from tests.support.aged_games import age_game
from tests.support.sampling import THOROUGH, share

pytestmark = pytest.mark.asyncio
FIRSTS, STRIDE = share(((1, 2), 4), ((2,), 29))
"""The steps of writing a post's orders, and what follows, that are tried: half of them, or every twenty-ninth; odd ones
are moments before statements, and even ones those after them."""
MOST_STEPS = 120
"""More than a post needs; what comes then is written while nothing happens."""
CALLS = ("answer", "report", "status")
"""What is posted behind a post with orders, in this order; the status is an edit."""
EDITING = r"/posts/\d+\.json|/api/v3/posts/\d+"


class Ordeal:
    """A game in a forum that goes on however often its program is killed.  ``points``: where it was."""

    def __init__(self, program: str, home: Path) -> None:
        self.finger, self.points = home / "finger", list[str]()
        self.house, self._log = ClubhouseApart(program, home, finger=self.finger), home / "serve.log"

    async def begin(self) -> None:
        await self.house.open()
        self.players = {"reeve": Player(self.house, "ann"), "reivers": Player(self.house, "bob")}
        self.topic = await begin(self.house, *self.players.values())
        await settled(self.house)

    def phase(self) -> Phase | None:
        with self.house.table() as table:
            return table.game(GAME).phase

    def locks(self) -> int:
        with self.house.table() as table:
            return [entry.kind for entry in table.journal.read(GAME)].count("locked")

    async def play(self) -> None:
        """The phase that is open, to its end, and all that is posted of it; whenever it is dead the program is
        started again.
        """
        phase, before = self.phase(), self.locks()
        assert phase
        playing = asyncio.create_task(self._play(phase.sides[0]))
        while not playing.done():
            if self.house.process.returncode is not None:
                self.points.append(self.finger.with_suffix(".died").read_text())
                self.finger.unlink(missing_ok=True)
                await self.house.enter()
            await asyncio.sleep(0.02)
        await playing
        self.finger.unlink(missing_ok=True)
        assert self.locks() == before + 1, f"run {self.locks() - before} times: {self.points[-1:]}"

    async def _play(self, side: str) -> None:
        await order(self.house, self.topic, self.players[side], side)
        await settled(self.house)

    async def end(self) -> None:
        """Every post of a player has one answer, and every post of the program is there once."""
        await settled(self.house)
        by_number = self.house.program == "discourse"
        posts = self.house.forum.posts_in(self.topic.id)
        for mine in (post for post in posts if post.user != BOT):
            answers = [
                post for post in posts if post.user == BOT and post.to == (mine.number if by_number else mine.id)
            ]
            assert len(answers) == 1, (mine.raw, [answer.raw for answer in answers])
        with self.house.table() as table:
            assert verify(table.export(GAME)).holds
        await self.house.close()
        assert "Traceback" not in self._log.read_text("utf-8")


@pytest.mark.timeout(900)
@pytest.mark.parametrize("first", FIRSTS)
@pytest.mark.long
async def test_killed_before_and_after_each_write_of_a_post(program: str, tmp_path: Path, first: int) -> None:
    ordeal = Ordeal(program, tmp_path)
    await ordeal.begin()
    for step in range(first, MOST_STEPS, STRIDE):
        if ordeal.phase() is None:
            break
        ordeal.finger.write_text(str(step))
        await ordeal.play()
    assert len(ordeal.points) >= share(8, 2) and [point for point in ordeal.points if "forum_" in point], ordeal.points
    await ordeal.end()


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("when", share(("before", "after"), ("after",)))
async def test_killed_before_and_after_each_call(program: str, tmp_path: Path, when: str) -> None:
    ordeal = Ordeal(program, tmp_path)
    await ordeal.begin()
    forum = ordeal.house.forum
    for spared, call in enumerate(CALLS if THOROUGH else CALLS[1:2]):
        path, method = (EDITING, "PUT") if call == "status" else (WRITING[program], "POST")
        forum.faults.append(Fault(path, when, "hang", method, spared=0 if call == "status" else spared))
        ordeal.finger.with_suffix(".died").write_text(f"{when} {call}")
        playing = asyncio.create_task(ordeal.play())
        await ordeal.house.until(lambda: not forum.faults)
        await asyncio.sleep(0.1)  # until the forum has done what it does
        await ordeal.house.kill()
        await playing
    assert ordeal.points == [f"{when} {call}" for call in (CALLS if THOROUGH else CALLS[1:2])]
    await ordeal.end()


@pytest.mark.long
async def test_killed_again_and_again(program: str, tmp_path: Path) -> None:
    house = ClubhouseApart(program, tmp_path)
    await house.open()
    chance, playing = random.Random(7), True

    async def kill_it() -> None:
        slow = 1.0
        while playing:
            await asyncio.sleep(chance.uniform(0.05, 2.0) * slow)
            await house.kill()
            started = time.monotonic()
            await house.enter()
            await house.until(house.calls)  # it is never killed before it has asked for anything
            slow = max(1.0, time.monotonic() - started)  # where starting takes long, so does all else

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


@pytest.mark.long
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
