"""NodeBB: the write API for posts and chats, the read API for what is new; its refusals are sentences."""

from collections.abc import AsyncIterator, Container, Mapping
from datetime import UTC, datetime
from html import unescape
from typing import Any

from ..settings import ForumSettings
from . import http
from .connector import (
    LETTER,
    SHARED,
    TOPIC,
    Account,
    Category,
    KeyRefused,
    Letter,
    Look,
    NewTopic,
    NotThisProgram,
    Place,
    Posted,
    SeenPost,
    TopicState,
    Unclear,
    new_letters,
)
from .http import number, rows, text
from .nodebb_http import LANGUAGE, NodeBBHttp

A_MINUTE = 120
PAGE, MESSAGES, ROOMS, MOST_PAGES = 20, 50, 50, 40
"""Posts, messages of a chat and chats on a page; pages that are looked at, at most."""


class NodeBB:
    longest, chats = 32_767, True

    def __init__(self, settings: ForumSettings, calls: int = 0) -> None:
        """``calls``: in a minute, at most (0 = as many as it allows)."""
        self._settings, self._slug = settings, settings.user
        self._http = NodeBBHttp(settings.url, {"Authorization": f"Bearer {settings.key}"}, calls or A_MINUTE)
        self.account = Account(0, settings.user, settings.user)

    async def close(self) -> None:
        await self._http.close()

    async def probe(self) -> Account:
        answer = await self._http.get("/api/self")
        if answer.status == 404 or (answer.good and answer.data is None):
            raise NotThisProgram(f"{self._settings.url} does not answer as NodeBB does. Check FIELDPOST_FORUM_URL.")
        if answer.status in (401, 403):
            raise KeyRefused(f"{self._settings.url} does not accept the key. Check FIELDPOST_FORUM_KEY.")
        data = self._http.read(answer, "its own account")
        self.account, user = _account(data), self._settings.user
        if not self.account.id or user.casefold() not in (self.account.name.casefold(), self.account.handle.casefold()):
            raise KeyRefused(
                f"The key is that of {self.account.name or 'nobody'}, not of {user}. FIELDPOST_FORUM_USER must name the"
                " account of the key: make a user token, not a master token."
            )
        return self.account

    @property
    def skew(self) -> float | None:
        return self._http.skew

    async def category(self) -> Category | None:
        answer = await self._http.get(f"/api/v3/categories/{self._settings.category}", LANGUAGE)
        if answer.status in (403, 404):
            return None
        found = self._http.response(answer, "a category")
        seen = self._http.read(await self._http.get(f"/api/category/{text(found, 'slug')}"), "a category")
        return Category(unescape(text(found, "name")), http.field(seen, "privileges", "topics:create") is True)

    # writing
    async def open_topic(self, topic: NewTopic) -> Posted:
        body = {"cid": self._settings.category, "title": topic.title, "content": topic.raw}
        made = await self._http.write("POST", "/api/v3/topics/", body)
        return Posted(Place(TOPIC, http.given(made, "tid")), http.given(made, "mainPid"))

    async def reply(self, place: Place, raw: str, to: int) -> int:
        if place.kind == LETTER:
            made = await self._http.write("POST", f"/api/v3/chats/{place.number}", {"message": raw})
            return http.given(made, "messageId") if number(made, "messageId") else http.given(made, "mid")
        body = {"content": raw, "toPid": to} if to else {"content": raw}
        return http.given(await self._http.write("POST", f"/api/v3/topics/{place.number}", body), "pid")

    async def begin_letter(self, to: Account, title: str, raw: str) -> Posted:
        place = await self._room_with(to)
        if place is None:
            made = await self._http.write("POST", "/api/v3/chats/", {"uids": [to.id]})
            place = Place(LETTER, http.given(made, "roomId"))
        return Posted(place, await self.reply(place, raw, 0))

    async def edit(self, post: int, raw: str) -> None:
        await self._http.write("PUT", f"/api/v3/posts/{post}", {"content": raw})

    async def upload(self, name: str, data: bytes, alt: str) -> str:
        answer = await self._http.upload("/api/post/upload", {}, http.Upload("files[]", name, data))
        found = self._http.read(answer, "a picture")
        images = rows(found, "response", "images") or (found if isinstance(found, list) else [])
        if not images or not (address := text(images[0], "url")):
            raise Unclear("The forum did not say where it keeps a picture.")
        return f"![{alt}]({address})"

    # looking
    async def find_topic(self, topic: NewTopic, look: Look) -> Posted | None:
        data = self._http.read(await self._http.get(f"/api/user/{self.account.handle}/topics"), "its own topics")
        for row in rows(data, "topics"):
            title = text(row, "titleRaw") or unescape(text(row, "title"))
            if title == topic.title and _moment(row) >= look.since and number(row, "uid") == self.account.id:
                state = await self._topic(Place(TOPIC, number(row, "tid")))
                if look.mark in await self._raw(main := number(state, "mainPid")):
                    return Posted(Place(TOPIC, number(row, "tid")), main)
        return None

    async def find_letter(self, to: Account, title: str, look: Look) -> Posted | None:
        place = await self._room_with(to)
        found = await self.find_mark(place, look) if place else 0
        return Posted(place, found) if place and found else None

    async def find_mark(self, place: Place, look: Look) -> int:
        if place.kind == LETTER:
            return await self._find_message(place, look)
        for page in range(http.pages(number(await self._topic(place), "postcount"), PAGE), 0, -1):
            posts = await self._page(place, page)
            for post in reversed(posts):
                id_, mine = number(post, "pid"), number(post, "uid") == self.account.id
                if mine and id_ not in look.seen and _moment(post) >= look.since:
                    if look.mark in await self._raw(id_):
                        return id_
                    look.seen.add(id_)
            if posts and _moment(posts[0]) < look.since:
                break
        return 0

    async def _find_message(self, place: Place, look: Look) -> int:
        async for page in self._messages(place):
            for message in page:
                if _moment(message) < look.since:
                    return 0
                mine = number(message, "fromuid") == self.account.id
                if mine and look.mark in await self._message(place, _message_id(message)):
                    return _message_id(message)
        return 0

    async def _room_with(self, person: Account) -> Place | None:
        """The chat with this person alone, if there is one."""
        async for page in self._rooms():
            for room in page:
                users = {number(user, "uid") for user in rows(room, "users")} - {self.account.id}
                if users == {person.id} and not http.field(room, "groupChat"):
                    return Place(LETTER, number(room, "roomId"))
        return None

    # reading
    async def recent_posts(self, places: frozenset[str], mark: int) -> tuple[tuple[SeenPost, ...], int]:
        found, newest = dict[int, SeenPost](), mark
        for page in range(1, MOST_PAGES + 1):
            answer = await self._http.get("/api/recent/posts/month", {"page": str(page)})
            posts = self._http.read(answer, "the newest posts")
            listed = posts if isinstance(posts, list) else rows(posts, "posts")
            newest = max([newest, *(number(post, "pid") for post in listed)])
            for post in listed:
                place = Place(TOPIC, number(post, "tid"))
                if place.key in places and number(post, "pid") > mark:
                    found |= {seen.id: seen for seen in await self._seen(place, [post])}
            if not mark or not listed or min(number(post, "pid") for post in listed) <= mark:
                break
        return tuple(found[id_] for id_ in sorted(found)), newest

    async def topic_state(self, place: Place, done: Container[int] | None) -> TopicState:
        topic = await self._topic(place)
        word = next((word for word in ("deleted", "locked") if number(topic, word)), "")
        if word or done is None:
            return TopicState(f"its topic is {word}" if word else "", deleted=word == "deleted")
        found, last = dict[int, SeenPost](), http.pages(number(topic, "postcount"), PAGE)
        for page in range(last, 0, -1):
            posts = [post for post in await self._page(place, page) if number(post, "pid") not in done]
            found |= {seen.id: seen for seen in await self._seen(place, posts)}
            if page < last and not posts:
                break
        return TopicState("", tuple(found[id_] for id_ in sorted(found)))

    async def letters(self, read: Mapping[str, int], *, whole: bool = False) -> tuple[Letter, ...]:
        found = dict[Place, Letter]()
        async for page in self._rooms():
            new = new_letters((_letter(room) for room in page if not http.field(room, "public")), read)
            found |= {letter.place: letter for letter in new}
            if not (new or whole):
                break
        return tuple(reversed(found.values()))

    async def letter_posts(self, letter: Letter, done: Container[int], since: str) -> tuple[SeenPost, ...]:
        found, doubt = dict[int, SeenPost](), SHARED if letter.shared else ""
        async for page in self._messages(letter.place):
            new = [row for row in page if _message_id(row) not in done and self._is_of_others(row, since)]
            for message in new:
                id_ = _message_id(message)
                account = _account(http.field(message, "fromUser"))._replace(id=number(message, "fromuid"))
                raw = await self._message(letter.place, id_)
                found[id_] = SeenPost(id_, letter.place, 0, account, _moment(message), raw, doubt)
            if not new:
                break
        return tuple(found[id_] for id_ in sorted(found))

    def _is_of_others(self, message: object, since: str) -> bool:
        written = number(message, "fromuid") not in (0, self.account.id) and not number(message, "system")
        return written and not number(message, "deleted") and _moment(message) >= since

    async def mark_read(self, letter: Letter) -> None:
        await self._http.write("DELETE", f"/api/v3/chats/{letter.place.number}/state", None)

    def link(self, place: Place) -> str:
        return f"{self._settings.url}/topic/{place.number}"

    async def _topic(self, place: Place) -> Any:
        return self._http.response(await self._http.get(f"/api/v3/topics/{place.number}", LANGUAGE), "a topic")

    async def _page(self, place: Place, page: int) -> list[Any]:
        query = {"sort": "oldest_to_newest", "page": str(page)}
        return rows(self._http.read(await self._http.get(f"/api/topic/{place.number}/game", query), "a topic"), "posts")

    async def _raw(self, pid: int) -> str:
        """A post's own words, "" if it is gone."""
        answer = await self._http.get(f"/api/v3/posts/{pid}/raw", LANGUAGE)
        return "" if answer.status in (403, 404) else text(self._http.response(answer, "a post"), "content")

    async def _message(self, place: Place, id_: int) -> str:
        answer = await self._http.get(f"/api/v3/chats/{place.number}/messages/{id_}/raw", LANGUAGE)
        return "" if answer.status in (403, 404) else text(self._http.response(answer, "a message"), "content")

    async def _messages(self, place: Place) -> AsyncIterator[list[Any]]:
        """The messages of a chat, page by page, the newest first."""
        for start in range(0, MOST_PAGES * MESSAGES, MESSAGES):
            query = {**LANGUAGE, **({"start": str(start)} if start else {})}
            answer = await self._http.get(f"/api/v3/chats/{place.number}/messages", query)
            page = sorted(rows(self._http.response(answer, "a chat"), "messages"), key=_message_id, reverse=True)
            yield page
            if len(page) < MESSAGES:
                break

    async def _rooms(self) -> AsyncIterator[list[Any]]:
        """The chats, page by page, the newest first."""
        for start in range(0, MOST_PAGES * ROOMS, ROOMS):
            query = {"start": str(start), "perPage": str(ROOMS), **LANGUAGE}
            page = rows(self._http.response(await self._http.get("/api/v3/chats/", query), "chats"), "rooms")
            yield page
            if len(page) < ROOMS:
                break

    async def _seen(self, place: Place, posts: list[Any]) -> list[SeenPost]:
        found = list[SeenPost]()
        for post in posts:
            pid, author = number(post, "pid"), number(post, "uid")
            if pid and not number(post, "deleted") and author not in (0, self.account.id):
                account = _account(http.field(post, "user"))._replace(id=author)
                found.append(SeenPost(pid, place, pid, account, _moment(post), await self._raw(pid)))
        return found


def _letter(room: object) -> Letter:
    shared = bool(http.field(room, "groupChat")) or number(room, "userCount") > 2
    newest = number(room, "teaser", "timestamp")
    return Letter(Place(LETTER, number(room, "roomId")), text(room, "roomName"), newest, shared)


def _message_id(message: object) -> int:
    return number(message, "messageId") or number(message, "mid")


def _moment(row: object) -> str:
    """When something was written, to the second."""
    at = max(0, min(number(row, "timestamp"), 253_402_300_799_000)) / 1000
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _account(user: object) -> Account:
    name = text(user, "username")
    return Account(number(user, "uid"), text(user, "userslug") or name, name)
