"""What the host sets: read as meant, and a sentence for whatever cannot be."""

import logging
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import discord
import pytest

from bot import health
from bot.discord import settings
from bot.discord.serve import set_up_logging
from bot.discord.shards import Shards
from bot.health import alive
from bot.hosting.settings import BadSetting
from tests.support.many_cases import for_each

TOKEN = {"DISCORD_TOKEN": "abc.def-ghi_jkl"}


def test_only_a_token_is_required() -> None:
    chosen = settings.read({"DISCORD_TOKEN": " Bot abc.def-ghi_jkl \n"})
    assert chosen == settings.Settings("abc.def-ghi_jkl", Path("fieldpost.db"), "", "", None)


def test_everything_can_be_set() -> None:
    chosen = settings.read(
        TOKEN
        | {
            "FIELDPOST_DB": "/data/games.db",
            "FIELDPOST_DISCORD_API": "http://127.0.0.1:80/api/v10/",
            "FIELDPOST_DISCORD_GATEWAY": "ws://127.0.0.1:80/",
            "FIELDPOST_GUILD": "123",
        }
    )
    assert chosen == settings.Settings(
        "abc.def-ghi_jkl", Path("/data/games.db"), "http://127.0.0.1:80/api/v10", "ws://127.0.0.1:80", 123
    )


@for_each(
    ("environ", "says"),
    [
        ({}, "DISCORD_TOKEN is not set"),
        ({"DISCORD_TOKEN": "  "}, "DISCORD_TOKEN is not set"),
        ({"DISCORD_TOKEN": "my bot"}, "spaces"),
        ({"DISCORD_TOKEN": "tökén"}, "letters"),
        (TOKEN | {"FIELDPOST_GUILD": "Danville"}, "FIELDPOST_GUILD is 'Danville'"),
        (TOKEN | {"FIELDPOST_GUILD": "9" * 30}, "FIELDPOST_GUILD"),
        (TOKEN | {"FIELDPOST_DISCORD_API": "discord.com"}, "https://discord.com/api/v10"),
        (TOKEN | {"FIELDPOST_DISCORD_API": "ws://x"}, "FIELDPOST_DISCORD_API"),
        (TOKEN | {"FIELDPOST_DISCORD_API": "http://x:port"}, "FIELDPOST_DISCORD_API"),
        (TOKEN | {"FIELDPOST_DISCORD_GATEWAY": "http://x"}, "wss://gateway.discord.gg/"),
        (TOKEN | {"FIELDPOST_DISCORD_API": "http://["}, "FIELDPOST"),
        (TOKEN | {"FIELDPOST_SHARDS": "4"}, "FIELDPOST_SHARDS=0,1/4"),
        (TOKEN | {"FIELDPOST_SHARDS": "a/4"}, "FIELDPOST_SHARDS is 'a/4'"),
        (TOKEN | {"FIELDPOST_SHARDS": "0/0"}, "1 to 1024 shards"),
        (TOKEN | {"FIELDPOST_SHARDS": "0-3/"}, "1 to 1024 shards"),
        (TOKEN | {"FIELDPOST_SHARDS": "0 1/4"}, "FIELDPOST_SHARDS is '0 1/4'; write"),
        (TOKEN | {"FIELDPOST_SHARDS": "4/4"}, "the numbers are 0 to 3"),
        (TOKEN | {"FIELDPOST_SHARDS": "3-2/4"}, "3-2 is no range"),
        (TOKEN | {"FIELDPOST_SHARDS": "0,1/4"}, "FIELDPOST_SHARDS=0-3/4"),
    ],
)
def test_a_wrong_setting_is_explained(environ: dict[str, str], says: str) -> None:
    with pytest.raises(BadSetting) as refused:
        settings.read(environ)
    assert says in str(refused.value)


def test_the_health_check_reads_the_age_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIELDPOST_DB", str(tmp_path / "games.db"))
    assert health.main() == 1
    sign = alive(tmp_path / "games.db")
    sign.touch()
    assert health.main() == 0
    os.utime(sign, (1, 1))
    assert health.main() == 1


@pytest.mark.long
def test_a_file_that_is_not_a_database_stops_the_bot_with_a_sentence(tmp_path: Path) -> None:
    bad = tmp_path / "photo.db"
    bad.write_bytes(b"\x89PNG" * 500)
    done = subprocess.run(
        [sys.executable, "-m", "bot", "serve"],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=Path(__file__).parents[2],
        env=os.environ | TOKEN | {"FIELDPOST_DB": str(bad)},
    )
    assert done.returncode == 1 and "is not a database" in done.stderr and "Traceback" not in done.stderr
    assert bad.read_bytes() == b"\x89PNG" * 500


def test_with_a_server_the_sign_of_life_lies_in_this_folder() -> None:
    for address in ("postgresql://anna:secret@localhost/games", "postgres:///games?host=/run"):
        assert alive(address) == Path("fieldpost.db.alive") == alive(Path("fieldpost.db"))
        chosen = settings.read({"DISCORD_TOKEN": "a.b.c", "FIELDPOST_DB": address})
        assert chosen.database == address


@pytest.mark.parametrize(
    ("said", "numbers"), [("0/1", (0,)), ("0, 1 / 2", (0, 1)), ("0-2,3/4", (0, 1, 2, 3)), ("1,0,1/2", (0, 1))]
)
def test_shards(said: str, numbers: tuple[int, ...]) -> None:
    assert settings.read(TOKEN | {"FIELDPOST_SHARDS": said}).shards == Shards(numbers, len(numbers))
    part = settings.read(TOKEN | {"FIELDPOST_SHARDS": "1/4", "FIELDPOST_DB": "postgresql://localhost/games"}).shards
    assert part == Shards((1,), 4) and not part.all and part.of_guild(7 << 22) == 3


def test_each_process_has_its_own_sign_of_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIELDPOST_DB", "postgresql://localhost/games")
    monkeypatch.setenv("FIELDPOST_SHARDS", " 2,3/4")
    alive("postgresql://localhost/games", "0,1/4").touch()
    assert health.main() == 1
    Path("fieldpost.db.alive-2").touch()
    assert health.main() == 0


def test_late_suggestions_are_one_line_of_the_log(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.utils, "setup_logging", lambda **_: None)
    set_up_logging()
    tree = logging.getLogger("discord.app_commands.tree")
    response = SimpleNamespace(status=404, reason="Not Found")
    for code, lines in ((10062, "suggestions came too late"), (10003, "Ignoring exception in autocomplete for 'map'")):
        try:
            raise discord.NotFound(response, {"code": code, "message": "Unknown interaction"})
        except discord.NotFound:
            tree.exception("Ignoring exception in autocomplete for %r", "map")
        record = caplog.records[-1]
        assert record.getMessage() == lines and bool(record.exc_info) == (code != 10062)
