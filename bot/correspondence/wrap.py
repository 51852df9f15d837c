"""Text in lines of 72 columns, as mails and old forums want it."""

from collections.abc import Iterable
from textwrap import wrap

COLUMNS = 72
BAR = "| "


def wrapped(text: str, first: str = "", later: str = "    ") -> list[str]:
    """A paragraph in lines of COLUMNS; long words stay whole.  ``first``, ``later``: what the lines begin with."""
    plain = " ".join(text.split())
    lines = wrap(
        plain,
        COLUMNS,
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines or [first.rstrip()]


def barred(texts: Iterable[str]) -> list[str]:
    """Lines of COLUMNS at most, each behind a bar: no order begins so, and mail programs take it for a quote."""
    lines = list[str]()
    for raw in texts:
        text = "".join(sign if sign.isprintable() else " " for sign in raw)
        margin = " " * (len(text) - len(text.lstrip()))
        fits = len(text) + len(BAR) <= COLUMNS
        pieces = [text.rstrip()] if fits else wrap(text.strip(), COLUMNS - len(BAR) - 4 - len(margin)) or [""]
        lines += [f"{BAR}{margin * (not fits)}{piece}".rstrip() for piece in pieces[:1]]
        lines += [f"{BAR}{margin}    {piece}".rstrip() for piece in pieces[1:]]
    return lines
