"""What is decided about a game in Discord: by its players alone, by its referee, and by votes that end it."""

import re
from collections.abc import Callable

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Answer, Player
from tests.discord.loopback.games import find_game, join_game, open_game, start_game

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]


async def test_a_deputy_decides_nothing(bot: Bot, enter: Enter) -> None:
    alice, bob, cleo = enter("Alice"), enter("Bob"), enter("Cleo")
    match = await start_game(alice, bob, deadline="3d")
    cleo.enter(match.room)
    await bob.slash("vote propose", what="pause")
    await alice.slash("deputy", player=cleo, game=match.id, side="reeve")
    assert (await alice.wait_for_post("you are the deputy of")).pings == ["Cleo"]
    said = await (await cleo.slash("game info", game=match.id)).more(2)
    assert "✉️ You are the deputy of" in said.text and f"Deputy of The Reeve's Men: <@{cleo.id}>" in said.text, said.text
    assert "Voted on: The Reivers proposes to pause the game" in said.text and "Referee: " in said.text
    length = find_game(bot, match).length
    for command, options in (
        ("vote propose", {"what": "draw"}),
        ("vote yes", {"number": find_game(bot, match).motions[0].seq}),
        ("vote no", {"number": find_game(bot, match).motions[0].seq, "side": "reeve"}),
        ("takeback", {}),
        ("game extend", {"length": "24h"}),
        ("deputy", {}),
        ("game concede", {}),
        ("game leave", {}),
    ):
        refused = (await cleo.slash(command, game=match.id, **options)).text
        assert "a deputy only gives orders" in refused, f"{command}: {refused}"
    question = await alice.slash("game concede", game=match.id)
    assert "a deputy only gives orders" in (await cleo.press(question.posts[0], "Yes, concede")).text
    assert find_game(bot, match).length == length
    assert "The Reeve's Men (as deputy)" in (await cleo.slash("my games")).text
    assert "choose a" in (await cleo.slash("orders line", text="choose a", game=match.id)).text


async def test_a_referee_who_plays_or_is_a_deputy_is_told_no_secrets(bot: Bot, enter: Enter) -> None:
    alice, bob, cleo = enter("Alice"), enter("Bob"), enter("Cleo")
    match = await open_game(cleo)
    await join_game(match, reeve=alice, reivers=bob)
    cleo.enter(match.room)
    assert "your side sees nothing" not in (await change(cleo, "units ZZ at", "0402")).text
    assert "would run" in (await cleo.slash("referee preview", game=match.id)).text
    await alice.slash("deputy", player=cleo, game=match.id, side="reeve")
    assert "You are the deputy of" in (await cleo.slash("referee preview", game=match.id)).text
    assert "your side sees nothing at 'units ZZ at'" in (await change(cleo, "units ZZ at", "0402")).text


@pytest.mark.parametrize(
    ("where", "value", "says"),
    [
        ("units RE at", "0804", 'becomes "0804"'),
        ("units RE at", "1003", 'becomes "1003"'),
        ("units RE disrupted", "yes", "false becomes true"),
        ("units RE cs", "2", "3 becomes 2"),
        ("units RE hex", "0804", "units RE has id, name, type"),
        ("units W1 at", "0804", "units has RE, "),
    ],
)
async def test_a_referee_sets_a_value(bot: Bot, enter: Enter, where: str, value: str, says: str) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    await start_game(alice, bob)
    answer = await change(alice, where, value)
    assert says in answer.text.replace("\\", ""), answer.text


async def change(referee: Player, where: str, value: str) -> Answer:
    return await referee.slash("referee set", where=where, value=value, reason="A die was misread.")


@pytest.mark.long
async def test_a_frozen_game_says_so(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    await start_game(alice, bob, deadline="3d")
    await alice.slash("referee freeze", reason="A question of rules.")
    for command, options in (
        ("game extend", {"length": "24h"}),
        ("vote propose", {"what": "resume"}),
        ("commit", {}),
    ):
        refused = (await alice.slash(command, **options)).text
        if command == "commit":
            await alice.slash("orders line", text="choose a")
            refused = (await alice.slash(command)).text
        assert "frozen by its referee" in refused and "/referee resume" in refused, f"{command}: {refused}"
    await alice.wait_for_post("The game is frozen by its referee")
    assert "frozen by its referee" in (await alice.slash("my games")).text
    await alice.slash("referee resume", reason="It is answered.")
    await alice.slash("vote propose", what="pause")
    assert "It is agreed" in (await bob.slash("vote yes")).text
    await alice.wait_for_post("The game is paused")


async def test_a_vote_that_ends_the_game_is_asked_for_twice(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob)
    await alice.slash("vote propose", what="draw")
    assert "has proposed a draw already" in (await alice.slash("vote propose", what="draw")).text
    asked = await bob.press(await bob.wait_for_post(lambda post: "Agree" in post.buttons), "Agree")
    assert "cannot be undone" in asked.text and not find_game(bot, match).over
    asked = await bob.slash("vote yes")
    assert not find_game(bot, match).over
    assert "It is agreed" in (await bob.press(asked.posts[0], "Yes, agree")).text
    assert find_game(bot, match).reason == "draw-agreed"
    again = await alice.slash("game rematch", game=match.id)
    assert "Kept are **The Reeve's Men** for" in again.text.replace("\\", ""), again.text
    assert (
        "The seat of The Reeve's Men in The Miller's Bridge: rematch is kept for you"
        in (await (await bob.slash("my games")).more(2)).text
    )
    rematch = re.search(r"id `([^`]+)`", again.text)
    assert rematch and "You play **The Reeve" in (await bob.slash("game join", game=rematch[1])).text


async def test_somebody_who_loses_a_seat_is_told_why(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    await start_game(alice, bob)
    await alice.slash("referee unseat", side="reivers", reason="He has left.")
    assert "Your seat of The Reivers" in (said := await (await bob.slash("my games")).more(2)).text
    assert "He has left." in said.text


async def test_whoever_plays_alone_is_asked_before_the_game_is_given_up(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob)
    left = await bob.slash("game leave", game=match.id)
    await bob.press(left.posts[0], next(iter(left.posts[0].buttons)))
    for what, value in (("draw", ""), ("concede", "reeve")):
        said = (await alice.slash("vote propose", what=what, **({"value": value} if value else {}))).text
        assert "nobody to agree with" in said, said
    asked = await alice.slash("vote propose", what="abandon")
    assert "cannot be undone" in asked.text and not find_game(bot, match).over
    assert "It is agreed" in (await alice.press(asked.posts[0], "Yes, give it up")).text
    assert find_game(bot, match).reason == "abandoned"


async def test_a_rewind_by_turn_and_phase(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob)
    entry = find_game(bot, match).length
    mover = alice if find_game(bot, match).phase.sides[0] == "reeve" else bob  # type: ignore[union-attr]
    await mover.slash("orders line", text="choose a")
    await mover.slash("done")
    said = (await alice.slash("referee rewind", to="turn 9", reason="Wrong map.")).text
    assert "has had no turn 9" in said, said
    said = (await alice.slash("referee rewind", to="Turn 1 initiative", reason="Wrong map.")).text
    assert "turn 1, initiative" in said and f"entry {entry})" in said and "Reason: Wrong map." in said, said
    await bob.wait_for_post(lambda post: "Ruling by the referee" in post.text and "turn 1, initiative" in post.text)
