"""Reminders by mail: in the game's thread, once, with what becomes of the draft; late ones are dropped."""

import asyncio
import re
from email.message import EmailMessage
from functools import partial
from pathlib import Path

import pytest

from bot.correspondence.commands import read_command
from bot.correspondence.message import Seat
from bot.mail.transport.sender import Outcome
from tests.mail.loopback.mailroom import Correspondent, Mailroom, Serving, find_game, opened, text_of
from tests.mail.loopback.office import Office, mail
from tests.mail.loopback.office import answer as reply
from tests.mail.test_kill import KILLSWITCH
from tests.mail.test_own_lines import is_order
from tests.mail.test_receiving import office, started, writer_of
from tests.support.aged_games import age_game
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio
__all__ = ["office"]
GAME, HOUR = "millers-1", 3_600


def is_reminder(found: EmailMessage) -> bool:
    return "Reminder" in str(found["Subject"])


async def remind(office: Office, seconds: int = 60 * HOUR) -> tuple[str, list[EmailMessage]]:
    """The deadline comes near: its moment, and what is sent."""
    due = await office.engine.use_table(lambda table: age_game(table, GAME, seconds))
    return due, await look(office)


async def look(office: Office) -> list[EmailMessage]:
    await office.receiver._doors.clock._run_due()
    return await office.take(mail("Ann", ""))


async def test_a_reminder_says_what_one_must_know(office: Office) -> None:
    call = await started(office)
    name = writer_of(call)
    await office.take(mail(name, "zone Europe/Berlin", to=str(call["Reply-To"])))
    due, mails = await remind(office)
    (found,) = [found for found in mails if is_reminder(found)]
    text = text_of(found)
    assert f"Deadline: {due}" in text and "12 hours after this mail" in text and "CE" in str(found["Subject"])
    assert "You have no draft" in text and '"done"' in text and '"remind off"' in text
    assert all(len(line) <= 72 for line in text.splitlines()), text
    root = f"<{GAME}@play.example>"
    assert found["In-Reply-To"] == found["References"] == root and found["Auto-Submitted"] == "auto-generated"
    assert found["Reply-To"] == call["Reply-To"] and re.fullmatch(
        r"<millers-1\.\d+\.remind-\w+\.\w{8}@play\.example>", str(found["Message-ID"])
    )
    (part,) = [part for part in found.walk() if part.get_content_type() == "text/calendar"]
    data = part.get_payload(decode=True)
    assert isinstance(data, bytes)
    assert f"DTEND:{due.replace('-', '').replace(':', '')}".encode() in data
    assert not [found for found in await look(office) if is_reminder(found)], "once"


async def test_what_becomes_of_the_draft_is_said(office: Office) -> None:
    call = await started(office)
    name, to = writer_of(call), str(call["Reply-To"])
    await office.engine.use_table(lambda table: age_game(table, GAME, 60 * HOUR))
    await office.take(mail(name, "choose a", to=to))
    (found,) = [found for found in await look(office) if is_reminder(found)]
    assert "the order of your draft will run" in " ".join(text_of(found).split())
    assert "  held  choose a" in text_of(found)
    (answer,) = [
        one for one in await office.take(mail(name, "done", to=str(found["Reply-To"]))) if "Re:" in str(one["Subject"])
    ]
    assert "YOUR ORDERS RAN" in text_of(answer)


async def test_whoever_has_turned_them_off_is_not_reminded(office: Office) -> None:
    call = await started(office)
    name, to = writer_of(call), str(call["Reply-To"])
    for line, says in (
        ("remind never", "on or off"),
        ("remind off", "You are not reminded"),
        ("Remind", "You are not"),
    ):
        (answer,) = await office.take(mail(name, line, to=to))
        assert says in text_of(answer), text_of(answer)
    _, mails = await remind(office)
    assert not [found for found in mails if is_reminder(found)]
    (answer,) = await office.take(mail(name, "remind on", to=to))
    assert "reminded once before each deadline" in " ".join(text_of(answer).split())
    assert not [found for found in await look(office) if is_reminder(found)], "not of this deadline any more"
    _, mails = await remind(office, 61 * HOUR)
    assert [writer_of(found) for found in mails if is_reminder(found)] == [name], "the deadline was put off"


