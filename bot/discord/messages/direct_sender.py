"""Direct messages: each sent exactly once, and the list of somebody's games kept up to date, whatever breaks."""

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple, Protocol

import aiohttp
import discord

from bot.hosting import wording
from bot.hosting.direct_messages import KEPT, Direct
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.reminding import people_to_remind
from bot.hosting.utc_now import utc_now
from engine.table import Refused

from .own_games import own_games_text
from .pace import Pace

log = logging.getLogger("fieldpost.direct")

CANNOT_SEND, UNKNOWN_USER = 50007, 10013
LONGEST_WAIT, SEND_TIMEOUT = 60.0, 120
SEARCHED = 100
"""Messages among which one that may have arrived is looked for."""
CLOCK_SKEW = 300
"""Seconds by which Discord's clock may be behind ours."""
TEMPORARY = (aiohttp.ClientError, OSError, asyncio.TimeoutError, discord.DiscordServerError, discord.RateLimited)
CLOSED = (
    "I cannot send you direct messages: Discord says that you take none from me. So you are mentioned in the games'"
    " channels instead. `/my settings pings:mention` makes that your choice."
)


class Notifies(Protocol):
    """What posts the news of a game."""

    def notify(self, game: str) -> None: ...


class Due(NamedTuple):
    """One message to be sent now, or the seconds until the next."""

    direct: Direct | None
    seconds: float


class DirectSender:
    """Of the process that serves the first shard, to which Discord sends direct messages; others do nothing."""

    def __init__(self, client: discord.Client, engine: EngineThread, pace: Pace, publisher: Notifies) -> None:
        self._client, self._engine, self._pace, self._publisher = client, engine, pace, publisher
        self._stale, self._all_stale = set[str](), True
        """Games that have changed since the lists of their players were made; whether every list may be wrong."""
        self._called, self._looked = asyncio.Event(), asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = self._task or asyncio.create_task(self._run(), name="direct messages")

    def notify(self, game: str) -> None:
        """Something happened in the game: there may be messages, and lists may have changed."""
        if self._task:
            self._stale.add(game)
            self._called.set()

    async def wait_until_sent(self, player: str, timeout: float) -> Direct | None:
        """The person's kept list, once it was sent or could not be, or after so many seconds."""
        until = asyncio.get_running_loop().time() + timeout
        while True:
            self._looked.clear()
            self._called.set()
            found = await self._engine.use_data(lambda data: data.direct.find(player, KEPT))
            left = until - asyncio.get_running_loop().time()
            if found is None or found.message or left <= 0:
                return found
            if not await self._engine.use_data(lambda data: data.direct.keeps(player)):
                return None
            try:
                async with asyncio.timeout(min(left, 1.0)):
                    await self._looked.wait()
            except TimeoutError:
                continue

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        """Until cancelled."""
        while True:
            self._called.clear()
            wait = LONGEST_WAIT
            try:
                wait = await self._send_waiting()
            except Refused as refused:
                log.warning("direct messages wait: %s", refused)
            except Exception:
                log.exception("direct messages wait")
            self._looked.set()
            try:
                async with asyncio.timeout(wait):
                    await self._called.wait()
            except TimeoutError:
                continue

    async def _send_waiting(self) -> float:
        """Everything that may be sent now.  Returns the seconds until there is more."""
        games, everything = tuple(self._stale), self._all_stale
        self._stale.clear()
        self._all_stale = False
        for player in await self._engine.use_data(lambda data: _readers(data, games, everything)):
            await self._engine.use_data(lambda data, key=player: keep_up_to_date(data, key, utc_now()))  # type: ignore[misc]
        while True:
            due = await self._engine.use_data(lambda data: _next(data, utc_now()))
            if due.direct is None:
                return min(due.seconds, LONGEST_WAIT)
            await self._deliver(due.direct)

    async def _deliver(self, direct: Direct) -> None:
        """Once; what is put off is tried again in a minute."""
        try:
            await self._pace.wait()
            async with asyncio.timeout(SEND_TIMEOUT):
                await (self._edit(direct) if direct.message else self._send(direct))
        except TEMPORARY as trouble:
            log.info("a direct message will be tried again: %r", trouble)
            await self._engine.use_data(lambda data: data.direct.put_off(direct, utc_now()))
        except discord.HTTPException as refused:
            await self._refused(direct, refused)

    async def _refused(self, direct: Direct, refused: discord.HTTPException) -> None:
        if isinstance(refused, discord.NotFound) and direct.message:
            await self._engine.use_data(lambda data: data.direct.mark_gone(direct))
        elif refused.status in (401, 429):
            await self._engine.use_data(lambda data: data.direct.put_off(direct, utc_now()))
        else:
            log.info("no direct messages to %s (%s)", direct.player, refused)
            if game := await self._engine.use_data(lambda data: tell_in_place(data, direct, utc_now())):
                self._publisher.notify(game)

    async def _send(self, direct: Direct) -> None:
        channel = await self._client.create_dm(discord.Object(int(direct.player)))
        if direct.tried and (found := await self._find_sent(channel, direct)):
            said, message = direct.sending, found
        else:
            again = direct
            direct = await self._engine.use_data(lambda data: data.direct.mark_tried(again, utc_now()))
            tag = await self._engine.use_data(lambda data: data.people.tag("direct"))
            nothing = discord.AllowedMentions.none()
            sent = await channel.send(direct.sending, nonce=_nonce(tag, direct), allowed_mentions=nothing)
            said, message = direct.sending, sent.id
        await self._arrived(direct, str(channel.id), str(message), said)

    async def _find_sent(self, channel: discord.DMChannel, direct: Direct) -> int:
        """Id of the message if it has already arrived, 0 if not."""
        moment = discord.utils.parse_time(direct.tried) - timedelta(seconds=CLOCK_SKEW)
        async for message in channel.history(limit=SEARCHED, after=moment, oldest_first=True):
            mine = self._client.user is not None and message.author.id == self._client.user.id
            if mine and message.content.split() == direct.sending.split():
                return message.id
        return 0

    async def _edit(self, direct: Direct) -> None:
        channel = self._client.get_partial_messageable(int(direct.channel), type=discord.ChannelType.private)
        nobody = discord.AllowedMentions.none()
        await channel.get_partial_message(int(direct.message)).edit(content=direct.body, allowed_mentions=nobody)
        await self._arrived(direct, direct.channel, direct.message, direct.body)

    async def _arrived(self, direct: Direct, channel: str, message: str, said: str) -> None:
        now = utc_now()
        await self._engine.use_data(lambda data: data.direct.mark_delivered(direct, channel, message, said, now))


