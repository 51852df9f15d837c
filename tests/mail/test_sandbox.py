"""A sandbox by mail: its lines begin with its word, and the answer has the marked picture."""

from pathlib import Path

import pytest

from bot.hosting.engine_thread import EngineThread
from engine.sandbox.sandbox import HEAD
from tests.mail.loopback.office import Office, answer
from tests.support.databases import new_database

pytestmark = pytest.mark.asyncio


async def test_lines_of_one_mail_are_played_together(tmp_path: Path) -> None:
    office = Office(EngineThread(new_database(tmp_path / "games.db")))
    await office.introduce("Ann", "new millers-bridge\njoin millers-1 reeve")
    mails = await office.introduce("Bob", "join millers-1")
    call = next(mail for mail in mails if "ann@" in str(mail["To"]) and mail["Reply-To"])
    length = (await office.engine.use_table(lambda table: table.game("millers-1"))).length
    (told,) = await office.take(answer("Ann", call, "sandbox from turn 1\nsandbox choose a\nsandbox done\n"))
    body = told.get_body(("plain",))
    assert body and HEAD in body.get_content() and "choose a" in body.get_content()
    names = [part.get_filename() for part in told.walk() if part.get_filename()]
    assert "millers-1-sandbox.png" in names
    (told,) = await office.take(answer("Ann", call, "sandbox undo"))
    body = told.get_body(("plain",))
    assert body and "taken back" in body.get_content()
    assert (await office.engine.use_table(lambda table: table.game("millers-1"))).length == length
    office.engine.close()
