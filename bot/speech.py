"""Text as Discord wants it: split, escaped, dated, and the few sentences that many commands share."""
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from engine.contract import Side

LIMIT = 2000
"""Characters of one Discord message."""
FENCE = "```"
ROOM = 3
"""A text of more messages than this (and a little) is posted short, with the whole of it attached."""
SHORTEST, LONGEST = 2, 60 * 86400
"""Seconds of a deadline."""

_MARKDOWN = re.compile(r"([\\*_~`|<\[\]])")
_LINE_START = re.compile(r"^(\s*)(#{1,3}\s|-#\s|[-+]\s|>+\s?)", re.MULTILINE)
_NUMBERED = re.compile(r"^(\s*\d{1,9})([.)]\s)", re.MULTILINE)
_SPAN = re.compile(r"(\d{1,9})\s*(weeks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|min|m|seconds?|secs?|s)\s*", re.IGNORECASE)
_SECONDS = {"w": 7 * 86400, "d": 86400, "h": 3600, "m": 60, "s": 1}


def plain(text: str) -> str:
    """Somebody's words with nothing in them that Discord would take for markup or a mention."""
    return _NUMBERED.sub(r"\1\\\2", _LINE_START.sub(r"\1\\\2", inline(text)))


def inline(text: str) -> str:
    """As ``plain``, for text whose lists and headings are meant."""
    return _MARKDOWN.sub(r"\\\1", text).replace("@everyone", "@\u200beveryone").replace("@here", "@\u200bhere")


def code(text: str) -> str:
    """One line as inline code: whatever it holds, it cannot break out."""
    text = " ".join(text.split()).replace("`", "ˋ")
    return f"`{text}`" if text else "` `"


def block(text: str) -> str:
    """Lines in a code block, columns kept."""
    return f"{FENCE}\n{text.replace(FENCE, 'ˋˋˋ')}\n{FENCE}"


def split(text: str, limit: int = LIMIT) -> tuple[str, ...]:
    """Pieces of at most ``limit`` characters, cut at line ends, inside a line only where it is too long; a code block cut in two is two."""
    fenced = FENCE in text
    pieces = _cut(text, limit - 2 * len(FENCE) - 2 if fenced else limit)
    return tuple(_refenced(pieces) if fenced else pieces)


def _refenced(pieces: Iterable[str]) -> Iterator[str]:
    """Each piece with the code block open at its end closed, and opened again at the beginning of the next."""
    inside = False
    for piece in pieces:
        begun = f"{FENCE}\n{piece}" if inside else piece
        inside ^= piece.count(FENCE) % 2 == 1
        yield f"{begun}\n{FENCE}" if inside else begun


def _cut(text: str, limit: int) -> list[str]:
    pieces, piece = list[str](), ""
    for line in text.split("\n"):
        for part in _wrapped(line, limit):
            if piece and len(piece) + 1 + len(part) > limit:
                pieces.append(piece)
                piece = part
            else:
                piece = f"{piece}\n{part}" if piece else part
    return [p for p in (*pieces, piece) if p.strip()]


def _wrapped(line: str, limit: int) -> Iterator[str]:
    """The line cut at spaces, or anywhere if there is none; never through a backslash and what it escapes."""
    while len(line) > limit:
        cut = line.rfind(" ", limit // 2, limit + 1)
        cut = limit if cut < 0 else cut
        cut -= (len(line[:cut]) - len(line[:cut].rstrip("\\"))) % 2
        yield line[:cut]
        line = line[cut:].lstrip(" ")
    yield line


def sentence(text: str) -> str:
    """With a capital at its beginning and a full stop at its end."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", "`")) else ".")


def clip(text: str, limit: int) -> str:
    """At most ``limit`` characters, with an ellipsis where something is missing."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def ago(at: str, style: str = "R") -> str:
    """A moment (UTC, ``2026-01-31T18:00:00Z``) as each reader's own clock shows it: R relative, f date and time, T time."""
    return f"<t:{seconds(at)}:{style}>"


def seconds(at: str) -> int:
    """Whole seconds since 1970 of a moment in UTC."""
    return int(datetime.fromisoformat(at).replace(tzinfo=UTC).timestamp())


def period(text: str) -> int:
    """Seconds of ``24h``, ``3d``, ``90m``, ``2d12h``, ``1 day 6 hours``.  ValueError with a sentence for the writer."""
    words = text.strip()
    example = "Write it like 24h, 3d, 90m or 2d12h."
    if not words:
        raise ValueError(f"The deadline is empty. {example} Leave it out for a game without deadlines.")
    spans = _SPAN.findall(words)
    if not spans or _SPAN.sub("", words).strip(" ,"):
        number = words.isdigit()
        what = f"A deadline of {words} could be minutes, hours or days." if number else f"{clip(words, 40)!r} is not a length of time."
        raise ValueError(f"{what} {f'Write {words}h or {words}d.' if number else example}")
    total = sum(int(count) * _SECONDS[unit[0].lower()] for count, unit in spans)
    if not SHORTEST <= total <= LONGEST:
        raise ValueError(f"{clip(words, 40)} is too {'short' if total < SHORTEST else 'long'} for a deadline: "
                         f"{SHORTEST} seconds to {LONGEST // 86400} days will do. {example}")
    return total


def length(total: int) -> str:
    """The pair of ``period`` for people: 2 days 12 hours."""
    said = list[str]()
    for word, size in (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)):
        count, total = divmod(total, size)
        if count:
            said.append(f"{count} {word}{'s' if count > 1 else ''}")
    return " ".join(said) or "no time"


def listed(words: Sequence[str], last: str = "and") -> str:
    """a, b and c"""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def side_name(sides: Mapping[str, Side], side: str) -> str:
    """A side as people call it."""
    return sides[side].name if side in sides else side
