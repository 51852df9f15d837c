"""The output of a command, cleaned in one place: whatever file it quotes, only printable characters and line ends
reach the terminal.
"""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from io import TextIOBase
from typing import Any, TextIO

from engine.printable import printable


class CleanStream(TextIOBase):
    """A text stream that passes on what is printable, to another one."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str, /) -> int:
        self._stream.write(printable(text))
        return len(text)

    def flush(self) -> None:
        self._stream.flush()

    def isatty(self) -> bool:
        return self._stream.isatty()

    def fileno(self) -> int:
        return self._stream.fileno()

    def writable(self) -> bool:
        return True

    def __getattribute__(self, name: str) -> Any:
        """``encoding`` and ``errors`` are those of the other stream."""
        return getattr(super().__getattribute__("_stream"), name) if name in _SHARED else super().__getattribute__(name)


_SHARED = ("encoding", "errors")


@contextmanager
def clean_output() -> Iterator[None]:
    """Everything printed inside is cleaned."""
    with ExitStack() as stack:
        if sys.stdout:
            stack.enter_context(redirect_stdout(CleanStream(sys.stdout)))
        if sys.stderr:
            stack.enter_context(redirect_stderr(CleanStream(sys.stderr)))
        yield
