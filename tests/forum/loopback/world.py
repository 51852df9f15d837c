"""What a forum keeps, whichever program runs it: people, topics, posts, letters, pictures; and how it can fail."""

import asyncio
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from email.utils import formatdate
from itertools import count
from typing import Any

from aiohttp import web

from .descriptions import Descriptions

BOT = 1


@dataclass
class User:
    id: int
    name: str


@dataclass
class Post:
    id: int
    topic: int
    number: int
    user: int
    raw: str
    at: float
    to: int = 0
    type: int = 1
    hidden: bool = False
    deleted: bool = False
    wiki: bool = False
    edits: list[str] = field(default_factory=list)


@dataclass
class Topic:
    """``allowed``: who reads a letter, empty for a topic.  ``listed``: among the newest letters.
    ``read_only``: open, but the bot lacks the right to reply.
    """

    id: int
    title: str
    user: int
    category: int
    at: float
    external: str = ""
    allowed: set[int] = field(default_factory=set)
    closed: bool = False
    read_only: bool = False
    deleted: bool = False
    posts: list[int] = field(default_factory=list)
    read: int = 0
    listed: bool = True


@dataclass
class Fault:
    """What goes wrong ``when``, before (nothing is applied) or after: ``how`` is drop, html, hang, or a status such as
    502, which has JSON as 403 and 500 do.  ``lasting``: not only once.
    ``spared``: calls that succeed before.
    """

    path: str
    when: str
    how: str
    method: str = "POST"
    lasting: bool = False
    spared: int = 0


class Forum:
    """``base``: a path before all others, as of a forum that shares its host."""

    def __init__(self, descriptions: Descriptions, base: str = "") -> None:
        self.base, self._descriptions = base, descriptions
        self.users = {BOT: User(BOT, "fieldpost")}
        self.topics, self.posts, self.uploads = dict[int, Topic](), dict[int, Post](), dict[str, bytes]()
        self.faults, self.calls = deque[Fault](), list[tuple[str, str]]()
        self.violations = list[str]()
        self.queue_posts = False
        self.queued = list[Callable[[], Post]]()
        self.may_post, self.may_upload = True, True
        """In the category 5, which is the only one."""
        self.wait_seconds = 0
        """The least seconds between two posts of one account."""
        self.refused_fast = 0
        self._last = dict[int, float]()
        self.ahead = 0.0
        """Seconds by which the forum's clock is ahead."""
        self._ids, self._running = count(100), 0
        self.at_once = 0
        """The most calls that were under way at the same time."""

    def now(self) -> float:
        return time.time() + self.ahead

    # people
    def person(self, name: str) -> User:
        found = User(max(self.users) + 6, name)
        self.users[found.id] = found
        return found

    def topic_titled(self, words: str) -> Topic | None:
        return next((topic for topic in self.topics.values() if words in topic.title), None)

    def make_topic(self, user: int, title: str, raw: str, category: int = 5, allowed: set[int] | None = None) -> Post:
        topic = Topic(next(self._ids), title, user, category, self.now(), allowed=allowed or set())
        self.topics[topic.id] = topic
        return self.make_post(user, topic.id, raw)

    def make_post(self, user: int, topic: int, raw: str, to: int = 0) -> Post:
        number = len(self.topics[topic].posts) + 1
        post = Post(next(self._ids), topic, number, user, raw, self.now(), to)
        self.posts[post.id] = post
        self.topics[topic].posts.append(post.id)
        return post

    def posts_in(self, topic: int) -> list[Post]:
        return [self.posts[id_] for id_ in self.topics[topic].posts if not self.posts[id_].deleted]

    def own_posts(self) -> list[Post]:
        return [post for post in self.posts.values() if post.user == BOT]

    def marks(self) -> list[str]:
        """The marks of all posts of the bot, hidden and shown."""
        words = (post.raw for post in self.own_posts())
        return [
            found for raw in words for found in re.findall(r"\(fieldpost:[^)]*\)|\([a-z0-9:-]+/\d+(?:\.\d+)?\)$", raw)
        ]

    # limits
    def too_fast(self, user: int) -> int:
        """Seconds to wait, 0 if the account may post now."""
        left = self.wait_seconds - (time.time() - self._last.get(user, 0.0))
        if left > 0:
            self.refused_fast += 1
            return max(1, round(left + 0.5))
        self._last[user] = time.time()
        return 0

    def similar(self, user: int, raw: str) -> bool:
        since = time.time() - 300
        return any(post.user == user and post.raw == raw and post.at > since for post in self.posts.values())

    # serving
    @web.middleware
    async def misbehave(self, request: web.Request, handler: Callable[[web.Request], Awaitable[Any]]) -> Any:
        """Checks each call against its description, and fails as it was told to."""
        path = request.path.removeprefix(self.base)
        self.calls.append((request.method, path))
        self._running += 1
        self.at_once = max(self.at_once, self._running)
        try:
            self.violations += await self._descriptions.complaints(request, path)
            fault = next((one for one in self.faults if self._fits(one, request.method, path)), None)
            if fault and fault.spared:
                fault.spared, fault = fault.spared - 1, None
            if fault is None:
                answer = await handler(request)
                answer.headers["Date"] = formatdate(self.now(), usegmt=True)
                return answer
            if not fault.lasting:
                self.faults.remove(fault)
            if fault.when == "after":
                await handler(request)
            return await self._fail(request, fault.how)
        finally:
            self._running -= 1

    def _fits(self, fault: Fault, method: str, path: str) -> bool:
        return fault.method == method and re.fullmatch(fault.path, path) is not None

    async def _fail(self, request: web.Request, how: str) -> web.Response:
        if how == "drop":
            if request.transport:
                request.transport.abort()
            return web.Response()
        if how == "hang":
            for _ in range(600):
                if request.transport is None or request.transport.is_closing():
                    break  # whoever called was killed
                await asyncio.sleep(0.1)
        if how == "html":
            return web.Response(status=200, text="<html>maintenance</html>", content_type="text/html")
        if how == "502":
            return web.Response(status=502, text="Bad Gateway")
        says = "You are not permitted to do that"
        body = {"errors": [says], "status": {"code": "no", "message": says}, "response": {}}
        return web.json_response(body, status=int(how))


class Running:
    """A forum on a port of its own."""

    def __init__(self, forum: Forum, routes: list[web.RouteDef]) -> None:
        self.forum = forum
        self._app = web.Application(middlewares=[forum.misbehave], client_max_size=8_000_000)
        self._app.add_routes(routes)
        self._runner = web.AppRunner(self._app, access_log=None, shutdown_timeout=0.1)

    async def start(self) -> "Running":
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        (address,) = self._runner.addresses
        self.url = f"http://127.0.0.1:{address[1]}{self.forum.base}"
        return self

    async def stop(self) -> None:
        await self._runner.cleanup()
