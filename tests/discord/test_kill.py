"""kill -9 at every step of a phase: afterwards every phase has run once, with its journalled dice, and every post is
there once.
"""

import asyncio
import os
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.interactions import COMPONENT
from bot.bench.loopback.player import Player
from bot.bench.loopback.screen import Post
from bot.bench.loopback.server import Server
from bot.bench.loopback.trouble import Trouble
from engine.log.verify import verify
from tests.discord.loopback.games import (
    Match,
    check_posted_once,
    find_game,
    is_phase,
    newest_phase_post,
    open_game,
    open_table,
    start_game,
    wait_for_news,
)
from tests.discord.loopback.strict_server import strict_server
from tests.support.sampling import THOROUGH, share

pytestmark = pytest.mark.asyncio(loop_scope="session")
KILLS = int(os.environ.get("FIELDPOST_KILLS", share(8, 1)))
"""How many kills at random moments; a few hundred take some minutes."""
FIRSTS, STRIDE = ((1, 2), 4) if THOROUGH else ((1,), 31)
"""The steps of writing a phase that are tried: half of them, or every thirty-first; odd ones are moments before
statements, and even ones those after them."""
STEPS = 32
"""Writes and transactions of a phase, before and after, at least; a server stores a little fewer than a file."""
KILLSWITCH = Path(__file__).parents[1] / "support" / "kill_process.py"
POST = r"POST /channels/\d+/messages$"
EDIT = r"PATCH /channels/\d+/messages/\d+$"
POSTS = ((POST, 0), (EDIT, 0), ("POST /interactions/", 0), ("PATCH /webhooks/", 0))
"""The public post, the edit of the status message, and the reply to the player who pressed."""
HANGS: tuple[tuple[Trouble, int], ...] = (("hang", 0), ("hang_after", 1))
"""Before a call and after it; without the long tests each has every fourth of the calls, from this one on."""


class Ordeal:
    """A game that continues however often its bot is killed.  ``points``: where the bot was killed; ``address``: of a
    database on a server, "" for a file.
    """

    def __init__(self, server: Server, home: Path, address: str = "") -> None:
        self.server, self.finger, self.on_server = server, home / "finger", bool(address)
        environment = {"FIELDPOST_DB": address} if address else {}
        self.bot = Bot(server, home, environment, under=(str(KILLSWITCH), str(self.finger)))
        self.points: list[str] = []

    async def begin(self, name: str) -> None:
        """A new game in a new room; the bot is started if it is not running."""
        if self.bot.ended:
            await self.bot.start()
        room = self.server.world.open_room(name)
        self.points.clear()
        self.alice, self.bob = Player(self.server, "Alice", room), Player(self.server, "Bob", room)
        self.match = await start_game(self.alice, self.bob)
        await wait_for_news(self.bot, self.match, self.alice)

    def entries(self) -> list[tuple[str, str]]:
        """Kind and link of every entry, read past the bot."""
        with open_table(self.bot) as table:
            return [(entry.kind, entry.link) for entry in table.journal.read(self.match.id)]

    async def draft(self) -> None:
        """Something with dice in it, if the moment allows."""
        game = find_game(self.bot, self.match)
        assert game.phase
        side = game.phase.sides[0]
        with open_table(self.bot) as table:
            ideas = table.ideas(self.match.id, side)
        orders = next(
            (idea for wish in (" attack ", " fire ", " rally ", "choose ") for idea in ideas if wish in f"{idea} "), ""
        )
        if orders:
            await self.player(side).slash("orders line", text=orders, side=side)

    def player(self, side: str) -> Player:
        return self.alice if side == "reeve" else self.bob

    async def press_done(self) -> None:
        """Press the button under the newest post as a player whose turn it is, without waiting for a reply."""
        game = find_game(self.bot, self.match)
        assert game.phase
        post = await newest_phase_post(self.alice)
        person = self.player(game.phase.sides[0])
        data = {"custom_id": post.buttons["Done"], "component_type": 2}
        self.server.answers.ask(COMPONENT, person.user, person.room, data, post.message)

    async def start_next_game(self) -> None:
        """A running game to go on with: after the last turn of one, the next."""
        if find_game(self.bot, self.match).over:
            self.check()
            for player in (self.alice, self.bob):
                player.enter(self.match.room.parent or self.match.room)
            self.match = await start_game(self.alice, self.bob)
            await wait_for_news(self.bot, self.match, self.alice)

    async def survive(self, point: str) -> None:
        """Restart the killed bot, and check that the journal is unchanged and everything is posted."""
        before = self.entries()
        self.points.append(point)
        self.finger.unlink(missing_ok=True)
        self.server.faults.clear()
        await self.bot.start()
        await wait_for_news(self.bot, self.match, self.alice)
        after = self.entries()
        assert after[: len(before)] == before, "the journal changed after the kill"

    async def check_phase_ran_once(self, was: list[tuple[str, str]]) -> None:
        """The phase that was being ended when the bot died is run exactly once, if need be by pressing again."""
        if len(self.entries()) == len(was):
            await self.press_done()
            await self.server.world.until(lambda: len(self.entries()) > len(was), 10)
            await wait_for_news(self.bot, self.match, self.alice)
        locks = [kind for kind, _ in self.entries()[len(was) :]].count("locked")
        assert locks == 1, f"run {locks} times after a kill at {self.points[-1]}"
        self.check()

    def check(self) -> None:
        check_posted_once(self.bot, self.match, self.alice)

    async def check_log(self) -> None:
        """The log of the game holds."""
        with open_table(self.bot) as table:
            found = verify(table.export(self.match.id))
        assert found.holds, found


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server() -> AsyncIterator[Server]:
    """A Discord in which no other bot runs."""
    running = await strict_server().start()
    yield running
    await running.stop()


