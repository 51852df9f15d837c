"""Taking and giving up seats, and games that are named wrongly."""

import asyncio
from collections.abc import Callable

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import NoSuchThing, Player
from bot.bench.loopback.screen import File
from tests.discord.loopback.games import (
    Match,
    find_game,
    is_phase,
    join_game,
    newest_phase_post,
    open_game,
    open_table,
    start_game,
)

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]


async def test_an_announcement_has_a_description_a_map_and_a_button_for_each_seat(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    match = await open_game(alice, scenario="raid-on-danville", name="Autumn Raid")
    post = match.announcement
    assert "Autumn Raid" in post.text
    assert "Baron de Rompot's horde attacks the quiet town" in post.text
    (file,) = post.files
    picture = file.image()
    assert picture.width >= 1000
    assert max(picture.size) <= 2000
    assert len(file.data) <= 1_000_000
    assert len(file.alt) > 20
    assert [label for label in post.buttons if "Join" in label] == list(post.buttons)
    assert len(post.buttons) == 2
    assert match.room.parent is alice.room, "a thread of its own"
    assert "Autumn Raid" in match.room.name


async def test_the_game_starts_when_the_last_seat_is_taken_and_pings_whose_turn_it_is(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await open_game(alice)
    first, second = match.announcement.buttons
    answer = await alice.press(match.announcement, first)
    assert answer.private
    assert "The Reeve's Men" in answer
    alice.enter(match.room)
    await alice.wait_for_post("takes")
    assert not any(is_phase(post) for post in alice.posts()), "nobody is awaited before all seats are taken"
    assert "all seats are taken" in (await bob.press(match.announcement, second)).text.lower()
    bob.enter(match.room)
    phase = await newest_phase_post(bob)
    assert phase.pings in (["Alice"], ["Bob"])
    assert "`choose a` or `choose b`" in phase.text, "what might be written"
    assert "one order per line" in bob.all_text(), "and how"
    caller = alice if phase.pings == ["Alice"] else bob
    assert (await caller.press_form(phase, "Write orders")).fields[0]["placeholder"] == "choose a\nchoose b"
    assert list(phase.buttons) == ["Write orders", "Show draft", "Commit", "Done"]


async def test_a_seat_that_is_taken_is_not_given_twice(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await open_game(alice)
    await alice.slash("game join", game=match.id, side="reeve")
    refused = await bob.slash("game join", game=match.id, side="reeve")
    assert refused.private
    assert "Reeve" in refused
    assert "You play" not in refused
    assert "reivers" in (await bob.slash("game join", game=match.id)).text.lower(), "without a side: the free one"
    assert "already" in (await alice.slash("game join", game=match.id, side="reeve")).text
    assert "side" in (await enter("Carol").slash("game join", game=match.id, side="romans")).text
    full = await enter("Carol").slash("game join", game=match.id)
    assert "You play" not in full


async def test_only_one_of_many_simultaneous_joins_gets_the_seat(bot: Bot, enter: Enter) -> None:
    match = await open_game(enter("Alice"))
    crowd = [enter(f"Guest {n}") for n in range(6)]
    answers = await asyncio.gather(*(guest.press(match.announcement, "Join The Reivers") for guest in crowd))
    assert sum("You play" in answer for answer in answers) == 1
    assert all(answer.private and answer.text for answer in answers)
    lucky = next(guest for guest, answer in zip(crowd, answers, strict=True) if "You play" in answer)
    assert find_game(bot, match).seats["reivers"] == lucky.id


@pytest.mark.parametrize("name", ["x" * 100, "⚔️ Żółw 🐢", "`ticks` and *stars*", "@here <#1> <@&2>", "\u202eolleh"])
async def test_any_name_that_discord_accepts_works(bot: Bot, enter: Enter, name: str) -> None:
    alice = enter("Alice")
    answer = await alice.slash("game new", scenario="millers-bridge", name=name)
    if "is open" in answer.text:
        post = await alice.wait_for_post(lambda post: "Join" in str(post.buttons))
        assert not post.pings
        assert not post.message["mention_everyone"]
        assert (await alice.slash("game info")).text
    else:
        assert "name" in answer.text.lower()


async def test_one_person_can_play_both_sides(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    match = await open_game(alice)
    await join_game(match, reeve=alice, reivers=alice)
    phase = await newest_phase_post(alice)
    answer = await alice.slash("orders line", text="choose a")
    assert "choose a" in answer, answer.text
    await alice.slash("commit")
    fresh = await alice.wait_for_post(is_phase, after=phase)
    assert fresh.text != phase.text


async def test_a_double_press_by_a_player_of_both_sides_ends_one_sides_part(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    match = await open_game(alice, "twin-hamlets")
    await join_game(match, west=alice, east=alice)
    phase = await newest_phase_post(alice)
    assert "done" in (await alice.press(phase, "Done")).text
    assert "is waiting for" in (await alice.press(phase, "Done")).text
    game = find_game(bot, match)
    assert game.phase
    assert game.phase.sides == ("east",)
    fresh = await newest_phase_post(alice, after=phase)
    assert not fresh.files, "nothing can be seen yet, so there is no map"
    assert "done" in (await alice.press(fresh, "Done")).text
    assert find_game(bot, match).phase != game.phase


async def test_a_seat_given_up_can_be_taken_by_another_player(bot: Bot, enter: Enter) -> None:
    alice, bob, carol = enter("Alice"), enter("Bob"), enter("Carol")
    match = await start_game(alice, bob)
    await bob.slash("orders line", text="standing all rally ask")
    asked = await bob.slash("game leave")
    assert "Give up" in asked.text and "draft is thrown away" in asked.text and not find_free(bot, match)
    assert "free" in (await bob.press(asked.posts[0], "Give up the seat")).text
    assert "not yours" in (await bob.press(asked.posts[0], "Give up the seat")).text
    await alice.wait_for_post("gives up")
    assert "is not for you" in (await alice.slash("game join")).text
    refused = await bob.slash("orders line", text="choose a")
    assert "not playing" in refused.text
    carol.enter(match.room)
    assert "You play" in await carol.slash("game join")
    shown = (await carol.slash("orders show")).text
    assert "Reivers" in shown and "rally" not in shown, "the draft was the other player's"


def find_free(bot: Bot, match: Match) -> list[str]:
    return [side for side, holder in find_game(bot, match).seats.items() if not holder]


@pytest.mark.long
async def test_secret_orders_of_a_seat_given_up_stay_in_force_and_secret(bot: Bot, enter: Enter) -> None:
    alice, bob, carol = enter("Alice"), enter("Bob"), enter("Carol")
    match = await open_game(alice, "twin-hamlets")
    await join_game(match, west=alice, east=bob)
    carol.enter(match.room)
    await newest_phase_post(alice)
    with open_table(bot) as table:
        (secret, *_) = table.ideas(match.id, "east")
    await bob.slash("orders line", text=secret)
    assert "committed" in (await bob.slash("commit")).text
    asked = await bob.slash("game leave")
    assert "free" in (await bob.press(asked.posts[0], "Give up the seat")).text
    assert (phase := find_game(bot, match).phase) and phase.sides == ("west",), "nobody has to wait for the seat"
    refused = (await carol.slash("game join")).text
    assert "stay secret" in refused and secret not in refused
    assert "is not for you" in (await alice.slash("game join")).text
    assert "done" in (await alice.slash("done")).text
    assert "You play" in (await carol.slash("game join")).text


async def test_only_the_holder_of_a_seat_can_give_its_orders(bot: Bot, enter: Enter) -> None:
    alice, bob, carol = enter("Alice"), enter("Bob"), enter("Carol")
    match = await start_game(alice, bob)
    carol.enter(match.room)
    phase = await newest_phase_post(carol)
    for answer in (
        await carol.slash("orders line", text="BO hold"),
        await carol.slash("commit"),
        await carol.slash("done"),
        await carol.press(phase, "Commit"),
        await carol.press(phase, "Write orders"),
        await carol.slash("game leave"),
        await carol.slash("orders file", attachment=File("o.txt", b"done")),
    ):
        assert answer.private
        assert "not playing" in answer.text, answer.text
    assert "not yours" in (await alice.slash("orders line", text="done", side="reivers")).text


async def test_two_games_in_one_channel_are_distinguished_by_name(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    first, second = await open_game(alice, name="Oak"), await open_game(alice, name="Elm")
    assert first.id != second.id
    unclear = await alice.slash("game info")
    assert "Oak" in unclear
    assert "Elm" in unclear
    assert "game" in unclear.text
    assert "Oak" in await alice.slash("game info", game="oak")
    assert "Elm" in await alice.slash("game info", game=second.id)
    alice.enter(second.room)
    assert "Elm" in await alice.slash("game info"), "in its thread the game need not be named"


async def test_an_unknown_game_is_answered_with_a_list_of_games(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    for command in (
        "game info",
        "game join",
        "game leave",
        "game concede",
        "game export",
        "orders show",
        "orders clear",
        "commit",
        "done",
        "map",
        "units",
        "log",
        "verify",
    ):
        answer = await alice.slash(command, game="the-lost-legion")
        assert answer.private
        assert "the-lost-legion" in answer.text, command
        assert "error" not in answer.text.lower(), answer.text
    nothing_here = await alice.slash("game info")
    assert "/game new" in nothing_here.text


async def test_an_unknown_scenario_is_answered_with_suggestions(bot: Bot, enter: Enter) -> None:
    answer = await enter("Alice").slash("game new", scenario="raid-on-danvile")
    assert "raid-on-danville" in answer
    for deadline in ("soon", "24", "0h", "-3d", "900d", "🐌"):
        refused = await enter("Alice").slash("game new", scenario="millers-bridge", deadline=deadline)
        assert "is open" not in refused, deadline
        assert "24h" in refused.text or f"{deadline}h" in refused.text or "days" in refused.text, refused.text


async def test_orders_before_the_start_and_after_the_end_are_explained(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await open_game(alice)
    await alice.slash("game join", game=match.id, side="reeve")
    early = await alice.slash("orders line", text="BO hold", game=match.id)
    assert "not started" in early.text
    await bob.slash("game join", game=match.id)
    for player in (alice, bob):
        player.enter(match.room)
    await newest_phase_post(alice)
    question = await alice.slash("game concede")
    assert question.private
    await alice.press(question.posts[0], "Yes")
    over = await bob.wait_for_post("Victory for The Reivers")
    assert "conceded" in bob.all_text()
    assert over.text
    for answer in (
        await alice.slash("orders line", text="BO hold"),
        await bob.slash("commit"),
        await bob.slash("done"),
        await bob.slash("game concede"),
    ):
        assert "over" in answer.text, answer.text


async def test_everyone_can_look_at_public_information(bot: Bot, enter: Enter) -> None:
    alice, bob, carol = enter("Alice"), enter("Bob"), enter("Carol")
    match = await start_game(alice, bob)
    carol.enter(match.room)
    info = await carol.slash("game info")
    assert f"<@{alice.id}>" in info
    shown = await carol.slash("map")
    assert shown.private
    assert shown.files[0].image().width >= 1000
    assert shown.files[0].alt
    units = await carol.slash("units")
    for name in ("BO", "RE", "L1", "0404", "0904"):
        assert name in units.text, name
    assert "initiative" in (await carol.slash("log")).text.lower()
    assert "initiative" in (await carol.slash("log", turn=1)).text.lower()
    assert (await carol.slash("log", turn=99)).text
    assert "Miller" in (await carol.slash("game list")).text


async def test_a_name_full_of_markup_harms_nobody(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    bob = enter("Bob")
    match = await open_game(alice, name=f"**@everyone** <@{bob.id}> `x` ||y||")
    assert match.announcement.pings == []
    assert "@everyone" not in match.announcement.message["content"].replace("@\u200beveryone", "")
    info = await alice.slash("game info", game=match.id)
    assert info.private


async def test_commands_need_known_and_complete_options(bot: Bot, enter: Enter) -> None:
    with pytest.raises(NoSuchThing):
        await enter("Alice").slash("game new", scenario="millers-bridge", speed="fast")
    with pytest.raises(NoSuchThing):
        await enter("Alice").slash("orders line")


async def test_a_seat_can_be_kept_for_somebody(bot: Bot, enter: Enter) -> None:
    alice, bob, carol = enter("Alice"), enter("Bob"), enter("Carol")
    match = await open_game(alice)
    assert "You are no referee" in (await carol.slash("game reserve", side="reivers", player=carol)).text
    assert "is kept for" in (await alice.slash("game reserve", side="reivers", player=bob)).text
    refused = await carol.slash("game join", side="reivers", game=match.id)
    assert "is kept for" in refused.text and f"<@{bob.id}>" in refused.text
    assert "Reeve" in (await carol.slash("game join", game=match.id)).text, "the seat that is kept for nobody"
    told = await (await bob.slash("game join", game=match.id)).more(2)
    assert "Reivers" in told.text and "is kept for you" in told.text
    assert "not free" in (await alice.slash("game reserve", side="reivers", game=match.id)).text
