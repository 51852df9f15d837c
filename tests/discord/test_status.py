"""The status message of a game: one in its thread, pinned, up to date; and the lines in the channel above."""

import asyncio
from collections.abc import AsyncIterator, Callable
from itertools import product
from pathlib import Path

import pytest
import pytest_asyncio

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.rooms import Room
from bot.bench.loopback.screen import Post
from bot.bench.loopback.server import Server
from tests.discord.loopback.games import (
    Match,
    check_posted_once,
    concede,
    find_game,
    is_status,
    join_game,
    newest_phase_post,
    open_game,
    start_game,
    wait_for_news,
)
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]
EDIT = r"PATCH /channels/\d+/messages/\d+$"
PIN = r"PUT /channels/\d+/messages/pins/\d+$"


async def status(player: Player, words: str = "", seconds: float = 15) -> Post:
    """The only status message of the room, once it has these words."""
    await player.wait_for_post(lambda post: is_status(post) and words in post.text, seconds=seconds)
    (found,) = [post for post in player.posts() if is_status(post)]
    return found


async def pinned(player: Player) -> Post:
    return await player.wait_for_post(lambda post: is_status(post) and bool(post.message["pinned"]))


@pytest.mark.long
async def test_the_status_message_says_where_the_game_stands_and_follows_it(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await open_game(alice, deadline="24h")
    alice.enter(match.room)
    first = await status(alice, "starts when all seats are taken")
    assert first.text.count("free: `/game join`") == 2 and not first.pings and not first.buttons
    await alice.slash("game join", game=match.id, side="reeve")
    bob.enter(match.room)
    await bob.slash("game join", game=match.id, side="reivers")
    post = await status(alice, "Turn 1 · initiative")
    assert post.id == first.id and not post.pings, "an edit, and nobody's phone buzzes"
    game = find_game(bot, match)
    assert game.phase and game.due
    waiting = alice if game.phase.sides == ("reeve",) else bob
    assert f"Waiting for <@{waiting.id}>" in post.text and ":F> (<t:" in post.text and ":R>)" in post.text
    for player, side in ((alice, "The Reeve's Men"), (bob, "The Reivers")):
        assert f"- **{side}** (<@{player.id}>): 5 of 5 units, 100% of cost left" in post.text
    await pinned(alice)
    call = await newest_phase_post(alice)
    await waiting.press(call, "Done")
    report = await alice.wait_for_post(lambda other: "Commit" in other.buttons, after=call)
    post = await status(alice, f"/{report.id})")
    assert "initiative" not in post.text
    await concede(match, bob)
    end = await alice.wait_for_post("# Victory")
    post = await status(alice, "**Victory for The Reeve's Men**")
    assert (
        "Waiting for" not in post.text
        and f"[Last report](https://discord.com/channels/{match.room.guild}/" in post.text
    )
    assert f"/{end.id})" in post.text
    await wait_for_news(bot, match, alice)
    check_posted_once(bot, match, alice)


@pytest.mark.long
async def test_a_status_message_that_was_deleted_is_posted_anew(server: Server, bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob)
    first = await pinned(alice)
    del match.room.messages[first.id]
    await bob.slash("game leave", game=match.id)
    await bob.press((await bob.slash("game leave", game=match.id)).posts[0], "Give up")
    again = await status(alice, "free: `/game join`")
    assert again.id != first.id
    await pinned(alice)


async def test_without_the_permission_it_stays_unpinned_and_whoever_opened_the_game_is_told_once(
    server: Server, bot: Bot, enter: Enter, room: Room
) -> None:
    server.world.deny(room, "pin")
    alice, bob = enter("Alice"), enter("Bob")
    answer = await (await alice.slash("game new", scenario="millers-bridge")).more(2)
    assert "is not pinned, because my role lacks the permission Pin Messages there" in answer.text
    post = await alice.wait_for_post(lambda post: "Join" in str(post.buttons))
    match = Match(next(iter(post.buttons.values())).split(":")[2], post, server.world.rooms[post.id])
    assert "Pin Messages" not in (await bob.slash("game info", game=match.id)).text
    assert "Pin Messages" not in (await alice.slash("game info", game=match.id)).text
    await join_game(match, reeve=alice, reivers=bob)
    assert not (await status(alice, "Turn 1")).message["pinned"], "the game goes on"


@pytest_asyncio.fixture(loop_scope="session")
async def killed(alone: Server, tmp_path: Path) -> AsyncIterator[Bot]:
    """A bot that is killed and started again."""
    made = await Bot(alone, tmp_path).start()
    yield made
    assert await made.stop() == 0 and "Traceback" not in made.log, made.log


KILLED = (*product(("first", "edit", "pin"), ("hang", "hang_after")),)


@pytest.mark.parametrize(("call", "do"), share(KILLED, KILLED[1:2]))
@pytest.mark.long
async def test_there_is_one_status_message_wherever_the_bot_is_killed(
    alone: Server, killed: Bot, call: str, do: str
) -> None:
    """Before and after Discord has taken its first post, an edit, and the pin."""
    room = alone.world.open_room("killed")
    alice, bob = Player(alone, "Alice", room), Player(alone, "Bob", room)
    path, skip = {"first": (r"POST /channels/\d+/messages$", 1), "edit": (EDIT, 0), "pin": (PIN, 0)}[call]
    fault = alone.fail(path, do, skip=skip)  # type: ignore[arg-type]
    opening = asyncio.create_task(opened(alice))
    await asyncio.wait_for(fault.reached.wait(), 15) if call != "edit" else None
    if call == "edit":
        match = await opening
        await alice.slash("game join", game=match.id, side="reeve")
        await asyncio.wait_for(fault.reached.wait(), 15)
    await killed.kill()
    alone.faults.clear()
    await killed.start()
    match = await opening
    alice.enter(match.room)
    bob.enter(match.room)
    for side, player in (("reeve", alice), ("reivers", bob)):
        await player.slash("game join", game=match.id, side=side)
    await status(alice, "Turn 1 · initiative")
    await pinned(alice)
    await wait_for_news(killed, match, alice)
    check_posted_once(killed, match, alice)


async def opened(player: Player) -> Match:
    """A game opened by a player who may get no answer."""
    asked = player.server.answers.ask(
        2, player.user, player.room, player.command("game new", {"scenario": "millers-bridge"})
    )
    post = await player.wait_for_post(lambda post: "Join" in str(post.buttons), seconds=30)
    await player.server.world.until(lambda: post.id in player.server.world.rooms, 30)
    assert asked
    return Match(post.buttons[next(iter(post.buttons))].split(":")[2], post, player.server.world.rooms[post.id])


async def test_the_channel_above_hears_of_a_free_seat_and_of_the_end(bot: Bot, enter: Enter, room: Room) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob)
    watcher = enter("Wanda")
    before = len(watcher.posts())
    await bob.press((await bob.slash("game leave", game=match.id)).posts[0], "Give up")
    line = await watcher.wait_for_post("needs a player for **The Reivers**")
    assert f"<#{match.room.id}>" in line.text and not line.pings and "\n" not in line.text
    carol = Player(alice.server, "Carol", match.room)
    await carol.slash("game join", game=match.id)
    await concede(match, carol)
    line = await watcher.wait_for_post("is over: victory for **The Reeve's Men**")
    assert f"<#{match.room.id}>" in line.text and not line.pings and "\n" not in line.text
    assert len(watcher.posts()) == before + 2


async def test_a_channel_that_takes_no_line_stops_no_game(server: Server, bot: Bot, enter: Enter, room: Room) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob)
    await wait_for_news(bot, match, alice)
    server.world.deny(room, "send")
    await bob.press((await bob.slash("game leave", game=match.id)).posts[0], "Give up")
    await alice.wait_for_post("gives up")
    await bob.slash("game join", game=match.id)
    await alice.wait_for_post(lambda post: f"<@{bob.id}> takes" in post.text and "Commit" in post.buttons)
    assert "needs a player" not in enter("Wanda").all_text()
