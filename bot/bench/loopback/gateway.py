"""The websocket end of our loopback Discord: sessions that can be resumed, and every way of losing one."""

import asyncio
import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from .guild import World
from .payloads import Payload, role, shard_of, snowflake
from .rooms import EVERYTHING

GUILDS, PRIVILEGED = 1 << 0, (1 << 1) | (1 << 8) | (1 << 15)
GUILD_EVENTS = ("GUILD_", "CHANNEL_", "THREAD_")
UNREMARKABLE: Payload = {
    "emojis": [],
    "stickers": [],
    "member_count": 1,
    "features": [],
    "unavailable": False,
    "preferred_locale": "en-US",
    "large": False,
    "voice_states": [],
    "premium_tier": 0,
    "presences": [],
    "stage_instances": [],
    "guild_scheduled_events": [],
    "verification_level": 0,
    "default_message_notifications": 0,
    "explicit_content_filter": 0,
    "mfa_level": 0,
    "nsfw_level": 0,
    "system_channel_flags": 0,
    "afk_timeout": 300,
    "premium_progress_bar_enabled": False,
    "joined_at": "2026-01-01T00:00:00+00:00",
}
"""What every server has, and this one in its plainest form."""


@dataclass
class Session:
    """``told`` holds every event of the session, so that missed ones can be sent again; it hears of the servers of
    its ``shard``: its number, and how many there are.
    """

    id: str
    intents: int
    shard: tuple[int, int]
    socket: web.WebSocketResponse | None
    told: list[Payload] = field(default_factory=list)

    def serves(self, guild: str) -> bool:
        number, count = self.shard
        return shard_of(guild, count) == number


class Gateway:
    """``heartbeat`` in seconds; ``deaf`` answers no heartbeat; ``closed`` refuses new connections."""

    def __init__(self, world: World, token: str) -> None:
        self.world, self.token, self.url = world, token, ""
        self.sessions: dict[str, Session] = {}
        self.heartbeat, self.deaf, self.closed = 41.25, False, False
        self.identified = self.resumed = self.refused = 0
        world.tell = self.tell

    async def listen(self, request: web.Request) -> web.StreamResponse:
        if self.closed:
            self.refused += 1
            return web.Response(status=503)
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await self._send(socket, {"op": 10, "d": {"heartbeat_interval": int(self.heartbeat * 1000)}})
        session: Session | None = None
        async for frame in socket:
            if frame.type is not WSMsgType.TEXT:
                break
            said = json.loads(frame.data)
            match said["op"]:
                case 1 if not self.deaf:
                    await self._send(socket, {"op": 11})
                case 2:
                    session = await self._identify(socket, said["d"])
                case 6:
                    session = await self._resume(socket, said["d"])
        if session and session.socket is socket:
            session.socket = None
        return socket

    async def _identify(self, socket: web.WebSocketResponse, said: Payload) -> Session | None:
        if said["token"] != self.token:
            await socket.close(code=4004, message=b"Authentication failed.")
            return None
        if said["intents"] & PRIVILEGED:
            await socket.close(code=4014, message=b"Disallowed intent(s).")
            return None
        session = Session(snowflake(), said["intents"], tuple(said.get("shard", (0, 1))), socket)
        others = (other for other in self.sessions.values() if other.shard != session.shard)
        self.sessions = {other.id: other for other in (*others, session)}
        guilds = [guild for guild in self.world.guilds if session.serves(guild)]
        ready = {
            "v": 10,
            "user": self.world.me,
            "guilds": [{"id": guild, "unavailable": True} for guild in guilds],
            "shard": session.shard,
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "session_type": "normal",
            "application": {"id": self.world.me["id"], "flags": 0},
        }
        await self._event(session, "READY", ready)
        for guild in guilds:
            await self._event(session, "GUILD_CREATE", self.guild(guild))
        self.identified += 1
        self.world.stir()
        return session

    async def _resume(self, socket: web.WebSocketResponse, said: Payload) -> Session | None:
        session = self.sessions.get(said["session_id"])
        if session is None or said["token"] != self.token:
            await self._send(socket, {"op": 9, "d": False})
            return None
        for event in _from(session.told, said["seq"]):
            await self._send(socket, event)
        session.socket = socket
        await self._event(session, "RESUMED", {})
        self.resumed += 1
        self.world.stir()
        return session

    def guild(self, guild: str) -> Payload:
        world, bot = self.world, self.world.me["id"]
        everyone = role("@everyone", guild, EVERYTHING)
        rooms = [room for room in world.rooms.values() if room.guild == guild and not room.gone]
        me = {
            "user": world.me,
            "roles": [],
            "flags": 0,
            "joined_at": "2026-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
        }
        return {
            "id": guild,
            "name": "The War Room",
            "owner_id": snowflake(),
            "roles": [everyone, *(world.roles if guild == world.guild else ())],
            "channels": [room.payload(bot) for room in rooms if not room.parent],
            "threads": [r.payload(bot) for r in rooms if r.parent],
            "members": [me],
        } | UNREMARKABLE

    # what happens
    def tell(self, event: str, data: Payload) -> None:
        """To every session whose intents ask for it; to one that is away when it comes back."""
        for session in self.sessions.values():
            if event.startswith(GUILD_EVENTS) and not session.intents & GUILDS:
                continue
            if not session.serves(data.get("guild_id") or self.world.guild):
                continue
            said = {"op": 0, "t": event, "s": len(session.told) + 1, "d": data}
            session.told.append(said)
            if session.socket and not session.socket.closed:
                asyncio.get_running_loop().create_task(self._send(session.socket, said))

    async def _event(self, session: Session, event: str, data: Payload) -> None:
        said = {"op": 0, "t": event, "s": len(session.told) + 1, "d": data}
        session.told.append(said)
        if session.socket:
            await self._send(session.socket, said)

    async def _send(self, socket: web.WebSocketResponse, said: Payload) -> None:
        with contextlib.suppress(ConnectionError, RuntimeError):  # it went away; what was said waits for its resume
            await socket.send_str(json.dumps(said))

    # what goes wrong
    async def ask_to_reconnect(self) -> None:
        """Op 7."""
        for session in self.sessions.values():
            if session.socket:
                await self._send(session.socket, {"op": 7, "d": None})

    async def invalidate(self) -> None:
        """Op 9: the session is lost, identify anew."""
        sockets = [s.socket for s in self.sessions.values() if s.socket]
        self.sessions.clear()
        for socket in sockets:
            await self._send(socket, {"op": 9, "d": False})

    async def hang_up(self, code: int) -> None:
        for session in self.sessions.values():
            if session.socket:
                await session.socket.close(code=code)
                session.socket = None

    def cut(self) -> None:
        """The line goes dead without a word."""
        for session in self.sessions.values():
            if session.socket and session.socket._req and session.socket._req.transport:
                session.socket._req.transport.abort()
                session.socket = None


def _from(told: list[Payload], n: int) -> Iterator[Payload]:
    """Also what is sent meanwhile."""
    while n < len(told):
        yield told[n]
        n += 1
