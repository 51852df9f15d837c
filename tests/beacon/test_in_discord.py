"""A game in Discord whose dice wait for a beacon: the lock is posted, and the same message becomes the report."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from aiohttp import web

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.screen import Post
from bot.bench.loopback.server import Server
from engine.beacon.chain import Chain
from engine.log.head import heads_in
from engine.log.verify import verify
from tests.discord.loopback.games import Match, check_posted_heads, is_phase, open_game
from tests.discord.loopback.strict_server import strict_server

from .relay import Relay, own_chain, punctual, serving
from .serve_with_own_chain import PERIOD

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.usefixtures("own_beacon")]
SERVE = ("-m", "tests.beacon.serve_with_own_chain")


@pytest.fixture
def own_beacon(monkeypatch: pytest.MonkeyPatch) -> Chain:
    """The chain of the bot, known to the tests."""
    pytest.importorskip("py_arkworks_bls12381", reason="py-arkworks-bls12381 (extra beacon) is not installed")
    from engine.beacon import chain

    monkeypatch.setitem(chain.CHAINS, "own", own_chain(period=PERIOD))
    monkeypatch.setattr(chain, "MARGIN", 2)
    return own_chain(period=PERIOD)


@pytest_asyncio.fixture(loop_scope="session")
async def discord() -> AsyncIterator[Server]:
    running = await strict_server().start()
    yield running
    await running.stop()
    assert not running.violations, running.violations


async def begun(discord: Server) -> tuple[Match, Player, Player]:
    room = discord.world.open_room("beacon")
    alice, bob = (Player(discord, name, room) for name in ("Alice", "Bob"))
    match = await open_game(alice)
    for side, player in (("reeve", alice), ("reivers", bob)):
        await player.slash("game join", game=match.id, side=side)
    for player in (alice, bob):
        player.enter(match.room)
    return match, alice, bob


async def turn_of(alice: Player, bob: Player, after: Post | None = None) -> tuple[Player, Post]:
    post = await alice.wait_for_post(is_phase, after=after)
    return (alice if f"<@{alice.id}>" in post.text else bob), post


@pytest.mark.long
async def test_the_lock_is_posted_and_completed_by_an_edit(discord: Server, tmp_path: Path) -> None:
    async with serving(relay := Relay(own_chain(period=PERIOD), punctual)) as (address,):
        environment = {"FIELDPOST_BEACON": "own", "FIELDPOST_BEACON_RELAYS": address}
        bot = await Bot(discord, tmp_path, environment, SERVE).start()
        match, alice, bob = await begun(discord)
        await alice.wait_for_post(lambda post: "The game begins with its first dice" in post.text)
        player, call = await turn_of(alice, bob)
        before = len(alice.posts())
        answer = await player.press(call, "Done")
        assert "locked" in answer.text, answer.text
        lock = await alice.wait_for_post(lambda post: "orders are locked. The dice fall at" in post.text)
        assert re.search(r"with round \d+ of the public beacon own", lock.text)
        _, following = await turn_of(alice, bob, after=call)
        (same,) = [post for post in alice.posts() if post.id == lock.id]
        assert "orders are locked" not in same.text and same.message["edited_timestamp"], same.text
        (before_dice, after) = heads_in(same.text)
        assert next(heads_in(lock.text)) == before_dice and after.seq > before_dice.seq, "what was locked stays"
        assert "The dice are made with round" in same.text
        assert not same.files, "who shoots first changes no map"
        assert [post.id for post in alice.posts()[before:]] == [lock.id, following.id], "one message for the deed"
        await check_posted_heads(match, alice)
        (log,) = (await alice.slash("game export")).files
        audit = verify(log.data)
        assert audit.holds and "2 rounds of the public beacon, each genuine" in str(audit)
        assert await bot.stop() == 0 and "Traceback" not in bot.log, bot.log
        assert relay.asked


@pytest.mark.long
async def test_a_silent_beacon_keeps_dice_waiting_over_a_restart(discord: Server, tmp_path: Path) -> None:
    async with serving(relay := Relay(own_chain(period=PERIOD), lambda chain, number: broken())) as (address,):
        environment = {"FIELDPOST_BEACON": "own", "FIELDPOST_BEACON_RELAYS": address}
        bot = await Bot(discord, tmp_path, environment, SERVE).start()
        match, alice, bob = await begun(discord)
        await discord.world.until(lambda: relay.asked)
        assert "begins as soon as its first dice have fallen" in (await alice.slash("orders show", game=match.id)).text
        await bot.kill()
        relay.answer = punctual
        await bot.start()
        await turn_of(alice, bob)
        assert await bot.stop() == 0 and "Traceback" not in bot.log, bot.log


def broken() -> web.Response:
    return web.Response(status=503)
