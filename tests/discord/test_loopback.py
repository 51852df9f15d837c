"""The loopback Discord is as strict as Discord: it rejects what Discord rejects."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from bot.bench.loopback.interactions import COMMAND
from bot.bench.loopback.payloads import Payload
from bot.bench.loopback.rooms import Room
from bot.bench.loopback.server import Server
from tests.discord.loopback.api_description import FILE
from tests.discord.loopback.strict_server import strict_server

pytestmark = pytest.mark.asyncio(loop_scope="session")
needs_description = pytest.mark.skipif(not FILE.is_file(), reason="Discord's OpenAPI description is not at hand")


@pytest_asyncio.fixture(loop_scope="session")
async def strict() -> AsyncIterator[Server]:
    """A server whose violations are what the test is about."""
    server = await strict_server().start()
    yield server
    await server.stop()


async def ask(server: Server, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
    headers = {"Authorization": f"Bot {token or server.token}", "Content-Type": "application/json"}
    url = server.environment["FIELDPOST_DISCORD_API"] + path
    async with aiohttp.ClientSession() as session, session.request(method, url, json=body, headers=headers) as response:
        if response.status != 204:
            assert response.headers["Content-Type"] == "application/json"
            return response.status, await response.json()
        return response.status, None


def command(**given: Any) -> Payload:
    return {"name": "roll", "description": "Roll dice", "options": []} | given


OPTION = {"name": "a", "description": "a", "type": 3}
BUTTON = {"type": 2, "style": 1, "custom_id": "a", "label": "A"}
LONG = [
    {"name": f"o{n}", "description": "x" * 100, "type": 3, "choices": [{"name": "n" * 100, "value": "v" * 100}] * 5}
    for n in range(8)
]


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ({"content": "x" * 2001}, "2001 characters"),
        ({"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]}, "6000"),
        ({"content": "x", "components": [{"type": 1, "components": []}]}, "1 to 5 buttons"),
        (
            {"content": "x", "components": [{"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "a"}]}]},
            "without a label",
        ),
        ({"content": "x", "components": [{"type": 1, "components": [BUTTON] * 2}]}, "twice"),
    ],
)
async def test_a_field_unknown_to_the_api_is_rejected_in_a_message(strict: Server, body: Payload, word: str) -> None:
    room = strict.world.open_room("war-room")
    status, told = await ask(strict, "POST", f"/channels/{room.id}/messages", body)
    assert (status, told["code"]) == (400, 50035)
    assert any(word in what for what in strict.violations), strict.violations
    assert not room.messages


@needs_description
@pytest.mark.parametrize(
    ("body", "word"),
    [
        ({"content": "x", "colour": "red"}, "$.colour: no such key"),
        ({"content": "x", "embeds": [{"colour": 1}]}, "$.embeds[0].colour: no such key"),
        ({"content": 7}, "$.content"),
        ({"content": "x", "nonce": "n" * 26}, "$.nonce"),
        (
            {"content": "x", "components": [{"type": 1, "components": [BUTTON | {"custom_id": "a" * 101}]}]},
            "$.components",
        ),
    ],
)
async def test_a_value_forbidden_by_the_api_is_rejected_in_a_message(strict: Server, body: Payload, word: str) -> None:
    room = strict.world.open_room("war-room")
    status, _ = await ask(strict, "POST", f"/channels/{room.id}/messages", body)
    assert status == 400
    assert any(word in what for what in strict.violations), strict.violations


@pytest.mark.parametrize(
    ("told", "word"),
    [
        (command(name="Roll"), "not a name"),
        (command(name="roll dice"), "not a name"),
        (command(description=""), "1 to 100"),
        (command(description="x" * 101), "1 to 100"),
        (command(options=[OPTION, OPTION | {"name": "b", "required": True}]), "required"),
        (command(options=[OPTION, OPTION]), "two options"),
        (command(options=LONG), "8000"),
    ],
)
async def test_commands_that_discord_would_reject_are_rejected(strict: Server, told: Payload, word: str) -> None:
    status, _ = await ask(strict, "PUT", f"/applications/{strict.world.me['id']}/commands", [told])
    assert status == 400
    assert any(word in what for what in strict.violations), strict.violations


async def test_a_route_discord_does_not_have_is_a_violation(strict: Server) -> None:
    status, _ = await ask(strict, "GET", "/channels/1/moods")
    assert status == 404
    assert strict.violations


async def test_a_wrong_token_is_rejected(strict: Server) -> None:
    assert (await ask(strict, "GET", "/users/@me", token="somebody-else"))[0] == 401


async def test_the_same_nonce_is_the_same_message_until_it_is_deleted_or_forgotten(strict: Server) -> None:
    room = strict.world.open_room("war-room")
    post = {"content": "once", "nonce": "g1.4.1", "enforce_nonce": True}
    _, first = await ask(strict, "POST", f"/channels/{room.id}/messages", post)
    _, second = await ask(strict, "POST", f"/channels/{room.id}/messages", post)
    assert first["id"] == second["id"]
    assert len(room.messages) == 1
    _, third = await ask(strict, "POST", f"/channels/{room.id}/messages", {"content": "once", "nonce": "g1.4.1"})
    assert third["id"] != first["id"], "without enforce_nonce a nonce is only a label"
    await ask(strict, "DELETE", f"/channels/{room.id}/messages/{first['id']}")
    assert (await ask(strict, "POST", f"/channels/{room.id}/messages", post))[1]["code"] == 10008
    strict.world.nonce_window = 0
    assert (await ask(strict, "POST", f"/channels/{room.id}/messages", post))[0] == 200


@pytest.mark.parametrize(
    ("denied", "body", "code"),
    [
        ("send", {"content": "x"}, 50013),
        ("embed", {"embeds": [{"title": "x"}]}, 50013),
        ("view", {"content": "x"}, 50001),
    ],
)
async def test_missing_permissions_are_enforced(strict: Server, denied: str, body: Payload, code: int) -> None:
    room = strict.world.open_room("war-room", [denied])
    status, told = await ask(strict, "POST", f"/channels/{room.id}/messages", body)
    assert (status, told["code"]) == (403, code)
    strict.world.deny(room)
    assert (await ask(strict, "POST", f"/channels/{room.id}/messages", body))[0] == 200
    strict.world.close_room(room)
    assert (await ask(strict, "POST", f"/channels/{room.id}/messages", body))[1]["code"] == 10003


async def test_a_message_can_have_only_one_thread(strict: Server) -> None:
    room = strict.world.open_room("war-room")
    _, message = await ask(strict, "POST", f"/channels/{room.id}/messages", {"content": "x"})
    path = f"/channels/{room.id}/messages/{message['id']}/threads"
    _, thread = await ask(strict, "POST", path, {"name": "Game"})
    assert thread["id"] == message["id"]
    assert (await ask(strict, "POST", path, {"name": "Game"}))[1]["code"] == 160004
    strict.world.deny(room, "threads")
    assert (await ask(strict, "POST", path, {"name": "Game"}))[1]["code"] == 50013


async def test_an_interaction_is_answered_once_and_in_time(strict: Server) -> None:
    room = strict.world.open_room("war-room")
    strict.answers.patience = 0.05
    asked = strict.answers.ask(COMMAND, strict.world.person("Alice"), room, {})
    answer = {"type": 4, "data": {"content": "Here", "flags": 64}}
    path = f"/interactions/{asked.id}/{asked.token}/callback"
    assert (await ask(strict, "POST", path, answer))[0] == 204
    assert (await ask(strict, "POST", path, answer))[1]["code"] == 40060
    late = strict.answers.ask(COMMAND, strict.world.person("Alice"), room, {})
    late.since -= 1
    assert (await ask(strict, "POST", f"/interactions/{late.id}/{late.token}/callback", answer))[1]["code"] == 10062
    assert strict.answers.late == 1
    assert not room.messages, "an ephemeral answer stands in no room"


async def test_a_rate_limit_bucket_runs_empty_and_names_its_reset(strict: Server) -> None:
    room = strict.world.open_room("war-room")
    strict.limits.be({"POST /channels/{channel_id}/messages": (2, 30.0)})
    for _ in range(2):
        assert (await say(strict, room))[0] == 200
    status, told = await say(strict, room)
    assert status == 429
    assert 29 < told["retry_after"] <= 30
    assert (await say(strict, strict.world.open_room("other")))[0] == 200, "each channel has its own"
    assert strict.limits.exceeded == 1


async def test_faults_occur_as_requested(strict: Server) -> None:
    room = strict.world.open_room("war-room")
    strict.fail("POST /channels", "503")
    assert (await say(strict, room))[0] == 503
    strict.fail("POST /channels", "reset")
    with pytest.raises(aiohttp.ClientError):
        await say(strict, room)
    assert not room.messages, "broken before it was applied"
    strict.fail("POST /channels", "reset_after")
    with pytest.raises(aiohttp.ClientError):
        await say(strict, room)
    assert len(room.messages) == 1, "applied, and the answer lost"
    assert (await say(strict, room))[0] == 200


async def say(server: Server, room: Room) -> tuple[int, Any]:
    return await ask(server, "POST", f"/channels/{room.id}/messages", {"content": "hello"})
