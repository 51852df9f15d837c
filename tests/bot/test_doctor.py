"""`fieldpost doctor`: every fault has a sentence and what to do, and no secret is shown."""

import os
import socket
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import pytest
import pytest_asyncio
from aiohttp import web

from bot.discord.checks import check_discord
from bot.discord.settings import Settings
from bot.hosting.findings import without_secrets
from bot.hosting.serve_lock import lock_file, serve_lock, who_serves
from engine.table import Table
from tests.bot.command_line import Ran, fieldpost, process
from tests.support.toy_system import NOW, entropy

SECRETS = ("MTEw.top.secret", "opensesame")
MAIL = {"FIELDPOST_MAIL_ADDRESS": "orders@x.example", "FIELDPOST_MAIL_AUTHSERV": "mx"}
DEAD = {
    **MAIL,
    "FIELDPOST_MAIL_SMTP": "smtp://ann:opensesame@127.0.0.1:9",
    "FIELDPOST_MAIL_IMAP": "imap://ann:opensesame@127.0.0.1:9",
    "DISCORD_TOKEN": "MTEw.top.secret",
    "FIELDPOST_DISCORD_API": "http://127.0.0.1:9/api",
}


def doctor(folder: Path, **environment: str) -> Ran:
    return checked(fieldpost("doctor", cwd=folder, **environment))


def checked(ran: Ran) -> Ran:
    code, out, err = ran
    assert not err and not any(secret in out for secret in SECRETS), out
    lines = out.splitlines()
    for line, below in pairwise(lines):
        assert not line.startswith("WRONG") or below.startswith("       "), f"what to do about it? {line}"
    return code, out, err


@pytest.mark.long
def test_nothing_is_configured_and_nothing_is_wrong(tmp_path: Path) -> None:
    code, out, _ = checked(process("doctor", cwd=tmp_path))
    assert code == 0 and "there is no fieldpost.db yet" in out and "Nothing is wrong" in out
    assert not (tmp_path / "fieldpost.db").exists()


def test_a_database_is_read_and_a_running_bot_is_named(tmp_path: Path) -> None:
    table = Table(tmp_path / "fieldpost.db", entropy("doctor"))
    table.open("millers-bridge", "", NOW)
    table.close()
    with serve_lock(tmp_path / "fieldpost.db"):
        code, out, _ = doctor(tmp_path)
    assert code == 0 and "it has 1 game." in out and "ok     Bot: `fieldpost serve` is running" in out
    assert f"process {os.getpid()} on" in out, "which one"
    assert "Another" not in out and "stop" not in out, "nothing to be alarmed about"
    assert "Bot:" not in doctor(tmp_path)[1], "and it has ended"


def test_no_check_of_the_lock_keeps_a_bot_from_starting(tmp_path: Path) -> None:
    database = tmp_path / "fieldpost.db"
    assert who_serves(database) is None and not lock_file(database).exists()
    with serve_lock(database):
        assert who_serves(database) == f"process {os.getpid()} on {socket.gethostname()}"
    assert who_serves(database) is None
    with serve_lock(database):
        pass


@pytest.mark.parametrize("other", [{**DEAD}, {"FIELDPOST_FORUM": "nodebb"}, {}], ids=["mail", "forum", "neither"])
def test_several_processes_beside_mail_or_a_forum_are_wrong_as_when_serving(
    tmp_path: Path, other: dict[str, str]
) -> None:
    several = {"DISCORD_TOKEN": "MTEw.top.secret", "FIELDPOST_DISCORD_API": DEAD["FIELDPOST_DISCORD_API"]}
    several |= {"FIELDPOST_DB": "postgresql://127.0.0.1:9/games", "FIELDPOST_SHARDS": "0,1/4"}
    _, out, _ = doctor(tmp_path, **{**other, **several})
    assert ("nothing says which of them reads the mails" in out and "FIELDPOST_SHARDS=0-3/4" in out) == bool(other)
    assert ("this process serves shards 0 and 1 of 4" in out) != bool(other)


def test_doors_that_do_not_answer_are_wrong(tmp_path: Path) -> None:
    (tmp_path / "fieldpost.db").write_bytes(b"no database " * 1_000)
    code, out, _ = doctor(tmp_path, **DEAD, FIELDPOST_WORKERS="many")
    assert code == 1 and out.count("WRONG") == 5 and "5 things are wrong" in out
    assert "Database" in out and "Discord" in out and "FIELDPOST_MAIL_SMTP" in out and "FIELDPOST_WORKERS" in out


def test_settings_that_cannot_be_read_are_wrong(tmp_path: Path) -> None:
    (tmp_path / "fieldpost.toml").write_text("[mail\naddress = 3", "utf-8")
    code, out, _ = doctor(
        tmp_path, **MAIL, FIELDPOST_MAIL_SMTP="smtp://ann:opensesame@far.example", DISCORD_TOKEN="a b"
    )
    assert code == 1 and out.count("WRONG") == 3 and "in clear" in out and "DISCORD_TOKEN" in out


# Discord
@pytest_asyncio.fixture
async def discord_api() -> AsyncIterator[str]:
    async def me(request: web.Request) -> web.Response:
        match request.headers["Authorization"]:
            case "Bot good":
                return web.json_response({"username": "Fieldpost"})
            case "Bot odd":
                return web.Response(text="<html>")
            case "Bot down":
                return web.Response(status=503)
            case _:
                return web.json_response({"message": "401: Unauthorized"}, status=401)

    app = web.Application()
    app.router.add_get("/api/users/@me", me)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/api"
    await runner.cleanup()


@pytest.mark.parametrize(
    ("token", "says"),
    [("good", "called Fieldpost"), ("bad", "not accepted"), ("odd", "cannot be reached"), ("down", "code 503")],
)
async def test_the_token_is_tried(discord_api: str, token: str, says: str) -> None:
    found = await check_discord(Settings(token, Path("x.db"), discord_api, "", None))
    assert says in found.text and (found.kind == "ok") == (token == "good") and bool(found.advice) == (token != "good")


def test_what_a_server_repeats_is_hidden() -> None:
    assert without_secrets("no user ann:opensesame\r\nhere", ("opensesame", "")) == "no user ann:*** here"
