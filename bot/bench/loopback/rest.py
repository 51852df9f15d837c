"""The REST end of our loopback Discord: each route, what it needs to be allowed, and what it answers."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from .guild import World
from .hand_rules import command_faults, component_faults, message_faults
from .interactions import Answers
from .payloads import Payload, snowflake
from .rooms import Declined, Room

Files = list[tuple[str, bytes]]


@dataclass
class Request:
    """One request, its body read: ``parts`` are the names in the path."""

    method: str
    path: str
    parts: dict[str, str]
    query: dict[str, str]
    body: Any
    files: Files


Route = Callable[["Rest", Request], Any]
ROUTES: list[tuple[str, str, re.Pattern[str], Route]] = []


def route(method: str, shape: str) -> Callable[[Route], Route]:
    def add(answer: Route) -> Route:
        ROUTES.append((method, shape, re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", shape)), answer))
        return answer

    return add


def find(method: str, path: str) -> tuple[str, dict[str, str], Route]:
    for verb, shape, pattern, answer in ROUTES:
        if verb == method and (match := pattern.fullmatch(path)):
            return shape, match.groupdict(), answer
    raise Declined(404, 0, "404: Not Found")


class Rest:
    def __init__(self, world: World, answers: Answers) -> None:
        self.world, self.answers = world, answers
        self.registered: list[str] = []
        self.gateway_url = ""

    @route("GET", "/users/@me")
    def me(self, _: Request) -> Payload:
        return self.world.me | {"verified": True, "mfa_enabled": False, "locale": "en-US", "email": None}

    @route("GET", "/oauth2/applications/@me")
    @route("GET", "/applications/@me")
    def application(self, _: Request) -> Payload:
        me = self.world.me
        return {
            "id": me["id"],
            "name": "Fieldpost",
            "description": "",
            "icon": None,
            "bot_public": True,
            "bot_require_code_grant": False,
            "owner": me,
            "verify_key": "0" * 64,
            "flags": 0,
            "team": None,
            "summary": "",
        }

    @route("GET", "/gateway")
    @route("GET", "/gateway/bot")
    def gateway(self, _: Request) -> Payload:
        starts = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": 1}
        return {"url": self.gateway_url, "shards": 1, "session_start_limit": starts}

    @route("GET", "/guilds/{guild_id}")
    def guild(self, asked: Request) -> Payload:
        if asked.parts["guild_id"] not in self.world.guilds:
            raise Declined(404, 10004, "Unknown Guild")
        return {"id": asked.parts["guild_id"], "name": "The War Room", "roles": [], "emojis": [], "features": []}

    # commands
    @route("PUT", "/applications/{application_id}/commands")
    @route("PUT", "/applications/{application_id}/guilds/{guild_id}/commands")
    def register(self, asked: Request) -> list[Payload]:
        scope = asked.parts.get("guild_id", "")
        if scope not in ("", *self.world.guilds):
            raise Declined(403, 50001, "Missing Access")
        shared = {"application_id": self.world.me["id"], "version": snowflake()} | (
            {"guild_id": scope} if scope else {}
        )
        self.world.commands[scope] = [
            {"type": 1, "options": []} | told | shared | {"id": snowflake()} for told in asked.body or ()
        ]
        self.registered.append(scope)
        self.world.stir()
        return self.world.commands[scope]

    @route("GET", "/applications/{application_id}/commands")
    @route("GET", "/applications/{application_id}/guilds/{guild_id}/commands")
    def commands(self, asked: Request) -> list[Payload]:
        return self.world.commands.get(asked.parts.get("guild_id", ""), [])

    # interactions
    @route("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
    def callback(self, asked: Request) -> Payload | None:
        told = self.answers.callback(
            asked.parts["interaction_id"], asked.parts["interaction_token"], asked.body, asked.files
        )
        return told if asked.query.get("with_response") in ("1", "true", "True") else None

    @route("POST", "/webhooks/{webhook_id}/{webhook_token}")
    def follow(self, asked: Request) -> Payload:
        return self.answers.follow(asked.parts["webhook_token"], asked.body, asked.files)

    @route("GET", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}")
    def answer(self, asked: Request) -> Payload:
        return self.answers.find(asked.parts["webhook_token"], asked.parts["message_id"])

    @route("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}")
    def amend(self, asked: Request) -> Payload:
        return self.answers.amend(asked.parts["webhook_token"], asked.parts["message_id"], asked.body, asked.files)

    @route("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}")
    def drop(self, asked: Request) -> None:
        self.answers.drop(asked.parts["webhook_token"], asked.parts["message_id"])

    # rooms
    @route("GET", "/channels/{channel_id}")
    def channel(self, asked: Request) -> Payload:
        return self._room(asked).payload(self.world.me["id"])

    @route("PATCH", "/channels/{channel_id}")
    def rename(self, asked: Request) -> Payload:
        room = self._room(asked)
        room.name, room.archived = asked.body.get("name", room.name), asked.body.get("archived", room.archived)
        room.applied = asked.body.get("applied_tags", room.applied)
        self.world.stir()
        return room.payload(self.world.me["id"])

    @route("POST", "/channels/{channel_id}/typing")
    def typing(self, asked: Request) -> None:
        self._room(asked)

    @route("POST", "/channels/{channel_id}/threads")
    def thread(self, asked: Request) -> Payload:
        return self._thread(asked, None)

    @route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
    def thread_of_message(self, asked: Request) -> Payload:
        return self._thread(asked, self._message(asked)["id"])

    def _thread(self, asked: Request, starter: str | None) -> Payload:
        room = self._room(asked)
        if room.parent:
            raise Declined(400, 50024, "Cannot execute action on this channel type")
        if room.lacks("threads"):
            raise Declined(403, 50013, "Missing Permissions")
        if room.tags is not None:
            return self._forum_post(room, asked)
        if starter is None and asked.body.get("type") != 11:
            raise Declined(400, 50035, "Invalid Form Body: only public threads are played in here")
        return self.world.open_thread(room, asked.body["name"], starter).payload(self.world.me["id"])

    def _forum_post(self, forum: Room, asked: Request) -> Payload:
        applied, message = asked.body.get("applied_tags") or [], asked.body.get("message") or {}
        if forum.lacks("send", *["attach"] * bool(asked.files)):
            raise Declined(403, 50013, "Missing Permissions")
        if forum.picky and not applied:
            raise Declined(400, 40067, "A tag is required to create a forum post in this channel")
        if not {*applied} <= {tag["id"] for tag in forum.tags or ()}:
            raise Declined(400, 50035, "Invalid Form Body: no such tag")
        post = self.world.open_thread(forum, asked.body["name"])
        post.applied = applied
        first = self.world.post(post, self.world.me, message, asked.files)
        post.messages.pop(first["id"])
        post.messages[post.id] = first | {"id": post.id}
        self.world.stir()
        return post.payload(self.world.me["id"]) | {"message": post.messages[post.id]}

    @route("GET", "/guilds/{guild_id}/threads/active")
    def active_threads(self, asked: Request) -> Payload:
        rooms = [room for room in self.world.rooms.values() if room.guild == asked.parts["guild_id"] and room.parent]
        found = [room for room in rooms if not room.gone and not room.archived]
        return {"threads": [room.payload(self.world.me["id"]) for room in found], "members": [], "has_more": False}

    @route("PUT", "/channels/{channel_id}/thread-members/{user_id}")
    def join_thread(self, asked: Request) -> None:
        self._room(asked)

    @route("POST", "/users/@me/channels")
    def direct(self, asked: Request) -> Payload:
        return self.world.direct_room(str(asked.body["recipient_id"])).payload(self.world.me["id"])

    # messages
    @route("POST", "/channels/{channel_id}/messages")
    def post(self, asked: Request) -> Payload:
        room, body = self._room(asked), asked.body
        wanted = [
            "thread-send" if room.parent else "send",
            *["attach"] * bool(asked.files),
            *["embed"] * bool(body.get("embeds")),
        ]
        if room.lacks(*wanted):
            raise Declined(403, 50013, "Missing Permissions")
        if not (body.get("content") or body.get("embeds") or asked.files or body.get("components")):
            raise Declined(400, 50006, "Cannot send an empty message")
        if room.tags is not None:
            raise Declined(400, 50008, "Cannot send messages in a non-text channel")
        if room.reader and room.reader["id"] in self.world.closed:
            raise Declined(403, 50007, "Cannot send messages to this user")
        if room.locked:
            raise Declined(400, 50083, "Thread is archived")
        return self.world.post(room, self.world.me, body, asked.files)

    @route("GET", "/channels/{channel_id}/messages")
    def history(self, asked: Request) -> list[Payload]:
        room, query = self._room(asked), asked.query
        if room.lacks("history"):
            return []
        count = min(100, int(query.get("limit", 50)))
        before, after = int(query.get("before", 1 << 63)), int(query.get("after", 0))
        found = [m for m in sorted(room.messages.values(), key=lambda m: int(m["id"])) if after < int(m["id"]) < before]
        return list(reversed(found[:count] if "after" in query else found[-count:]))

    @route("GET", "/channels/{channel_id}/messages/{message_id}")
    def message(self, asked: Request) -> Payload:
        if self._room(asked).lacks("history"):
            raise Declined(403, 50001, "Missing Access")
        return self._message(asked)

    @route("PATCH", "/channels/{channel_id}/messages/{message_id}")
    def edit(self, asked: Request) -> Payload:
        message = self._message(asked)
        if message["author"]["id"] != self.world.me["id"]:
            raise Declined(403, 50005, "Cannot edit a message authored by another user")
        return self.world.edit(message, asked.body, asked.files)

    @route("DELETE", "/channels/{channel_id}/messages/{message_id}")
    def delete(self, asked: Request) -> None:
        message = self._message(asked)
        del self._room(asked).messages[message["id"]]
        self.world.stir()

    @route("PUT", "/channels/{channel_id}/messages/pins/{message_id}")
    def pin(self, asked: Request) -> None:
        room, message = self._room(asked), self._message(asked)
        if room.lacks("pin"):
            raise Declined(403, 50013, "Missing Permissions")
        self.world.pin(room, message)

    def _room(self, asked: Request) -> Room:
        return self.world.room(asked.parts["channel_id"])

    def _message(self, asked: Request) -> Payload:
        found = self._room(asked).messages.get(asked.parts["message_id"])
        if found is None:
            raise Declined(404, 10008, "Unknown Message")
        return found


def hand_rules(asked: Request, shape: str) -> Iterator[str]:
    """What Discord refuses though its description would let it pass."""
    if asked.method == "PUT" and shape.endswith("/commands"):
        for command in asked.body or ():
            yield from command_faults(command)
    elif isinstance(asked.body, dict):
        inner = asked.body.get("data") or {} if shape.endswith("/callback") else asked.body
        if asked.method in ("POST", "PATCH") and (
            "messages" in shape or "webhooks" in shape or asked.body.get("type") in (4, 7)
        ):
            yield from message_faults(inner, asked.files)
        elif shape.endswith("/callback") and asked.body.get("type") == 9:
            yield from component_faults(inner.get("components") or ())
