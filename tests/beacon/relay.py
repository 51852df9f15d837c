"""A relay of the beacon on this machine: it serves recorded rounds, and those of a chain with a key of our own."""

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache

from aiohttp import web

from engine.beacon.chain import QUICKNET, Chain, message
from engine.beacon.signature import DOMAIN

RECORDED = {
    42: "95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce430a91b811fbfaf763900bc998b5d686a",
    123: "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92",
    657413: "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
}
"""Real rounds of quicknet."""
RANDOMNESS = {
    42: "8ada64bae5c6c0f5540a6a13af56e663240edfbd2c76ac6a8f27671eb7259ce3",
    123: "fb8f7bc29bf24db51871ec8c79f3a1e4bd0557bc0dfcee9ed1d924e69d1c60dc",
    657413: "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587",
}
SECRET = 20_260_131
"""The key by which the rounds of our own chain are signed."""
Answer = Callable[[Chain, int], web.Response]


@cache
def own_chain(genesis: int = 1_700_000_000, period: int = 3) -> Chain:
    """A chain of which we know the key, so that all its rounds can be made here."""
    from py_arkworks_bls12381 import G2Point, Scalar

    key = (G2Point() * Scalar(SECRET)).to_compressed_bytes().hex()
    return Chain("own", hashlib.sha256(f"{genesis} {period}".encode()).hexdigest(), key, genesis, period)


@cache
def sign(number: int) -> str:
    """The signature of a round of our own chain."""
    from py_arkworks_bls12381 import G1Point, Scalar

    return (G1Point.hash_to_curve(message(number), DOMAIN) * Scalar(SECRET)).to_compressed_bytes().hex()


def signature(chain: Chain, number: int) -> str:
    return RECORDED[number] if chain == QUICKNET else sign(number)


def honest(chain: Chain, number: int) -> web.Response:
    signed = signature(chain, number)
    randomness = hashlib.sha256(bytes.fromhex(signed)).hexdigest()
    return web.json_response({"round": number, "randomness": randomness, "signature": signed})


def punctual(chain: Chain, number: int) -> web.Response:
    """A round is given when it is out, and not before."""
    return honest(chain, number) if time.time() >= chain.published_at(number) else web.Response(status=425)


class Relay:
    """``answer`` says what it gives; ``asked`` are the rounds that it was asked for."""

    def __init__(self, chain: Chain, answer: Answer | None = honest) -> None:
        self.chain, self.answer, self.asked, self.address = chain, answer, list[int](), ""
        self.pieces = False
        """Whether an answer comes a few bytes at a time."""

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        number = int(request.match_info["number"])
        self.asked.append(number)
        if self.answer is None:
            await asyncio.sleep(60)
            raise AssertionError("nobody waits so long")
        answer = self.answer(self.chain, number)
        return await in_pieces(request, answer) if self.pieces else answer


async def in_pieces(request: web.Request, answer: web.Response) -> web.StreamResponse:
    sent = web.StreamResponse(status=answer.status)
    await sent.prepare(request)
    text = answer.text or ""
    for at in range(0, len(text), 60):
        await sent.write(text[at : at + 60].encode())
        await asyncio.sleep(0.01)
    await sent.write_eof()
    return sent


@asynccontextmanager
async def serving(*relays: Relay) -> AsyncIterator[tuple[str, ...]]:
    """The addresses of relays, while they serve."""
    runners = list[web.AppRunner]()
    for relay in relays:
        app = web.Application()
        app.router.add_get(f"/{relay.chain.hash}/public/{{number}}", relay._serve)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        relay.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
        runners.append(runner)
    try:
        yield tuple(relay.address for relay in relays)
    finally:
        for runner in runners:
            await runner.cleanup()
