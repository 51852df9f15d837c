"""Commands that go on in the next lines: army lists below the line which saves them (``my lists quay:``), and options
below ``league new``.
"""

import re
from collections.abc import Sequence

from bot.hosting.muster_words import VERBS

from .commands import read_command

_HEADING = re.compile(r"my lists [^:]{1,80}:", re.IGNORECASE)
_OPTIONS = re.compile(r"(?:[a-z]+=\S.*)", re.IGNORECASE)
_LEAGUE = re.compile(r"league new\b.*", re.IGNORECASE)
_KEYS = re.compile(r"(?:army\s*:|system\s*:.*)", re.IGNORECASE)
"""Lines of a list as a file that name no type."""


def with_lists_below(lines: Sequence[str]) -> dict[int, str]:
    """Place -> the whole command, for each line that saves a list which stands below it, or opens a league; "" for the
    lines below.

    A line is one of the list if it names a number or has a colon, and is no command and no order to muster.
    """
    joined, place = dict[int, str](), 0
    while place < len(lines):
        first, place = place, place + 1
        if _LEAGUE.fullmatch(" ".join(lines[first].split())):
            while place < len(lines) and _OPTIONS.fullmatch(lines[place].strip()):
                place += 1
            joined |= dict.fromkeys(range(first, place), "") if place > first + 1 else {}
            joined |= {first: " ".join(line.strip() for line in lines[first:place])} if place > first + 1 else {}
            continue
        if not _HEADING.fullmatch(" ".join(lines[first].split())):
            continue
        while place < len(lines) and (_is_of_list(lines[place]) or not lines[place].strip()):
            place += 1
        below = [line.strip(" ,;") for line in lines[first + 1 : place]]
        if entries := [line for line in below if line and not _KEYS.fullmatch(line)]:
            joined |= dict.fromkeys(range(first, place), "")
            joined[first] = f"{lines[first].strip()} {', '.join(entries)}"
    return joined


def _is_of_list(line: str) -> bool:
    words = line.split()
    if not words or words[0].casefold() in VERBS or read_command(line):
        return False
    return ":" in line or "=" in line or (len(words) > 1 and words[0].isdecimal())
