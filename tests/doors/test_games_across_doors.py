"""Whole games between players at different doors: all see the same game, wherever the others sit."""

from pathlib import Path

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player as DiscordPlayer
from bot.bench.loopback.server import Server
from engine.log.verify import verify
from tests.discord.loopback.games import find_game, open_game, open_table
from tests.forum.loopback.clubhouse import ClubhouseApart
from tests.forum.loopback.clubhouse import Player as ForumPlayer
from tests.forum.loopback.world import Topic
from tests.mail.loopback.mailroom import Correspondent, Mailroom, Outside, entry_of, opened, text_of
from tests.support.eager_orders import MINIWARS, eager_orders
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio
ZONES = (" place ", " melee ", " shoot ", " move ", " hunker ")
"""What players of Zone Control would rather do, first choice first."""


@pytest.mark.long
async def test_millers_bridge_between_discord_and_mail(discord: Server, outside: Outside, tmp_path: Path) -> None:
    room = Mailroom(tmp_path, outside, None)
    bot = await Bot(discord, tmp_path, room.environment).start()
    alice = DiscordPlayer(discord, "Alice", discord.world.open_room("games"))
    bob = Correspondent(room, "Bob")
    match = await open_game(alice, "millers-bridge")
    assert "You play" in (await alice.slash("game join", game=match.id, side="reeve")).text
    await bob.introduce(f"join {match.id} reivers")
    alice.enter(match.room)
    for _ in range(share(24, 6)):
        game = find_game(bot, match)
        if game.phase is None:
            break
        for side in game.phase.sides:
            with open_table(bot) as table:
                orders = eager_orders(table.ideas(match.id, side), MINIWARS, game.phase.turn % 3)[:6]
                newest = table.news(match.id)[-1].seq
            if side == "reeve":
                await alice.wait_for_post(f"log entry {newest}")
                await (await alice.form("orders write", side=side)).submit("\n".join(orders))
                await alice.done(side=side)
            else:
                await bob.end_part(await bob.wait_for_entry(newest, call=True), orders)
    with open_table(bot) as table:
        entries = [news.seq for news in table.joined_news(match.id)]
        assert verify(table.export(match.id)).holds
    await alice.wait_for_post(f"log entry {entries[-1]}")
    await bob.wait_for_entry(entries[-1])
    told = {entry_of(mail) for mail in bob.mails}
    seated = next(seq for seq in entries if seq in told)
    assert {seq for seq in entries if seq >= seated} <= told, "everything since he came"
    assert await bot.stop() == 0 and "Traceback" not in bot.log, bot.log


@pytest.mark.long
@pytest.mark.parametrize("program", share(("discourse", "nodebb"), ("discourse",)))
async def test_the_long_line_between_mail_and_forum(program: str, outside: Outside, tmp_path: Path) -> None:
    """Zone Control, placed in secret: nothing of it is shown at the other door before both are done."""
    room = Mailroom(tmp_path, outside, None)
    house = ClubhouseApart(program, tmp_path, room.environment)
    await house.open()
    ann, bob = Correspondent(room, "Ann"), ForumPlayer(house, "bob_smith")
    assert "the-1" in (await bob.ask(await house.topic("open a game here"), "new the-long-line 3d")).raw
    topic = await house.topic("the-1")
    assert "You play" in (await bob.ask(topic, "join machines")).raw
    assert "You play" in text_of(await ann.introduce("join the-1 colonial"))
    for number in range(share(10, 3)):
        with opened(house.database) as table:
            game, newest = table.game("the-1"), table.news("the-1")[-1].seq
        if game.phase is None:
            break
        written = set[str]()
        for side in game.phase.sides:
            with opened(house.database) as table:
                orders = eager_orders(table.ideas("the-1", side), ZONES, number % 3)[:4]
            ending = ["deploy rest"] if game.phase.sealed else []
            heard = public_words(house, topic) + "".join(text_of(mail) for mail in ann.mails if side == "machines")
            assert not game.phase.sealed or not any(order in heard for order in orders)
            if side == "colonial":
                await ann.end_part(await ann.wait_for_entry(newest, call=True), [*orders, *ending])
            else:
                await bob.end_part(topic, "the-1", [*orders, *ending], alone=game.phase.sealed)
            heard = public_words(house, topic)
            assert not game.phase.sealed or side == game.phase.sides[-1] or not any(o in heard for o in orders)
            written |= set(orders)
        assert written or number
    with opened(house.database) as table:
        entries = [news.seq for news in table.news("the-1")]
        assert verify(table.export("the-1")).holds and entries[-1] > share(16, 6)
    await ann.wait_for_entry(entries[-1])
    await house.until(lambda: f"log entry {entries[-1]}" in public_words(house, topic))
    await house.close()
    assert "Traceback" not in (tmp_path / "serve.log").read_text("utf-8")


def public_words(house: ClubhouseApart, topic: Topic) -> str:
    """All that everybody can read in the topic."""
    return "\n".join(post.raw for post in house.forum.posts_in(topic.id))
