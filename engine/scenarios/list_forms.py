"""The forms of an army list: a file of YAML, or one line, with braces or without."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from .yaml_reader import FaultyFile, LocatedFault


def is_list_file(text: str) -> bool:
    """Whether a list is written as a file: with the key army, at the beginning of a line or within braces.

    An order to muster is none, whatever its types are called.  Takes time in proportion to the text.
    """
    lines = [line for line in map(str.strip, text.strip().split("\n")) if not line.startswith("#")]
    lines = [line for line in lines if not _is_order(line)]
    if any(_is_army_key(line.removeprefix("{")) for line in lines):
        return True
    flow = text.lstrip().startswith("{") or bool(one_line(text))
    return flow and any(_is_army_key(part) for line in lines for part in re.split("[{,]", line))


def _is_order(line: str) -> bool:
    verb, *rest = line.split(None, 1) or [""]
    return verb.casefold() in ("muster", "army") and bool(rest) and not rest[0].startswith(":")


def _is_army_key(text: str) -> bool:
    key, colon, _ = text.partition(":")
    return bool(colon) and key.strip().strip("\"'") == "army"


def one_line(text: str) -> str:
    """A list that is written on one line without braces, with them added; "" for any other."""
    line = text.strip()
    return (
        f"{{{line}}}" if "\n" not in line and line.count(":") > 1 and not line.startswith(("{", "[", "-", "#")) else ""
    )


@contextmanager
def columns_of_one_line() -> Iterator[None]:
    """For reading a text from ``one_line``: faults have the columns from before the brace was added."""
    try:
        yield
    except FaultyFile as faulty:
        raise FaultyFile(without_brace(faulty.faults)) from None


def without_brace(faults: tuple[LocatedFault, ...]) -> tuple[LocatedFault, ...]:
    return tuple(spot._replace(column=max(1, spot.column - 1)) for spot in faults)
