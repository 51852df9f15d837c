"""A Discourse of our own: its calls, its answers and its refusals, as far as Fieldpost meets them."""

import json
from datetime import UTC, datetime
from typing import Any

from aiohttp import web

from .descriptions import discourse
from .world import BOT, Forum, Post, Running, Topic

KEY = "d" * 64


def moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")[:23] + "Z"


class DiscourseServer(Running):
    def __init__(self, base: str = "") -> None:
        super().__init__(Forum(discourse(), base), self._routes(base))
        self.key_limit = 0
        """Seconds for which the whole key is too fast, told once."""
        self.taken = False
        """Whether every new topic has the name of one that was deleted."""

    def _routes(self, base: str) -> list[web.RouteDef]:
        return [
            web.get(f"{base}/u/{{name}}.json", self.user),
            web.get(f"{base}/c/{{id}}/show.json", self.category),
            web.get(f"{base}/posts.json", self.latest),
            web.post(f"{base}/posts.json", self.create),
            web.get(f"{base}/posts/{{id}}.json", self.post),
            web.put(f"{base}/posts/{{id}}.json", self.edit),
            web.get(f"{base}/t/{{id}}.json", self.topic),
            web.get(f"{base}/t/external_id/{{id}}.json", self.external),
            web.get(f"{base}/topics/private-messages/{{name}}.json", self.letters),
            web.get(f"{base}/topics/private-messages-sent/{{name}}.json", self.letters),
            web.post(f"{base}/uploads.json", self.upload),
        ]

    # calls
    async def user(self, request: web.Request) -> web.Response:
        if trouble := self._refused(request):
            return trouble
        found = next((user for user in self.forum.users.values() if user.name == request.match_info["name"]), None)
        return _json({"user": {"id": found.id, "username": found.name}}) if found else _no(404, "not_found")

    async def category(self, request: web.Request) -> web.Response:
        if trouble := self._refused(request):
            return trouble
        if request.match_info["id"] != "5":
            return _no(404, "not_found")
        return _json({"category": {"id": 5, "name": "Games", "permission": 1 if self.forum.may_post else None}})

    async def latest(self, request: web.Request) -> web.Response:
        if trouble := self._refused(request):
            return trouble
        before = int(request.query.get("before", "0"))
        public = [post for post in self.forum.posts.values() if not self.forum.topics[post.topic].allowed]
        fitting = [post for post in public if not post.deleted and (not before or before - 50 < post.id <= before)]
        return _json({"latest_posts": [self._shown(post) for post in fitting[::-1][:50]]})

    async def create(self, request: web.Request) -> web.Response:
        if trouble := self._refused(request):
            return trouble
        body, forum = await request.json(), self.forum
        raw = body["raw"]
        if trouble := self._refuses_text(raw, body):
            return trouble
        if wait := forum.too_fast(BOT):
            extras = {"wait_seconds": wait, "time_left": f"{wait} seconds"}
            body = {"errors": ["Too fast"], "error_type": "rate_limit", "extras": extras}
            return _json(body, 429, {"Retry-After": str(wait)})
        if "topic_id" in body:
            topic = forum.topics.get(body["topic_id"])
            if topic is None or topic.closed or topic.read_only or topic.deleted:
                return _no(403 if topic and not topic.deleted else 404, "invalid_access")
            return self._made(lambda: forum.make_post(BOT, topic.id, raw, body.get("reply_to_post_number", 0)))
        if body.get("archetype") == "private_message":
            to = [user.id for user in forum.users.values() if user.name in body["target_recipients"].split(",")]
            return self._made(lambda: forum.make_topic(BOT, body["title"], raw, 0, {BOT, *to}))

        def make() -> Post:
            post = forum.make_topic(BOT, body["title"], raw, body["category"])
            forum.topics[post.topic].external = body.get("external_id", "")
            return post

        return self._made(make)

    async def post(self, request: web.Request) -> web.Response:
        found = self.forum.posts.get(int(request.match_info["id"]))
        return _json(self._shown(found)) if found and not found.deleted else _no(404, "not_found")

    async def edit(self, request: web.Request) -> web.Response:
        if trouble := self._refused(request):
            return trouble
        found = self.forum.posts.get(int(request.match_info["id"]))
        if found is None or found.deleted:
            return _no(404, "not_found")
        found.edits.append(found.raw)
        found.raw = (await request.json())["post"]["raw"]
        return _json({"post": self._shown(found)})

    async def topic(self, request: web.Request) -> web.Response:
        found = self.forum.topics.get(int(request.match_info["id"]))
        if found is None or found.deleted:
            return _no(404, "not_found")
        posts = self.forum.posts_in(found.id)
        shown = [{k: v for k, v in self._shown(post).items() if k != "raw"} for post in posts[:20]]
        users = [{"id": id_, "username": self.forum.users[id_].name} for id_ in sorted(found.allowed)]
        details = {"allowed_users": users, "allowed_groups": []} if found.allowed else {}
        stream = {"posts": shown, "stream": [post.id for post in posts]}
        return _json({**self._row(found), "post_stream": stream, "details": details})

    async def external(self, request: web.Request) -> web.Response:
        wanted = request.match_info["id"]
        found = next((t for t in self.forum.topics.values() if t.external == wanted and not t.deleted), None)
        if found is None:
            return _no(404, "not_found")
        return web.Response(status=301, headers={"Location": f"{self.url}/t/{found.id}.json"})

    async def letters(self, request: web.Request) -> web.Response:
        if trouble := self._refused(request):
            return trouble
        sent = "sent" in request.path
        found = [
            topic
            for topic in self.forum.topics.values()
            if BOT in topic.allowed
            and topic.listed
            and (topic.user == BOT if sent else any(p.user != BOT for p in self.forum.posts_in(topic.id)))
        ]
        found.sort(key=lambda topic: self.forum.posts[topic.posts[-1]].at, reverse=True)
        page = int(request.query.get("page", 0))
        shown, more = found[page * 30 : page * 30 + 30], found[page * 30 + 30 :]
        listed: dict[str, Any] = {"per_page": 30, "topics": [self._row(topic) for topic in shown]}
        if more:
            listed["more_topics_url"] = f"{request.path.removesuffix('.json')}?page={page + 1}"
        return _json({"users": [], "topic_list": listed})

    async def upload(self, request: web.Request) -> web.Response:
        form = await request.post()
        file = form["file"]
        if not self.forum.may_upload:
            return _json({"errors": ["Sorry, the file you are trying to upload is not authorized"]}, 422)
        assert form["upload_type"] == "composer" and isinstance(file, web.FileField)
        data = file.file.read()
        name = f"upload://{len(self.forum.uploads)}.png"
        self.forum.uploads[name] = data
        return _json(
            {"id": len(self.forum.uploads), "short_url": name, "url": f"//cdn/{name}", "width": 640, "height": 480}
        )

    # answers
    def _refused(self, request: web.Request) -> web.Response | None:
        if request.headers.get("Api-Key") != KEY or request.headers.get("Api-Username") != "fieldpost":
            return _no(403, "invalid_access")
        if self.key_limit:
            wait, self.key_limit = self.key_limit, 0
            headers = {"Retry-After": str(wait), "Discourse-Rate-Limit-Error-Code": "ip_10_secs_limit"}
            return web.Response(status=429, text="Slow down, too many requests", headers=headers)
        return None

    def _refuses_text(self, raw: str, body: dict[str, Any]) -> web.Response | None:
        forum = self.forum
        if len(raw) < 20:
            return _refuse("Body is too short (minimum is 20 characters)")
        if len(raw) > 32_000:
            return _refuse("Body is too long")
        if "title" in body and len(body["title"]) < 15:
            return _refuse("Title is too short (minimum is 15 characters)")
        external = body.get("external_id", "")
        if external and (self.taken or any(topic.external == external for topic in forum.topics.values())):
            return _refuse("External has already been taken")
        return _refuse("Body is too similar to what you recently posted") if forum.similar(BOT, raw) else None

    def _made(self, make: Any) -> web.Response:
        if self.forum.queue_posts:
            self.forum.queued.append(make)
            return _json({"success": True, "action": "enqueued"})
        return _json(self._shown(make()))

    def _shown(self, post: Post) -> dict[str, Any]:
        return {
            "id": post.id,
            "username": self.forum.users[post.user].name,
            "user_id": post.user,
            "created_at": moment(post.at),
            "raw": post.raw,
            "post_number": post.number,
            "post_type": post.type,
            "topic_id": post.topic,
            "hidden": post.hidden,
            "deleted_at": None,
            "wiki": post.wiki,
            "version": 1 + len(post.edits),
        }

    def _row(self, topic: Topic) -> dict[str, Any]:
        return {
            "id": topic.id,
            "title": topic.title,
            "created_at": moment(topic.at),
            "closed": topic.closed,
            "archived": False,
            "deleted_at": None,
            "user_id": topic.user,
            "category_id": topic.category or None,
            "highest_post_number": len(topic.posts),
        }


def _json(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    return web.Response(status=status, text=json.dumps(data), content_type="application/json", headers=headers)


def _no(status: int, kind: str) -> web.Response:
    return _json({"errors": ["You are not permitted to do that"], "error_type": kind}, status)


def _refuse(says: str) -> web.Response:
    return _json({"action": "create_post", "errors": [says]}, 422)
