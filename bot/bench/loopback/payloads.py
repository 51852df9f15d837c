"""Parts of the payloads that Discord sends: ids, moments, people, numbered components."""

import itertools
import re
import time
from datetime import UTC, datetime
from typing import Any

Payload = dict[str, Any]

DISCORD_EPOCH = 1_420_070_400_000
_count = itertools.count()


def snowflake(seconds: float | None = None) -> str:
    """A fresh id, in the order of time as Discord's are."""
    moment = int((time.time() if seconds is None else seconds) * 1000) - DISCORD_EPOCH
    return str((moment << 22) | (next(_count) & 0x3FFFFF))


def shard_of(guild: str, count: int) -> int:
    """The shard that serves this server, if there are so many."""
    return (int(guild) >> 22) % count


def stamp() -> str:
    return datetime.now(UTC).isoformat()


def pings_everyone(content: str, allowed: Payload | None) -> bool:
    """Whether every phone in the channel buzzes."""
    return bool(re.search(r"@(everyone|here)", content)) and (
        allowed is None or "everyone" in (allowed.get("parse") or ())
    )


def user(name: str, *, bot: bool = False) -> Payload:
    return {
        "id": snowflake(),
        "username": name.lower(),
        "global_name": name,
        "discriminator": "0",
        "avatar": None,
        "bot": bot,
        "flags": 0,
    }


def role(name: str, key: str = "", permissions: int = 0) -> Payload:
    return {
        "id": key or snowflake(),
        "name": name,
        "permissions": str(permissions),
        "position": 0,
        "color": 0,
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def forum_tag(name: str) -> Payload:
    return {"id": snowflake(), "name": name, "moderated": False, "emoji_id": None, "emoji_name": None}


def kind_of(name: str) -> str:
    kinds = {"png": "image/png", "txt": "text/plain; charset=utf-8", "json": "application/json"}
    return kinds.get(name.rpartition(".")[2], "application/octet-stream")


def numbered(components: list[Payload]) -> list[Payload]:
    """Discord gives every component a number when it stores them."""
    count = itertools.count(1)

    def walk(parts: list[Payload]) -> list[Payload]:
        return [
            part | {"id": next(count)} | ({"components": walk(part["components"])} if "components" in part else {})
            for part in parts
        ]

    return walk(components)
