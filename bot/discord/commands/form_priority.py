"""Order forms go before other answers: Discord takes a form only as the first response, without an acknowledgement."""

import asyncio
import contextlib
from collections.abc import Iterator

LONGEST = 0.5
"""Seconds that another answer waits for forms, however many are asked for."""


class FormPriority:
    """How many order forms are being opened, and who waits for them."""

    def __init__(self) -> None:
        self._forms = 0
        self._opened = asyncio.Event()
        self._opened.set()

    @contextlib.contextmanager
    def opening(self) -> Iterator[None]:
        """A form is being opened; other answers wait for it."""
        self._forms += 1
        self._opened.clear()
        try:
            yield
        finally:
            self._forms -= 1
            if not self._forms:
                self._opened.set()

    async def give_way(self) -> None:
        """Wait for the forms that are being opened, and for those that were asked for at the same moment."""
        await asyncio.sleep(0)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST):
                await self._opened.wait()
