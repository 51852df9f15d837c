"""Channels, threads and direct messages of the loopback Discord, and what the bot may do in them."""

from dataclasses import dataclass, field

from .payloads import Payload, stamp

PERMISSIONS = {
    "view": 1 << 10,
    "send": 1 << 11,
    "embed": 1 << 14,
    "attach": 1 << 15,
    "history": 1 << 16,
    "commands": 1 << 31,
    "threads": 1 << 35,
    "thread-send": 1 << 38,
    "pin": 1 << 51,
}
EVERYTHING = sum(PERMISSIONS.values())
TEXT, DIRECT, THREAD, FORUM = 0, 1, 11, 15
REQUIRES_TAG = 1 << 4
EPHEMERAL, LOADING = 64, 128
PINNED, THREAD_STARTER = 6, 21
"""Kinds of messages by which Discord itself says something in a channel."""


class Declined(Exception):
    """Discord says no: HTTP status, its own code, its own words."""

    def __init__(self, status: int, code: int, says: str) -> None:
        super().__init__(says)
        self.status, self.code = status, code


@dataclass
class Room:
    """A text channel, a public thread, or a forum channel, which has ``tags``.  ``denied`` are the permissions the bot
    lacks in it; ``applied``: ids of the tags of a forum's post; ``picky``: a forum takes no post without a tag.
    ``reader``: the person whose direct messages it holds, in place of a server.
    """

    id: str
    name: str
    guild: str
    parent: "Room | None" = None
    denied: set[str] = field(default_factory=set)
    messages: dict[str, Payload] = field(default_factory=dict)
    gone: bool = False
    archived: bool = False
    locked: bool = False
    tags: list[Payload] | None = None
    applied: list[str] = field(default_factory=list)
    picky: bool = False
    reader: Payload | None = None

    def allowed(self) -> int:
        return self.parent.allowed() if self.parent else EVERYTHING & ~sum(PERMISSIONS[name] for name in self.denied)

    def lacks(self, *names: str) -> bool:
        return any(not self.allowed() & PERMISSIONS[name] for name in names)

    def payload(self, bot: str) -> Payload:
        last = next(reversed(self.messages), None)
        if self.reader:
            return {"id": self.id, "type": DIRECT, "flags": 0, "last_message_id": last, "recipients": [self.reader]}
        shared = {"id": self.id, "guild_id": self.guild, "name": self.name, "last_message_id": last}
        if self.parent:
            told = {
                "archived": self.archived,
                "auto_archive_duration": 1440,
                "archive_timestamp": stamp(),
                "locked": self.locked,
            }
            return shared | {
                "type": THREAD,
                "parent_id": self.parent.id,
                "owner_id": bot,
                "message_count": len(self.messages),
                "member_count": 1,
                "rate_limit_per_user": 0,
                "thread_metadata": told,
                "applied_tags": self.applied,
                "flags": 0,
            }
        denied = str(EVERYTHING & ~self.allowed())
        forum = {"type": FORUM, "available_tags": self.tags, "flags": REQUIRES_TAG * self.picky}
        return shared | {
            "type": TEXT,
            "position": 0,
            "topic": None,
            "nsfw": False,
            "parent_id": None,
            "rate_limit_per_user": 0,
            "flags": 0,
            **(forum if self.tags is not None else {}),
            "permission_overwrites": [{"id": self.guild, "type": 0, "allow": "0", "deny": denied}],
        }