async def test_what_could_not_be_sent_in_time_is_dropped(office: Office) -> None:
    call = await started(office)
    office.fate = Outcome("later", "451 greylisted")
    due, _ = await remind(office)
    database = await office.engine.use_data(lambda data: data.table.journal.database)
    state = "select state from mail_out where kind = 'reminder'"
    assert await office.engine.use_table(lambda _: database.query(state)) == [("waiting",)]
    await office.take(mail(writer_of(call), "choose a\ndone", to=str(call["Reply-To"])))
    office.fate = Outcome("delivered")
    await office.engine.use_table(lambda _: database.execute("update mail_out set due = '2026-01-01T00:00:00Z'"))
    assert not [found for found in await look(office) if is_reminder(found)], due
    assert await office.engine.use_table(lambda _: database.query(state)) == [("dropped",)]


async def test_no_reminder_reads_as_an_order_or_a_command(office: Office) -> None:
    call = await started(office)
    side = "reeve" if writer_of(call) == "Ann" else "reivers"
    await office.engine.use_table(lambda table: age_game(table, GAME, 60 * HOUR))
    await office.take(mail(writer_of(call), "choose a", to=str(call["Reply-To"])))
    lines = [line.strip() for one in await look(office) if is_reminder(one) for line in text_of(one).splitlines()]
    assert len(lines) > 12 and not [line for line in lines if read_command(line)]
    assert not await office.engine.use_table(
        lambda table: [line for line in lines if is_order(table, Seat(GAME, side), line)]
    )


@pytest.mark.long
async def test_a_reminder_names_the_units_without_an_order_and_a_last_call_is_one(office: Office) -> None:
    await office.introduce("Ann", "new raid-on-danville 3d\njoin raid-1")
    await office.introduce("Bob", "join raid-1")
    seats = await office.engine.use_table(lambda table: table.game("raid-1").seats)
    due = await office.engine.use_table(lambda table: age_game(table, "raid-1", 60 * HOUR))
    (found,) = [one for one in await look(office) if is_reminder(one)]
    first = await office.engine.use_table(
        lambda table: table.units_without_orders("raid-1", next(iter(table.game("raid-1").phase.sides)))[0]  # type: ignore[union-attr]
    )
    assert f"Without an order: {first}" in " ".join(text_of(found).split()) and set(seats.values()) == {"ann", "bob"}
    due = await office.engine.use_table(lambda table: age_game(table, "raid-1", 71 * HOUR))
    mails = [one for one in await look(office) if due in text_of(one)]
    assert ["Last call" in str(one["Subject"]) for one in mails].count(True) == 1
    (last,) = [one for one in mails if "Last call" in str(one["Subject"])]
    assert "This is the last call" in text_of(last) and ".last-" in str(last["Message-ID"])


@pytest.mark.long
async def test_many_games_are_one_reminder(office: Office) -> None:
    await office.introduce("Ann", "new raid-on-danville 3d\njoin raid-1 danville\nmy settings digest 1")
    await office.introduce("Bob", "join raid-1")
    await office.take(mail("Ann", "new raid-on-danville 3d\njoin raid-2 danville"))
    await office.take(mail("Bob", "join raid-2"))
    for game in ("raid-1", "raid-2"):
        await office.engine.use_table(lambda table, key=game: age_game(table, key, 60 * HOUR))  # type: ignore[misc]
    (found,) = [one for one in await look(office) if is_reminder(one)]
    assert "and in 1 more" in str(found["Subject"]) and writer_of(found) == "Ann"
    assert "Also waiting for you:" in text_of(found) and "[raid-2 " in text_of(found)
    assert all(len(line) <= 72 for line in text_of(found).splitlines())
    assert not [one for one in await look(office) if is_reminder(one)], "both were told"


