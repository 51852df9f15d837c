"""Fences: where a post has some, only what is in them is read."""

import re
from collections.abc import Callable, Sequence

from .tags import CLOSE_CODE, OPEN_CODE

_FENCE = re.compile(r"\s{0,12}(?:[-*+]\s+|\d{1,3}[.)]\s+)?(`{3,}(?!.*`)|~{3,})\s*(.*)$")


def fenced_lines(lines: Sequence[str], reads_as_order: Callable[[str], bool]) -> list[str] | None:
    """What is in the fences and between tags of code, with an empty line after each; None if there are none.

    An order that was written right behind the first ticks, where no forum shows it, counts too.
    """
    kept, found, closes = list[str](), False, ""
    for line in lines:
        if closes:
            if _closes(line, closes):
                kept.append("")
                closes = ""
            elif line not in (OPEN_CODE, CLOSE_CODE):
                kept.append(line)
        elif line == OPEN_CODE:
            closes, found = CLOSE_CODE, True
        elif fence := _FENCE.match(line):
            closes, found = fence[1], True
            if " " in fence[2].strip() and reads_as_order(fence[2].strip()):
                kept.append(fence[2].strip())
    return kept if found else None


def opens_fence(line: str) -> bool:
    return _FENCE.match(line) is not None


def _closes(line: str, fence: str) -> bool:
    """Whether the line closes what ``fence`` has opened: as many of the same signs, or more, and nothing else."""
    plain = line.strip()
    return plain == fence or (plain.startswith(fence) and not plain.strip(fence[0]))
