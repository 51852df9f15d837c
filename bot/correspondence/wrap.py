"""Text in lines of 72 columns, as mails and old forums want it."""

from collections.abc import Iterable
from textwrap import wrap

COLUMNS = 72


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


def wrapped_all(texts: Iterable[str], first: str = "", later: str = "    ") -> list[str]:
    return [line for text in texts for line in wrapped(text, first, later)]
