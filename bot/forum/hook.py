"""Web hooks of Discourse: their signature is checked, and nothing is taken from them but that it is time to poll."""

import hmac
import logging
from collections.abc import Callable

from aiohttp import web

from .settings import Hook

log = logging.getLogger("fieldpost.forum")

SIGNATURE = "X-Discourse-Event-Signature"
LARGEST = 2_000_000
"""Bytes of a web hook that are read."""


class HookListener:
    """``wake``: called for each hook that is signed rightly."""

    def __init__(self, settings: Hook, wake: Callable[[], None]) -> None:
        self._settings, self._wake = settings, wake
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Raises OSError if the port is taken."""
        app = web.Application(client_max_size=LARGEST)
        app.router.add_post("/{path:.*}", self._receive)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, self._settings.host, self._settings.port).start()

    async def stop(self) -> None:
        if self._runner:
            await self._runner.cleanup()

    async def _receive(self, request: web.Request) -> web.Response:
        body = await request.read()
        if not signed(self._settings.secret, body, request.headers.get(SIGNATURE, "")):
            log.info("a web hook is refused: its signature is not that of FIELDPOST_FORUM_SECRET")
            return web.Response(status=403, text="The signature is wrong.\n")
        self._wake()
        return web.Response(text="ok\n")


def signed(secret: str, body: bytes, signature: str) -> bool:
    """Whether these bytes were signed with the secret; compared in constant time."""
    right = f"sha256={hmac.digest(secret.encode(), body, 'sha256').hex()}"
    return hmac.compare_digest(right.encode(), signature.encode("utf-8", "replace"))
