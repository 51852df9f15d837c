"""Markdown as forums read it: names that are shown as they are, and fences that nothing breaks out of."""

import re
from collections.abc import Sequence

from bot.hosting.wording import whole_sentences

LONGEST_ALT = 300
_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~&!])")
_OF_PICTURES = re.compile(r"[\[\]|\\`<>!*_]")
TICKS = re.compile(r"`{3,}")


def escape(text: str) -> str:
    """A name or a title on one line, as it is, with no mention of anybody.

    An escaped @ would still mention them: forums look for names in what is left when signs are no longer escaped.
    """
    return _SIGNS.sub(r"\\\1", " ".join(text.split())).replace("@", "@\u2060")


def fence(lines: Sequence[str]) -> str:
    """The lines as they are, in letters of one width; no line among them ends the fence."""
    text = "\n".join(lines)
    ticks = "`" * max(3, max((len(found) + 1 for found in TICKS.findall(text)), default=3))
    return f"{ticks}text\n{text}\n{ticks}"


def alt_text(text: str) -> str:
    """What a picture shows, in whole sentences, without the signs that end such a text or that Discourse reads as a
    size.
    """
    plain = " ".join(_OF_PICTURES.sub(" ", text).split())
    return whole_sentences(plain, LONGEST_ALT)
