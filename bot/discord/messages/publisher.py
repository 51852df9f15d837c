"""The publisher: posts the news of every game in order, by one process at a time."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

import discord

from bot.hosting.claims import ClaimLost, Others
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.halting import halt_for_fault
from bot.hosting.outbox import Delivery
from engine.table import Refused

from ..shards import ONE, Shards
from .address import find_place
from .direct_sender import DirectSender
from .forum_posts import forum_trouble
from .halting import halt_place, resume_place, tell_halted, unblock_places
from .layout import lay_out_news
from .league_publisher import LeaguePublisher
from .press_notes import lay_out_press_notes
from .reminders import DOOR, lay_out_reminder
from .season_summary import Picture
from .sender import PAUSES, TEMPORARY, CannotPost, Sender, allowed_mentions, check_claim
from .status_message import StatusUpdater, lay_out_status

log = logging.getLogger("fieldpost.publisher")

MOST_FAULTS = 4
"""Unforeseen errors in a row after which a game halts: what a moment's trouble was has gone by then."""
TRY_BLOCKED = 900.0
"""Seconds between two attempts to post where the bot lacked a permission."""
CLAIM_PAUSE = 1.0
"""Seconds between two looks whether another process still posts a game's news."""


class Publisher:
    """``shards``: those of this process.  It posts the games of their servers, and those of shards that no process
    serves at present.  ``lines``: whether channels get a line when a game in a thread ends or needs a player.
    """

    def __init__(
        self, client: discord.Client, engine: EngineThread, shards: Shards = ONE, *, lines: bool = True
    ) -> None:
        self._client, self._engine, self._shards, self._lines = client, engine, shards, lines
        self._elsewhere = frozenset[int]()
        """The shards that other processes serve."""
        self._left = set[int]()
        """Those of dead processes whose posts are still to be looked for."""
        self._rounds, self._closed = dict[str, asyncio.Task[None]](), False
        self._called, self._sender = set[str](), Sender(client, engine)
        self.direct = DirectSender(client, engine, self._sender.pace, self)
        self.leagues = LeaguePublisher(engine, self.post_once, self._is_here, self.notify)
        self._status = StatusUpdater(client, engine, self._sender.pace, self.notify)

    async def resume(self) -> None:
        """Resume posting in every game with news or posts that have not arrived."""
        if 0 in self._shards.numbers:
            self.direct.start()
        for game in await self._engine.use_data(lambda data: data.waiting_games(DOOR)):
            self.notify(game)
        await self.leagues.resume()

    async def work_beside(self, others: Others) -> None:
        """These other processes are at work; what dead ones have left is posted here."""
        self._sender.pace.processes = 1 + others.processes
        self._left |= self._elsewhere - others.shards
        self._elsewhere = others.shards
        if self._left:
            shards = ", ".join(map(str, sorted(self._left)))
            log.warning("shards %s have no process: their posts are made here", shards)
            await self.resume()
            self._left.clear()

    def notify(self, game: str) -> None:
        """Post the news of the game soon."""
        if self._closed:
            return
        self.direct.notify(game)
        self._called.add(game)
        if game not in self._rounds or self._rounds[game].done():
            self._rounds[game] = asyncio.create_task(self._publish_game(game), name=f"publisher of {game}")

    async def wait_until_posted(self, game: str, timeout: float) -> bool:
        """Whether everything known of the game was posted, or could not be, within ``timeout`` seconds."""
        task = self._rounds.get(game)
        if task:
            await asyncio.wait({task}, timeout=timeout)
        return task is None or task.done()

    async def post_briefly(self, channel: int, text: str, player: str) -> None:
        """A public note to one person, deleted after a minute; not retried."""
        try:
            await self._client.get_partial_messageable(channel).send(
                text, delete_after=60, allowed_mentions=allowed_mentions((player,))
            )
        except (*TEMPORARY, discord.HTTPException):
            log.info("could not say in channel %s: %s", channel, text)

    async def post_once(
        self, channel: int, text: str, nonce: str, pings: tuple[str, ...] = (), *, pictures: Sequence[Picture] = ()
    ) -> str:
        """Id of the message, which Discord makes once for this nonce; "" if it could not be posted."""
        for pause in (*PAUSES[:4], 0):
            try:
                message = await self._client.get_partial_messageable(channel).send(
                    text,
                    nonce=nonce,
                    allowed_mentions=allowed_mentions(pings),
                    files=[picture.file() for picture in pictures],
                )
                return str(message.id)
            except TEMPORARY:
                await asyncio.sleep(pause)
            except discord.HTTPException as refused:
                log.info("could not say in channel %s: %s (%s)", channel, text, refused)
                break
        return ""

    def forum(self, channel: int) -> discord.ForumChannel | None:
        """A forum channel that the bot sees; None if this is none."""
        found = self._client.get_channel(channel)
        return found if isinstance(found, discord.ForumChannel) else None

    def forum_trouble(self, channel: int) -> str:
        """Why no game can become a post of this forum channel, and what to do; "" if one can."""
        return forum_trouble(channel, self.forum(channel))

    async def close(self) -> None:
        """Whoever comes next posts what is left."""
        self._closed = True
        await self.direct.close()
        await self.leagues.close()
        for task in (tasks := list(self._rounds.values())):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _publish_game(self, game: str) -> None:
        """Post everything new of one game; an error here stops no other game."""
        faults = 0
        for pause in (*PAUSES, *[PAUSES[-1]] * 1000):
            try:
                while game in self._called:
                    self._called.discard(game)
                    if await self._begin(game):
                        await self._send_all(game)
                        if await self._engine.use_data(lambda data: resume_place(data, game)):
                            self._called.add(game)
                    if game not in self._called:
                        await tell_halted(self._engine, game, self.post_once, self._is_here)
                return
            except CannotPost as barred:
                log.warning("%s: %s", game, barred)
                if await self._halted(game, barred) and game not in self._called:
                    return
            except ClaimLost:
                log.warning("%s: another process may have continued to post its news", game)
            except Refused as refused:
                log.warning("%s: cannot post for the moment: %s", game, refused)
            except Exception as fault:
                log.exception("%s: could not be posted", game)
                if (faults := faults + 1) >= MOST_FAULTS:
                    await halt_for_fault(self._engine, game, "its posts in Discord", fault)
                    return
            self._called.add(game)
            await asyncio.sleep(pause)

    async def _halted(self, game: str, barred: CannotPost) -> bool:
        """Whether its posts wait until they can be made again; False if that cannot be stored for the moment."""
        try:
            await self._engine.use_data(lambda data: halt_place(data, game, barred))
        except Refused as refused:
            log.warning("%s: its posts cannot be halted for the moment: %s", game, refused)
            return False
        return True

    async def try_blocked(self) -> None:
        """From time to time, until cancelled: post where nothing could be posted, in case that it can be again."""
        while True:
            await asyncio.sleep(TRY_BLOCKED)
            with suppress(Refused):
                for game in await self._engine.use_data(unblock_places):
                    self.notify(game)
                await self.leagues.resume()

    async def _begin(self, game: str) -> bool:
        """Lay out the game's news, and have it claimed; False if this process does not post it.  Waits for another that
        is still posting it.
        """
        while True:
            async with self._sender.one_at_a_time:
                begun = await self._engine.use_data(lambda data: self._lay_out_claimed(data, game))
            if begun is not None:
                return begun
            await asyncio.sleep(CLAIM_PAUSE)

    def _lay_out_claimed(self, data: EngineData, game: str) -> bool | None:
        """On the engine's thread: as ``_begin``, but None if another process is still posting it."""
        place = find_place(data.outbox, game)
        if place is None or data.halted.fault(game) or not self._is_here(place.guild):
            data.claims.release(game)
            return False
        if not data.claims.claim(game):
            return None
        lay_out_news(data, game, lines=self._lines)
        lay_out_reminder(data, game)
        lay_out_press_notes(data, game)
        return True

    def _is_here(self, guild: int) -> bool:
        """Whether this process posts the games of the server."""
        return self._shards.of_guild(guild) not in self._elsewhere

    async def _send_all(self, game: str) -> None:
        """Of a game that is claimed; afterwards it no longer is."""
        try:
            while row := await self._engine.use_data(lambda data: _next_delivery(data, game)):
                place = await self._engine.use_outbox(lambda outbox: find_place(outbox, game))
                if place is None or place.trouble:
                    return
                await self._sender.deliver(place, row)
            await self._status.update(game)
        finally:
            self.direct.notify(game)
            if not self._shards.all:
                await self._engine.use_data(lambda data: data.claims.release(game))


def _next_delivery(data: EngineData, game: str) -> Delivery | None:
    """The next post; after all others a first status message.  Raises ClaimLost."""
    check_claim(data, game)
    row = data.outbox.next_delivery(game)
    return data.outbox.next_delivery(game) if row is None and lay_out_status(data, game) else row
