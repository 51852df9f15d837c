"""Interactions: what a person did, and how the bot answered it within three seconds or failed to."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .guild import World
from .payloads import Payload, snowflake
from .rooms import EPHEMERAL, LOADING, Declined, Room

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, OPEN_MODAL = 4, 5, 6, 7, 8, 9
FITTING = {
    COMMAND: {MESSAGE, DEFERRED, OPEN_MODAL},
    COMPONENT: {MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, OPEN_MODAL},
    AUTOCOMPLETE: {CHOICES},
    MODAL: {MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE},
}
TOKEN_LIFE = 900.0
JOINED = "2026-01-01T00:00:00+00:00"


MANAGING = 1 << 4 | 1 << 3
"""The permissions Manage Channels and Administrator."""
MANAGE_SERVER = 1 << 5


@dataclass
class Interaction:
    """``messages`` are the answers, newest last; ``shown`` is the message a pressed button hangs on."""

    kind: int
    person: Payload
    room: Room
    patience: float
    shown: Payload | None = None
    id: str = field(default_factory=snowflake)
    token: str = field(default_factory=lambda: f"aW50-{snowflake()}")
    since: float = field(default_factory=time.monotonic)
    answered: int | None = None
    waited: float = 0.0
    messages: list[Payload] = field(default_factory=list)
    modal: Payload | None = None
    choices: list[Payload] | None = None
    deferred: Payload | None = None
    payload: Payload = field(default_factory=dict)

    @property
    def wait_until_posted(self) -> bool:
        """Whether the person sees more than "is thinking"."""
        return self.answered is not None and (self.deferred is None or not self.deferred["flags"] & LOADING)

    @property
    def late(self) -> bool:
        return self.answered is None and time.monotonic() - self.since > self.patience


class Answers:
    """``patience``: seconds an interaction waits for its first answer.  ``late`` counts answers that came after it."""

    def __init__(self, world: World) -> None:
        self.world, self.patience, self.late = world, 3.0, 0
        self.managers = set[str]()
        """Ids of people who may manage channels; nobody else may."""
        self.hosts = set[str]()
        """Ids of people who have Manage Server, and no more than that."""
        self.roles: dict[str, list[str]] = {}
        """Person -> ids of their roles."""
        self.asked: dict[str, Interaction] = {}
        self.tokens: dict[str, Interaction] = {}

    def ask(self, kind: int, person: Payload, room: Room, data: Payload, shown: Payload | None = None) -> Interaction:
        asked = Interaction(kind, person, room, self.patience, shown)
        self.asked[asked.id] = self.tokens[asked.token] = asked
        world = self.world
        allowed = str(room.allowed())
        member = {
            "user": person,
            "roles": self.roles.get(person["id"], []),
            "flags": 0,
            "joined_at": JOINED,
            "permissions": str(self._rights(person["id"], room)),
            "deaf": False,
            "mute": False,
        }
        asked.payload = {
            "id": asked.id,
            "application_id": world.me["id"],
            "type": kind,
            "token": asked.token,
            "version": 1,
            "data": data,
            "guild_id": room.guild,
            "guild": {"id": room.guild, "locale": "en-US", "features": []},
            "channel_id": room.id,
            "channel": room.payload(world.me["id"]) | {"permissions": allowed},
            "member": member,
            "locale": "en-US",
            "guild_locale": "en-US",
            "app_permissions": allowed,
            "entitlements": [],
            "context": 0,
            "authorizing_integration_owners": {"0": room.guild},
            "attachment_size_limit": 10_485_760,
        } | ({"message": shown} if shown else {})
        self.deliver(asked)
        return asked

    def _rights(self, person: str, room: Room) -> int:
        own = MANAGING * (person in self.managers) | MANAGE_SERVER * (person in self.hosts)
        return room.allowed() & ~MANAGING & ~MANAGE_SERVER | own

    def deliver(self, asked: Interaction) -> None:
        """Tell the application of an interaction; Discord may do so again after a connection was lost."""
        self.world.tell("INTERACTION_CREATE", asked.payload)

    # POST /interactions/{id}/{token}/callback
    def callback(self, key: str, token: str, body: Payload, files: Sequence[tuple[str, bytes]]) -> Payload:
        asked = self.asked.get(key)
        if asked is None or asked.token != token or asked.late:
            self.late += asked is not None
            raise Declined(404, 10062, "Unknown interaction")
        if asked.answered is not None:
            raise Declined(400, 40060, "Interaction has already been acknowledged.")
        kind, data = body["type"], body.get("data") or {}
        if kind not in FITTING[asked.kind]:
            raise Declined(
                400, 50035, f"Invalid Form Body: type {kind} does not answer an interaction of type {asked.kind}"
            )
        asked.answered, asked.waited = kind, time.monotonic() - asked.since
        message = self._first(asked, kind, data, files)
        self.world.stir()
        ephemeral = bool(message and message["flags"] & EPHEMERAL)
        told: dict[str, Any] = {
            "interaction": {
                "id": asked.id,
                "type": asked.kind,
                "activity_instance_id": None,
                "response_message_loading": kind == DEFERRED,
                "response_message_ephemeral": ephemeral,
            }
        }
        if message:
            told["interaction"]["response_message_id"] = message["id"]
            told["resource"] = {"type": kind, "message": message}
        return told

    def _first(
        self, asked: Interaction, kind: int, data: Payload, files: Sequence[tuple[str, bytes]]
    ) -> Payload | None:
        match kind:
            case 4:
                return self._say(asked, data, files)
            case 5:
                asked.deferred = self._say(asked, {"flags": (data.get("flags") or 0) | LOADING}, ())
                return asked.deferred
            case 7 if asked.shown:
                return self.world.edit(asked.shown, data, files)
            case 8:
                asked.choices = data["choices"]
            case 9:
                asked.modal = data
        return asked.shown if kind in (DEFERRED_UPDATE, UPDATE) else None

    def _say(self, asked: Interaction, body: Payload, files: Sequence[tuple[str, bytes]]) -> Payload:
        """Add an answer; one that is not private appears in the room too."""
        message = self.world.message(asked.room, self.world.me, body, files)
        source = {"id": asked.id, "type": asked.kind, "user": asked.person, "authorizing_integration_owners": {}}
        message |= {"type": 20 if asked.kind == COMMAND else 19, "interaction_metadata": source}
        asked.messages.append(message)
        if not message["flags"] & EPHEMERAL:
            asked.room.messages[message["id"]] = message
        return message

    # /webhooks/{application}/{token}
    def follow(self, token: str, body: Payload, files: Sequence[tuple[str, bytes]]) -> Payload:
        asked = self._open(token)
        if asked.deferred and asked.deferred["flags"] & LOADING:
            return self.world.edit(asked.deferred, body, files)
        message = self._say(asked, body, files)
        self.world.stir()
        return message

    def amend(self, token: str, key: str, body: Payload, files: Sequence[tuple[str, bytes]]) -> Payload:
        return self.world.edit(self.find(token, key), body, files)

    def drop(self, token: str, key: str) -> None:
        message = self.find(token, key)
        asked = self.tokens[token]
        asked.messages.remove(message)
        asked.room.messages.pop(message["id"], None)
        if asked.deferred is message:
            asked.deferred = None
        self.world.stir()

    def find(self, token: str, key: str) -> Payload:
        asked = self._open(token)
        if key == "@original":
            first = (
                asked.shown
                if asked.answered in (DEFERRED_UPDATE, UPDATE)
                else asked.messages[0]
                if asked.messages
                else None
            )
        else:
            first = next((m for m in asked.messages if m["id"] == key), None)
        if first is None:
            raise Declined(404, 10008, "Unknown Message")
        return first

    def _open(self, token: str) -> Interaction:
        asked = self.tokens.get(token)
        if asked is None or asked.answered is None:
            raise Declined(404, 10015, "Unknown Webhook")
        if time.monotonic() - asked.since > TOKEN_LIFE:
            raise Declined(401, 50027, "Invalid Webhook Token")
        return asked
