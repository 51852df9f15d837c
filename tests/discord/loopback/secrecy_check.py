"""Searches everything the bot sends, to the last byte, for secrets that its reader may not know yet.

A system's test says what is secret (``Secret``) after each step of a game; ``find_leaks`` looks at all requests of
that step.
"""

import gzip
import json
import re
import zlib
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import NamedTuple
from zipfile import ZipFile

from bot.bench.loopback.interactions import CHOICES, OPEN_MODAL, UPDATE, Interaction
from bot.bench.loopback.rooms import EPHEMERAL
from bot.bench.loopback.server import Call, Server

EVERYBODY = ""
ANSWER = re.compile(r"/interactions/(?P<id>\d+)/[^/]+/callback")
FOLLOW = re.compile(r"/webhooks/\d+/(?P<token>[^/]+)(/.*)?")
ROOM = re.compile(r"/channels/(?P<room>\d+)/")
GAP = r"[\s_-]+"
MARKS = re.compile(r"[\\*`\u200b-\u200f\u2060-\u2064\ufeff]")
"""Markup and invisible characters inside words."""


class SentText(NamedTuple):
    """A text the bot sent: its reader (the id of a person, or EVERYBODY), the request, and every word in it."""

    reader: str
    request: str
    words: str


class Secret(NamedTuple):
    """``patterns``: how it could be written; ``known``: the ids of the people who may read it."""

    what: str
    patterns: tuple[re.Pattern[str], ...]
    known: frozenset[str]


def word_patterns(*words: str) -> tuple[re.Pattern[str], ...]:
    """Patterns of whole words, however they are capitalised, with whatever space or line between them."""
    apart = (GAP.join(map(re.escape, word.split())) for word in words)
    return tuple(re.compile(rf"(?<![^\W_]){word}(?![^\W_])", re.I) for word in apart)


def point_patterns(x: int, y: int) -> tuple[re.Pattern[str], ...]:
    """Patterns of a point in hundredths of an inch: as people write it, and as the journal does."""
    return (
        re.compile(rf"(?<![\d.]){x / 100:g}\s*,\s*{y / 100:g}(?![\d.])"),
        re.compile(rf"(?<!\d){x}\s*,\s*{y}(?!\d)"),
        re.compile(rf"(?<![\d.]){x / 100:g}\s+{y / 100:g}(?![\d.])"),
    )


def find_leaks(server: Server, since: int, secrets: Iterable[Secret]) -> list[str]:
    """Every secret that was sent, since so many requests, to a person who may not know it."""
    known = list(secrets)
    return [
        f"{sent.request} tells {sent.reader or 'everybody'} of {secret.what}: "
        f"...{sent.words[max(0, at - 60) : at + 60]!r}"
        for sent in sent_texts(server, since)
        for secret in known
        if sent.reader not in secret.known
        for at in [_find_secret(sent.words, secret)]
        if at >= 0
    ]


def _find_secret(words: str, secret: Secret) -> int:
    return next((match.start() for pattern in secret.patterns if (match := pattern.search(words))), -1)


def sent_texts(server: Server, since: int = 0) -> Iterator[SentText]:
    for call in server.calls[since:]:
        if call.body is not None or call.files:
            files = [f"{name}\n{decode_words(data)}" for name, data in call.files]
            words = "\n".join([call.path, json.dumps(call.body, ensure_ascii=False), *files])
            yield SentText(_find_reader(server, call), f"{call.method} {call.path}", MARKS.sub("", words))


def _find_reader(server: Server, call: Call) -> str:
    if call.path.endswith("/users/@me/channels"):  # a conversation with one person is opened
        return str(call.body["recipient_id"])
    room = server.world.rooms.get(found["room"]) if (found := ROOM.search(call.path)) else None
    if room and room.reader:
        return str(room.reader["id"])
    if match := ANSWER.fullmatch(call.path):
        asked, kind = server.answers.asked[match["id"]], call.body["type"]
        data = call.body.get("data") or {}
        private = (
            kind in (CHOICES, OPEN_MODAL)
            or (data.get("flags") or 0) & EPHEMERAL
            or (kind == UPDATE and _is_private(asked))
        )
        return str(asked.person["id"]) if private else EVERYBODY
    if match := FOLLOW.fullmatch(call.path):
        asked = server.answers.tokens[match["token"]]
        return (
            str(asked.person["id"])
            if asked.messages and all(m["flags"] & EPHEMERAL for m in asked.messages)
            else EVERYBODY
        )
    return EVERYBODY


def _is_private(asked: Interaction) -> bool:
    """Whether the message with the pressed button is private."""
    return bool(asked.shown and asked.shown["flags"] & EPHEMERAL)


# bytes
def decode_words(data: bytes) -> str:
    """Every word in a file: in what it packs, in the texts that a picture carries beside its pixels, in itself."""
    if data.startswith(b"\x1f\x8b"):
        return decode_words(gzip.decompress(data))
    if data.startswith(b"PK\x03\x04"):
        with ZipFile(BytesIO(data)) as packed:
            return "\n".join(f"{name}\n{decode_words(packed.read(name))}" for name in packed.namelist())
    if data.startswith(b"\x89PNG"):
        return "\n".join(_text_chunks(data))
    return data.decode("utf-8", "replace")


def _text_chunks(png: bytes) -> Iterator[str]:
    """The chunks of a PNG that are no picture."""
    at = 8
    while at < len(png):
        size, kind = int.from_bytes(png[at : at + 4]), png[at + 4 : at + 8]
        body = png[at + 8 : at + 8 + size]
        if kind == b"zTXt":
            key, _, rest = body.partition(b"\0")
            body = key + b"\0" + zlib.decompress(rest[1:])
        if kind not in (b"IDAT", b"PLTE", b"tRNS"):
            yield body.decode("utf-8", "replace")
        at += 12 + size


def add_text(png: bytes, words: str) -> bytes:
    """The picture with a text in it."""
    body = b"zTXtscene\0\0" + zlib.compress(words.encode())
    return png[:-12] + (len(body) - 4).to_bytes(4) + body + zlib.crc32(body).to_bytes(4) + png[-12:]
