"""Reminders in Discord: one mention in the game's channel before the deadline, whatever breaks."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.screen import Post
from bot.bench.loopback.server import Server
from bot.hosting import wording
from engine.table import Table
from tests.discord.loopback.games import Match, find_game, open_table, start_game
from tests.discord.test_kill import Ordeal, killed_bot, ordeal, server
from tests.support.aged_games import age_game
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio(loop_scope="session")
__all__ = ["killed_bot", "ordeal", "server"]
HOUR = 3_600
QUICK_CLOCK = Path(__file__).parents[1] / "support" / "quick_clock.py"


def reminders(player: Player, due: str = "") -> list[Post]:
    """The reminders of this deadline, or of all."""
    return [
        post
        for post in player.posts()
        if "**Reminder**" in post.text and (not due or f"<t:{wording.seconds(due)}:R>" in post.text)
    ]


async def until(fits: Callable[[], object], seconds: float = 25) -> None:
    for _ in range(round(seconds / 0.05)):
        if fits():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it never comes")


def handed_over(table: Table, game: str, due: str) -> bool:
    """Whether the deadline was reminded of, and no door has anything left to do."""
    query = table.journal.database.query
    waiting = query("select game from reminder_given where game = ?", (game,))
    ready = "select 1 from reminder_person where game = ? and kind = 'reminder' and at != ''"
    planned = query("select due from reminder_plan where game = ?", (game,))
    return not waiting and planned == [(due,)] and not query(ready, (game,))


async def aged(bot: Bot, match: Match, hours: float) -> str:
    """The game with another deadline, once the bot has seen to it."""
    with open_table(bot) as table:
        due = age_game(table, match.id, round(hours * HOUR))
        await until(lambda: handed_over(table, match.id, due))
    return due


@pytest_asyncio.fixture(loop_scope="session")
async def lone_bot(alone: Server, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bot]:
    running = await Bot(alone, tmp_path_factory.mktemp("reminding"), under=(str(QUICK_CLOCK),)).start()
    yield running
    assert await running.stop() == 0 and "Traceback" not in running.log, running.log


@pytest.mark.long
async def test_a_deputy_is_mentioned_beside_the_player(lone_bot: Bot, alone: Server) -> None:
    room = alone.world.open_room("deputies")
    alice, bob, carol = (Player(alone, name, room) for name in ("Alice", "Bob", "Carol"))
    match = await start_game(alice, bob, deadline="3d")
    phase = find_game(lone_bot, match).phase
    assert phase
    awaited = alice if "reeve" in phase.sides else bob
    await awaited.slash("deputy", player=carol)
    due = await aged(lone_bot, match, 60)
    await until(lambda: reminders(alice, due))
    (post,) = reminders(alice, due)
    assert set(post.pings) == {awaited.name, "Carol"} and "as deputy" in post.text, post.text


@pytest.mark.long
async def test_whoever_is_awaited_is_mentioned_once(lone_bot: Bot, alone: Server) -> None:
    room = alone.world.open_room("reminders")
    alice, bob = Player(alone, "Alice", room), Player(alone, "Bob", room)
    match = await start_game(alice, bob, deadline="3d")
    due = await aged(lone_bot, match, 60)
    await until(lambda: reminders(alice, due))
    phase = find_game(lone_bot, match).phase
    assert phase
    called, other = (alice, bob) if "reeve" in phase.sides else (bob, alice)
    (post,) = reminders(alice)
    assert post.pings == [called.name] and f"<@{other.id}>" not in post.text and "Done" in post.buttons
    assert "Whatever is written by then is run" in post.text and "/remind" in post.text
    assert "reminded once" in (await called.slash("remind")).text
    assert "not reminded" in (await called.slash("remind", reminders="off")).text
    await aged(lone_bot, match, 61)
    assert len(reminders(alice)) == 1, "they have turned it off"
    assert "reminded once" in (await called.slash("remind", reminders="on")).text
    due = await aged(lone_bot, match, 62)
    await until(lambda: reminders(alice, due))
    assert "choose a" in (await called.slash("orders line", text="choose a")).text
    await called.slash("commit")
    assert len(reminders(alice)) == 2


STEPS = share((1, 8, 22, 36, 50, 57, 64, 71, 78, 85, 92, 99), (6, 12, 18, 24, 66, 75, 84, 93))
"""Of writing: a file's tables are looked after first, then comes what the clock and the publisher write."""


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_a_kill_at_any_step_of_reminding_doubles_and_loses_none(ordeal: Ordeal) -> None:
    dues = list[str]()
    for player in (ordeal.alice, ordeal.bob):
        player.enter(ordeal.match.room.parent or ordeal.match.room)
    ordeal.match = await start_game(ordeal.alice, ordeal.bob, deadline="3d")
    for number, step in enumerate(STEPS):
        await ordeal.bot.kill()
        with open_table(ordeal.bot) as table:
            dues.append(age_game(table, ordeal.match.id, 60 * HOUR - number))
        ordeal.finger.write_text(str(step))
        await ordeal.bot.spawn()
        await until(lambda due=dues[-1]: ordeal.bot.ended or reminders(ordeal.alice, due))  # type: ignore[misc]
        ordeal.finger.unlink(missing_ok=True)
        if ordeal.bot.ended:
            ordeal.points.append(ordeal.finger.with_suffix(".died").read_text())
            await ordeal.bot.start()
        await until(lambda due=dues[-1]: reminders(ordeal.alice, due))  # type: ignore[misc]
    ordeal.check()
    assert [len(reminders(ordeal.alice, due)) for due in dues] == [1] * len(dues)
    assert len(ordeal.points) >= share(4, 3) and [point for point in ordeal.points if "delivery" in point], (
        ordeal.points
    )
