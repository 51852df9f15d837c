"""`fieldpost doctor` and the forum: each wrong setting has a sentence that says what to do, and no secret is shown."""

import asyncio
import socket
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio
from aiohttp import web

from bot.forum import checks
from bot.forum.checks import check_forum, check_hook
from bot.forum.hook import HookListener
from bot.forum.settings import ForumSettings, Hook
from bot.hosting.findings import Finding
from tests.bot.command_line import fieldpost
from tests.forum.loopback import discourse, nodebb
from tests.forum.loopback.discourse import DiscourseServer
from tests.forum.loopback.nodebb import NodeBBServer
from tests.forum.loopback.world import Fault
from tests.mail.loopback.dovecot import free_port

pytestmark = pytest.mark.asyncio
Server = DiscourseServer | NodeBBServer
SECRET = "0123456789abcdef"
THINGS = ["Forum", "Forum key", "Forum category", "Forum pictures", "Forum clock"]


@pytest_asyncio.fixture(params=["", "/forum"])
async def server(program: str, request: pytest.FixtureRequest) -> AsyncIterator[Server]:
    made = DiscourseServer(request.param) if program == "discourse" else NodeBBServer(request.param)
    await made.start()
    yield made
    await made.stop()
    assert not made.forum.violations, made.forum.violations


@pytest.fixture
def settings(server: Server, program: str) -> ForumSettings:
    key = discourse.KEY if program == "discourse" else nodebb.KEY
    return ForumSettings("discourse" if program == "discourse" else "nodebb", server.url, key, "fieldpost", 5)


async def found(settings: ForumSettings) -> dict[str, Finding]:
    """What is found, by its name; without secrets, and with advice for each fault."""
    findings = {finding.what: finding for finding in await check_forum(settings)}
    for finding in findings.values():
        assert settings.key not in str(finding) and SECRET not in str(finding)
        assert finding.kind != "wrong" or finding.advice.endswith("."), finding
    return findings


def wrong(findings: dict[str, Finding]) -> list[str]:
    return [finding.what for finding in findings.values() if finding.kind == "wrong"]


async def test_all_is_well(server: Server, settings: ForumSettings, program: str) -> None:
    findings = await found(settings)
    assert list(findings)[:5] == THINGS and all(findings[what].kind == "ok" for what in THINGS)
    assert "posts as fieldpost" in findings["Forum key"].text and "Games" in findings["Forum category"].text
    assert not server.forum.posts and not server.forum.topics, "nothing is posted"
    assert ("Forum web hook" in findings) == (program == "discourse")


@pytest.mark.parametrize("change", [{"key": "stolen-key"}, {"user": "somebody"}])
async def test_a_key_that_is_wrong_or_somebody_elses(settings: ForumSettings, change: dict[str, str]) -> None:
    findings = await found(replace(settings, **change))  # type: ignore[arg-type]
    assert findings["Forum"].kind == "ok" and wrong(findings) == ["Forum key"]
    assert "FIELDPOST_FORUM_KEY" in str(findings["Forum key"])
    assert "Forum category" not in findings, "without a key nothing can be known of it"


async def test_a_category_that_is_not_there_or_is_closed(server: Server, settings: ForumSettings) -> None:
    findings = await found(replace(settings, category=77))
    assert wrong(findings) == ["Forum category"] and "no category 77" in findings["Forum category"].text
    assert "FIELDPOST_FORUM_CATEGORY" in findings["Forum category"].advice
    server.forum.may_post = False
    findings = await found(settings)
    assert wrong(findings) == ["Forum category"] and "may not open topics" in findings["Forum category"].text


async def test_pictures_that_are_not_taken(server: Server, settings: ForumSettings) -> None:
    server.forum.may_upload = False
    findings = await found(settings)
    assert wrong(findings) == ["Forum pictures"] and "png" in findings["Forum pictures"].advice


@pytest.mark.parametrize(
    ("ahead", "says"), [(50, "agree"), (-50, "agree"), (90, "seconds behind"), (-7200, "seconds ahead of")]
)
async def test_two_clocks(server: Server, settings: ForumSettings, ahead: float, says: str) -> None:
    server.forum.ahead = ahead
    findings = await found(settings)
    clock = findings["Forum clock"]
    assert says in clock.text and not wrong(findings) and (clock.kind == "note") == (abs(ahead) > 60)
    assert clock.kind == "ok" or "NTP" in clock.advice