async def test_dates_are_written_as_their_reader_wants_them(office: Office) -> None:
    call = await started(office)
    name, to = writer_of(call), str(call["Reply-To"])
    (answer,) = await office.take(mail(name, "my settings dates de\nmy settings zone Europe/Berlin\nmy games", to=to))
    assert "WAITING FOR YOU" in text_of(answer).upper() and re.search(
        r"until \w\w\. \d+\. \w+ [\d:]+ CES?T", text_of(answer)
    )
    (answer,) = await office.take(mail(name, "my settings dates iso\nmy calendar", to=to))
    assert "iso: ISO 8601" in text_of(answer)
    (file,) = [part for part in answer.walk() if part.get_filename() == "fieldpost.ics"]
    data = file.get_payload(decode=True)
    assert isinstance(data, bytes) and data.count(b"BEGIN:VEVENT") == 1
    _, mails = await remind(office)
    (found,) = [one for one in mails if is_reminder(one)]
    assert re.search(r"are due \d{4}-\d\d-\d\d [\d:]+ CES?T", str(found["Subject"]))


def tells_of(due: str, found: EmailMessage) -> bool:
    return f"reminder={due}" in str(found["X-Fieldpost"])


STEPS = share(tuple(range(1, 130, 11)), (6, 12, 18, 24, 66, 75, 84, 93))
"""Of writing: a file's tables are looked after first, then comes what the clock and the door write."""


@pytest.mark.parametrize("room", ["listener"], indirect=True)  # how mails come in does not matter here
@pytest.mark.timeout(900)
@pytest.mark.long
async def test_a_kill_at_any_step_of_reminding_doubles_and_loses_none(room: Mailroom, tmp_path: Path) -> None:
    """The game is over the threshold while the program is down; it is killed again and again while it reminds."""
    finger = tmp_path / "finger"
    serving = Serving(room, (str(KILLSWITCH), str(finger)))
    await serving.start()
    ann, bob = Correspondent(room, "Ann"), Correspondent(room, "Bob")
    await ann.introduce(f"new millers-bridge 3d\njoin {GAME} reeve")
    await bob.introduce(f"join {GAME}")
    points = list[str]()
    for number, step in enumerate(STEPS):
        await serving.kill()
        with opened(serving.database) as table:
            due = age_game(table, GAME, 60 * HOUR - number)
        awaited = ann if "reeve" in (find_game(serving.database, GAME).phase or pytest.fail("over")).sides else bob
        finger.write_text(str(step))
        before, start = serving.process, asyncio.create_task(serving.start())
        for _ in range(600):
            arrived = any(tells_of(due, found) for found in awaited.mails)
            if arrived or (serving.process is not before and serving.process.returncode is not None):
                break
            await asyncio.sleep(0.05)
        finger.unlink(missing_ok=True)
        start.cancel()
        if serving.process.returncode is not None:
            points.append(finger.with_suffix(".died").read_text())
            await serving.start()
        await awaited.wait_for(partial(tells_of, due))
    await serving.stop()
    for one in (ann, bob):
        told = [str(m["X-Fieldpost"]) for m in one.mails if is_reminder(m)]
        assert len(told) == len(set(told)), told
    seen = dict[str, bytes]()
    for _, _, raw in room.outside.taken:
        id_ = raw.partition(b"Message-ID: ")[2].partition(b"\r\n")[0].decode()
        assert seen.setdefault(id_, raw) == raw, f"{id_} says something else the second time"
    assert len(points) >= share(4, 3) and [point for point in points if "mail_out" in point], points
    assert "Traceback" not in serving.log, serving.log


async def test_a_deputy_is_reminded_without_the_key_of_the_seat(office: Office) -> None:
    call = await started(office)
    name = writer_of(call)
    await office.introduce("Cid", "games")
    await office.take(mail(name, "deputy Cid", to=str(call["Reply-To"])))
    _, mails = await remind(office)
    found = {str(one["To"]).split("@")[0]: one for one in mails if is_reminder(one)}
    assert set(found) == {name.lower(), "cid"}
    assert str(found["cid"]["Reply-To"]) == "Fieldpost <orders@play.example>"
    assert found[name.lower()]["Reply-To"] == call["Reply-To"], "the player's key is what it was"
    assert ", whose deputy you are." in " ".join(text_of(found["cid"]).split()), text_of(found["cid"])
    assert "deputy" not in text_of(found[name.lower()])
    (done, *_) = await office.take(reply("Cid", found["cid"], "choose a\ndone"))
    assert "YOUR ORDERS RAN" in text_of(done)
    assert not [one for one in await look(office) if is_reminder(one)]
