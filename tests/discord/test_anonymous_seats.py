"""Anonymous seats in Discord: nothing that anybody else reads names a player before the game is over."""

import re
from collections.abc import Callable

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.server import Server
from tests.discord.loopback.games import join_game, open_game
from tests.discord.loopback.secrecy_check import Secret, find_leaks, word_patterns

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]


def secrets_of(*players: Player) -> list[Secret]:
    """The number and the name of each player, which only they may be shown."""
    return [
        Secret(f"who {player.name} is", word_patterns(str(player.id), player.name), frozenset((str(player.id),)))
        for player in players
    ]


async def look_around(player: Player) -> None:
    for command in ("game info", "game list", "game export", "log", "luck", "map", "units", "verify", "orders show"):
        await player.slash(command)


@pytest.mark.long
async def test_nobody_is_told_who_plays_before_the_end(server: Server, bot: Bot, enter: Enter) -> None:
    host, alice, bob = enter("Hostess"), enter("Alicewyn"), enter("Bobrick")
    carol = enter("Carolus")
    match = await open_game(host, anonymous=True)
    assert "Seats are anonymous" in match.announcement.text
    heard = len(server.calls)
    await join_game(match, reeve=alice, reivers=bob)
    carol.enter(match.room)
    assert "You already play" in (await alice.slash("game join", game=match.id, side="reeve")).text
    for player in (alice, bob, carol):
        await look_around(player)
    await alice.slash("orders line", text="choose a")
    await bob.slash("orders line", text="choose a")
    for player in (alice, bob):
        await player.slash("commit")
    assert "proposes a draw" in (await bob.slash("vote propose", what="draw")).text
    assert "against it" in (await alice.slash("vote no")).text
    await carol.slash("vote show")
    assert "not yours" in (await bob.slash("orders show", side="reeve")).text
    assert "You are not playing" in (await carol.slash("orders show")).text
    await carol.wait_for_post("Turn 1")
    told = "\n".join(post.text for post in carol.posts())
    assert "player 1" in told and "player 2" in told and not any(post.pings for post in carol.posts())
    assert not (leaks := find_leaks(server, heard, secrets_of(alice, bob))), "\n".join(leaks[:5])
    leaving = await bob.slash("game concede")
    await bob.press(leaving.posts[-1], "Yes, concede")
    end = await carol.wait_for_post("Player 1 was")
    assert sorted(re.findall(r"Player \d was (\S+)", end.text)) and set(end.pings) == {"Alicewyn", "Bobrick"}
    assert "Player 1 was" in (await carol.slash("game info")).text


async def test_who_opened_a_game_and_plays_in_it_sees_no_orders(server: Server, bot: Bot, enter: Enter) -> None:
    host, bob = enter("Hosting"), enter("Bobbet")
    match = await open_game(host, anonymous=True)
    await join_game(match, reeve=host, reivers=bob)
    assert "You play in this game" in (await host.slash("referee preview")).text
