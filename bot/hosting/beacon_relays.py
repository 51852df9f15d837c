"""Asking the relays of the public beacon for a round: the first answer with a genuine signature counts."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

import aiohttp
import msgspec

from engine.beacon.chain import Chain, NotGenuine

RELAYS = ("https://api.drand.sh", "https://api2.drand.sh", "https://api3.drand.sh", "https://drand.cloudflare.com")
AGENT = "Fieldpost (games by post)"
PATIENCE = 5.0
"""Seconds that one relay may take for its answer."""
HEAD_START = 1.0
"""Seconds after which the next relay is asked, too."""
LARGEST = 10_000
"""Bytes of an answer that are read; a round has about 300."""


class Round(NamedTuple):
    """A published round: its number, its signature in hex, and the 32 random bytes that follow from it."""

    number: int
    signature: str
    randomness: bytes


class _Answer(msgspec.Struct):
    """What is read of a relay's answer."""

    round: int
    signature: str


class NoRound(Exception):
    """No relay has a round; the text says of each relay why."""


class Relays:
    """The relays of one chain.  ``addresses``: where they are, without the path; the first is asked first."""

    def __init__(
        self,
        chain: Chain,
        addresses: Sequence[str] = RELAYS,
        patience: float = PATIENCE,
        head_start: float = HEAD_START,
    ) -> None:
        self.chain, self._addresses = chain, tuple(address.rstrip("/") for address in addresses)
        self._patience, self._head_start = patience, head_start
        self._session: aiohttp.ClientSession | None = None

    async def close(self) -> None:
        if self._session:
            await self._session.close()

    async def fetch(self, number: int) -> Round:
        """A round that is out.  One relay is asked after the other, each while those before it may still answer.

        Raises NoRound.
        """
        faults = dict[str, str]()
        asked = [
            asyncio.create_task(self._ask(address, number, nth * self._head_start, faults))
            for nth, address in enumerate(self._addresses)
        ]
        try:
            for answer in asyncio.as_completed(asked):
                if found := await answer:
                    return found
        finally:
            for task in asked:
                task.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
        raise NoRound("; ".join(f"{address}: {why}" for address, why in faults.items()))

    async def _ask(self, address: str, number: int, pause: float, faults: dict[str, str]) -> Round | None:
        """The round as this relay has it, after a pause; None, and why in ``faults``, if it gives none that is
        genuine."""
        await asyncio.sleep(pause)
        try:
            async with asyncio.timeout(self._patience):
                signature = await self._signature(address, number)
            return Round(number, signature, await asyncio.to_thread(self.chain.randomness, number, signature))
        except NotGenuine as lie:
            faults[address] = str(lie)
        except TimeoutError:
            faults[address] = f"no answer within {self._patience:g} seconds"
        except (aiohttp.ClientError, OSError, ValueError) as fault:
            faults[address] = str(fault) or type(fault).__name__
        return None

    async def _signature(self, address: str, number: int) -> str:
        """Raises ValueError for what is no answer about this round, and aiohttp.ClientError."""
        if self._session is None:
            self._session = aiohttp.ClientSession(headers={"User-Agent": AGENT})
        path = f"{address}/{self.chain.hash}/public/{number}"
        async with self._session.get(path, allow_redirects=False) as answer:
            if answer.status != 200:
                raise ValueError(f"it answers with status {answer.status}")
            text = b""
            async for piece in answer.content.iter_any():
                text += piece
                if len(text) > LARGEST:
                    raise ValueError(f"its answer has more than {LARGEST:,} bytes")
        try:
            found = msgspec.json.decode(text, type=_Answer)
        except (msgspec.MsgspecError, RecursionError) as fault:
            raise ValueError("its answer is no round") from fault
        if found.round != number:
            raise ValueError(f"its answer is about round {found.round}")
        return found.signature
