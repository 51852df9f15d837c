"""Leagues of one door at another: seen everywhere, entered where their games can reach the player."""

from pathlib import Path

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player as DiscordPlayer
from bot.bench.loopback.screen import plain
from bot.bench.loopback.server import Server
from engine.leagues.desk import Leagues
from tests.discord.loopback.games import open_table
from tests.mail.loopback.mailroom import Correspondent, Mailroom, Outside, text_of

pytestmark = pytest.mark.asyncio
OPTIONS = "system=miniwars format=round-robin scenarios=millers-bridge"


@pytest.mark.long
async def test_leagues_of_discord_and_of_mail(discord: Server, outside: Outside, tmp_path: Path) -> None:
    room = Mailroom(tmp_path, outside, None)
    bot = await Bot(discord, tmp_path, room.environment).start()
    alice = DiscordPlayer(discord, "Alice", discord.world.open_room("games"))
    bob = Correspondent(room, "Bob")
    await bob.introduce(f"league new Post Cup {OPTIONS}")
    assert "Its id is post-cup" in " ".join("".join(map(text_of, bob.mails)).split())

    shown = await alice.slash("league standings", league="post-cup")
    assert "Post Cup, season 1" in shown.text and shown.files[0].image().width == 800
    assert "played by mail" in plain((await alice.slash("league show", league="post-cup")).text)
    refused = plain((await alice.slash("league enter", league="post-cup")).text)
    assert "Post Cup is played by mail, and you are known in Discord alone" in refused and "link CODE" in refused
    assert "that is where it is run" in plain((await alice.slash("league pair", league="post-cup")).text)

    opened = await alice.slash(
        "league new", name="Hall Cup", system="miniwars", format="round-robin", scenarios="millers-bridge"
    )
    assert "Hall Cup is open to all" in plain(opened.text)
    assert "Alice has entered" in (await alice.slash("league enter")).text
    assert "Bob has entered Hall Cup: 2 players." in " ".join(text_of(await bob.asked("league enter hall-cup")).split())
    await alice.wait_for_post("Bob has entered Hall Cup")
    assert "Round 1 of Hall Cup" in plain((await alice.slash("league pair")).text)
    called = await bob.wait_for(lambda mail: "[millers-1]" in str(mail["Subject"]))
    assert "The Miller" in text_of(called)
    with open_table(bot) as table:
        assert "bob" in table.game("millers-1").seats.values() and table.game("millers-1").started
    met = await bob.wait_for(lambda mail: "[hall-cup] You meet Alice in match 1" in str(mail["Subject"]))
    assert "Round 1 of Hall Cup: 1 match" in text_of(met)
    table_of = text_of(await bob.asked("league standings hall-cup"))
    assert "Alice" in table_of and "Bob" in table_of

    robert = DiscordPlayer(discord, "Robert", discord.world.open_room("other"))
    code = (await robert.slash("link")).text.partition("link ")[2].split()[0].strip('`."*')
    linked = " ".join(text_of(await bob.asked(f"link {code}")).split())
    both = ("Hall Cup, Post Cup", "Post Cup, Hall Cup")  # the older first, if they are not of one second
    assert any(f"What you had in {names} is yours as before" in linked for names in both), linked
    with open_table(bot) as table:
        leagues = Leagues(table.journal, bytes)
        match, own = leagues.find("hall-cup").match(1), leagues.find("post-cup").owner
        assert {*match.players} == {str(alice.id), str(robert.id)} and own == str(robert.id)
        assert {*table.game("millers-1").seats.values()} == {*match.players}
    shown = await alice.slash("league standings", league="hall-cup")
    assert "Robert" in shown.text and "Bob " not in shown.text
    assert await bot.stop() == 0 and "Traceback" not in bot.log, bot.log
