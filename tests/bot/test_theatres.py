"""Mails and forums begin a report with the theatres in which something happened, and look one up by its name; the
command line and the keyboard draw one too.
"""

import json
from collections.abc import AsyncIterator
from email import message_from_bytes
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio

from bot.correspondence.asker import Asker
from bot.correspondence.commands import read_command
from bot.correspondence.lookups import look_up
from bot.correspondence.message import Seat
from bot.forum.writing import Writer
from bot.hosting.engine_thread import EngineThread
from bot.hosting.mail_queue import QueuedMail
from bot.mail.queueing import ReportBody
from bot.mail.writing import MailWriter
from engine.contract import encode
from engine.table import News, Table
from tests.bot.command_line import fieldpost
from tests.mail.loopback.office import SETTINGS
from tests.systems.baker.support.large_map import POWERS, large_map_file

NOW = "2026-01-01T12:00:00Z"


@pytest.fixture
def scenario(tmp_path: Path) -> str:
    """The file of a large map."""
    file = tmp_path / "big.yaml"
    file.write_text(json.dumps(large_map_file(0)))
    return str(file)


@pytest_asyncio.fixture
async def engine(tmp_path: Path) -> AsyncIterator[EngineThread]:
    running = EngineThread(tmp_path / "games.db")
    yield running
    running.close()


def moved(table: Table, scenario: str) -> News:
    """The news of a game in which the first power has just moved."""
    key = table.open(scenario, "Big", NOW).id
    for side in POWERS:
        table.seat(key, side, "7", NOW)
    table.done(key, POWERS[0], NOW)
    order = next(idea for idea in table.ideas(key, POWERS[0]) if idea.startswith("move"))
    table.write(key, POWERS[0], order, NOW)
    return table.done(key, POWERS[0], NOW)


@pytest.mark.long
async def test_a_report_begins_with_the_theatres(engine: EngineThread, scenario: str) -> None:
    news = await engine.use_table(lambda table: moved(table, scenario))
    scene = await engine.use_table(lambda table: table.picture("big-1", at=news.seq))
    parts = [f"big-1-{news.seq}-{nth}.png" for nth, _ in enumerate(scene.details, 1)]
    names, uploaded = [*parts, f"big-1-{news.seq}.png"], list[str]()
    assert parts

    async def upload(name: str, data: bytes, alt: str) -> str:
        uploaded.append(name)
        return f"![{alt}]({name})"

    connector: Any = SimpleNamespace(upload=upload)
    shown = await Writer(engine, connector)._maps("big-1", news)
    assert uploaded == names and len(shown) == len(names)
    mail = QueuedMail(
        "m1", "report", "big-1", "7", "a@example.org", encode(ReportBody(news, POWERS[0])).decode(), b"", 0, NOW
    )
    written = message_from_bytes(await MailWriter(engine, SETTINGS).write(mail))
    assert [part.get_filename() for part in written.walk() if part.get_content_type() == "image/png"] == names


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("map south east", "South East. Map of Made up"),
        ("map", "Map of Made up"),
        ("map Atlantis", "Its theatres are North West, North East, South West and South East."),
    ],
)
async def test_a_letter_looks_up_a_theatre(engine: EngineThread, scenario: str, line: str, says: str) -> None:
    await engine.use_table(lambda table: moved(table, scenario))
    command = read_command(line)
    assert command
    (found,) = await look_up(Asker(engine, "7", Seat("big-1", POWERS[0])), (command,))
    assert any(says in text for text in found.section.lines), found.section
    assert len(found.files) == ("Atlantis" not in line)


def test_the_command_line_and_the_keyboard_draw_a_theatre(tmp_path: Path, scenario: str) -> None:
    code, out, _ = fieldpost("map", scenario, "part.png", "--theatre", "north west", cwd=tmp_path)
    assert code == 0 and "part.png: North West. Map of Made up" in out and (tmp_path / "part.png").exists()
    code, _, err = fieldpost("map", scenario, "no.png", "--theatre", "Europe", cwd=tmp_path)
    assert code == 2 and 'There is no theatre "Europe"' in err and not (tmp_path / "no.png").exists()
    code, out, _ = fieldpost("play", scenario, cwd=tmp_path, typed="map North East\n")
    assert code == 0 and "North East. Map of Made up" in out and "map:" in out
