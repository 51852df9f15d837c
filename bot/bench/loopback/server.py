"""A Discord of our own on the loopback, strict where Discord is strict: what the bot is tested and measured against."""

import asyncio
import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from .gateway import Gateway
from .guild import World
from .interactions import Answers
from .payloads import Payload
from .rate_limits import Limits
from .rest import Files, Request, Rest, find, hand_rules
from .rooms import Declined
from .trouble import Fault, Trouble

API = "/api/v10"
Check = Callable[[str, str, Any], Iterable[str]]
"""Method, path and body of a request: what is wrong with it, in words."""
BROKEN = ("reset", "hang")
UNLIMITED = ("/interactions/{interaction_id}/{interaction_token}/callback",)


@dataclass
class Call:
    """One request as it came, when (by the monotonic clock), and how it was answered (0: never)."""

    method: str
    path: str
    body: Any
    files: Files
    status: int = 0
    at: float = field(default_factory=time.monotonic)


class Server:
    """``violations`` must stay empty: everything the bot sent that Discord would not take, by ``check`` too.

    ``faults`` are what shall go wrong.  ``ends_with_it``: what is called when it stops.
    """

    def __init__(self, check: Check = lambda *_: (), token: str = "MTIz.loopback.token") -> None:
        self._check = check
        self.token, self.world, self.limits = token, World(), Limits()
        self.gateway, self.answers = Gateway(self.world, token), Answers(self.world)
        self.rest = Rest(self.world, self.answers)
        self.calls: list[Call] = []
        self.violations: list[str] = []
        self.faults: list[Fault] = []
        self.ends_with_it: list[Callable[[], None]] = []
        self.port = self.gateway_port = 0
        self._runners: list[web.AppRunner] = []

    # coming and going
    async def start(self) -> "Server":
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_get("/attachments/{key}/{name}", self._cdn)
        app.router.add_route("*", API + "/{path:.*}", self._answer)
        self.port = await self._open(app, 0)
        self.world.base = f"http://127.0.0.1:{self.port}"
        await self.open_gateway()
        return self

    async def open_gateway(self) -> None:
        """The gateway listens, on the same port each time."""
        app = web.Application()
        app.router.add_get("/", self.gateway.listen)
        app.router.add_get("/gateway", self.gateway.listen)
        self.gateway_port = await self._open(app, self.gateway_port)
        self.gateway.url = self.rest.gateway_url = f"ws://127.0.0.1:{self.gateway_port}/"

    async def close_gateway(self) -> None:
        """Nobody listens at the gateway's port."""
        self.gateway.cut()
        await self._runners.pop().cleanup()

    async def _open(self, app: web.Application, port: int) -> int:
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", port, reuse_address=True)
        await site.start()
        self._runners.append(runner)
        return int(runner.addresses[0][1])

    async def stop(self) -> None:
        for end in self.ends_with_it:
            end()
        self.gateway.cut()
        for runner in self._runners:
            await runner.cleanup()

    @property
    def environment(self) -> dict[str, str]:
        return {
            "DISCORD_TOKEN": self.token,
            "FIELDPOST_DISCORD_API": f"http://127.0.0.1:{self.port}{API}",
            "FIELDPOST_DISCORD_GATEWAY": self.gateway.url,
            "FIELDPOST_GUILD": self.world.guild,
        }

    def fail(self, match: str, do: Trouble, *, times: int = 1, skip: int = 0, says: str = "") -> Fault:
        fault = Fault(match, do, times, skip, says)
        self.faults.append(fault)
        return fault

    # a request
    async def _cdn(self, request: web.Request) -> web.StreamResponse:
        _, data = self.world.files.get(request.match_info["key"], ("", None))
        return web.Response(body=data) if data is not None else web.Response(status=404)

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        asked = await self._read(request)
        call = Call(asked.method, asked.path, asked.body, asked.files)
        self.calls.append(call)
        text = json.dumps(asked.body, ensure_ascii=False) if self.faults else ""
        fault = next((f for f in self.faults if f.strikes(f"{asked.method} {asked.path}", text)), None)
        try:
            response = await self._judged(request, asked, fault)
        except Declined as no:
            response = said({"code": no.code, "message": str(no)}, no.status)
        except Exception as ours:
            self.violations.append(f"{asked.method} {asked.path}: our Discord could not make sense of it: {ours!r}")
            response = said({"code": 0, "message": "500: Internal Server Error"}, 500)
        call.status = response.status
        if fault and fault.do in ("reset", "reset_after"):
            call.status = 0
            if request.transport:
                request.transport.abort()
        elif fault and fault.do in ("hang", "hang_after"):
            call.status = 0
            await asyncio.sleep(60)
        return response

    async def _judged(self, request: web.Request, asked: Request, fault: Fault | None) -> web.StreamResponse:
        shape, asked.parts, answer = self._route(asked)
        open_to_all = shape.startswith(("/interactions", "/webhooks"))
        if not open_to_all and request.headers.get("Authorization") != f"Bot {self.token}":
            return said({"message": "401: Unauthorized", "code": 0}, 401)
        if fault and (fault.do in BROKEN or fault.do[0].isdigit()):
            return trouble(fault)
        if not open_to_all and (wait := self.limits.ask_overall()):
            return too_fast(wait, {}, everywhere=True)
        passed, headers = self.limits.ask(f"{asked.method} {shape}", next(iter(asked.parts.values()), ""))
        if shape in UNLIMITED:
            passed, headers = True, {}
        if not passed:
            return too_fast(float(headers["X-RateLimit-Reset-After"]), headers)
        if faults := [*self._check(asked.method, asked.path, asked.body), *hand_rules(asked, shape)]:
            self.violations += [f"{asked.method} {asked.path}: {what}" for what in faults]
            told = {"_errors": [{"code": "REFUSED", "message": what} for what in faults]}
            return said({"code": 50035, "message": "Invalid Form Body", "errors": told}, 400, headers)
        told = answer(self.rest, asked)
        return said(told, 200, headers) if told is not None else web.Response(status=204, headers=headers)

    def _route(self, asked: Request) -> tuple[str, dict[str, str], Any]:
        try:
            return find(asked.method, asked.path)
        except Declined:
            self.violations.append(f"{asked.method} {asked.path}: the loopback Discord does not know this route")
            raise

    async def _read(self, request: web.Request) -> Request:
        path, body, files = "/" + request.match_info["path"], None, list[tuple[str, bytes]]()
        if request.content_type.startswith("multipart/"):
            async for part in await request.multipart():
                assert isinstance(part, BodyPartReader)
                data = bytes(await part.read(decode=False))
                if part.name == "payload_json":
                    body = json.loads(data)
                else:
                    files.append((part.filename or "", data))
        elif raw := await request.read():
            body = json.loads(raw)
        return Request(request.method, path, {}, dict(request.query), normal(body), files)


