"""/press and /note in Discord: only those whom a message is for are shown it, and it names nobody."""

from collections.abc import Callable

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.server import Server
from tests.discord.loopback.games import join_game, open_game, start_game
from tests.discord.loopback.secrecy_check import Secret, find_leaks, word_patterns

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]
SAID = "quicksilver at the ford; done"


async def test_press_comes_with_the_next_answer_and_to_its_readers_alone(
    server: Server, bot: Bot, enter: Enter
) -> None:
    alice, bob, carol = enter("Alicia"), enter("Bobby"), enter("Carolin")
    match = await start_game(alice, bob)
    carol.enter(match.room)
    heard = len(server.calls)
    sent = await alice.slash("press", to="reivers", text=f"**{SAID}** @everyone")
    assert sent.private and "The Reivers" in sent
    note = await bob.wait_for_post("a private message waits for you")
    assert note.pings == ["Bobby"] and "Alicia" not in note.text and "Reeve" not in note.text
    await alice.slash("press", to="reivers", text="and mercury")
    read = await (await bob.slash("game info")).more(3)
    assert "quicksilver" in read and "The Reeve's Men to The Reivers" in read and read.private
    assert "quicksilver" not in (await bob.slash("game info")).text, "once"
    await alice.slash("press", to="reivers", text="more quicksilver")
    await bob.wait_for_post("a private message waits for you", after=note)
    listed = await bob.slash("press")
    assert "more quicksilver" in listed and "and mercury" in listed and "✉️" not in listed.text, "it is read now"
    assert [post.text for post in bob.posts() if "private message" in post.text] == [note.text] * 2
    assert "quicksilver" in (await bob.slash("press")).text and "quicksilver" in (await alice.slash("press")).text
    assert "quicksilver" not in (await carol.slash("press")).text
    assert (
        "Your draft is empty" in (await alice.slash("orders show")).text
        or "empty" in (await alice.slash("orders show")).text
    )
    assert "not playing" in (await carol.slash("press", to="reivers", text="hello")).text
    assert "own side" in (await alice.slash("press", to="reeve", text="hello")).text
    for command in ("log", "game export", "game info", "luck", "verify"):
        await carol.slash(command)
    known = frozenset((str(alice.id), str(bob.id)))
    assert not find_leaks(server, heard, [Secret("press", word_patterns("quicksilver"), known)])


async def test_public_press_is_posted_without_a_name(server: Server, bot: Bot, enter: Enter) -> None:
    host, alice, bob = enter("Hosting"), enter("Alicette"), enter("Bobbin")
    match = await open_game(host, anonymous=True, press="public")
    assert "posted for everybody" in match.announcement.text
    heard = len(server.calls)
    await join_game(match, reeve=alice, reivers=bob)
    assert "posted" in (await alice.slash("press", text=f"{SAID} <@{bob.id}0>")).text
    post = await bob.wait_for_post("quicksilver")
    assert "The Reeve's Men to all" in post.text and not post.pings
    own = [Secret(name, word_patterns(name), frozenset()) for name in ("Alicette", "Bobbin")]
    assert not find_leaks(server, heard, own)


async def test_notes_are_for_oneself(server: Server, bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alison"), enter("Boblet")
    await start_game(alice, bob)
    heard = len(server.calls)
    assert (await alice.slash("note write", text="wolfsbane in the wood")).private
    assert "| 1: wolfsbane" in (await alice.slash("note show")).text.replace("\\", "")
    assert "no notes" in (await bob.slash("note show")).text
    await bob.slash("game export")
    assert "Deleted" in (await alice.slash("note delete", number=1)).text
    assert "no note 1" in (await alice.slash("note delete", number=1)).text
    assert not find_leaks(server, heard, [Secret("a note", word_patterns("wolfsbane"), frozenset((str(alice.id),)))])


async def test_kibitzers_see_recorded_press_and_secret_orders_when_it_is_over(bot: Bot, enter: Enter) -> None:
    alice, bob, carol = enter("Alwine"), enter("Bertram"), enter("Corinna")
    match = await open_game(alice, press="recorded")
    await join_game(match, reeve=alice, reivers=bob)
    carol.enter(match.room)
    await alice.slash("press", text=SAID)
    for player in (alice, bob):  # one of them is awaited
        await player.slash("orders line", text="standing all advance always")
        await player.slash("commit")
    assert "still secret" in (await carol.slash("game kibitz")).text
    asked = await bob.slash("game concede")
    await bob.press(asked.posts[-1], "Yes, concede")
    told = (await carol.slash("game kibitz")).text
    assert "standing all advance always" in told and "quicksilver" in told and "The Reeve's Men to The Reivers" in told
