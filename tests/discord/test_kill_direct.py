"""kill -9 around direct messages: lists that follow games, calls and reminders are there once, and up to date."""

from pathlib import Path

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.screen import Post
from bot.bench.loopback.server import Server
from bot.bench.loopback.trouble import Trouble
from bot.hosting import wording
from tests.discord.loopback.games import find_game, open_table, start_game
from tests.discord.test_own_games import KILLSWITCH, lists, quick_bot
from tests.discord.test_reminders import HOUR, reminders, until
from tests.support.aged_games import age_game
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio(loop_scope="session")
__all__ = ["quick_bot"]
STEPS = share(tuple(range(1, 70, 7)), (18, 25, 32))
"""The steps of writing at which a bot is killed that has a reminder to give: every third, or a few."""
WAYS: tuple[Trouble, ...] = ("hang", "hang_after")
"""Killed before Discord has taken a call, and after it."""


def told(player: Player, words: str) -> list[Post]:
    """The direct messages with these words."""
    return [post for post in player.direct_posts() if words in post.text]


def check_told_once(player: Player) -> None:
    """Each phase and each of its deadlines is told of in other words."""
    texts = [post.text for post in player.direct_posts()]
    assert len(texts) == len(set(texts)), texts


async def killed_in(alone: Server, bot: Bot, call: str, do: Trouble, skip: int = 0) -> None:
    """Once such a call is under way, after so many others, the bot is killed; then it starts again."""
    fault = alone.fail(call, do, skip=skip)
    await until(fault.reached.is_set)
    await bot.kill()
    alone.faults.clear()
    await bot.start()


@pytest.mark.parametrize("do", share(WAYS, WAYS[1:]))
@pytest.mark.long
async def test_killed_in_an_edit_of_the_list(quick_bot: Bot, alone: Server, do: Trouble) -> None:
    room = alone.world.open_room(f"edited-{do}")
    alice, bob = Player(alone, f"Alice {do}", room), Player(alone, f"Bob {do}", room)
    assert "direct message now" in (await alice.slash("my games", keep=True)).text
    (kept,) = lists(alice)
    match = await start_game(alice, bob, deadline="3d")
    await until(lambda: match.room.id in lists(alice)[0].text)
    with open_table(quick_bot) as table:
        due = age_game(table, match.id, 50 * HOUR)
    await killed_in(alone, quick_bot, rf"PATCH /channels/{alone.world.direct_room(alice.id).id}/messages/\d+$", do)
    await until(lambda: f"<t:{wording.seconds(due)}:R>" in lists(alice)[0].text)
    assert [post.id for post in lists(alice)] == [kept.id]


@pytest.mark.parametrize("window", share((300.0, 0.0), (0.0,)))
@pytest.mark.parametrize("do", share(WAYS, WAYS[1:]))
@pytest.mark.parametrize("skip", share((0, 1), (1,)))
@pytest.mark.long
async def test_killed_in_a_call_or_a_reminder(
    quick_bot: Bot, alone: Server, do: Trouble, skip: int, window: float
) -> None:
    """``skip``: the message before the reminder calls for the phase with its new deadline.  ``window``: seconds for
    which Discord knows a nonce again; later the conversation is looked through.
    """
    alone.world.nonce_window = window
    room = alone.world.open_room(f"reminded-{do}-{skip}-{window}")
    alice, bob = Player(alone, f"Alice {do} {skip} {window}", room), Player(alone, f"Bob {do} {skip} {window}", room)
    for player in (alice, bob):
        await player.slash("my settings", pings="direct")
    match = await start_game(alice, bob, deadline="3d")
    phase = find_game(quick_bot, match).phase
    assert phase
    called = alice if "reeve" in phase.sides else bob
    await until(lambda: told(called, "waits for you"))
    with open_table(quick_bot) as table:
        due = age_game(table, match.id, 60 * HOUR)
    await killed_in(alone, quick_bot, rf"POST /channels/{alone.world.direct_room(called.id).id}/messages$", do, skip)
    await until(lambda: told(called, "**Reminder**"))
    await quiet(quick_bot)
    (reminder,) = told(called, "**Reminder**")
    assert f"<t:{wording.seconds(due)}:R>" in reminder.text
    assert not reminders(alice)
    check_told_once(called)
    alone.world.nonce_window = 300.0


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_killed_at_any_step_of_a_reminder(alone: Server, tmp_path: Path) -> None:
    finger, points, dues = tmp_path / "finger", list[str](), list[str]()
    room = alone.world.open_room("steps")
    alice, bob = Player(alone, "Alice of the steps", room), Player(alone, "Bob of the steps", room)
    bot = await Bot(alone, tmp_path, under=(str(KILLSWITCH), str(finger))).start()
    for player in (alice, bob):
        await player.slash("my settings", pings="direct")
    match = await start_game(alice, bob, deadline="3d")
    phase = find_game(bot, match).phase
    assert phase
    called = alice if "reeve" in phase.sides else bob
    await until(lambda: told(called, "waits for you"))
    for number, step in enumerate(STEPS):
        await bot.kill()
        with open_table(bot) as table:
            dues.append(age_game(table, match.id, 60 * HOUR - number))
        finger.write_text(str(step))
        await bot.spawn()  # it calls for the phase again, and reminds of its deadline
        shown = f"<t:{wording.seconds(dues[-1])}:R>"
        await until(lambda: bot.ended or len(told(called, shown)) > 1)  # noqa: B023
        finger.unlink(missing_ok=True)
        if bot.ended:
            points.append(finger.with_suffix(".died").read_text())
            await bot.start()
        await until(lambda: len(told(called, shown)) > 1)  # noqa: B023
        await quiet(bot)
    reminded = [post.text for post in told(called, "**Reminder**")]
    assert [sum(f"<t:{wording.seconds(due)}:R>" in text for text in reminded) for due in dues] == [1] * len(dues), (
        points
    )
    assert not reminders(alice)
    check_told_once(called)
    assert [point for point in points if "direct_message" in point or "reminder" in point], points
    assert await bot.stop() == 0 and "Traceback" not in bot.log, bot.log


async def quiet(bot: Bot) -> None:
    """Until the bot has no direct message on its way."""
    with open_table(bot) as table:
        waiting = "select 1 from direct_message where state = 'waiting' and message = ''"
        await until(lambda: not table.journal.database.query(waiting))
