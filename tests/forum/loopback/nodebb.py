"""A NodeBB of our own: its calls, its answers and its refusals, as far as Fieldpost meets them."""

import html
import json
from typing import Any

from aiohttp import web

from .descriptions import nodebb
from .world import BOT, Forum, Post, Running, Topic

KEY = "n" * 36
PAGE = 20


class NodeBBServer(Running):
    def __init__(self, base: str = "") -> None:
        super().__init__(Forum(nodebb(), base), self._routes(base))

    def _routes(self, base: str) -> list[web.RouteDef]:
        return [
            web.get(f"{base}/api/self", self.me),
            web.get(f"{base}/api/v3/categories/{{cid}}", self.category),
            web.get(f"{base}/api/category/{{cid}}/{{slug}}", self.category_page),
            web.post(f"{base}/api/v3/topics/", self.create),
            web.get(f"{base}/api/v3/topics/{{tid}}", self.slim),
            web.post(f"{base}/api/v3/topics/{{tid}}", self.reply),
            web.put(f"{base}/api/v3/posts/{{pid}}", self.edit),
            web.get(f"{base}/api/v3/posts/{{pid}}/raw", self.raw),
            web.get(f"{base}/api/topic/{{tid}}/{{slug}}", self.page),
            web.get(f"{base}/api/recent/posts/{{term}}", self.recent),
            web.get(f"{base}/api/user/{{slug}}/topics", self.topics),
            web.get(f"{base}/api/v3/chats/", self.rooms),
            web.post(f"{base}/api/v3/chats/", self.make_room),
            web.post(f"{base}/api/v3/chats/{{room}}", self.say),
            web.get(f"{base}/api/v3/chats/{{room}}/messages", self.messages),
            web.get(f"{base}/api/v3/chats/{{room}}/messages/{{mid}}/raw", self.message),
            web.delete(f"{base}/api/v3/chats/{{room}}/state", self.mark_read),
            web.post(f"{base}/api/post/upload", self.upload),
        ]

    # topics
    async def me(self, request: web.Request) -> web.Response:
        if request.headers.get("Authorization") != f"Bearer {KEY}":
            return _error(401, "A valid login session was not found.")
        return _plain({"uid": BOT, "username": "fieldpost", "userslug": "fieldpost"})

    async def category(self, request: web.Request) -> web.Response:
        if request.match_info["cid"] != "5":
            return _error(404, "Category does not exist")
        return _good({"cid": 5, "name": "Games &amp; more", "slug": "5/games"})

    async def category_page(self, request: web.Request) -> web.Response:
        assert request.match_info["slug"] == "games"
        return _plain({"cid": 5, "privileges": {"read": True, "topics:create": self.forum.may_post}})

    async def create(self, request: web.Request) -> web.Response:
        body = await request.json()
        if trouble := self._refused(request, body["content"], 32_767):
            return trouble
        assert isinstance(body["cid"], int) and len(body["title"]) >= 3
        return self._made(lambda: self.forum.make_topic(BOT, body["title"], body["content"], body["cid"]), topic=True)

    async def reply(self, request: web.Request) -> web.Response:
        body, topic = await request.json(), self._topic(request)
        if trouble := self._refused(request, body["content"], 32_767):
            return trouble
        if topic is None or topic.deleted:
            return _error(404, "Topic does not exist")
        if topic.closed:
            return _error(400, "Topic locked")
        if topic.read_only:
            return _error(403, "You do not have enough privileges for this action.")
        return self._made(lambda: self.forum.make_post(BOT, topic.id, body["content"], body.get("toPid", 0)))

    async def slim(self, request: web.Request) -> web.Response:
        topic = self._topic(request)
        if topic is None:
            return _error(404, "Topic does not exist")
        return _good(self._slim(topic))

    async def edit(self, request: web.Request) -> web.Response:
        post = self.forum.posts[int(request.match_info["pid"])]
        if self.forum.topics[post.topic].closed:
            return _error(400, "Topic locked")
        post.edits.append(post.raw)
        post.raw = (await request.json())["content"]
        return _good(self._summary(post))

    async def raw(self, request: web.Request) -> web.Response:
        post = self.forum.posts.get(int(request.match_info["pid"]))
        return _good({"content": post.raw}) if post and not post.deleted else _error(404, "Post does not exist")

    async def page(self, request: web.Request) -> web.Response:
        topic = self._topic(request)
        if topic is None or topic.deleted:
            return _error(404, "Not Found")
        start = (int(request.query.get("page", "1")) - 1) * PAGE
        posts = self.forum.posts_in(topic.id)[start : start + PAGE]
        return _plain({**self._slim(topic), "posts": [self._summary(post) for post in posts]})

    async def recent(self, request: web.Request) -> web.Response:
        assert request.match_info["term"] in ("day", "week", "month")
        public = [post for post in self.forum.posts.values() if not self.forum.topics[post.topic].allowed]
        start = (int(request.query.get("page", "1")) - 1) * PAGE
        return _plain([self._summary(post) for post in public[::-1][start : start + PAGE]])

    async def topics(self, request: web.Request) -> web.Response:
        own = [topic for topic in self.forum.topics.values() if topic.user == BOT and not topic.allowed]
        return _plain({"topics": [self._slim(topic) for topic in own[::-1]], "nextStart": len(own)})

    # chats
    async def rooms(self, request: web.Request) -> web.Response:
        found = [topic for topic in self.forum.topics.values() if BOT in topic.allowed and topic.listed]
        found.sort(key=lambda topic: self.forum.posts[topic.posts[-1]].at if topic.posts else topic.at, reverse=True)
        start, size = int(request.query["start"]), int(request.query["perPage"])
        shown = found[start : start + size]
        return _good({"rooms": [self._room(topic) for topic in shown], "nextStart": start + len(shown)})

    async def make_room(self, request: web.Request) -> web.Response:
        (to,) = (await request.json())["uids"]
        topic = Topic(len(self.forum.topics) + 10_000, "", BOT, 0, 0.0, allowed={BOT, to})
        self.forum.topics[topic.id] = topic
        return _good({"roomId": topic.id})

    async def say(self, request: web.Request) -> web.Response:
        words = (await request.json())["message"]
        if len(words) > 1000:
            return _error(400, "Chat messages can not be longer than 1000 characters")
        if self.forum.too_fast(BOT):
            return _error(400, "You have sent too many messages, please wait for a while.")
        post = self.forum.make_post(BOT, int(request.match_info["room"]), words)
        return _good({**self._said(post), "mid": post.id})

    async def messages(self, request: web.Request) -> web.Response:
        posts = self.forum.posts_in(int(request.match_info["room"]))
        end = max(0, len(posts) - int(request.query.get("start", 0)))
        return _good({"messages": [self._said(post) for post in posts[max(0, end - 50) : end]]})

    async def message(self, request: web.Request) -> web.Response:
        return _good({"content": self.forum.posts[int(request.match_info["mid"])].raw})

    async def mark_read(self, request: web.Request) -> web.Response:
        topic = self.forum.topics[int(request.match_info["room"])]
        topic.read = len(topic.posts)
        return _good(self._room(topic))

    async def upload(self, request: web.Request) -> web.Response:
        form = await request.post()
        file = form["files[]"]
        assert isinstance(file, web.FileField)
        data = file.file.read()
        if not self.forum.may_upload:
            return _error(403, "You do not have enough privileges for this action.")
        if len(data) > 2048 * 1024:
            return _error(500, "The maximum allowed filesize is 2048 kbs")
        url = f"{self.forum.base}/assets/uploads/files/{len(self.forum.uploads)}-{file.filename}"
        self.forum.uploads[url] = data
        return _good({"images": [{"url": url}]})

    # answers
    def _topic(self, request: web.Request) -> Topic | None:
        return self.forum.topics.get(int(request.match_info["tid"]))

    def _refused(self, request: web.Request, words: str, longest: int) -> web.Response | None:
        if request.headers.get("Authorization") != f"Bearer {KEY}":
            return _error(401, "A valid login session was not found.")
        assert request.query.get("lang") == "en-GB"
        if len(words) < 8 or len(words) > longest:
            return _error(400, f"Please enter a post of 8 to {longest} character(s).")
        if wait := self.forum.too_fast(BOT):
            return _error(400, f"You can only post once every {wait} second(s) - please wait before posting again")
        return None

    def _made(self, make: Any, *, topic: bool = False) -> web.Response:
        if self.forum.queue_posts:
            self.forum.queued.append(make)
            return _good({"queued": True, "id": "reply-1", "message": "queued"}, 202 if topic else 200)
        post = make()
        if topic:
            return _good(self._slim(self.forum.topics[post.topic]))
        return _good({**self._summary(post), "index": post.number})

    def _slim(self, topic: Topic) -> dict[str, Any]:
        return {
            "tid": topic.id,
            "uid": topic.user,
            "cid": topic.category,
            "title": html.escape(topic.title),
            "titleRaw": topic.title,
            "mainPid": topic.posts[0],
            "postcount": len(self.forum.posts_in(topic.id)),
            "timestamp": round(topic.at * 1000),
            "locked": int(topic.closed),
            "deleted": int(topic.deleted),
        }

    def _summary(self, post: Post) -> dict[str, Any]:
        return {
            "pid": post.id,
            "tid": post.topic,
            "uid": post.user,
            "content": f"<p>{html.escape(post.raw)}</p>",
            "timestamp": round(post.at * 1000),
            "deleted": post.deleted,
            "user": self._user(post.user),
        }

    def _user(self, id_: int) -> dict[str, Any]:
        name = self.forum.users[id_].name
        return {"uid": id_, "username": name, "userslug": name.lower().replace(" ", "-")}

    def _room(self, topic: Topic) -> dict[str, Any]:
        last = self.forum.posts[topic.posts[-1]] if topic.posts else None
        teaser = {"fromuid": last.user, "timestamp": round(last.at * 1000)} if last else None
        return {
            "roomId": topic.id,
            "roomName": "",
            "groupChat": len(topic.allowed) > 2,
            "userCount": len(topic.allowed),
            "unread": topic.read < len(topic.posts),
            "teaser": teaser,
            "users": [self._user(id_) for id_ in sorted(topic.allowed - {BOT})],
        }

    def _said(self, post: Post) -> dict[str, Any]:
        return {
            "messageId": post.id,
            "fromuid": post.user,
            "timestamp": round(post.at * 1000),
            "content": f"<p>{html.escape(post.raw)}</p>",
            "deleted": 0,
            "system": 0,
            "fromUser": self._user(post.user),
        }


def _plain(data: Any, status: int = 200) -> web.Response:
    return web.Response(status=status, text=json.dumps(data), content_type="application/json")


def _good(response: Any, status: int = 200) -> web.Response:
    return _plain({"status": {"code": "ok", "message": "OK"}, "response": response}, status)


def _error(status: int, says: str) -> web.Response:
    return _plain({"status": {"code": "bad-request", "message": says}, "response": {}}, status)
