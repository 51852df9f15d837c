"""One line of a post as a keyboard would have typed it: without marks, emoji, escapes and entities."""

import html
import re

from bot.correspondence.tidy import LIST_MARK, tidy

_PICTURE = re.compile(r"!\[[^\]\n]{0,300}\]\([^()\n]{0,500}\)")
_LINK = re.compile(r"(?<!\\)\[([^\]\[\n]{1,300})\]\((?:[^()\s]{1,500})(?:\s\"[^\"\n]{0,200}\")?\)")
_LINK_DEFINITION = re.compile(r"^\s{0,3}\[[^\]\n]{1,200}\]:\s")
_EMPHASIS = re.compile(r"(?<!\\)(\*\*|__)(?=\S)(.{1,500}?)(?<=[^\s\\])\1")
_SLANTED = re.compile(r"(?<![\\*\w])(\*|_)(?=[^\s*_])([^*_\n]{1,500})(?<=[^\s\\])\1(?![*\w])")
_LEADING = re.compile(r"^\s*(?:\*{1,3}|_{1,3})(?=[^\s*_])")
_TRAILING = re.compile(r"(?<=[^\s\\*_])(?:\*{1,3}|_{1,3})\s*$")
_TICKS = re.compile(r"(?<!\\)`+")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,31}\d{0,2});")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]")
_SHORT_CODE = re.compile(r"(?<!\S):[a-zA-Z0-9_+-]{1,40}:(?:t[2-6]:)?(?!\S)")
_EMOJI = re.compile(
    r"[0-9#*]\ufe0f?\u20e3|[\U0001f000-\U0001faff\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff\ufe0f]|[\U000e0020-\U000e007f]"
)
_NAME = re.compile(r"^@[\w.-]{1,60}[,:]?(?:\s+|$)")
_TASK = re.compile(r"^\[[ xX]?\]\s+")
_MARK_ALONE = re.compile(r"^(?:[-*•·]|\(?\d{1,3}[.)])$")
_HEADING = re.compile(
    r"^(?:#{1,6}\s*)?(?:(?:my|our|the|here are my|turn \d{1,4})\s+)?orders\b[^:;]{0,80}:\s*", re.IGNORECASE
)
_REMARK = re.compile(r"^(?:#|//)")


def clean_line(line: str) -> str:
    """The words of a line; "" for remarks and for what a forum would not show."""
    if _LINK_DEFINITION.match(line):
        return ""
    plain = _LINK.sub(r"\1", _PICTURE.sub("", line))
    plain = _SHORT_CODE.sub("", _TICKS.sub("", _without_emphasis(plain)))
    plain = tidy(_EMOJI.sub("", _unescaped(plain))).strip()
    plain = _without_marks(plain)
    if plain.startswith(">") or _MARK_ALONE.match(plain):
        return ""
    plain = " ".join(_HEADING.sub("", plain).split())
    return "" if _REMARK.match(plain) else plain


def _without_emphasis(text: str) -> str:
    """Also without the signs of bold print that begins here and ends on a later line, or the other way round."""
    for _ in range(2):
        text = _SLANTED.sub(r"\2", _EMPHASIS.sub(r"\2", text))
    return _TRAILING.sub("", _LEADING.sub("", text))


def _unescaped(text: str) -> str:
    plain = _ENTITY.sub(lambda found: html.unescape(found[0]), _ESCAPED.sub(r"\1", text))
    return _CONTROL.sub(" ", plain)


def _without_marks(text: str) -> str:
    """Without the mark of a list, an empty box to tick, and the name of whoever is spoken to."""
    for _ in range(2):
        text = _NAME.sub("", _TASK.sub("", LIST_MARK.sub("", text))).strip()
    return text
