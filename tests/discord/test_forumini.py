"""Games of Forumini by Discord: tanks and aircraft to a winner, and armies that nobody sees before they are revealed."""
import re
from collections.abc import Callable, Sequence

import pytest

from engine.log.verify import verify
from engine.table import Game
from tests.discord.player import Player
from tests.discord.playing import Match, caught_up, exactly_once, joined, ledger, looked_up, opened, words_of
from tests.discord.running import Bot

pytestmark = pytest.mark.asyncio(loop_scope="module")
Enter = Callable[[str], Player]
EAGER = (" bomb ", " strafe ", " attack ", " place ", " choose ", " deploy ", " move ")
"""What our players would rather do, first choice first."""
HIDDEN = "standing all fire-order nearest"


def draft(ideas: Sequence[str], turn: int) -> list[str]:
    """One order for each unit, what it would rather do; moves vary from turn to turn."""
    chosen = dict[str, str]()
    for wish in EAGER:
        fitting = [idea for idea in ideas if wish in f" {idea} " and not idea.startswith("standing")]
        for idea in fitting[turn % 3:] + fitting[:turn % 3]:
            chosen.setdefault(idea.split()[0], idea)
    return list(chosen.values())[:9]


async def seated(host: Player, guest: Player, scenario: str, sides: tuple[str, str]) -> Match:
    match = await opened(host, scenario)
    await joined(match, **dict(zip(sides, (host, guest), strict=True)))
    return match


async def play(bot: Bot, match: Match, players: dict[str, Player]) -> Game:
    """To the end; each side writes what comes to its mind and is done."""
    for number in range(200):
        game = looked_up(bot, match)
        if game.phase is None:
            return game
        for side in game.phase.sides:
            with ledger(bot) as table:
                orders = draft(table.ideas(match.id, side), number)
            if orders:
                answer = await (await players[side].form("orders write", side=side)).submit("\n".join(orders))
                assert answer.private
            await players[side].slash("done", side=side)
    raise AssertionError("the game does not end")


async def test_steel_and_sky_to_its_end(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await seated(alice, bob, "steel-and-sky", ("germans", "soviets"))
    assert "✅" in (await alice.slash("orders line", text=HIDDEN, side="germans")).text
    game = await play(bot, match, {"germans": alice, "soviets": bob})
    assert game.over
    await caught_up(bot, match, alice)
    exactly_once(bot, match, alice)
    posts = [match.announcement, *alice.posts(match.room)]
    assert all(len(post.text) <= 2000 for post in posts)
    pictures = [file for post in posts for file in post.files if file.name.endswith(".png")]
    assert len(pictures) >= 20
    for file in pictures:
        image = file.image()
        assert 800 <= image.width <= 2000 and image.height <= 2000 and len(file.data) <= 1_000_000 and 20 <= len(file.alt) <= 1024
    told = alice.reads(match.room)
    for word in ("B movement", "C aircraft placement", "F assault", "K casualty"):
        assert word in told, word
    assert re.search(r"(?m)^The winner: .+\. .+\.", told)
    everything = told + "".join(file.data.decode() for post in posts for file in post.files if file.name.endswith(".txt"))
    assert "fire-order" not in everything and "nearest" not in everything, "standing orders are nobody else's business"
    await proves_itself(match, bob)


async def test_armies_are_nobody_s_business_until_both_are_built(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await seated(alice, bob, "open-meeting", ("allies", "axis"))
    before = bob.reads(match.room)
    bought = await (await alice.form("orders write")).submit("buy 2 churchill\nbuy 3 m1-garand\nbuy 1 tiger-i")
    assert "❌" in bought.text and "Tiger" in bought.text
    await (await alice.form("orders write")).submit("buy 2 churchill\nbuy 3 bren")
    await alice.slash("commit")
    await alice.slash("done")
    await caught_up(bot, match, bob)
    told = [bob.reads(match.room).removeprefix(before)]
    told += [(await bob.slash(command)).text for command in ("orders show", "log", "units", "game info")]
    held = (await bob.slash("game export")).files[0].data
    for secret in ("churchill", "bren"):
        assert secret not in "".join(told).lower(), secret
        assert secret.encode() not in held.lower(), "nor in the log that can be taken away"
    assert verify(held).holds
    await bob.slash("done")
    await bob.sees(lambda post: "churchill" in post.text.lower())
    units = (await bob.slash("units")).text
    assert "A1" in units and "X1" in units
    await alice.press((await alice.slash("game concede")).posts[0], "Yes")
    await bob.sees("Given up by")
    await caught_up(bot, match, alice)
    exactly_once(bot, match, alice)
    await proves_itself(match, bob)


async def proves_itself(match: Match, player: Player) -> None:
    """The log anybody can take away holds, and a die changed in it is found."""
    (log,) = (await player.slash("game export")).files
    found = verify(log.data)
    assert found.holds, found
    assert "hold" in (await player.slash("verify", game=match.id)).text.lower()
    spoilt = re.sub(rb'"faces":\[(\d)', lambda die: b'"faces":[' + (b"1" if die[1] == b"6" else b"6"), log.data, count=1)
    assert words_of(log.data.decode()) != words_of(spoilt.decode()) and not verify(spoilt).holds
