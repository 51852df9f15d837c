"""Discord on a bad day: whatever it does, every post comes once, every person gets an answer, and the bot stays up."""

import asyncio
from collections.abc import Callable

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player, Silence
from bot.bench.loopback.screen import Post
from bot.bench.loopback.server import Server
from bot.bench.loopback.trouble import Trouble
from tests.discord.loopback.games import (
    Match,
    check_posted_once,
    is_phase,
    newest_phase_post,
    open_game,
    start_game,
    wait_for_news,
)
from tests.discord.loopback.strict_server import PATIENCE
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]
ANSWER = "POST /interactions/"
SERVER_ERRORS: list[Trouble] = ["500", "502", "503"]
"""discord.py treats 502 as 500; 503 it leaves to us."""
TIMES = share(2, 1)
"""How often a post fails: discord.py waits 1 second after the first error and 3 after the second."""


def posts_to(match: Match) -> str:
    """The calls that post in the room of the game: those of other tests' games, which may still be told of, succeed."""
    return rf"POST /channels/{match.room.id}/messages$"


async def choose_initiative(alice: Player, bob: Player) -> None:
    """Whoever has the initiative chooses: a commit with a report, a map and a phase post."""
    post = await newest_phase_post(alice)
    chooser = next(player for player in (alice, bob) if f"<@{player.id}>" in post.text)
    await chooser.slash("orders line", text="choose a")
    await chooser.press(post, "Commit")


@pytest.mark.parametrize(
    "do", share(["429", "429-global", *SERVER_ERRORS, "reset", "reset_after"], ["429-global", "reset_after"])
)
async def test_a_post_arrives_exactly_once_despite_errors(server: Server, bot: Bot, enter: Enter, do: Trouble) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob)
    await wait_for_news(bot, match, alice)
    fault = server.fail(posts_to(match), do, times=TIMES)
    await choose_initiative(alice, bob)
    await wait_for_news(bot, match, alice)
    assert fault.struck == (1 if do == "reset_after" else TIMES), "what has arrived is found, not sent again"
    check_posted_once(bot, match, alice)


async def test_the_bot_obeys_the_rate_limits(server: Server, bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob)
    before = server.limits.exceeded
    server.limits.be({"POST /channels/{channel_id}/messages": (1, 0.6)})
    try:
        await choose_initiative(alice, bob)
        await wait_for_news(bot, match, alice)
    finally:
        server.limits.be({})
    assert server.limits.exceeded <= before + 1, "once to learn of the bucket, then never"
    check_posted_once(bot, match, alice)


@pytest.mark.long
async def test_slow_posts_do_not_delay_replies(server: Server, bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob)
    fault = server.fail(posts_to(match), "429", times=4)
    fault.retry_after = 1.0
    await choose_initiative(alice, bob)
    answer = await alice.slash("orders show")
    assert answer.asked.waited < 2.5
    await wait_for_news(bot, match, alice)
    check_posted_once(bot, match, alice)


@pytest.mark.parametrize("do", share(["429", *SERVER_ERRORS, "reset", "reset_after"], ["429", "500", "reset"]))
async def test_a_reply_arrives_despite_errors(server: Server, bot: Bot, enter: Enter, do: Trouble) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    await start_game(alice, bob)
    fault = server.fail(ANSWER, do)
    answer = await alice.slash("game info")
    assert fault.struck == 1
    assert "Miller" in answer.text
    fault = server.fail("PATCH /webhooks/", do)
    answer = await alice.slash("units")
    assert fault.struck == 1
    assert "BO" in answer.text


async def test_an_expired_interaction_does_nothing_and_says_so(server: Server, bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob)
    server.answers.patience = 0.0
    try:
        with pytest.raises(Silence):
            await alice.slash("game leave")
    finally:
        server.answers.patience = PATIENCE
    told = await alice.wait_for_post("too late")
    assert told.pings == ["Alice"]
    assert "gives up" not in alice.all_text(), "nothing was done"
    assert f"<@{alice.id}>" in (await alice.slash("game info", game=match.id)).text


@pytest.mark.parametrize("trouble", share(["reconnect", "hang up", "cut", "invalid session"], ["cut"]))
async def test_commands_sent_while_disconnected_are_answered_afterwards(
    server: Server, bot: Bot, enter: Enter, trouble: str
) -> None:
    alice = enter("Alice")
    await open_game(alice)
    resumed, identified = server.gateway.resumed, server.gateway.identified
    match trouble:
        case "reconnect":
            await server.gateway.ask_to_reconnect()
        case "hang up":
            await server.gateway.hang_up(4000)
        case "cut":
            server.gateway.cut()
        case _:
            await server.gateway.invalidate()
    if trouble != "invalid session":
        server.answers.patience = 60.0
        try:
            assert "Miller" in await alice.slash("game info")
        finally:
            server.answers.patience = PATIENCE
        assert server.gateway.resumed == resumed + 1
    else:
        await server.world.until(lambda: server.gateway.identified > identified, 15)
        assert "Miller" in await alice.slash("game info")


