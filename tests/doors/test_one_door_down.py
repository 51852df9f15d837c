"""A door that is down holds up no other, and tells all that it missed once when it is back; one person has several."""

from pathlib import Path

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player as DiscordPlayer
from bot.bench.loopback.server import Server
from tests.discord.loopback.games import open_game
from tests.forum.loopback.clubhouse import ClubhouseApart
from tests.forum.loopback.clubhouse import Player as ForumPlayer
from tests.forum.loopback.world import Fault
from tests.mail.loopback.mailroom import Correspondent, Mailroom, Outside, is_call, opened, text_of

pytestmark = pytest.mark.asyncio


@pytest.mark.long
async def test_a_forum_and_a_mail_server_that_are_down(outside: Outside, tmp_path: Path) -> None:
    room = Mailroom(tmp_path, outside, None)
    house = ClubhouseApart("discourse", tmp_path, room.environment)
    await house.open()
    ann, bob = Correspondent(room, "Ann"), ForumPlayer(house, "bob")
    await bob.ask(await house.topic("open a game here"), "new millers-bridge 3d")
    topic = await house.topic("millers-1")
    await bob.ask(topic, "join reivers")
    await ann.introduce("join millers-1 reeve")
    call = await ann.wait_for(lambda mail: "Turn 1" in text_of(mail))

    house.forum.faults += [Fault(".*", "before", "502", method, lasting=True) for method in ("GET", "POST", "PUT")]
    assert "Turn 1" in text_of(await ann.answer(call, "status")), "mails are answered while the forum is down"
    with opened(house.database) as table:
        first = table.game("millers-1").phase
    assert first
    if first.sides == ("reeve",):
        await ann.end_part(await ann.wait_for(is_call), ["choose a"])
        with opened(house.database) as table:
            newest = table.news("millers-1")[-1].seq
        assert await ann.wait_for_entry(newest), "and so is the news of what ran"
    house.forum.faults.clear()
    with opened(house.database) as table:
        newest = table.news("millers-1")[-1].seq
    await house.until(lambda: any(f"log entry {newest}" in post.raw for post in house.forum.posts_in(topic.id)), 120)

    outside.answers += ["451 come again later"] * 1_000
    before = len(outside.taken)
    assert "Turn 1" in (await bob.ask(topic, "status")).raw
    await bob.ask(topic, "remind off")
    assert len(outside.taken) == before
    outside.answers.clear()
    assert "Turn 1" in text_of(await ann.answer(call, "status"))
    await house.close()
    assert "Traceback" not in (tmp_path / "serve.log").read_text("utf-8")


@pytest.mark.long
async def test_a_person_of_discord_mail_and_a_forum(discord: Server, outside: Outside, tmp_path: Path) -> None:
    """The seat taken in Discord is played by mail and in the forum, once a code has joined them."""
    room = Mailroom(tmp_path, outside, None)
    house = ClubhouseApart("discourse", tmp_path)
    await house.server.start()
    forum = {
        "FIELDPOST_FORUM": "discourse",
        "FIELDPOST_FORUM_URL": house.server.url,
        "FIELDPOST_FORUM_KEY": house.settings.key,
        "FIELDPOST_FORUM_USER": "fieldpost",
        "FIELDPOST_FORUM_CATEGORY": "5",
    }
    quick = ["-m", "tests.forum.loopback.served"]
    bot = await Bot(discord, tmp_path, room.environment | forum, quick).start()
    alice = DiscordPlayer(discord, "Alice", discord.world.open_room("games"))
    by_mail, in_forum = Correspondent(room, "Alice"), ForumPlayer(house, "alice")
    match = await open_game(alice, "millers-bridge")
    await alice.slash("game join", game=match.id, side="reeve")
    told = await alice.slash("link")
    code = told.text.partition("link ")[2].split()[0].strip('`."*')
    assert told.private and "ADDRESSES ARE JOINED" in text_of(await by_mail.asked(f"link {code}"))
    told_by_mail = text_of(await by_mail.asked("link"))
    again = " ".join(told_by_mail.split()).partition('"link ')[2].partition('"')[0]
    linked = await in_forum.ask_alone(f"link {again}")
    assert "addresses are joined" in linked, (told_by_mail, linked)
    for said in (text_of(await by_mail.asked("games")), await in_forum.ask_alone("games")):
        assert match.id in said and "The Reeve's Men" in said, said
    assert await bot.stop() == 0 and "Traceback" not in bot.log, bot.log
    await house.check()
