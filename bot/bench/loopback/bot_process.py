"""The shipped bot in a process of its own, talking to our Discord."""

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.database.address import Address

from .server import Server

ROOT = Path(__file__).parents[3]


class Bot:
    """``home`` holds its database and what it prints; ``under`` is a script of the tests that runs it, with its
    arguments; ``shards``: how many connections it makes.
    """

    def __init__(
        self,
        server: Server,
        home: Path,
        environment: dict[str, str] | None = None,
        under: Sequence[str] = (),
        shards: int = 1,
    ) -> None:
        self.server, self.home, self.extra, self.shards = server, home, environment or {}, shards
        self.database, self.prints = home / "fieldpost.db", home / "bot.log"
        self.address: Address = self.extra.get("FIELDPOST_DB") or self.database
        """Where its games are: on a server, if ``environment`` says so."""
        self.command = list(under) or ["-m", "bot", "serve"]
        self._process: asyncio.subprocess.Process | None = None

    @property
    def process(self) -> asyncio.subprocess.Process:
        assert self._process, "the bot was not started"
        return self._process

    async def spawn(self) -> None:
        """Started, whatever comes of it; it does not outlive its server."""
        inherited = {
            name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR", "VIRTUAL_ENV") if name in os.environ
        }
        environment = (
            inherited
            | {"PYTHONPATH": str(ROOT), "FIELDPOST_DB": str(self.database), "FIELDPOST_SHORTEST_DEADLINE": "2s"}
            | self.server.environment
            | self.extra
        )
        with self.prints.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *self.command,
                env={k: v for k, v in environment.items() if v},
                cwd=self.home,
                stdout=log,
                stderr=log,
                stdin=asyncio.subprocess.DEVNULL,
            )
        self._watcher = asyncio.create_task(self._watch(self._process))
        self.server.ends_with_it.append(self._kill_if_running)

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        await process.wait()
        self.server.world.stir()

    async def start(self, seconds: float = 90) -> "Bot":
        """Started, its commands registered, and listening at the gateway."""
        gateway, rest = self.server.gateway, self.server.rest
        before, told = gateway.identified, len(rest.registered)
        await self.spawn()
        try:
            await self.server.world.until(
                lambda: (gateway.identified >= before + self.shards and len(rest.registered) > told) or self.ended,
                seconds,
            )
        except TimeoutError:
            raise AssertionError(f"the bot did not come up in {seconds} s:\n{self.log}") from None
        assert not self.ended, f"the bot ended at once:\n{self.log}"
        return self

    @property
    def ended(self) -> bool:
        return self._process is None or self._process.returncode is not None

    @property
    def log(self) -> str:
        return self.prints.read_text(encoding="utf-8", errors="replace") if self.prints.exists() else ""

    async def kill(self) -> None:
        """kill -9."""
        self._kill_if_running()
        await self.process.wait()

    def _kill_if_running(self) -> None:
        if not self.ended:
            self.process.send_signal(signal.SIGKILL)

    async def stop(self, seconds: float = 30) -> int:
        """Asked politely; its exit code."""
        if not self.ended:
            self.process.send_signal(signal.SIGTERM)
        return await self.exit(seconds)

    async def exit(self, seconds: float = 30) -> int:
        try:
            async with asyncio.timeout(seconds):
                return await self.process.wait()
        except TimeoutError:
            await self.kill()
            raise AssertionError(f"the bot did not end within {seconds} s:\n{self.log}") from None
