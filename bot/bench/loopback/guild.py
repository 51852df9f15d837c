"""The state of our loopback Discord: a guild, its members, channels and messages, in the payloads Discord sends."""

import asyncio
import re
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TypeVar

from .payloads import Payload, forum_tag, kind_of, numbered, pings_everyone, role, shard_of, snowflake, stamp, user
from .rooms import LOADING, PINNED, THREAD_STARTER, Declined, Room

T = TypeVar("T")


class World:
    """``tell`` sends an event to the gateway; ``base`` is where attachments are fetched from.

    ``slowness``: what every wait for the bot is multiplied by, for machines that have other work.
    """

    def __init__(self) -> None:
        self.guild, self.base, self.nonce_window, self.slowness = snowflake(), "", 300.0, 1.0
        self.guilds = [self.guild]
        """Ids of the servers that the bot is in; ``guild`` is the first."""
        self.me = user("Fieldpost", bot=True)
        self.people: dict[str, Payload] = {}
        self.rooms: dict[str, Room] = {}
        self.closed: set[str] = set()
        """Ids of people who take no direct messages from the bot."""
        self.files: dict[str, tuple[str, bytes]] = {}
        self.commands: dict[str, list[Payload]] = {}
        self.roles: list[Payload] = []
        """Of the first server, without @everyone."""
        self.tell: Callable[[str, Payload], None] = lambda event, data: None
        self._nonces: dict[str, tuple[float, str, str]] = {}
        self._stirred = asyncio.Event()

    # who and where
    def person(self, name: str) -> Payload:
        made = user(name)
        return self.people.setdefault(made["id"], made)

    def divide(self, count: int) -> None:
        """From now on there is one server for each of so many shards, in their order; before any bot connects."""
        first = int(snowflake())
        ids = (first + ((shard - shard_of(str(first), count)) % count << 22) for shard in range(count))
        self.guilds = list(map(str, ids))
        self.guild = self.guilds[0]

    def open_room(self, name: str, denied: Iterable[str] = (), guild: str = "") -> Room:
        """``guild``: the server it is in, the first if none is named."""
        room = Room(snowflake(), name, guild or self.guild, denied=set(denied))
        self.rooms[room.id] = room
        self.tell("CHANNEL_CREATE", room.payload(self.me["id"]))
        return room

    def open_forum(self, name: str, *tags: str, denied: Iterable[str] = (), picky: bool = False) -> Room:
        """A forum channel of the first server."""
        made = [forum_tag(tag) for tag in tags]
        room = Room(snowflake(), name, self.guild, denied=set(denied), tags=made, picky=picky)
        self.rooms[room.id] = room
        self.tell("CHANNEL_CREATE", room.payload(self.me["id"]))
        return room

    def make_role(self, name: str) -> Payload:
        self.roles.append(role(name))
        self.tell("GUILD_ROLE_CREATE", {"guild_id": self.guild, "role": self.roles[-1]})
        return self.roles[-1]

    def direct_room(self, person: str) -> Room:
        """The direct messages between the bot and a person."""
        if person not in self.people:
            raise Declined(400, 50033, "Invalid Recipient(s)")
        known = next((room for room in self.rooms.values() if room.reader and room.reader["id"] == person), None)
        room = known or Room(snowflake(), "", "", reader=self.people[person])
        self.rooms[room.id] = room
        return room

    def open_thread(self, parent: Room, name: str, starter: str | None = None) -> Room:
        if starter and starter in self.rooms:
            raise Declined(400, 160004, "A thread has already been created for this message")
        thread = Room(starter or snowflake(), name, parent.guild, parent)
        self.rooms[thread.id] = thread
        if starter:
            parent.messages[starter]["thread"] = thread.payload(self.me["id"])
            self.post(thread, self.me, {"content": ""}, kind=THREAD_STARTER)
        self.tell("THREAD_CREATE", thread.payload(self.me["id"]) | {"newly_created": True})
        self.stir()
        return thread

    def close_room(self, room: Room) -> None:
        room.gone = True
        self.tell("THREAD_DELETE" if room.parent else "CHANNEL_DELETE", room.payload(self.me["id"]))

    def lock(self, room: Room) -> None:
        """A moderator closes a thread: only moderators may open it again by posting."""
        room.locked = room.archived = True
        self.tell("THREAD_UPDATE", room.payload(self.me["id"]))

    def deny(self, room: Room, *names: str) -> None:
        room.denied = set(names)
        self.tell("CHANNEL_UPDATE", room.payload(self.me["id"]))

    def room(self, key: str) -> Room:
        room = self.rooms.get(key)
        if room is None or room.gone or (room.parent and room.parent.gone):
            raise Declined(404, 10003, "Unknown Channel")
        if room.lacks("view"):
            raise Declined(403, 50001, "Missing Access")
        return room

    # what is said
    def post(
        self, room: Room, author: Payload, body: Payload, files: Sequence[tuple[str, bytes]] = (), kind: int = 0
    ) -> Payload:
        """A message of the bot or a person; with ``enforce_nonce`` the same nonce gives the same message."""
        if known := self._same(author, body):
            return known
        message = self.message(room, author, body, files) | {"type": kind}
        room.messages[message["id"]] = message
        room.archived = False
        if body.get("enforce_nonce") and body.get("nonce"):
            self._nonces[f"{author['id']}:{body['nonce']}"] = (time.monotonic(), room.id, message["id"])
        self.stir()
        return message

    def _same(self, author: Payload, body: Payload) -> Payload | None:
        key = f"{author['id']}:{body.get('nonce')}"
        if not body.get("enforce_nonce") or key not in self._nonces:
            return None
        when, room, message = self._nonces[key]
        if time.monotonic() - when > self.nonce_window:
            return None
        if message not in self.rooms[room].messages:
            raise Declined(404, 10008, "Unknown Message")
        return self.rooms[room].messages[message]

    def pin(self, room: Room, message: Payload) -> None:
        """As Discord does it, with a line of its own."""
        if not message["pinned"]:
            message["pinned"] = True
            self.post(room, self.me, {"content": ""}, kind=PINNED)

    def message(self, room: Room, author: Payload, body: Payload, files: Sequence[tuple[str, bytes]] = ()) -> Payload:
        """The payload of a message, nowhere posted yet."""
        content = body.get("content") or ""
        pinged = self.pinged(content, body.get("allowed_mentions"))
        return {
            "id": snowflake(),
            "type": 0,
            "channel_id": room.id,
            "author": author,
            "content": content,
            "timestamp": stamp(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": pings_everyone(content, body.get("allowed_mentions")),
            "mentions": pinged,
            "mention_roles": [],
            "attachments": self.attach(body, files),
            "embeds": body.get("embeds") or [],
            "pinned": False,
            "components": numbered(body.get("components") or []),
            "flags": body.get("flags") or 0,
            "nonce": body.get("nonce"),
        }

    def edit(self, message: Payload, body: Payload, files: Sequence[tuple[str, bytes]] = ()) -> Payload:
        if "content" in body:
            message["content"] = body["content"] or ""
        if "embeds" in body:
            message["embeds"] = body["embeds"] or []
        if "components" in body:
            message["components"] = numbered(body["components"] or [])
        if files or "attachments" in body:
            wanted = {str(a["id"]) for a in body.get("attachments") or ()}
            kept = [a for a in message["attachments"] if "attachments" not in body or a["id"] in wanted]
            message["attachments"] = kept + self.attach(body, files)
        message["edited_timestamp"] = stamp()
        message["flags"] &= ~LOADING
        self.stir()
        return message

    def attach(self, body: Payload, files: Sequence[tuple[str, bytes]]) -> list[Payload]:
        told = {str(a["id"]): a for a in body.get("attachments") or ()}
        return [self.keep(name, data, told.get(str(n), {}).get("description")) for n, (name, data) in enumerate(files)]

    def keep(self, name: str, data: bytes, alt: str | None = None) -> Payload:
        """A file on the CDN."""
        key = snowflake()
        self.files[key] = (name, data)
        url = f"{self.base}/attachments/{key}/{name}"
        made = {
            "id": key,
            "filename": name,
            "size": len(data),
            "url": url,
            "proxy_url": url,
            "content_type": kind_of(name),
        }
        return made | ({"description": alt} if alt else {})

    def pinged(self, content: str, allowed: Payload | None) -> list[Payload]:
        named = [self.people[key] for key in dict.fromkeys(re.findall(r"<@!?(\d+)>", content)) if key in self.people]
        if allowed is None or "users" in (allowed.get("parse") or ()):
            return named
        return [person for person in named if person["id"] in map(str, allowed.get("users") or ())]

    # waiting
    def stir(self) -> None:
        """Something changed: wake everything that waits."""
        woken, self._stirred = self._stirred, asyncio.Event()
        woken.set()

    async def until(self, look: Callable[[], T | None], seconds: float = 30) -> T:
        """The first truthy thing ``look`` sees; TimeoutError after ``seconds``, times ``slowness``.

        It looks at every stir, and often without one: it may wait for a row that the bot wrote after its last
        request.
        """
        until = asyncio.get_running_loop().time() + seconds * self.slowness
        while not (found := look()):
            left = until - asyncio.get_running_loop().time()
            if left <= 0:
                raise TimeoutError
            with suppress(TimeoutError):
                async with asyncio.timeout(min(0.05, left)):
                    await self._stirred.wait()
        return found