def normal(body: Any) -> Any:
    """discord.py sends some ids (of attachments, of people to ping) as integers; Discord takes them, its description
    asks for text.
    """
    match body:
        case {"attachments": [*kept]}:
            return normal({key: inner for key, inner in body.items() if key != "attachments"}) | {
                "attachments": [a | {"id": str(a["id"])} for a in kept]
            }
        case {"allowed_mentions": {"users": [*people]}}:
            told = body["allowed_mentions"] | {"users": list(map(str, people))}
            return normal({key: inner for key, inner in body.items() if key != "allowed_mentions"}) | {
                "allowed_mentions": told
            }
        case dict():
            return {key: normal(inner) for key, inner in body.items()}
        case list():
            return [normal(part) for part in body]
    return body


def said(told: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """JSON with exactly the content type that discord.py reads as JSON."""
    return web.Response(
        body=json.dumps(told).encode(), status=status, headers={"Content-Type": "application/json"} | (headers or {})
    )


def too_fast(after: float, headers: dict[str, str], *, everywhere: bool = False) -> web.Response:
    """A 429 as Discord sends it; without Via discord.py takes it for Cloudflare's."""
    told: Payload = {"message": "You are being rate limited.", "retry_after": after, "global": everywhere}
    headers = (
        headers
        | {"Via": "1.1 google", "Retry-After": f"{after:.3f}"}
        | ({"X-RateLimit-Global": "true"} if everywhere else {})
    )
    return said(told, 429, headers)


def trouble(fault: Fault) -> web.Response:
    match fault.do:
        case "429":
            return too_fast(fault.retry_after, {})
        case "429-global":
            return too_fast(fault.retry_after, {}, everywhere=True)
        case "500" | "502" | "503":
            return said({"message": f"{fault.do}: trouble made to order", "code": 0}, int(fault.do))
    return said({})