@pytest.mark.long
async def test_buttons_and_forms_work_after_a_restart(server: Server, bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob, "raid-on-danville")
    post = await newest_phase_post(alice)
    form = await alice.press_form(post, "Write orders")
    assert await bot.stop() == 0
    await bot.start()
    assert "✅" in (await form.submit("G1 deploy 0805")).text, "a form that was open before"
    assert "G1 deploy 0805" in (await alice.press(post, "Show draft")).text
    assert (await alice.press_form(post, "Write orders")).prefilled == "G1 deploy 0805"
    await alice.press(post, "Commit")
    await wait_for_news(bot, match, alice)
    assert "0805" in bob.all_text()
    check_posted_once(bot, match, alice)


async def test_a_crowd_is_answered_in_time(server: Server, bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    await start_game(alice, bob, "raid-on-danville")
    crowd = [enter(f"Guest {n}") for n in range(20)]
    for guest in crowd:
        guest.enter(alice.room)
    answers = await asyncio.gather(
        *(guest.slash(("map", "units", "game info", "log")[n % 4]) for n, guest in enumerate(crowd))
    )
    assert all(answer.private and answer.text for answer in answers)
    assert all(answer.files[0].image() for answer in answers[::4])


# what the bot may not do


@pytest.mark.parametrize(
    ("denied", "names"), [("send", "Send Messages"), ("attach", "Attach Files"), ("view", "View Channel")]
)
async def test_missing_permissions_in_a_channel_are_listed(
    server: Server, bot: Bot, enter: Enter, denied: str, names: str
) -> None:
    alice = enter("Alice")
    server.world.deny(alice.room, denied)
    answer = await alice.slash("game new", scenario="millers-bridge")
    assert answer.private
    assert names in answer.text
    assert not alice.posts()
    assert "Miller" not in (await alice.slash("game list")).text or "No game" in (await alice.slash("game info")).text


async def test_without_permission_for_threads_the_game_is_played_in_the_channel(
    server: Server, bot: Bot, enter: Enter
) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    server.world.deny(alice.room, "threads")
    match = await start_game(alice, bob)
    assert match.room is alice.room
    assert "Create Public Threads" in "\n".join(
        str(call.body) for call in server.calls if call.path.endswith("@original")
    ), "and says what it lacks"
    await choose_initiative(alice, bob)
    await wait_for_news(bot, match, alice)
    check_posted_once(bot, match, alice)


@pytest.mark.parametrize("manager", share([False, True], [True]))
async def test_a_channel_lost_during_a_game_stops_no_other_game(
    server: Server, bot: Bot, enter: Enter, manager: bool
) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    lost = await start_game(alice, bob, name="Lost")
    spare = server.world.open_room("spare")
    carol, dave = Player(server, "Carol", spare), Player(server, "Dave", spare)
    kept = await start_game(carol, dave, name="Kept")
    await wait_for_news(bot, lost, alice)
    post = await newest_phase_post(alice)
    server.world.close_room(lost.room)
    assert lost.room.parent
    server.world.close_room(lost.room.parent)
    elsewhere = server.world.open_room("elsewhere")
    for player in (alice, bob):
        player.enter(elsewhere)
    chooser = next(player for player in (alice, bob) if f"<@{player.id}>" in post.text)
    assert "✅" in (await chooser.slash("orders line", text="choose a", game=lost.id)).text
    told = await chooser.slash("commit", game=lost.id)
    assert "could not be posted" in told.text and "deleted" in told.text and "is posted" not in told.text
    await choose_initiative(carol, dave)
    await wait_for_news(bot, kept, carol)
    info = await wait_for_trouble(alice, lost.id)
    eve = Player(server, "Eve", elsewhere)
    refused = await eve.press(await wait_for_trouble(eve, lost.id), "Play it here")
    assert "Only a player" in refused.text, "a stranger does not take a game to a channel of their own"
    if manager:
        server.answers.managers.add(eve.id)
    await (eve if manager else alice).press(info, "Play it here")
    moved = await alice.wait_for_post(is_phase)
    assert "Waiting for" in moved.text


async def wait_for_trouble(player: Player, game: str) -> Post:
    """``/game info`` once the publisher has found out that the channel is gone."""
    for _ in range(40):
        answer = await player.slash("game info", game=game)
        if "deleted" in answer.text:
            return answer.posts[0]
        await asyncio.sleep(0.1)
    raise AssertionError(answer.text)


@pytest.mark.parametrize("fate", ["deleted", "locked"])
async def test_a_game_whose_thread_is_closed_continues_in_its_channel(
    server: Server, bot: Bot, enter: Enter, fate: str
) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob)
    await wait_for_news(bot, match, alice)
    post = await newest_phase_post(alice)
    parent = match.room.parent
    assert parent
    if fate == "deleted":
        server.world.close_room(match.room)
    else:
        server.world.lock(match.room)
    for player in (alice, bob):
        player.enter(parent)
    chooser = next(player for player in (alice, bob) if f"<@{player.id}>" in post.text)
    await chooser.slash("orders line", text="choose a", game=match.id)
    await chooser.slash("commit", game=match.id)
    assert "Waiting for" in (await alice.wait_for_post(is_phase)).text
