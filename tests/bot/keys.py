"""A person at a terminal: a program behind a pseudo-terminal, what it shows, and what is typed."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping
from pathlib import Path

from .command_line import PYTHON, clean

PATIENCE, QUIET = 30.0, 0.3
"""Seconds that words are waited for, and after which a terminal is taken to wait for a key."""


def plain(shown: str) -> str:
    """What is read on the screen: without colours and pictures; a step of the cursor to the right is a space."""
    text = re.sub(r"\x1b(?:P|_).*?\x1b\\", "", shown, flags=re.DOTALL)
    text = re.sub(r"\x1b\[1?C", " ", text)
    return re.sub(r"\x1b(?:\[[0-9;?>]*[A-Za-z]|[=>])", "", text).replace("\r", "")


class Keys:
    """A person at a terminal of 80 columns.  ``answers``: what the terminal says when it is asked for something."""

    def __init__(
        self,
        folder: Path,
        *words: str,
        columns: int = 80,
        answers: Mapping[bytes, bytes] | None = None,
        **environment: str,
    ) -> None:
        self.answers, self.shown, self.raw = answers or {}, "", ""
        self.pid, self.handle = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            time.sleep(0.1)  # until the window has its size
            named = {"TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1", **environment}
            os.execve(PYTHON, [PYTHON, "-m", "bot", *words], clean(**named))
        self.resize(columns)

    def resize(self, columns: int) -> None:
        """The person draws the window to another width."""
        fcntl.ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))

    def until(self, what: str) -> str:
        """Wait for these words (a prompt: until it is the last that is shown) and give all that was shown since the
        last time, without colours.
        """
        end, found = time.monotonic() + PATIENCE, ""
        while True:
            fresh = self._read()
            found = plain(self.shown)
            if fresh is None or self._is_there(what, found, quiet=not fresh):
                self.raw, self.shown = self.shown, ""
                return found
            assert time.monotonic() < end, f"{what!r} never came: {found[-2000:]}"

    def _is_there(self, what: str, found: str, quiet: bool) -> bool:
        if what.endswith(("> ", "looking. ", ": ")):
            return quiet and found.rstrip().endswith(what.rstrip())
        return what in found

    def _read(self) -> str | None:
        """What has been shown now, "" if nothing more for a while; None at the end."""
        if not select.select([self.handle], [], [], QUIET)[0]:
            return ""
        try:
            data = os.read(self.handle, 65536)
        except OSError:
            return None
        for asked, answer in self.answers.items():
            os.write(self.handle, answer * data.count(asked))
        self.shown += data.decode("utf-8", "replace")
        return data.decode("utf-8", "replace") or None

    def type(self, text: str) -> None:
        os.write(self.handle, text.encode())

    def says(self, line: str, prompt: str = "> ") -> str:
        """Type a line and give all that is shown until the next prompt."""
        self.type(f"{line}\n")
        return self.until(prompt)

    def wait_for_exit(self) -> int:
        self.until("\0never")
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
