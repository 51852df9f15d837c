"""What is kept of a mail until its address is confirmed."""

from bot.correspondence.answers import Section, said
from bot.correspondence.message import Line
from bot.hosting import wording

from .reading.author_text import AuthorText

HELD = 4_000
"""Characters that are kept."""
MISSING = "# lines that were not kept:"
"""Begins a line below what was kept, which is a remark if it is read as an order."""


def write_held(text: AuthorText) -> str:
    """Whole lines, and how many are missing."""
    room, kept = HELD, list[str]()
    for line in text.lines:
        room -= len(line.text) + 1
        if room < 0:
            return "\n".join([*kept, f"{MISSING} {len(text.lines) - len(kept):,}"])
        kept.append(line.text)
    return "\n".join(kept)


def read_held(held: str) -> tuple[list[Line], tuple[Section, ...]]:
    """The lines that were kept, and what is said of those that were not."""
    lines = held.splitlines()
    if not lines or not lines[-1].startswith(MISSING):
        return [Line(line) for line in lines], ()
    number = lines.pop().removeprefix(MISSING).strip()
    upto = f"up to the line {wording.clip(lines[-1], 60)!r}; {number} more were not" if lines else "not at all"
    cut = f"Your first mail was longer than {HELD:,} characters, so it was kept {upto}. Send the rest again."
    return [Line(line) for line in lines], (said("Not read", cut),)
