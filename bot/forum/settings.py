"""Settings of the door to a forum: which program it runs, where it is, and whose key is used."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from bot.hosting.settings import BadSetting, is_wanted, value

LOOPBACK = ("127.0.0.1", "::1", "localhost")
Program = Literal["discourse", "nodebb"]
PROGRAMS: tuple[Program, ...] = ("discourse", "nodebb")


@dataclass(frozen=True)
class Hook:
    """Where Discourse's web hooks are received."""

    host: str
    port: int
    secret: str = field(repr=False)


@dataclass(frozen=True)
class ForumSettings:
    """``url``: the forum's address without a slash at its end; it may have a path.  ``user``: the account that posts.
    ``category``: the number of the category in which topics are opened.  ``former``: the address that the forum had
    before it moved ("" = none).
    """

    program: Program
    url: str
    key: str = field(repr=False)
    user: str
    category: int
    hook: Hook | None = None
    former: str = ""


def read(environ: Mapping[str, str]) -> ForumSettings | None:
    """None if no forum is configured.  Raises BadSetting."""
    if not is_wanted(environ, "forum"):
        return None
    program = value(environ, "FIELDPOST_FORUM").lower()
    if program not in PROGRAMS:
        raise BadSetting(f"FIELDPOST_FORUM is {program!r}; write discourse or nodebb, the program that the forum runs.")
    url = _address(environ, "FIELDPOST_FORUM_URL")
    former = _address(environ, "FIELDPOST_FORUM_FORMER") if value(environ, "FIELDPOST_FORUM_FORMER") else ""
    user = value(environ, "FIELDPOST_FORUM_USER").removeprefix("@")
    if not user:
        raise BadSetting(
            "FIELDPOST_FORUM_USER is not set. Write the name of the account that posts, such as"
            " FIELDPOST_FORUM_USER=fieldpost."
        )
    key, category = _key(environ), value(environ, "FIELDPOST_FORUM_CATEGORY")
    if not (category.isascii() and category.isdecimal() and int(category)):
        raise BadSetting(
            f"FIELDPOST_FORUM_CATEGORY is {repr(category) if category else 'not set'}; it must be the number of the"
            " category for games, such as 5. It stands in the category's address: /c/games/5 or /category/5/games."
        )
    known: Program = "discourse" if program == "discourse" else "nodebb"
    return ForumSettings(known, url, key, user, int(category), _hook(environ, program), former)


def _address(environ: Mapping[str, str], name: str) -> str:
    raw = value(environ, name)
    try:
        parts = urlsplit(raw)
        usable = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1)
    except ValueError:
        parts, usable = urlsplit(""), None
    if not usable or parts.query or parts.fragment or "@" in raw:
        shown = raw.rpartition("@")[2]  # without a password
        raise BadSetting(
            f"{name} is {repr(shown) if raw else 'not set'}; it must be the forum's address, such as"
            " https://forum.example.org or https://example.org/forum."
        )
    if name == "FIELDPOST_FORUM_URL" and parts.scheme == "http" and parts.hostname not in LOOPBACK:
        raise BadSetting(f"FIELDPOST_FORUM_URL would send the key in clear to {parts.hostname}. Use https://.")
    return raw.rstrip("/")


def _key(environ: Mapping[str, str]) -> str:
    key = value(environ, "FIELDPOST_FORUM_KEY")
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        what = "is not set" if not key else "has spaces, or letters that no key has"
        raise BadSetting(f"FIELDPOST_FORUM_KEY {what}. Copy the API key from the forum's admin pages.")
    return key


def _hook(environ: Mapping[str, str], program: str) -> Hook | None:
    raw, secret = value(environ, "FIELDPOST_FORUM_HOOK"), value(environ, "FIELDPOST_FORUM_SECRET")
    if not raw and not secret:
        return None
    if program == "nodebb":
        raise BadSetting("NodeBB sends no web hooks: leave FIELDPOST_FORUM_HOOK and FIELDPOST_FORUM_SECRET out.")
    if not raw or not secret:
        missing = "FIELDPOST_FORUM_SECRET" if raw else "FIELDPOST_FORUM_HOOK"
        raise BadSetting(
            f"{missing} is not set. Web hooks need both: FIELDPOST_FORUM_HOOK=127.0.0.1:8080, where they are received,"
            " and in FIELDPOST_FORUM_SECRET the secret that signs them."
        )
    host, _, port = raw.rpartition(":")
    host = host.strip("[]")
    if not host or "/" in host or not (port.isascii() and port.isdecimal() and 0 < int(port) < 65536):
        raise BadSetting(
            f"FIELDPOST_FORUM_HOOK is {raw!r}; it must be an address and a port of this machine, such as"
            " 127.0.0.1:8080."
        )
    if len(secret) < 16:
        raise BadSetting("FIELDPOST_FORUM_SECRET is too short to sign anything: use 16 characters or more.")
    return Hook(host, int(port), secret)