async def test_a_forum_that_cannot_be_reached(settings: ForumSettings) -> None:
    dead = f"http://127.0.0.1:{free_port()}"
    for url, says in ((dead, "did not answer"), ("http://no-such-name.invalid", "no computer is called")):
        findings = await found(replace(settings, url=url))
        assert wrong(findings) == ["Forum"] and says in findings["Forum"].text, findings
        assert "FIELDPOST_FORUM_URL" in findings["Forum"].advice
        assert list(findings) == ["Forum"] or list(findings) == ["Forum", "Forum web hook"]


async def test_another_program_or_no_forum_at_all(server: Server, settings: ForumSettings, program: str) -> None:
    other = replace(settings, program="nodebb" if program == "discourse" else "discourse")
    findings = await found(other)
    assert wrong(findings) == ["Forum"] and "does not answer as" in findings["Forum"].text
    server.forum.violations.clear()  # it was asked as the other program is
    server.forum.faults.append(Fault(r"/u/fieldpost\.json|/api/self", "before", "html", "GET"))
    findings = await found(settings)
    assert wrong(findings) == ["Forum"] and "FIELDPOST_FORUM" in findings["Forum"].advice
    server.forum.faults.append(Fault(r"/u/fieldpost\.json|/api/self", "before", "502", "GET"))
    findings = await found(settings)
    assert wrong(findings) == ["Forum"] and "502" in findings["Forum"].text


async def test_a_forum_that_is_asked_too_often(server: Server, settings: ForumSettings) -> None:
    if isinstance(server, DiscourseServer):
        server.key_limit = 40
        findings = await found(settings)
        assert not wrong(findings) and "not checked" in findings["Forum"].text and "40" in findings["Forum"].advice


async def test_a_forum_that_sends_its_callers_away(program: str, settings: ForumSettings) -> None:
    async def away(request: web.Request) -> web.Response:
        raise web.HTTPMovedPermanently("https://www.elsewhere.example/u/fieldpost.json")

    app = web.Application()
    app.router.add_get("/{path:.*}", away)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    findings = await found(replace(settings, url=f"http://127.0.0.1:{runner.addresses[0][1]}"))
    assert wrong(findings) == ["Forum"] and "elsewhere.example" in findings["Forum"].text
    await runner.cleanup()


async def test_where_web_hooks_are_received(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "ANSWER_TIMEOUT", 0.3)
    hook = Hook("127.0.0.1", free_port(), SECRET)
    assert "is free" in (await check_hook(hook)).text
    listener = HookListener(hook, lambda: None)
    await listener.start()
    ours = await check_hook(hook)
    assert ours.kind == "ok" and "receives hooks" in ours.text
    await listener.stop()
    with socket.socket() as other:
        other.bind((hook.host, hook.port))
        other.listen()
        taken = await check_hook(hook)
    assert taken.kind == "wrong" and "FIELDPOST_FORUM_HOOK" in taken.advice
    far = await check_hook(replace(hook, host="203.0.113.7"))
    assert far.kind == "wrong" and "cannot be had" in far.text


async def test_the_command(server: Server, settings: ForumSettings, tmp_path: Path) -> None:
    environment = {
        "FIELDPOST_FORUM": settings.program,
        "FIELDPOST_FORUM_URL": settings.url,
        "FIELDPOST_FORUM_KEY": settings.key,
        "FIELDPOST_FORUM_USER": "fieldpost",
        "FIELDPOST_FORUM_CATEGORY": "5",
    }
    code, out, _ = await asyncio.to_thread(lambda: fieldpost("doctor", cwd=tmp_path, **environment))
    assert code == 0 and "topics can be opened" in out and "Nothing is wrong" in out and settings.key not in out
    code, out, _ = await asyncio.to_thread(
        lambda: fieldpost("doctor", cwd=tmp_path, **environment | {"FIELDPOST_FORUM_CATEGORY": "five"})
    )
    assert code == 1 and "FIELDPOST_FORUM_CATEGORY is 'five'" in out and settings.key not in out
    assert "none is configured" not in out
