"""Text for Discord: escaping, code, splitting into messages, timestamps."""

import re
from collections.abc import Iterable, Iterator

from bot.hosting.wording import seconds, whole_sentences

LIMIT = 2000
"""Characters of one Discord message."""
ALT_TEXT = 1024
"""Characters that Discord takes as the description of a picture."""
FENCE = "```"
MOST_MESSAGES = 3
"""A text of more messages than this (and a little) is posted short, with the whole of it attached."""

_MARKDOWN = re.compile(r"([\\*_~`|<\[\]])")
_LINE_START = re.compile(r"^(\s*)(#{1,3}\s|-#\s|[-+]\s|>+\s?)", re.MULTILINE)
_NUMBERED = re.compile(r"^(\s*\d{1,9})([.)]\s)", re.MULTILINE)


def escape(text: str) -> str:
    """The text with everything escaped that Discord would read as markup or a mention."""
    return _NUMBERED.sub(r"\1\\\2", _LINE_START.sub(r"\1\\\2", escape_inline(text)))


def mention(player: str) -> str:
    """A player as Discord shows one; somebody who plays by another door has a name, and no account to mention."""
    return f"<@{player}>" if player.isdecimal() else f"**{escape(player)}**"


def escape_inline(text: str) -> str:
    """Like ``escape``, but keeps lists and headings."""
    return _MARKDOWN.sub(r"\\\1", text).replace("@everyone", "@\u200beveryone").replace("@here", "@\u200bhere")


def one_line(text: str) -> str:
    """The text on one line, each character that cannot be seen replaced."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in " ".join(text.split()))


def inline_code(text: str) -> str:
    """The text as one line of inline code, with its backticks replaced."""
    text = " ".join(text.split()).replace("`", "ˋ")
    return f"`{text}`" if text else "` `"


def code_block(text: str) -> str:
    """The text as a code block."""
    return f"{FENCE}\n{text.replace(FENCE, 'ˋˋˋ')}\n{FENCE}"


def alt_text(text: str) -> str:
    """The alt text of a picture: as many of its sentences as Discord takes."""
    return whole_sentences(text, ALT_TEXT)


def first_lines(lines: Iterable[str], room: int) -> list[str]:
    """As many whole lines as ``room`` characters hold."""
    kept, length = list[str](), 0
    for line in lines:
        length += len(line) + 1
        if length > room:
            break
        kept.append(line)
    return kept


def split(text: str, limit: int = LIMIT) -> tuple[str, ...]:
    """Pieces of at most ``limit`` characters, cut at line ends where possible; a code block that is cut becomes two."""
    fenced = FENCE in text
    pieces = _cut(text, limit - 2 * len(FENCE) - 2 if fenced else limit)
    return tuple(_refenced(pieces) if fenced else pieces)


def _refenced(pieces: Iterable[str]) -> Iterator[str]:
    """Each piece with the code block open at its end closed, and opened again at the beginning of the next."""
    inside = False
    for piece in pieces:
        opened = f"{FENCE}\n{piece}" if inside else piece
        inside ^= piece.count(FENCE) % 2 == 1
        yield f"{opened}\n{FENCE}" if inside else opened


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


def timestamp(at: str, style: str = "R") -> str:
    """A UTC time such as ``2026-01-31T18:00:00Z`` in each reader's own time zone.

    Styles: R relative, f date and time, T time.
    """
    return f"<t:{seconds(at)}:{style}>"
