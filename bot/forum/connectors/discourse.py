"""Discourse: posts with their raw text, letters as topics of their own, and limits that are named in seconds."""

import re
from collections.abc import Container, Iterable, Mapping
from typing import Any

from ..settings import ForumSettings
from . import http
from .connector import (
    LETTER,
    SHARED,
    TOPIC,
    WIKI,
    Account,
    Category,
    ForumTrouble,
    Gone,
    Hidden,
    KeyRefused,
    Letter,
    Look,
    NewTopic,
    NotThisProgram,
    Place,
    Posted,
    Queued,
    RefusedForGood,
    SeenPost,
    Taken,
    TooFast,
    TopicState,
    Unclear,
    new_letters,
)
from .http import Answer, Http, number, rows, text

A_MINUTE = 50
"""Calls in a minute: an admin's key has 60."""
PAGE = 50
"""Posts that one look at the newest shows."""
MOST_PAGES, MOST_LOOKED = 40, 500
FULL = 1
"""The permission to open topics in a category."""
REGULAR = 1
"""The type of posts that people write; others are notices and small actions."""
_TOPIC_ADDRESS = re.compile(r"/t/(?:[^/?]+/)?(\d+)(?:\.json)?(?:[/?].*)?$")


class Discourse:
    longest, chats = 32_000, False

    def __init__(self, settings: ForumSettings, calls: int = 0) -> None:
        """``calls``: in a minute, at most (0 = as many as it allows)."""
        self._settings = settings
        headers = {"Api-Key": settings.key, "Api-Username": settings.user, "Accept": "application/json"}
        self._http = Http(settings.url, headers, calls or A_MINUTE)
        self.account = Account(0, settings.user, settings.user)

    async def close(self) -> None:
        await self._http.close()

    async def probe(self) -> Account:
        user = self._settings.user
        other = f"{self._settings.url} does not answer as Discourse does. Check FIELDPOST_FORUM_URL."
        answer = await self._http.get(f"/u/{user}.json")
        known = answer.data is not None if answer.good else isinstance(http.field(answer.data, "errors"), list)
        if not known and (answer.good or answer.status == 404):
            raise NotThisProgram(other)
        if answer.status in (401, 403, 404):
            raise KeyRefused(
                f"{self._settings.url} does not accept the key for {user}. Check FIELDPOST_FORUM_KEY and"
                " FIELDPOST_FORUM_USER: the key must be for that account, or for all users."
            )
        data = self._good(answer, "its own account")
        self.account = Account(number(data, "user", "id"), text(data, "user", "username") or user, user)
        if not self.account.id:
            raise NotThisProgram(other)
        return self.account

    @property
    def skew(self) -> float | None:
        return self._http.skew

    async def category(self) -> Category | None:
        answer = await self._http.get(f"/c/{self._settings.category}/show.json")
        if answer.status in (403, 404, 410):
            return None
        data = self._good(answer, "a category")
        return Category(text(data, "category", "name"), number(data, "category", "permission") == FULL)

    # writing
    async def open_topic(self, topic: NewTopic) -> Posted:
        body = {"title": topic.title, "raw": topic.raw, "category": self._settings.category}
        return await self._post({**body, "external_id": topic.external}, TOPIC)

    async def reply(self, place: Place, raw: str, to: int) -> int:
        body: dict[str, object] = {"topic_id": place.number, "raw": raw}
        return (await self._post(body | ({"reply_to_post_number": to} if to else {}), place.kind)).post

    async def begin_letter(self, to: Account, title: str, raw: str) -> Posted:
        body = {"archetype": "private_message", "target_recipients": to.handle, "title": title, "raw": raw}
        return await self._post(body, LETTER)

    async def _post(self, body: Mapping[str, object], kind: str) -> Posted:
        data = self._good(await self._http.send("POST", "/posts.json", body), "a post")
        if text(data, "action") == "enqueued":
            raise Queued("The post waits for a moderator.")
        made = Posted(Place(kind, number(data, "topic_id")), number(data, "id"))
        if not (made.post and made.place.number):
            raise Unclear("The forum did not say what became of a post.")
        return made

    async def edit(self, post: int, raw: str) -> None:
        body = {"post": {"raw": raw, "edit_reason": "where the game stands"}, "bypass_bump": True}
        self._good(await self._http.send("PUT", f"/posts/{post}.json", body), "an edit")

    async def upload(self, name: str, data: bytes, alt: str) -> str:
        fields = {"upload_type": "composer", "synchronous": "true"}
        found = self._good(
            await self._http.upload("/uploads.json", fields, http.Upload("file", name, data)), "a picture"
        )
        if not (address := text(found, "short_url")):
            raise Unclear("The forum did not say where it keeps a picture.")
        return f"![{alt.replace('|', ',')}|{number(found, 'width')}x{number(found, 'height')}]({address})"

    # looking
    async def find_topic(self, topic: NewTopic, look: Look) -> Posted | None:
        answer = await self._http.peek(f"/t/external_id/{topic.external}.json")
        found = _TOPIC_ADDRESS.search(answer.headers.get("Location", ""))
        id_ = int(found[1]) if found and answer.status in (301, 302) else number(answer.data, "id")
        if answer.status == 404 or (answer.status in (403, 410)):
            return None
        if not id_:
            self._good(answer, "a topic")
            raise Unclear("The forum did not say whether a topic is there.")
        return self._own(await self._topic(id_), TOPIC)

    async def find_letter(self, to: Account, title: str, look: Look) -> Posted | None:
        data = self._good(await self._http.get(f"/topics/private-messages-sent/{self.account.handle}.json"), "letters")
        for row in rows(data, "topic_list", "topics"):
            if text(row, "title") == title and _moment(row) >= look.since:
                place = Place(LETTER, number(row, "id"))
                if await self.find_mark(place, look):
                    return self._own(await self._topic(place.number), LETTER)
        return None

    async def find_mark(self, place: Place, look: Look) -> int:
        stream = rows(await self._topic(place.number), "post_stream", "stream")
        for id_ in [int(id_) for id_ in reversed(stream[-MOST_LOOKED:]) if id_ not in look.seen]:
            post = await self._one(id_)
            if number(post, "user_id") == self.account.id and look.mark in text(post, "raw"):
                return id_
            if post:
                look.seen.add(id_)
                if _moment(post) < look.since:
                    break
        return 0

    def _own(self, topic: object, kind: str) -> Posted | None:
        stream = rows(topic, "post_stream", "stream")
        mine = number(topic, "user_id") == self.account.id
        return Posted(Place(kind, number(topic, "id")), int(stream[0])) if mine and stream else None

    # reading
    async def recent_posts(self, places: frozenset[str], mark: int) -> tuple[tuple[SeenPost, ...], int]:
        found, newest, before = dict[int, SeenPost](), mark, 0
        for _ in range(MOST_PAGES):
            query = {"before": str(before)} if before else None
            page = rows(self._good(await self._http.get("/posts.json", query), "the newest posts"), "latest_posts")
            ids = [number(row, "id") for row in page]
            newest = max([newest, *ids])
            kept = (row for row in page if Place(TOPIC, number(row, "topic_id")).key in places)
            found |= {post.id: post for post in self._seen(kept, TOPIC)}
            before = min(ids) - 1 if ids else before - PAGE
            if not mark or before <= mark:
                break
        return tuple(found[id_] for id_ in sorted(found)), newest

    async def topic_state(self, place: Place, done: Container[int] | None) -> TopicState:
        topic = await self._topic(place.number)
        for name, word in (("deleted_at", "deleted"), ("closed", "closed"), ("archived", "archived")):
            if http.field(topic, name):
                return TopicState(f"its topic is {word}", deleted=word == "deleted")
        return TopicState("", () if done is None else await self._unread(topic, TOPIC, done))

    async def letters(self, read: Mapping[str, int], *, whole: bool = False) -> tuple[Letter, ...]:
        found, address = dict[Place, Letter](), f"/topics/private-messages/{self.account.handle}.json"
        for page in range(MOST_PAGES):
            answer = await self._http.get(address, {"page": str(page)} if page else None)
            listed = http.field(self._good(answer, "letters"), "topic_list")
            new = new_letters(map(_letter, rows(listed, "topics")), read)
            found |= {letter.place: letter for letter in new}
            if not (new or whole) or not text(listed, "more_topics_url"):
                break
        return tuple(reversed(found.values()))

    async def letter_posts(self, letter: Letter, done: Container[int], since: str) -> tuple[SeenPost, ...]:
        topic = await self._topic(letter.place.number)
        others = {number(user, "id") for user in rows(topic, "details", "allowed_users")} - {self.account.id}
        shared = len(others) > 1 or bool(rows(topic, "details", "allowed_groups"))
        posts = await self._unread(topic, LETTER, done, since)
        return tuple(post._replace(doubt=SHARED) for post in posts) if shared else posts

    async def mark_read(self, letter: Letter) -> None:
        """Nothing: what was read is known by its number."""

    def link(self, place: Place) -> str:
        return f"{self._settings.url}/t/{place.number}"

    async def _topic(self, id_: int) -> Any:
        return self._good(await self._http.get(f"/t/{id_}.json"), "a topic")

    async def _one(self, id_: int) -> Any:
        """A post; None if it is gone."""
        answer = await self._http.get(f"/posts/{id_}.json")
        return None if answer.status in (403, 404, 410) else self._good(answer, "a post")

    async def _unread(self, topic: object, kind: str, done: Container[int], since: str = "") -> tuple[SeenPost, ...]:
        shown, fresh = rows(topic, "post_stream", "posts"), list[object]()
        own = {number(row, "id") for row in shown if number(row, "user_id") == self.account.id}
        ids = [int(id_) for id_ in rows(topic, "post_stream", "stream") if isinstance(id_, int)]
        for id_ in reversed([id_ for id_ in ids if id_ not in done and id_ not in own]):
            if post := await self._one(id_):
                if _moment(post) < since:
                    break
                fresh.append(post)
        return tuple(self._seen(reversed(fresh), kind))

    def _seen(self, posts: Iterable[object], kind: str) -> list[SeenPost]:
        """Those that people wrote, as they wrote them."""
        return [
            SeenPost(
                number(post, "id"),
                Place(kind, number(post, "topic_id")),
                number(post, "post_number"),
                Account(number(post, "user_id"), text(post, "username"), text(post, "username")),
                _moment(post),
                text(post, "raw"),
                WIKI if http.field(post, "wiki") else "",
            )
            for post in posts
            if number(post, "post_type") == REGULAR
            and not http.field(post, "hidden")
            and not http.field(post, "deleted_at")
            and number(post, "user_id") not in (0, self.account.id)
        ]

    def _good(self, answer: Answer, what: str) -> Any:
        """The JSON of an answer.  Raises ForumTrouble if it says no."""
        if answer.good and answer.data is not None:
            return answer.data
        raise self._trouble(answer, what)

    def _trouble(self, answer: Answer, what: str) -> ForumTrouble:
        said = "; ".join(str(error) for error in rows(answer.data, "errors")) or f"status {answer.status}"
        says = f"Discourse refused {what}: {said}"
        if answer.status == 429:
            wait = http.seconds(http.field(answer.data, "extras", "wait_seconds"), answer.pause(30.0))
            if answer.data is None or "Discourse-Rate-Limit-Error-Code" in answer.headers:
                self._http.stop_for(wait)
            return TooFast(says, wait)
        if answer.status in (403, 404, 410) and answer.data is not None:
            return Hidden(says) if answer.status == 403 else Gone(says)
        if answer.status in (400, 409, 413, 422):
            if "already been taken" in said.lower():
                return Taken(says)
            return Unclear(says) if "similar" in said.lower() else RefusedForGood(says)
        return Unclear(says)


def _letter(row: object) -> Letter:
    return Letter(Place(LETTER, number(row, "id")), text(row, "title"), number(row, "highest_post_number"))


def _moment(row: object) -> str:
    """When something was written, to the second."""
    return f"{text(row, 'created_at')[:19]}Z"
