"""What `fieldpost serve` prints: one line for each door, when it is open or because it stays shut."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.server import Server
from bot.hosting.doors import Doors
from bot.mail.serve import MailDoor
from tests.discord.conftest import alone
from tests.forum.loopback.clubhouse import ClubhouseApart
from tests.mail.conftest import outside, room
from tests.mail.loopback.mailroom import Correspondent, Mailroom, Outside, Serving
from tests.mail.test_receiving_faults import House, house

__all__ = ["alone", "house", "outside", "room"]


async def lines_of(prints: Path, waits_for: str) -> list[str]:
    """The lines about doors, once the one that is waited for is there."""
    for _ in range(1_000):
        found = prints.read_text("utf-8").splitlines() if prints.exists() else []
        if any(line.startswith(waits_for) for line in found):
            return [line for line in found if " is open" in line or " is not configured" in line]
        await asyncio.sleep(0.02)
    raise AssertionError(f"no line {waits_for!r} in:\n{prints.read_text('utf-8')}")


@pytest.mark.long
async def test_mail_alone(room: Mailroom) -> None:
    running = await Serving(room).start()
    discord, forum, mail = await lines_of(running.prints, "Mail is open")
    assert "orders@play.example" in mail and '"new millers-bridge 3d"' in mail
    assert "DISCORD_TOKEN=... opens it (docs/running-the-bot.md)" in discord
    assert "FIELDPOST_FORUM=discourse opens it (docs/in-a-forum.md)" in forum
    ann = Correspondent(room, "Ann")
    await ann.introduce("games")
    assert ann.address not in running.log and "127.0.0.1', " not in running.log, "players' addresses stand in no log"
    assert await running.stop() == 0


@pytest.mark.long
async def test_a_forum_and_mail(tmp_path: Path, outside: Outside) -> None:
    mail = Mailroom(tmp_path, outside, None)
    house = await ClubhouseApart("discourse", tmp_path, mail.environment).open()
    said = await lines_of(tmp_path / "serve.log", "The forum is open")
    (opened,) = [line for line in said if line.startswith("The forum is open")]
    assert house.server.url in opened and "category 5" in opened and "Fieldpost: open a game here" in opened
    assert any(line.startswith("Mail is open") for line in said) and not any("Forum is not" in line for line in said)
    await house.close()


@pytest.mark.asyncio(loop_scope="session")
async def test_discord_alone(alone: Server, tmp_path: Path) -> None:
    running = await Bot(alone, tmp_path).start()
    said = await lines_of(running.prints, "Discord is open")
    assert [line.split(" is ")[0] for line in said] == ["Mail", "Forum", "Discord"]
    assert await running.stop() == 0


@pytest.mark.long
async def test_a_mailbox_that_cannot_be_read_is_not_said_to_be_open(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    said = list[str]()
    await house.imap.stop()
    stop, engine = asyncio.Event(), house.engine
    running = asyncio.create_task(MailDoor(Doors(engine, said.append), house.settings).run(stop))
    await house.until(lambda: caplog.text.count("the mailbox cannot be read (ConnectionRefusedError") >= 3)
    assert not said
    stop.set()
    await running


async def test_a_mailbox_that_is_connected_again_is_announced_once(house: House) -> None:
    said = list[str]()
    stop, doors = asyncio.Event(), Doors(house.engine, said.append)
    running = asyncio.create_task(MailDoor(doors, house.settings).run(stop))
    for logins in (1, 2, 3):
        await house.until(lambda n=logins: sum("LOGIN" in line for line in house.imap.commands) >= n)  # type: ignore[misc]
        await house.until(lambda: house.imap.commands[-1:] == ["IDLE"])
        house.imap.disconnect()
    assert len(said) == 1 and "the mailbox at 127.0.0.1" in said[0]
    stop.set()
    await running


async def test_mail_that_answers_no_stranger_says_so(house: House) -> None:
    said = list[str]()
    stop, settings = asyncio.Event(), replace(house.settings, authserv="")
    running = asyncio.create_task(MailDoor(Doors(house.engine, said.append), settings).run(stop))
    await house.until(lambda: bool(said))
    assert "First mails of strangers are not answered" in said[0] and "opens a first game" not in said[0]
    stop.set()
    await running
