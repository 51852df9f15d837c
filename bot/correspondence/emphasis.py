"""Emphasis in texts: marks that each way out shows as it can, and Markdown turned into lines with such marks."""

import html
import re
from io import StringIO
from typing import TYPE_CHECKING

from .wrap import BAR, COLUMNS, barred

if TYPE_CHECKING:
    from rich.style import Style

BOLD, ITALIC, END = "\ue000", "\ue001", "\ue002"
"""Marks around emphasized words; no other text has these characters, which mean nothing to anybody."""
_TAGS = {BOLD: "b", ITALIC: "i"}
_MARKED = re.compile(f"([{BOLD}{ITALIC}])([^{BOLD}{ITALIC}{END}]*){END}")
_ANY = re.compile(f"[{BOLD}{ITALIC}{END}]")
_HEADING = re.compile(r"^#+\s+(.*)$", re.MULTILINE)
_FENCE = re.compile(r"^```.*?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`\n]+)`")


def without_marks(text: str) -> str:
    """The words alone, for what is plain text."""
    return _ANY.sub("", text)


def is_marked(text: str) -> bool:
    return bool(_ANY.search(text))


def as_html(text: str) -> str:
    """The text with everything escaped that is no emphasis."""
    tagged = _MARKED.sub(lambda found: f"<{_TAGS[found[1]]}>{found[2]}</{_TAGS[found[1]]}>", html.escape(text))
    return _ANY.sub("", tagged)


def spoken(text: str) -> str:
    """A sentence in which what is to be typed stands between backticks, with quotation marks in their place."""
    return _CODE.sub(r'"\1"', text)


def markdown_lines(markdown: str) -> tuple[str, ...]:
    """Markdown as lines of COLUMNS at most with marks for emphasis, behind bars: no order begins so."""
    lines = list[str]()
    for number, piece in enumerate(_FENCE.split(markdown)):
        if number % 2:
            lines += ["", *(line.removeprefix(BAR) for line in barred(piece.splitlines())), ""]
        elif piece.strip():
            lines += _rendered(_HEADING.sub(r"**\1**", piece))
    once = [line for n, line in enumerate(lines) if line or (n and lines[n - 1])]  # one empty line is enough
    return tuple(f"{BAR}{line}".rstrip() for line in (once[:-1] if once and not once[-1] else once))


def _rendered(markdown: str) -> list[str]:
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(width=COLUMNS - len(BAR), file=StringIO(), highlight=False)
    found = list[str]()
    for line in console.render_lines(Markdown(markdown), pad=False):
        words = "".join(_with_mark(text, style) for text, style, _ in line)
        found.append(words.replace("▌ ", "> ").rstrip())
    return found


def _with_mark(text: str, style: "Style | None") -> str:
    mark = "" if style is None or not text.strip(" •") else BOLD if style.bold else ITALIC if style.italic else ""
    return f"{mark}{text}{END}" if mark else text
