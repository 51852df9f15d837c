"""/my: the list of one's games, also as a direct message that is kept up to date; settings; the calendar."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import icalendar
import pytest
import pytest_asyncio

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.screen import Post
from bot.bench.loopback.server import Server
from bot.hosting import wording
from tests.discord.loopback.games import find_game, newest_phase_post, open_game, open_table, start_game
from tests.discord.test_reminders import aged, reminders, until

pytestmark = pytest.mark.asyncio(loop_scope="session")
QUICK_LISTS = Path(__file__).parents[1] / "support" / "quick_lists.py"
KILLSWITCH = Path(__file__).parents[1] / "support" / "kill_process.py"


@pytest_asyncio.fixture(loop_scope="session")
async def quick_bot(alone: Server, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bot]:
    """Its lists may be changed at any time."""
    running = await Bot(alone, tmp_path_factory.mktemp("lists"), under=(str(QUICK_LISTS),)).start()
    yield running
    assert await running.stop() == 0 and "Traceback" not in running.log, running.log


def lists(player: Player) -> list[Post]:
    return [post for post in player.direct_posts() if post.text.startswith("**Your games**")]


async def test_a_list_says_what_waits_where_and_until_when(bot: Bot, enter: Callable[[str], Player]) -> None:
    alice, bob = enter("Alice of the lists"), enter("Bob of the lists")
    assert "You play in no game" in await alice.slash("my games")
    waiting = await open_game(alice, name="A game [to] come")
    await alice.slash("game join", game=waiting.id, side="reeve")
    match = await start_game(alice, bob, deadline="3d")
    game, call = find_game(bot, match), await newest_phase_post(alice)
    assert game.phase and game.due
    first, other = (alice, bob) if "reeve" in game.phase.sides else (bob, alice)
    mine, theirs = await first.slash("my games"), await other.slash("my games")
    assert mine.private and not mine.posts[0].pings
    where = f"https://discord.com/channels/{match.room.guild}/{match.room.id}/{call.id}"
    assert where in mine.text and f"<t:{wording.seconds(game.due)}:R>" in mine.text, mine.text
    assert "Waiting for you" in mine.text and "Waiting for you" not in theirs.text and where in theirs.text
    own = (await alice.slash("my games")).text
    assert "A game (to) come" in own and "free are The Reivers" in own, own
    assert "Waiting for you" not in own.partition("Waiting for others")[2]
    await first.slash("orders line", text="choose a")
    assert "choose a" not in (await first.slash("my games")).text
    await bob.slash("game concede", game=match.id)
    assert not lists(alice), "nobody asked for it"


@pytest.mark.long
async def test_a_kept_list_is_one_message_that_follows_the_games(quick_bot: Bot, alone: Server) -> None:
    room = alone.world.open_room("kept")
    alice, bob = Player(alone, "Alice", room), Player(alone, "Bob", room)
    assert "direct message now" in (await alice.slash("my games", keep=True)).text
    (kept,) = lists(alice)
    assert "You play in no game" in kept.text
    match = await start_game(alice, bob, deadline="3d")
    game = find_game(quick_bot, match)
    assert game.due and game.phase
    await until(lambda: f"<t:{wording.seconds(game.due or '')}:R>" in lists(alice)[0].text)
    assert [post.id for post in lists(alice)] == [kept.id] and not lists(bob)
    await quick_bot.kill()
    with open_table(quick_bot) as table:
        table.commit(match.id, "reeve", "2099-01-01T00:00:00Z", text="concede")
    await quick_bot.start()
    await until(lambda: "Over since a week" in lists(alice)[0].text)
    assert "direct message now" in (await alice.slash("my games", keep=True)).text
    assert [post.id for post in lists(alice)] == [kept.id], "asked for again it is still one"
    assert "not kept up to date" in (await alice.slash("my games", keep=False)).text
    assert "no list" in (await alice.slash("my games", keep=False)).text


async def test_where_direct_messages_are_closed_the_list_is_the_answer(
    bot: Bot, enter: Callable[[str], Player]
) -> None:
    carl = enter("Carl the closed")
    carl.server.world.closed.add(carl.id)
    answer = await carl.slash("my games", keep=True)
    assert "You play in no game" in answer.text and "take no direct messages" in answer.text and answer.private
    carl.server.world.closed.discard(carl.id)
    assert "direct message now" in (await carl.slash("my games", keep=True)).text and len(lists(carl)) == 1


STEPS = tuple(range(1, 16))
"""Of writing: from the row of the message until it is known to have arrived."""


@pytest.mark.long
@pytest.mark.timeout(300)
async def test_a_kill_at_any_step_leaves_one_list(alone: Server, tmp_path: Path) -> None:
    finger, room, points = tmp_path / "finger", alone.world.open_room("killed"), list[str]()
    bot = await Bot(alone, tmp_path, under=(str(KILLSWITCH), str(finger))).start()
    for step in STEPS:
        player = Player(alone, f"Player {step}", room)
        finger.write_text(str(step))
        command = player.command("my games", {"keep": True})
        alone.answers.ask(2, player.user, room, command)
        await until(lambda: bot.ended or (lists(player) and not finger.exists()) or _idle(bot, player))  # noqa: B023
        finger.unlink(missing_ok=True)
        if bot.ended:
            points.append(finger.with_suffix(".died").read_text())
            await bot.start()
        await player.slash("my games", keep=True)
        await until(lambda: lists(player))  # noqa: B023
        assert len(lists(player)) == 1, points
    assert await bot.stop() == 0 and "Traceback" not in bot.log
    assert len(points) >= len(STEPS) // 2 and [point for point in points if "direct_message" in point], points


@pytest.mark.long
async def test_a_list_that_arrived_unknown_to_a_killed_bot_is_found(alone: Server, tmp_path: Path) -> None:
    alone.world.nonce_window = 0
    bot = await Bot(alone, tmp_path).start()
    alice = Player(alone, "Alice", alone.world.open_room("unknown"))
    fault = alone.fail(r"POST /channels/\d+/messages$", "hang_after")
    alone.answers.ask(2, alice.user, alice.room, alice.command("my games", {"keep": True}))
    await fault.reached.wait()
    await bot.kill()
    alone.faults.clear()
    await bot.start()
    assert "direct message now" in (await alice.slash("my games", keep=True)).text
    (kept,) = lists(alice)
    del alone.world.direct_room(alice.id).messages[kept.id]
    with open_table(bot) as table:
        table.journal.database.execute("update direct_message set body = 'x', state = 'waiting', after = ''")
    await alice.slash("my games", keep=True)
    await until(lambda: lists(alice))
    assert len(lists(alice)) == 1, "what its reader deletes is sent anew when it changes"
    assert await bot.stop() == 0 and "Traceback" not in bot.log


def _idle(bot: Bot, player: Player) -> bool:
    """Whether the message was sent and noted with fewer steps than were to be survived."""
    if not lists(player):
        return False
    with open_table(bot) as table:
        query = "select message from direct_message where player = ?"
        return bool(table.journal.database.query(query, (player.id,))[0][0])


async def test_settings_are_shown_changed_and_refused_with_a_line_that_works(
    bot: Bot, enter: Callable[[str], Player]
) -> None:
    dora = enter("Dora")
    shown = await dora.slash("my settings")
    assert "**reminders** on" in shown.text and "**quiet** none" in shown.text and shown.private
    changed = await dora.slash("my settings", quiet="22-7", zone="berlin", dates="de", pings="direct", digest=3)
    assert "22:00-07:00, in the time of Europe/Berlin" in changed.text and "above 3 running games" in changed.text
    refused = await dora.slash("my settings", quiet="late", zone="Europe/Paris")
    assert "`/my settings quiet:22:00-07:00`" in refused.text, refused.text
    assert "Europe/Berlin" in (await dora.slash("my settings")).text, "all or none"
    assert "Did you mean Europe/Paris" in (await dora.slash("my settings", zone="Europe/Pariz")).text
    assert "Europe/Berlin" in await dora.suggest("my settings", "zone", "berl")
    assert "not reminded" in (await dora.slash("remind", reminders="off")).text
    assert "**reminders** off" in (await dora.slash("my settings")).text, "one setting, whatever changes it"


async def test_a_calendar_is_a_file_of_ones_deadlines(bot: Bot, enter: Callable[[str], Player]) -> None:
    alice, bob = enter("Alice of the calendar"), enter("Bob of the calendar")
    match = await start_game(alice, bob, deadline="3d")
    game = find_game(bot, match)
    assert game.phase
    first, other = (alice, bob) if "reeve" in game.phase.sides else (bob, alice)
    answer = await first.slash("my calendar")
    (file,) = answer.files
    (event,) = icalendar.Calendar.from_ical(file.data.decode()).walk("VEVENT")
    assert file.name.endswith(".ics") and event.decoded("dtend").strftime("%Y-%m-%dT%H:%M:%SZ") == game.due
    assert "No deadline waits for you" in (await other.slash("my calendar")).text


@pytest.mark.long
async def test_reminders_and_calls_come_as_direct_messages_to_who_wants_them(quick_bot: Bot, alone: Server) -> None:
    room = alone.world.open_room("direct")
    alice, bob = Player(alone, "Alice", room), Player(alone, "Bob", room)
    for player in (alice, bob):
        await player.slash("my settings", pings="direct")
    match = await start_game(alice, bob, deadline="3d")
    phase = find_game(quick_bot, match).phase
    assert phase
    called = alice if "reeve" in phase.sides else bob
    await until(lambda: [post for post in called.direct_posts() if "waits for you" in post.text])
    assert not [post for post in alice.posts() if post.pings], "nobody is mentioned"
    due = await aged(quick_bot, match, 60)
    await until(lambda: [post for post in called.direct_posts() if "**Reminder**" in post.text])
    (told,) = [post for post in called.direct_posts() if "**Reminder**" in post.text]
    assert f"<t:{wording.seconds(due)}:R>" in told.text and not reminders(alice)
    alone.world.closed.add(called.id)
    due = await aged(quick_bot, match, 61)
    await until(lambda: reminders(alice, due))
    (post,) = reminders(alice, due)
    assert post.pings == [called.name]
    answer = await (await called.slash("my settings")).more(2)
    assert "I cannot send you direct messages" in answer.text
    assert "cannot send" not in (await called.slash("my settings")).text, "once"
    due = await aged(quick_bot, match, 62)
    await until(lambda: reminders(alice, due))
    await asyncio.sleep(0)
    assert "cannot send" not in (await called.slash("my settings")).text