@pytest_asyncio.fixture(
    scope="module", loop_scope="session", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)]
)
async def killed_bot(
    server: Server, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> AsyncIterator[Ordeal]:
    on_server = request.param == "postgresql"
    address = request.getfixturevalue("postgresql_server").new_database() if on_server else ""
    made = Ordeal(server, tmp_path_factory.mktemp("ordeal"), address)
    yield made
    assert made.bot.ended or await made.bot.stop() == 0


@pytest_asyncio.fixture(loop_scope="session")
async def ordeal(killed_bot: Ordeal) -> AsyncIterator[Ordeal]:
    """The bot of this file, with a new game."""
    await killed_bot.begin(f"ordeal-{len(killed_bot.server.world.rooms)}")
    yield killed_bot
    if killed_bot.finger.exists():  # the bot may be writing to it
        await killed_bot.bot.kill()
        killed_bot.finger.unlink()


async def killed_at_writes(ordeal: Ordeal, first: int, stride: int) -> int:
    """Kills at the steps first, first + stride, ... of phases until one ends before its step comes; how many steps
    there were.
    """
    step = first
    while True:
        await ordeal.start_next_game()
        await ordeal.draft()
        was = ordeal.entries()
        ordeal.finger.write_text(str(step))
        await ordeal.press_done()
        if await survived_phase(ordeal, was):
            return step
        await ordeal.survive(ordeal.finger.with_suffix(".died").read_text())
        await ordeal.check_phase_ran_once(was)
        step += stride


async def survived_phase(ordeal: Ordeal, was: list[tuple[str, str]]) -> bool:
    """Whether the phase was run and posted; False once the bot is dead."""
    try:
        await ordeal.server.world.until(lambda: ordeal.bot.ended or finished(ordeal, was), 15)
    except TimeoutError:
        raise AssertionError(f"neither dead nor done:\n{ordeal.bot.log}") from None
    return not ordeal.bot.ended


def finished(ordeal: Ordeal, was: list[tuple[str, str]]) -> bool:
    """The phase has run and its phase post is there."""
    newest = len(ordeal.entries())
    return newest > len(was) and any(
        f"log entry {newest}" in post.text and is_phase(post) for post in ordeal.alice.posts()
    )


@pytest.mark.parametrize("first", FIRSTS)
@pytest.mark.long
async def test_killed_before_and_after_each_write_of_a_phase(ordeal: Ordeal, first: int) -> None:
    stride = STRIDE * share(3, 1) if ordeal.on_server else STRIDE  # every third step there: each takes seconds
    steps = await killed_at_writes(ordeal, first, stride)
    assert steps >= STEPS, f"only {steps} steps: {ordeal.points}"
    assert len(ordeal.points) >= STEPS // stride
    assert ordeal.on_server or any("commit" in point for point in ordeal.points)
    await ordeal.check_log()


@pytest.mark.parametrize(("do", "first"), share(HANGS, HANGS[:1]))
async def test_killed_before_and_after_each_post_of_a_phase(ordeal: Ordeal, do: Trouble, first: int) -> None:
    for match, skip in POSTS if THOROUGH else POSTS[first::4]:
        await ordeal.start_next_game()
        await ordeal.draft()
        was = ordeal.entries()
        fault = ordeal.server.fail(match, do, skip=skip)
        await ordeal.press_done()
        await fault.reached.wait()
        await ordeal.bot.kill()
        await ordeal.survive(f"{do} {match} {skip}")
        await ordeal.check_phase_ran_once(was)
    await ordeal.check_log()


@pytest.mark.parametrize(("do", "first"), share(HANGS, HANGS[1:]))
@pytest.mark.long
async def test_killed_while_a_game_is_announced_and_its_thread_opened(ordeal: Ordeal, do: Trouble, first: int) -> None:
    calls = (POST, "/threads$")
    for match in calls if THOROUGH else calls[first::2]:
        room = ordeal.server.world.open_room(f"announced-{do}-{len(ordeal.points)}")
        carol = Player(ordeal.server, "Carol", room)
        fault = ordeal.server.fail(match, do)
        asked = ordeal.server.answers.ask(
            2, carol.user, room, carol.command("game new", {"scenario": "millers-bridge"})
        )
        await fault.reached.wait()
        await ordeal.bot.kill()
        ordeal.server.faults.clear()
        await ordeal.bot.start()
        post = await carol.wait_for_post(lambda post: "Join" in str(post.buttons))
        await thread_on(ordeal.server, post)
        assert len(carol.posts()) == 1
        assert asked.answered
        game = Match(post.buttons[next(iter(post.buttons))].split(":")[2], post, ordeal.server.world.rooms[post.id])
        assert "You play" in await carol.slash("game join", game=game.id)
    assert len((await open_game(carol)).announcement.buttons) == 2


async def thread_on(server: Server, post: Post) -> None:
    await server.world.until(lambda: post.id in server.world.rooms, 10)


@pytest.mark.long
async def test_after_a_long_outage_the_history_shows_what_was_posted(ordeal: Ordeal) -> None:
    """Discord forgets a nonce after minutes: the bot looks for a post that may have arrived before sending it again."""
    await ordeal.draft()
    was = ordeal.entries()
    fault = ordeal.server.fail(POST, "hang_after")
    await ordeal.press_done()
    await fault.reached.wait()
    await ordeal.bot.kill()
    with open_table(ordeal.bot) as table:
        waiting = "from delivery where message = '' and tried != ''"
        assert len(table.journal.database.query(f"select tried {waiting}")) == 1
        changed = "update delivery set tried = '2026-01-01T00:00:00Z' where message = '' and tried != ''"
        table.journal.database.execute(changed)
    ordeal.server.world.nonce_window = 0.0
    await ordeal.survive("a long night")
    ordeal.server.world.nonce_window = 300.0
    await ordeal.check_phase_ran_once(was)


@pytest.mark.timeout(240 + 5 * KILLS)
@pytest.mark.long
async def test_killed_at_any_moment(ordeal: Ordeal) -> None:
    chance = random.Random(1863)
    for _ in range(KILLS):
        await ordeal.start_next_game()
        await ordeal.draft()
        was = ordeal.entries()
        await ordeal.press_done()
        try:
            async with asyncio.timeout(chance.uniform(0.0, 0.25)):
                await ordeal.server.world.until(lambda: ordeal.bot.ended)
        except TimeoutError:
            await ordeal.bot.kill()
        await ordeal.survive("some moment")
        await ordeal.check_phase_ran_once(was)
    await ordeal.check_log()
