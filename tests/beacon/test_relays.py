"""Asking relays for a round: one that answers is enough, and none can lie."""

import time

import pytest
from aiohttp import web

from bot.hosting.beacon_relays import NoRound, Relays
from engine.beacon.chain import QUICKNET, Chain

from .relay import RANDOMNESS, RECORDED, Relay, honest, own_chain, serving, sign

pytest.importorskip("py_arkworks_bls12381", reason="py-arkworks-bls12381 (extra beacon) is not installed")


def flipped(chain: Chain, number: int) -> web.Response:
    signed = bytearray.fromhex(RECORDED[number])
    signed[20] ^= 4
    return web.json_response({"round": number, "signature": signed.hex()})


def another_round(chain: Chain, number: int) -> web.Response:
    return web.json_response({"round": number, "signature": RECORDED[123 if number == 42 else 42]})


def another_number(chain: Chain, number: int) -> web.Response:
    return web.json_response({"round": number + 1, "signature": RECORDED[number]})


def another_chain(chain: Chain, number: int) -> web.Response:
    return web.json_response({"round": number, "signature": sign(number)})


def broken(chain: Chain, number: int) -> web.Response:
    return web.Response(text="<html>", content_type="text/html")


def endless(chain: Chain, number: int) -> web.Response:
    return web.Response(text="[" * 1_000_000)


def absent(chain: Chain, number: int) -> web.Response:
    return web.Response(status=425)


def elsewhere(chain: Chain, number: int) -> web.Response:
    return web.Response(status=302, headers={"Location": "http://127.0.0.1:1/"})


LIARS = [flipped, another_round, another_number, another_chain, broken, endless, absent, elsewhere, None]
named = pytest.mark.parametrize("answer", LIARS, ids=lambda answer: getattr(answer, "__name__", "hanging"))


async def fetched(relays: Relays, number: int) -> bytes:
    try:
        return (await relays.fetch(number)).randomness
    finally:
        await relays.close()


@pytest.mark.parametrize("number", RECORDED)
async def test_a_round_of_one_relay(number: int) -> None:
    async with serving(Relay(QUICKNET)) as addresses:
        assert (await fetched(Relays(QUICKNET, addresses), number)).hex() == RANDOMNESS[number]


@named
async def test_a_relay_that_lies_or_hangs_is_passed_over(answer: object) -> None:
    wrong, good = Relay(QUICKNET, answer), Relay(QUICKNET)  # type: ignore[arg-type]
    async with serving(wrong, good) as addresses:
        randomness = await fetched(Relays(QUICKNET, addresses, 5, 0.05), 42)
    assert randomness.hex() == RANDOMNESS[42] and wrong.asked == good.asked == [42]


@named
async def test_no_lie_is_taken_for_a_round(answer: object) -> None:
    async with serving(*(Relay(QUICKNET, answer) for _ in range(2))) as addresses:  # type: ignore[arg-type]
        began = time.monotonic()
        with pytest.raises(NoRound) as none:
            await fetched(Relays(QUICKNET, addresses, 0.3, 0.05), 42)
        assert time.monotonic() - began < 5
    assert all(address in str(none.value) for address in addresses)


async def test_an_answer_in_pieces_is_read_whole() -> None:
    relay = Relay(QUICKNET)
    relay.pieces = True
    async with serving(relay) as addresses:
        assert (await fetched(Relays(QUICKNET, addresses), 42)).hex() == RANDOMNESS[42]


async def test_nobody_is_there() -> None:
    with pytest.raises(NoRound, match=r"^http://127\.0\.0\.1:1: "):
        await fetched(Relays(QUICKNET, ["http://127.0.0.1:1"]), 42)


async def test_our_own_chain_has_every_round() -> None:
    chain = own_chain()
    async with serving(relay := Relay(chain, honest)) as addresses:
        assert await fetched(Relays(chain, addresses), 7_654_321)
    assert relay.asked == [7_654_321]
