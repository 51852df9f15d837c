"""A headless Chromium of our own, driven by DevTools through a pipe: no port, no network, a profile that is thrown
away."""

import contextlib
import fcntl
import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-device-scale-factor=1",
    "--remote-debugging-pipe",
)
PATIENCE = 120.0
"""Seconds until an answer of the browser is overdue."""
_FIRST_FREE = 10
"""The pipe's ends get numbers from here on, to leave 3 and 4 free, which are those that Chromium looks at."""

Value = Any


def why_not() -> str:
    """Why no browser can be started here, "" if one can."""
    return "" if _program() else "Chromium is not installed: apt-get install chromium"


class PageFailed(Exception):
    """A script of the page threw something, or the browser is gone."""


class Browser:
    """One browser with one page.  ``events``: what it has reported since the page was opened, such as requests."""

    def __init__(self, profile: Path) -> None:
        (read_here, write_there), (read_there, write_here) = _pipe(), _pipe()
        self._input, self._output, self._pending, self._calls = write_here, read_here, b"", 0

        def connect() -> None:
            os.dup2(read_there, 3)
            os.dup2(write_there, 4)

        self._process = subprocess.Popen(
            [_program(), *FLAGS, f"--user-data-dir={profile}", "about:blank"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(read_there, write_there, 3, 4),
            preexec_fn=connect,
            env={**os.environ, "HOME": str(profile)},
        )
        os.close(read_there)
        os.close(write_there)
        self.events = list[dict[str, Any]]()
        self._session = ""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "DOM"):
            self.call(f"{domain}.enable")

    def close(self) -> None:
        with contextlib.suppress(OSError, PageFailed):
            self._session = ""
            self.call("Browser.close")
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._input)
        os.close(self._output)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A command of the DevTools protocol, and its result."""
        self._calls += 1
        number = self._calls
        message = {"id": number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._send(json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == number:
                break
            self.events.append(answer)
        if "error" in answer:
            raise PageFailed(f"{method}: {answer['error']}")
        result: dict[str, Any] = answer["result"]
        return result

    def open(self, file: Path) -> None:
        """Show a file, and wait until its page is loaded."""
        self.events.clear()
        self.call("Page.navigate", url=file.as_uri())
        self.wait(lambda: any(event.get("method") == "Page.loadEventFired" for event in self.events))

    def run(self, script: str) -> Value:
        """The value of an expression in the page, or what it promises."""
        found = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in found:
            raise PageFailed(json.dumps(found["exceptionDetails"])[:2000])
        return found["result"].get("value")

    def apply(self, function: str, *values: Value) -> Value:
        """What a function of the page gives for values (JSON)."""
        return self.run(f"({function})(...{json.dumps(list(values))})")

    def wait(self, ready: Callable[[], Value]) -> Value:
        """What ``ready`` gives as soon as it is something."""
        late = time.monotonic() + PATIENCE
        while not (found := ready()):
            if time.monotonic() > late:
                raise PageFailed("The page did not get ready.")
            self.run("new Promise(done => setTimeout(done, 10))")
        return found

    def choose_file(self, element: str, file: Path) -> None:
        """As a person who chooses a file by the button of an element (its id)."""
        node = self.call("Runtime.evaluate", expression=f"document.getElementById('{element}')")["result"]["objectId"]
        self.call("DOM.setFileInputFiles", files=[str(file)], objectId=node)

    def press(self, key: str, code: int) -> None:
        """Press a key such as Tab (9)."""
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    def requests(self) -> Sequence[str]:
        """The addresses that the page has asked for since it was opened."""
        sent = (event for event in self.events if event.get("method") == "Network.requestWillBeSent")
        return [event["params"]["request"]["url"] for event in sent]

    def _send(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._input, data) :]

    def _read(self) -> dict[str, Any]:
        late = time.monotonic() + PATIENCE
        while b"\0" not in self._pending:
            if not select.select([self._output], [], [], max(0.0, late - time.monotonic()))[0]:
                raise PageFailed("The browser does not answer.")
            more = os.read(self._output, 1 << 20)
            if not more:
                raise PageFailed("The browser has ended.")
            self._pending += more
        message, _, self._pending = self._pending.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found


@contextmanager
def private_browser() -> Iterator[Browser]:
    """A browser that is closed in the end."""
    with TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True) as profile:
        browser = Browser(Path(profile))
        try:
            yield browser
        finally:
            browser.close()


def _program() -> str:
    return next(filter(None, map(shutil.which, NAMES)), "")


def _pipe() -> tuple[int, int]:
    """The ends of a pipe, to read and to write, both with numbers that are out of the way."""
    low = os.pipe()
    high = [fcntl.fcntl(end, fcntl.F_DUPFD, _FIRST_FREE) for end in low]
    for end in low:
        os.close(end)
    return high[0], high[1]
