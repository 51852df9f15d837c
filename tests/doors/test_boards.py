"""A game on a board between players at different doors: lists stay secret until both are in, wherever they were
written."""

from pathlib import Path

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player as DiscordPlayer
from bot.bench.loopback.screen import File
from bot.bench.loopback.server import Server
from engine.log.verify import verify
from tests.discord.loopback.games import find_game, open_game, open_table
from tests.mail.loopback.mailroom import Correspondent, Mailroom, Outside, text_of

pytestmark = pytest.mark.asyncio
FILE = b"# for the quay\narmy:\n  quay-guard: 2\n  knife-gang: 1\n"


@pytest.mark.long
async def test_a_board_between_discord_and_mail_until_the_first_turn(
    discord: Server, outside: Outside, tmp_path: Path
) -> None:
    room = Mailroom(tmp_path, outside, None)
    bot = await Bot(discord, tmp_path, room.environment).start()
    alice = DiscordPlayer(discord, "Alice", discord.world.open_room("games"))
    bob = Correspondent(room, "Bob")
    listed = await (await alice.slash("game boards")).more(2)
    assert "`lantern-slip` Lantern Slip: 24 x 24 inches, 2 sides" in listed.text
    assert "/game new board:lantern-slip" in (await alice.slash("game new", scenario="lantern-slip", points=190)).text
    match = await open_game(alice, board="lantern-slip", points=190)
    assert "You play" in (await alice.slash("game join", game=match.id, side="watch")).text
    await bob.introduce(f"join {match.id} wreckers")
    alice.enter(match.room)
    await alice.wait_for_post("Waiting for")
    game = find_game(bot, match)
    assert game.phase and game.phase.name == "muster" and game.points == 190 and game.name == "Lantern Slip, 190 points"

    saved = await alice.slash("my lists", name="Quay", attachment=File("quay.yaml", FILE))
    assert "quay-guard: 2, knife-gang: 1" in saved.text
    assert "On the board of Lantern Slip, The Harbour Watch it costs 170 of 190 points." in saved.text
    assert "You have submitted no army list" in (await alice.slash("orders show", side="watch")).text
    over = await (await alice.form("orders write", side="watch")).submit("muster raider-band: 3\nmuster watermen: 1")
    assert "costs 216 of 190 points: 26 too many" in over.text and "There is no type watermen" in over.text
    assert "quay-guard: 2, knife-gang: 1" in (await alice.slash("orders line", text="muster quay", side="watch")).text
    await alice.done(side="watch")
    mine = (await alice.slash("orders show", side="watch")).text
    assert "Your army list is in: quay-guard: 2, knife-gang: 1; 170 of 190 points." in mine
    assert "You are done with the muster." in mine
    assert "A later one replaces it" not in mine and "Your army list is in" in (await alice.slash("army")).text
    assert "1 unit, 52 points of 190: 138 left" in (await alice.slash("army", list="Quay-Guard: 1")).text

    told = text_of(await bob.asked("my lists tar: boat-hooks: 2, knife-gang x4: 1"))
    assert "Saved tar: boat-hooks: 2, knife-gang x4: 1." in told, told
    assert "tar: boat-hooks: 2, knife-gang x4: 1" in text_of(await bob.asked("my lists"))
    heard = "".join(map(text_of, bob.mails)) + alice.all_text(match.room)
    assert "quay-guard" not in heard, "a list that is in stays secret"
    call = await bob.wait_for(lambda mail: "It is your turn" in text_of(mail))
    told = text_of(await bob.answer(call, "muster boat-hooks: 4"))
    assert "costs 260 of 190 points: 70 too many" in told, told
    told = " ".join(text_of(await bob.answer(call, "army boat-hooks: 1\nstatus")).split())
    assert "1 unit, 65 points of 190: 125 left" in told and "You have submitted no army list. Without one" in told
    told = " ".join(text_of(await bob.answer(call, "muster tar\ncommit\nstatus\narmy")).split())
    assert told.count("Your army list is in: boat-hooks: 2, knife-gang x4: 1; 174 of 190 points.") == 2, told
    assert "quay-guard: 2" not in told, "the other list is as secret as before"
    told = text_of(await bob.answer(call, "muster tar\ndone"))
    assert "muster boat-hooks: 2, knife-gang x4: 1" in told and "YOUR ORDERS RAN" in told, told

    shown = await alice.wait_for_post("The armies, of 190 points")
    assert "quay-guard: 2, knife-gang: 1" in shown.text and "boat-hooks: 2, knife-gang x4: 1" in shown.text
    await alice.slash("orders line", text="deploy rest; done", side="watch")
    await bob.answer(await bob.wait_for(lambda mail: "The armies, of 190" in text_of(mail)), "deploy rest\ndone")
    await alice.wait_for_post("Round 1")
    with open_table(bot) as table:
        assert table.game(match.id).phase_key and verify(table.export(match.id)).holds
    assert await bot.stop() == 0 and "Traceback" not in bot.log, bot.log
