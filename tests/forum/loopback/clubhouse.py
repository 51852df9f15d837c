"""A forum with Fieldpost's door open in it, and the players who write there."""

import asyncio
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from bot.forum.pace import Pace
from bot.forum.serve import ForumDoor
from bot.forum.settings import ForumSettings, Hook
from bot.hosting.doors import Doors
from bot.hosting.engine_thread import EngineThread
from engine.table import Table
from tests.support.databases import new_database

from . import discourse, nodebb
from .discourse import DiscourseServer
from .nodebb import NodeBBServer
from .world import BOT, Forum, Post, Topic, User

QUICK = Pace(near=0.4, idle=0.4, least=0.01, doubt=0, calls=10**6)
LONG = 30.0
ROOT = Path(__file__).parents[3]
T = TypeVar("T")


class Clubhouse:
    """``program``: discourse or nodebb."""

    def __init__(self, program: str, home: Path, base: str = "", pace: Pace = QUICK) -> None:
        self.program, self.home, self._pace = program, home, pace
        self.server = DiscourseServer(base) if program == "discourse" else NodeBBServer(base)
        self.hook: Hook | None = None

    @property
    def forum(self) -> Forum:
        return self.server.forum

    @property
    def database(self) -> Path:
        return self.home / "games.db"

    @property
    def settings(self) -> ForumSettings:
        key = discourse.KEY if self.program == "discourse" else nodebb.KEY
        return ForumSettings(self.program, self.server.url, key, "fieldpost", 5, self.hook)  # type: ignore[arg-type]

    async def open(self) -> "Clubhouse":
        await self.server.start()
        await self.enter()
        return self

    async def enter(self) -> None:
        """Fieldpost starts."""
        self.engine = EngineThread(new_database(self.database))
        self.doors, self._stop = Doors(self.engine), asyncio.Event()
        self.door = ForumDoor(self.doors, self.settings, self._pace)
        self._tasks = [asyncio.create_task(self.doors.clock.run())]
        self.serving = asyncio.create_task(self.door.run(self._stop))

    async def leave(self) -> str:
        """Fieldpost stops."""
        self._stop.set()
        said = await self.serving
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self.engine.close)
        return said

    async def close(self) -> None:
        if not self.serving.done() or not self._stop.is_set():
            await self.leave()
        await self.check()

    async def check(self) -> None:
        """What is true of every forum at its end."""
        await self.server.stop()
        assert not self.forum.violations, self.forum.violations
        assert self.forum.at_once <= 1, "one call at a time"
        marks = self.forum.marks()
        assert len(marks) == len(set(marks)) >= len(self.forum.own_posts()), "every post once, with its mark"

    def wake(self) -> None:
        """Poll now, as after a web hook."""
        self.door._poller.wake()

    async def topic(self, words: str) -> Topic:
        found = await self.until(lambda: self.forum.topic_titled(words))
        assert found
        return found

    async def until(self, look: Callable[[], T], seconds: float = LONG) -> T:
        """What ``look`` returns, as soon as it is true of something."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if found := look():
                return found
            await asyncio.sleep(0.01)
        shown = "\n----\n".join(f"{post.topic}: {post.raw}" for post in list(self.forum.posts.values())[-6:])
        raise AssertionError(f"it did not happen within {seconds} s; the newest posts:\n{shown}")

    @contextmanager
    def table(self) -> Iterator[Table]:
        """The games, read beside the running Fieldpost."""
        table = Table(self.database, lambda n: b"x" * n)
        try:
            yield table
        finally:
            table.close()


class ClubhouseApart(Clubhouse):
    """Fieldpost runs in a process of its own, which can be killed.  ``extra``: of its environment, for other doors.
    ``finger``: a file with the step of writing at which it is killed, while there is one.
    """

    def __init__(
        self, program: str, home: Path, extra: Mapping[str, str] | None = None, finger: Path | None = None
    ) -> None:
        super().__init__(program, home)
        self._extra, self._words = dict(extra or {}), [str(finger)] if finger else []

    async def enter(self) -> None:
        self._before = len(self.forum.calls)
        environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        environment |= {
            "PYTHONPATH": str(ROOT),
            "FIELDPOST_DB": str(self.database),
            "FIELDPOST_FORUM": self.program,
            "FIELDPOST_FORUM_URL": self.server.url,
            "FIELDPOST_FORUM_KEY": discourse.KEY if self.program == "discourse" else nodebb.KEY,
            "FIELDPOST_FORUM_USER": "fieldpost",
            "FIELDPOST_FORUM_CATEGORY": "5",
        }
        environment |= self._extra
        with (self.home / "serve.log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tests.forum.loopback.served",
                *self._words,
                env=environment,
                cwd=self.home,
                stdout=log,
                stderr=log,
            )

    def calls(self) -> bool:
        """Whether it has called the forum since it was started, which may take seconds on a busy machine."""
        return len(self.forum.calls) > self._before

    async def kill(self) -> None:
        self.process.kill()
        await self.process.wait()

    def wake(self) -> None:
        """It polls by itself."""

    async def close(self) -> None:
        self.process.terminate()
        await asyncio.wait_for(self.process.wait(), 20)
        await self.check()


class Player:
    """Somebody with an account of the forum."""

    def __init__(self, house: Clubhouse, name: str) -> None:
        self.house, self.user = house, house.forum.person(name)

    def post(self, topic: Topic, words: str) -> Post:
        made = self.house.forum.make_post(self.user.id, topic.id, words)
        self.house.wake()
        return made

    def write_letter(self, words: str, title: str = "about our game", also: tuple[User, ...] = ()) -> Post:
        """A letter to the bot, or the next message in the one that there is."""
        allowed = {BOT, self.user.id, *(user.id for user in also)}
        self.house.wake()
        known = next((t for t in self.house.forum.topics.values() if t.allowed == allowed), None)
        if known:
            return self.house.forum.make_post(self.user.id, known.id, words)
        return self.house.forum.make_topic(self.user.id, title, words, 0, allowed)

    async def ask(self, topic: Topic, words: str) -> Post:
        """Post, and wait for the reply to this post."""
        mine = self.post(topic, words)
        return await self.answer_to(mine)

    async def ask_alone(self, words: str) -> str:
        """Write privately, and wait for the whole answer."""
        mine = self.write_letter(words)
        await self.house.until(lambda: self._answers_after(mine))
        await asyncio.sleep(0.3 if self.house.program == "nodebb" else 0)
        return "\n".join(post.raw for post in self._answers_after(mine))

    async def end_part(self, topic: Topic, game: str, orders: Sequence[str], *, alone: bool) -> None:
        """These orders and "done", in the topic or privately; two may be in each other's way."""

        async def say(lines: Sequence[str]) -> str:
            if alone:
                return await self.ask_alone("\n".join([game, *lines]))
            return (await self.ask(topic, "\n".join(lines))).raw

        told = await say([*orders, "done"])
        if "REFUSED" in told:  # correct the post, as anybody would
            told = await say([line[13:] for line in told.splitlines() if line.startswith("ok ")])
        assert "Your orders ran" in told, told

    async def answer_to(self, mine: Post) -> Post:
        to = mine.number if self.house.program == "discourse" else mine.id
        found = await self.house.until(
            lambda: next((p for p in self.house.forum.posts_in(mine.topic) if p.user == BOT and p.to == to), None)
        )
        assert found
        return found

    def _answers_after(self, mine: Post) -> list[Post]:
        return [p for p in self.house.forum.posts_in(mine.topic) if p.user == BOT and p.number > mine.number]
