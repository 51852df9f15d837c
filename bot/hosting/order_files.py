"""Reads order files and pipes line by line: any line ends, UTF-8 with or without a byte order mark, UTF-16 from
Windows.
"""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from io import BufferedReader, TextIOWrapper
from typing import TextIO

from bot.hosting.database import CommandFailed

LONGEST = 20_000
"""Most characters of one line: more than a whole message of orders may have; stops input that never ends a line."""


def read_lines(stream: TextIO) -> Iterator[str]:
    """Each line as soon as it arrives.  Raises CommandFailed at a line longer than any order."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(encoding=_encoding(stream), errors="replace", newline=None)
    number = 0
    while line := stream.readline(LONGEST):
        number += 1
        if len(line) == LONGEST:
            raise CommandFailed(
                f"Line {number} has {LONGEST:,} characters or more, so this is not an order. Reading stops here."
            )
        yield line


def _encoding(stream: TextIOWrapper) -> str:
    start = stream.buffer.peek(2)[:2] if isinstance(stream.buffer, BufferedReader) else b""
    return "utf-16" if start in (BOM_UTF16_LE, BOM_UTF16_BE) else "utf-8-sig"