def keep_up_to_date(data: EngineData, player: str, now: str) -> None:
    """What the person's kept list says now."""
    data.direct.keep(player, own_games_text(data, player, now, kept=True))


def tell_in_place(data: EngineData, direct: Direct, now: str) -> str:
    """Somebody takes no direct messages: the mention in the channel of the game, which is returned ("" = none), and a
    sentence about it with their next answer, once.
    """
    with data.table.journal.transaction():
        if data.direct.mark_closed(direct, now) and data.settings.find(direct.player).pings == "direct":
            data.people.add_notice(direct.player, CLOSED, now)
        place = direct.in_place
        if place is None or _is_late(data, direct, now):
            return ""
        data.outbox.add_post(*place)
        return place[0]


def _readers(data: EngineData, games: Sequence[str], everything: bool) -> tuple[str, ...]:
    """Those with a kept list that may have changed."""
    keepers = data.direct.keepers()
    if everything or not keepers:
        return keepers
    players = {player for game in games for player in data.played.players(game)}
    gone = {player for player in keepers if player not in players and _shows_any(data, player, games)}
    return tuple(player for player in keepers if player in players or player in gone)


def _shows_any(data: EngineData, player: str, games: Sequence[str]) -> bool:
    """Whether a list still shows a game that its reader has left."""
    kept = data.direct.find(player, KEPT)
    return kept is not None and any(game in kept.body for game in games)


def _next(data: EngineData, now: str) -> Due:
    """What is of no use any more is dropped on the way."""
    while direct := data.direct.next_waiting(now):
        if direct.message or not _is_late(data, direct, now):
            return Due(direct, 0)
        data.direct.drop(direct)
    moment = data.direct.next_moment()
    return Due(None, max(wording.seconds(moment) - wording.seconds(now), 0.5) if moment else LONGEST_WAIT)


def _is_late(data: EngineData, direct: Direct, now: str) -> bool:
    """Whether it tells of a deadline that has passed, or that does not wait for its reader any more."""
    place = direct.in_place
    if not direct.until or place is None:
        return False
    game, post = place
    reminded = direct.player in people_to_remind(data, game, direct.until, now) if post.until else True
    return direct.until <= now or not reminded


def _nonce(tag: str, direct: Direct) -> str:
    """The same for the same message, in every process."""
    words = "\0".join((tag, direct.player, direct.id, direct.tried))
    return hashlib.sha256(words.encode()).hexdigest()[:25]
