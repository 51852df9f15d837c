"""Posts keep to Discord's limits: the bot waits instead of being rejected."""

import asyncio
from pathlib import Path

import pytest

from bot.bench.load.late import Late
from bot.bench.loopback.rate_limits import Bucket
from bot.discord.messages.pace import MOST_A_SECOND, Pace

pytestmark = pytest.mark.asyncio
CHANNEL, SECONDS, OVERALL = 5, 0.5, 25
"""Discord's limits with every second made shorter: posts to a channel, and requests in all, within ``SECONDS``."""


async def test_one_post_at_a_time_in_a_channel_and_others_beside_it() -> None:
    pace, open_, most = Pace(), dict[int, int](), dict[int, int]()

    async def post(channel: int) -> None:
        async with pace.turn(channel):
            open_[channel] = open_.get(channel, 0) + 1
            most[channel], most[0] = max(most.get(channel, 0), open_[channel]), max(most.get(0, 0), sum(open_.values()))
            await asyncio.sleep(0.001)
            open_[channel] -= 1

    await asyncio.gather(*(post(1 + number % 3) for number in range(12)))
    assert most == {0: 3, 1: 1, 2: 1, 3: 1}


async def test_a_post_that_fails_or_is_given_up_lets_the_next_one_pass() -> None:
    pace = Pace()

    async def hang() -> None:
        async with pace.turn(1):
            await asyncio.sleep(60)

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(hang(), 0.01)
    async with asyncio.timeout(1), pace.turn(1):
        pass
    assert not pace._channels, "nothing is kept of a channel in which nothing waits"


async def test_many_posts_are_spread_and_a_single_one_is_not_delayed() -> None:
    pace, now = Pace(), asyncio.get_running_loop().time
    start = now()
    await pace.wait()
    assert now() - start < 0.5 / MOST_A_SECOND
    await asyncio.gather(*(pace.wait() for _ in range(10)))
    assert now() - start >= 10 / MOST_A_SECOND * 0.99


class Shorter(Late):
    def keep_limits(self) -> None:
        self.server.limits.be({"POST /channels/{channel_id}/messages": (CHANNEL, SECONDS)})
        self.server.limits.overall = Bucket(OVERALL, SECONDS)


@pytest.mark.long
async def test_many_games_with_news_at_once_are_posted_without_one_rejection(tmp_path: Path) -> None:
    stage = Shorter(tmp_path, games=40)
    assert await stage.go()
    assert not stage.left
    assert stage.server.limits.exceeded == 0
