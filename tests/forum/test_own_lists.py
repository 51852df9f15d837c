"""One's own games, settings and calendar in a forum: answered privately alone; digests name games of the forum."""

import pytest

from bot.hosting.own_settings import EXAMPLES
from tests.forum.loopback.clubhouse import Clubhouse
from tests.forum.test_reminders import GAME, aged, handed_over, reminders, started

pytestmark = pytest.mark.asyncio


async def test_what_is_ones_own_is_answered_privately(house: Clubhouse) -> None:
    topic, awaited, other = await started(house)
    said = (await awaited.ask(topic, "my games")).raw
    assert "ask for it in a private message" in said and "Waiting for you" not in said
    told = await awaited.ask_alone("my games")
    assert "Waiting for you" in told and GAME in told and "from now" in told
    assert "Waiting for others" in await other.ask_alone("my games")
    assert "22:00-07:00, in the time of UTC" in await awaited.ask_alone(f"my settings quiet {EXAMPLES['quiet']}")
    assert "Did you mean Europe/Berlin" in await awaited.ask_alone("my settings zone Europe/Berln")
    assert "Ask for it by mail or in Discord" in await awaited.ask_alone("my calendar"), "a forum takes no files"


async def test_a_last_call_says_that_it_is_one(house: Clubhouse) -> None:
    topic, awaited, _ = await started(house)
    await awaited.ask_alone("my settings before 1h")
    due = aged(house, 71.5)
    await handed_over(house, due)
    await awaited.ask_alone("my settings before auto")
    due = aged(house, 71)
    (last,) = await house.until(
        lambda: [post for post in house.forum.posts_in(topic.id) if post.raw.startswith("**Last call:**")]
    )
    assert f"@{awaited.user.name}" in last.raw and "This is the last call" in last.raw
    await handed_over(house, due)
    assert not reminders(house, topic, due), "the last call says it all"
