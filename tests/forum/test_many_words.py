"""Posts that are too long, and people who post too much."""

import asyncio
import re
from collections.abc import Iterator

import pytest

from bot.correspondence import message
from bot.correspondence.message import Seat
from bot.forum import receiving
from bot.hosting.sender_limits import Limit
from engine.language.words import LINES
from engine.table import Table
from tests.forum.loopback.clubhouse import Clubhouse, Player
from tests.forum.loopback.world import Topic
from tests.forum.test_exactly_once import settled
from tests.forum.test_whole_games import begin
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The lines of which the grammar was asked."""
    asked = list[str]()

    def reads_as_order(table: Table, seat: Seat | None, line: str, *, to_us: bool = False) -> bool:
        asked.append(line)
        return message.reads_as_order(table, seat, line, to_us=to_us)

    monkeypatch.setattr(receiving, "reads_as_order", reads_as_order)
    yield asked


async def awaited(house: Clubhouse) -> tuple[Player, Topic, str]:
    """Whose turn it is in a game, its topic, and a unit of theirs."""
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    await settled(house)
    with house.table() as table:
        game = table.game("millers-1")
        assert game.phase
        side = game.phase.sides[0]
        unit = next(iter(table.units("millers-1", side)))
    return {"reeve": ann, "reivers": bob}[side], topic, unit


@pytest.mark.parametrize("fenced", [False, True])
async def test_a_post_with_too_many_orders_is_answered(house: Clubhouse, judged: list[str], fenced: bool) -> None:
    writer, topic, unit = await awaited(house)
    orders = "\n".join(f"{unit} move {number:04d}" for number in range(1_900))
    answer = await writer.ask(topic, f"```\n{orders}\n```" if fenced else orders)
    assert f"a message may have {LINES} lines" in " ".join(answer.raw.split())
    assert len(judged) <= LINES + 10, "no more are judged than a message may have"


@pytest.mark.long
async def test_long_talk_is_not_answered(house: Clubhouse) -> None:
    writer, topic, _ = await awaited(house)
    before = len(house.forum.own_posts())
    talk = [f"I wonder what number {number} of them is up to" for number in range(share(300, 120))]
    writer.post(topic, "\n".join(talk))
    assert "Turn 1" in (await writer.ask(topic, "status")).raw
    assert len(house.forum.own_posts()) == before + 1


async def test_whoever_posts_too_much_is_not_read(
    house: Clubhouse, judged: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receiving, "LIMITS", (Limit(4, 3_600, "an hour"),))
    writer, topic, unit = await awaited(house)
    await writer.ask(topic, "status")
    while "Slow down" not in (slow := (await writer.ask(topic, "units")).raw):
        pass
    assert re.search(r"none is that you write before \w+ \d+ \w+ \d\d:\d\d UTC", slow), slow
    judged.clear()
    before = len(house.forum.own_posts())
    last = writer.post(topic, f"{unit} move 0402\n{unit} move 0403")
    await house.until(lambda: house.door._poller.last_whole)
    await asyncio.sleep(1)
    assert not judged and len(house.forum.own_posts()) == before and last


async def test_a_post_that_was_read_is_not_judged_again(house: Clubhouse, judged: list[str]) -> None:
    writer, topic, _ = await awaited(house)
    await writer.ask(topic, "status")
    judged.clear()
    house.wake()
    await asyncio.sleep(1)
    assert not judged
