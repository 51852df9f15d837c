"""/setup: what the managers of a server choose, and how /game new and /battle obey."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import NoSuchThing, Player
from bot.bench.loopback.rooms import Room
from bot.bench.loopback.screen import plain
from bot.bench.loopback.server import Server
from tests.discord.loopback.games import join_game, open_game, open_table
from tests.discord.loopback.strict_server import strict_server
from tests.support.databases import run_past_program

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]
BATTLE = "land: 6 inf 2 art vs 5 inf 1 tank"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def club(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bot]:
    """A bot with the usual limits, in a Discord of its own: what is set up holds for a whole server."""
    server = await strict_server().start()
    bot = await Bot(server, tmp_path_factory.mktemp("club"), {"FIELDPOST_SHORTEST_DEADLINE": ""}).start()
    yield bot
    assert await bot.stop() == 0 and "Traceback" not in bot.log, bot.log
    assert not server.violations
    await server.stop()


@pytest.fixture
def unset(club: Bot) -> Bot:
    """The same, with nothing set up and nothing opened."""
    run_past_program(club.address, "delete from server_option", "delete from opened_game")
    club.server.answers.roles.clear()
    return club


@pytest_asyncio.fixture(loop_scope="session")
async def host(unset: Bot) -> Player:
    """A member with Manage Server."""
    room = unset.server.world.open_room("games")
    player = Player(unset.server, "Hetty", room)
    unset.server.answers.hosts.add(player.id)
    return player


@pytest.fixture
def enter(host: Player) -> Enter:
    return lambda name: Player(host.server, name, host.room)


def server_of(host: Player) -> Server:
    return host.server


async def test_only_managers_can_set_up(host: Player, enter: Enter) -> None:
    """Discord hides the commands from others, and what it lets through all the same is refused."""
    (command,) = (c for c in server_of(host).world.commands[host.room.guild] if c["name"] == "setup")
    assert command["default_member_permissions"] == 1 << 5
    ann = enter("Ann")
    channel_manager = enter("Mod")
    role = server_of(host).world.make_role("Anybody")
    for person in (ann, channel_manager):
        for answer in (
            await person.slash("setup show"),
            await person.slash("setup opening", who="everybody"),
            await person.slash("setup channels", where="everywhere"),
            await person.slash("setup deadlines", shortest="2s"),
            await person.slash("setup dates", language="de"),
            await person.slash("setup referees", role=role),
        ):
            assert answer.private and "Manage Server" in answer and "→" not in answer
    assert "→" in await host.slash("setup dates", language="de")


async def test_show_is_one_readable_message_with_everything(host: Player) -> None:
    answer = await host.slash("setup show")
    (post,) = answer.posts
    assert answer.private and len(post.text) < 1500
    for words in (
        "Who may open games: everybody",
        "Running games that one person may have opened: 20",
        "Running games in the server: 1000",
        "every channel",
        "no forum channel",
        "Deadline of games that are opened without one: none",
        "Shortest deadline: 5 minutes",
        "English",
        "Referees: no role",
    ):
        assert words in plain(answer.text), words


async def test_each_change_shows_the_old_and_the_new_value(host: Player) -> None:
    role = server_of(host).world.make_role("Umpires")
    for command, options, told in (
        ("setup opening", {"who": "managers"}, "everybody → **members with Manage Server**"),
        ("setup opening", {"per_person": 2, "per_server": 9}, "20 → **2**"),
        ("setup opening", {"role": role}, f"members with Manage Server → **<@&{role['id']}>"),
        ("setup deadlines", {"default": "24h"}, "none → **1 day**"),
        ("setup deadlines", {"default": "none", "shortest": "1h"}, "5 minutes → **1 hour**"),
        ("setup dates", {"language": "de"}, "Deutsch"),
        ("setup referees", {"role": role}, f"no role → **<@&{role['id']}>**"),
        ("setup referees", {}, f"<@&{role['id']}> → **no role**"),
        ("setup channels", {"where": "add", "channel": host.room}, f"every channel → **<#{host.room.id}>**"),
        ("setup channels", {"where": "everywhere"}, f"<#{host.room.id}> → **every channel**"),
    ):
        answer = await host.slash(command, **options)
        assert told in answer and answer.private, answer.text
    assert "as before" in await host.slash("setup dates", language="de")
    for wrong in (
        await host.slash("setup opening"),
        await host.slash("setup opening", who="role"),
        await host.slash("setup opening", who="managers", role=role),
        await host.slash("setup channels", where="add"),
        await host.slash("setup channels", where="remove", channel=host.room),
        await host.slash("setup channels", where="forum", channel=host.room),
        await host.slash("setup channels", where="add", channel=server_of(host).world.open_forum("Stories")),
        await host.slash("setup deadlines", default="10m"),
        await host.slash("setup deadlines", default="soon"),
        await host.slash("setup deadlines", shortest="900d"),
    ):
        assert "→" not in wrong and "as before" not in wrong and "error" not in wrong.text.lower(), wrong.text


async def test_everyone_and_nobody_are_no_roles(host: Player) -> None:
    everyone = {"id": host.room.guild, "name": "@everyone", "permissions": "0"}
    await host.slash("setup opening", who="managers")
    assert "→ **everybody**" in await host.slash("setup opening", role=everyone)
    assert "→" not in await host.slash("setup referees", role=everyone)


async def refused(player: Player, *words: str) -> None:
    """Neither a game nor a battle can be opened, and the answer says why."""
    for answer in (
        await player.slash("game new", scenario="millers-bridge"),
        await player.slash("battle", battle=BATTLE),
    ):
        assert answer.private and "is open" not in answer and "has started" not in answer
        assert all(word in answer for word in words), answer.text


async def test_who_may_open_games(host: Player, enter: Enter) -> None:
    ann, role = enter("Ann"), server_of(host).world.make_role("Players")
    await host.slash("setup opening", who="managers")
    await refused(ann, "only its managers may open games", "/game join", "/setup opening")
    await host.slash("setup opening", role=role)
    await refused(ann, f"<@&{role['id']}>", "/game join")
    assert "is open" in await host.slash("game new", scenario="millers-bridge")
    server_of(host).answers.roles[ann.id] = [role["id"]]
    assert "is open" in await ann.slash("game new", scenario="millers-bridge")


async def test_how_many_games_run_at_once(unset: Bot, host: Player, enter: Enter) -> None:
    ann, bob = enter("Ann"), enter("Bob")
    await host.slash("setup opening", per_person=2)
    match = await open_game(ann)
    assert "has started" in await ann.slash("battle", battle=BATTLE)
    await refused(ann, "2 games that you opened are running, and 2 at once is the most", match.id, "7 days", "/setup")
    assert "is open" in await bob.slash("game new", scenario="millers-bridge"), "others have their own"
    await host.slash("setup opening", per_server=3)
    await refused(enter("Cat"), "3 games at once is the most in this server", "/game list")
    await ann.slash("game join", game=match.id)
    await ann.slash("game join", game=match.id)
    question = await ann.slash("game concede", game=match.id, side="reeve")
    await ann.press(question.posts[-1], "Yes")
    with open_table(unset) as table:
        assert table.game(match.id).over
    assert "is open" in await ann.slash("game new", scenario="millers-bridge"), "one of them is over"


async def test_a_game_that_nobody_joins_counts_for_a_week(unset: Bot, host: Player, enter: Enter) -> None:
    ann = enter("Ann")
    await host.slash("setup opening", per_person=1)
    await open_game(ann)
    await refused(ann, "1 at once is the most")
    run_past_program(unset.address, "update opened_game set at = '2026-01-01T00:00:00Z'")
    assert "is open" in await ann.slash("game new", scenario="millers-bridge")


async def test_deadlines(unset: Bot, host: Player, enter: Enter) -> None:
    ann = enter("Ann")
    for short in ("2s", "299s"):
        for answer in (
            await ann.slash("game new", scenario="millers-bridge", deadline=short),
            await ann.slash("battle", battle=BATTLE, deadline=short),
        ):
            assert "is open" not in answer and "5 minutes" in answer and "`deadline:5m`" in answer, answer.text
    assert "is open" in await ann.slash("game new", scenario="millers-bridge", deadline="5m")
    await host.slash("setup deadlines", shortest="10s")
    assert "is open" in await ann.slash("game new", scenario="millers-bridge", deadline="10s")
    await host.slash("setup deadlines", default="36h")
    with open_table(unset) as table:
        assert table.game((await open_game(ann)).id).period == 36 * 3600
        assert table.game((await open_game(ann, deadline="none")).id).period is None
        assert table.game((await open_game(ann, deadline="2d")).id).period == 2 * 86400


async def test_only_in_chosen_channels(host: Player, enter: Enter) -> None:
    world = server_of(host).world
    hall, side_room = world.open_room("hall"), world.open_room("side-room")
    ann = enter("Ann")
    await host.slash("setup channels", where="add", channel=hall)
    await host.slash("setup channels", where="add", channel=side_room)
    await refused(ann, f"<#{hall.id}> or <#{side_room.id}>", "/setup channels")
    ann.enter(hall)
    match = await open_game(ann)
    ann.enter(match.room)
    assert "is open" in await ann.slash("game new", scenario="millers-bridge"), "a thread belongs to its channel"
    await host.slash("setup channels", where="remove", channel=hall)
    ann.enter(hall)
    await refused(ann, f"only in <#{side_room.id}>")
    last = await host.slash("setup channels", where="remove", channel=side_room)
    assert "everywhere" in last and "→" not in last


async def open_in_forum(player: Player, forum: Room, **options: str) -> tuple[str, Room]:
    """Id and post of a new game."""
    answer = await player.slash("game new", scenario="millers-bridge", **options)
    found = re.search(r"id `([^`]+)`", answer.text)
    assert found and f"of <#{forum.id}>" in answer, answer.text
    number = re.search(r"the post <#(\d+)>", answer.text)
    assert number, answer.text
    return found[1], player.server.world.rooms[number[1]]


def tags(post: Room) -> list[str]:
    assert post.parent and post.parent.tags
    return [tag["name"] for tag in post.parent.tags if tag["id"] in post.applied]


async def test_a_game_is_a_tagged_post_of_a_forum(host: Player, enter: Enter) -> None:
    forum = server_of(host).world.open_forum("battles", "MiniWars", "open", "Running", "Over", "Off topic")
    told = await host.slash("setup channels", where="forum", channel=forum)
    assert f"no forum channel → **<#{forum.id}>**" in told and "tags to make" in told, told.text
    assert "**MiniWars**" not in told and "**Running**" not in told and "**Zone Control**" in told
    ann, bob = enter("Ann"), enter("Bob")
    _, post = await open_in_forum(ann, forum, name="The Ford")
    assert post.name == "The Ford" and tags(post) == ["MiniWars", "open"]
    first, *_ = ann.posts(post)
    assert first.id == post.id and first.files[0].image().width and "Join The Reeve's Men" in first.buttons
    ann.enter(post)
    bob.enter(post)
    assert "You play" in await ann.press(first, "Join The Reeve's Men")
    assert "You play" in await bob.press(first, "Join The Reivers")
    world = server_of(host).world
    await world.until(lambda: tags(post) == ["MiniWars", "Running"])
    question = await bob.slash("game concede")
    await bob.press(question.posts[-1], "Yes")
    await world.until(lambda: tags(post) == ["MiniWars", "Over"])
    assert post.name in (await ann.slash("game list")).text


async def test_a_battle_is_a_post_of_the_forum_too(host: Player, enter: Enter) -> None:
    world = server_of(host).world
    forum = world.open_forum("battles", *("Open", "Running", "Over"))
    await host.slash("setup channels", where="forum", channel=forum)
    assert "has started" in await enter("Ann").slash("battle", battle=BATTLE)
    (post,) = (room for room in world.rooms.values() if room.parent is forum)
    assert "Continue" in str([message.buttons for message in host.posts(post)])


async def test_a_post_that_may_have_arrived_is_made_once(host: Player, enter: Enter) -> None:
    """Discord knows no nonce for posts of a forum: the bot looks before it tries again."""
    server = server_of(host)
    forum = server.world.open_forum("battles", "Open")
    await host.slash("setup channels", where="forum", channel=forum)
    server.fail(f"POST /channels/{forum.id}/threads", "reset_after")
    game, post = await open_in_forum(enter("Ann"), forum)
    assert [room for room in server.world.rooms.values() if room.parent is forum] == [post]
    assert len([one for one in host.posts(post) if game in one.text and not one.message["pinned"]]) == 1


async def test_a_forum_that_cannot_take_a_game_is_refused_with_what_to_do(host: Player, enter: Enter) -> None:
    world = server_of(host).world
    forum = world.open_forum("picky", "Off topic", picky=True)
    refusal = await host.slash("setup channels", where="forum", channel=forum)
    assert "takes only posts with a tag" in refusal and "**Open**, **Running** and **Over**" in refusal
    closed = world.open_forum("closed", "Open", denied=("send", "attach"))
    refusal = await host.slash("setup channels", where="forum", channel=closed)
    assert "lacks **Send Messages** and **Attach Files**" in refusal, refusal.text
    good = world.open_forum("good", "Open")
    await host.slash("setup channels", where="forum", channel=good)
    world.close_room(good)
    await refused(enter("Ann"), "gone or hidden from me", "/setup channels")
    assert "gone or hidden" in await host.slash("setup show")


async def test_a_forum_post_that_was_deleted_is_followed_by_another(host: Player, enter: Enter) -> None:
    world = server_of(host).world
    forum = world.open_forum("battles", "Open", "Running")
    await host.slash("setup channels", where="forum", channel=forum)
    ann, bob = enter("Ann"), enter("Bob")
    game, post = await open_in_forum(ann, forum)
    world.close_room(post)
    await ann.slash("game join", game=game)
    await bob.slash("game join", game=game)
    again = await world.until(
        lambda: next((room for room in world.rooms.values() if room.parent is forum and room is not post), None)
    )
    ann.enter(again)
    await ann.wait_for_post("Waiting for")
    assert tags(again) == ["Running"]


async def test_dates_in_words(host: Player, enter: Enter) -> None:
    await host.slash("setup dates", language="de")
    ann, bob = enter("Ann"), enter("Bob")
    match = await open_game(ann, deadline="3d")
    await join_game(match, reeve=ann, reivers=bob)
    assert re.search(r"In words: \w+, \d+\. \w+ 20\d\d, \d\d:\d\d Uhr UTC", (await ann.slash("game info")).text)


async def test_a_referee_may_move_a_game(host: Player, enter: Enter) -> None:
    server, role = server_of(host), server_of(host).world.make_role("Umpires")
    ann, una = enter("Ann"), enter("Una")
    match = await open_game(ann)
    server.world.close_room(host.room)
    elsewhere = server.world.open_room("elsewhere")
    una.enter(elsewhere)
    await ann.slash("game join", game=match.id)
    info = await una.slash("game info", game=match.id)
    while "Play it here" not in info.posts[-1].buttons:
        await asyncio.sleep(0.3)
        info = await una.slash("game info", game=match.id)
    assert "a referee" in await una.press(info.posts[-1], "Play it here")
    host.enter(elsewhere)
    await host.slash("setup referees", role=role)
    server.answers.roles[una.id] = [role["id"]]
    assert "continues in this channel" in await una.press(info.posts[-1], "Play it here")


@pytest.mark.long
async def test_the_phone_offers_only_channels_that_can_hold_a_game(host: Player) -> None:
    with pytest.raises(NoSuchThing):
        thread = server_of(host).world.open_thread(host.room, "a thread")
        await host.slash("setup channels", where="add", channel=thread)
