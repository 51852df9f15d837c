"""The sender: brings one post to its channel exactly once, whatever breaks on the way."""

import asyncio
import io
import logging
from collections.abc import Sequence
from datetime import timedelta

import aiohttp
import discord

from bot.correspondence.reports.replays import last_replay
from bot.hosting.claims import ClaimLost
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.outbox import Delivery
from bot.hosting.post import Post
from bot.hosting.utc_now import utc_now
from bot.hosting.wording import map_name, part_name
from engine.contract import replace
from maps.scene.close_ups import close_ups
from maps.scene.scene import Scene

from . import components, posts
from .address import Place
from .arrivals import record_delivery, set_thread
from .forum_posts import NEEDS_A_TAG, WEEK, ForumPosts
from .markup import alt_text
from .pace import Pace
from .pings import mentioned
from .reminders import is_late

log = logging.getLogger("fieldpost.publisher")

PAUSES = (0.5, 1, 2, 4, 8, 15, 30, 60)
ALREADY_A_THREAD, FOLDED_FOR_GOOD = 160004, 50083
MOST_CLOSEUPS = 8
"""Close-ups at most: Discord takes ten attachments, and a map and a text come first."""
SEND_TIMEOUT = 120
"""Seconds after which a post that neither arrives nor fails is tried again; the nonce makes that safe."""
CLOCK_SKEW = 300
"""Seconds by which Discord's clock may be behind ours; if it is more, the newest messages are searched as well."""
SEARCHED = 200
"""Messages of a channel in which a post that may have arrived is looked for: from its first try on, and backwards."""
TEMPORARY = (aiohttp.ClientError, OSError, asyncio.TimeoutError, discord.DiscordServerError, discord.RateLimited)
"""Errors that go away by themselves: try again."""


class CannotPost(Exception):
    """Discord will not take posts there; the text is a sentence for players.  ``lasting``: it never will again."""

    def __init__(self, says: str, *, lasting: bool = False) -> None:
        super().__init__(says)
        self.lasting = lasting


class TooLate(Exception):
    """A reminder, or the replay of a game, is of no use any more."""


class Sender:
    """``pace``: that of all its posts."""

    def __init__(self, client: discord.Client, engine: EngineThread) -> None:
        self._client, self._engine, self.pace = client, engine, Pace()
        self._forum = ForumPosts(client, engine)
        self.one_at_a_time = asyncio.Semaphore(1)
        """One game at a time is laid out or looked at, so that a thousand with news do not keep people waiting."""

    async def deliver(self, place: Place, row: Delivery) -> None:
        try:
            message = await self._send_until_arrived(place, row)
        except TooLate:
            log.info("%s: a post is dropped, because it is of no use any more", row.game)
            await self._engine.use_outbox(lambda outbox: outbox.drop(row))
            return
        except CannotPost as barred:
            if not row.post.above:
                raise
            log.info("%s: the channel above its thread gets no line: %s", row.game, barred)
            await self._engine.use_outbox(lambda outbox: outbox.drop(row))
            return
        if place.forum:  # a post of a forum channel has the id of its first message
            thread = 0 if place.thread else message
        else:
            thread = await self._thread(place, message, row.post.thread) if row.post.thread and not place.thread else 0
        await self._engine.use_data(lambda data: record_delivery(data, place, row, message, thread))
        if place.forum:
            await self._forum.tag(place._replace(thread=place.thread or thread))

    async def _send_until_arrived(self, place: Place, row: Delivery) -> int:
        """Id of the message, after as many tries as it takes.  Raises CannotPost, TooLate, and ClaimLost before
        another try.

        A post that was tried is looked for before it is sent again: Discord soon forgets a nonce, and the machine's
        clock may have been changed since, so it cannot say how long ago the try was.
        """
        for pause in (*PAUSES, *[PAUSES[-1]] * 10_000):
            try:
                if row.tried and (found := await self._find_posted(place, row)):
                    return found
                if row.post.until:
                    await self._check_not_late(row)
                row = await self._mark_tried(row)
                async with self.pace.turn(_room_for(place, row.post)):
                    async with asyncio.timeout(SEND_TIMEOUT):
                        return await self._send(place, row)
            except TEMPORARY as trouble:
                log.info("%s: post %s.%s will be tried again: %r", row.game, row.seq, row.part, trouble)
            except discord.HTTPException as refused:
                if refused.status not in (401, 429):
                    place = await self._fall_back_to_channel(place, row.post, refused)
            await asyncio.sleep(pause)
        raise CannotPost("Discord could not be reached for many hours.")

    async def _check_not_late(self, row: Delivery) -> None:
        """Raises TooLate."""
        if await self._engine.use_data(lambda data: is_late(data, row)):
            raise TooLate

    async def _mark_tried(self, row: Delivery) -> Delivery:
        """The delivery with the moment of its first try, which is now if it had none."""
        if row.tried:
            return row
        tried = row._replace(tried=utc_now())
        await self._engine.use_outbox(lambda outbox: outbox.mark_tried(row, tried.tried))
        return tried

    async def _fall_back_to_channel(self, place: Place, post: Post, refused: discord.HTTPException) -> Place:
        """The channel in place of a thread that is gone or closed.  Raises CannotPost if the channel itself is."""
        closed = isinstance(refused, discord.Forbidden | discord.NotFound) or refused.code == FOLDED_FOR_GOOD
        if not place.thread or not closed or post.above:
            raise CannotPost(_refusal_sentence(place, refused), lasting=isinstance(refused, discord.NotFound))
        log.warning("%s: its thread is closed to me (%s), so it continues in its channel", place.game, refused)
        place = place._replace(thread=0)
        await self._engine.use_outbox(lambda outbox: set_thread(outbox, place))
        return place

    async def _send(self, place: Place, row: Delivery) -> int:
        files = [
            discord.File(io.BytesIO(data), name, description=alt or None)
            for name, data, alt in await self._attachments(row)
        ]
        channel = self._client.get_partial_messageable(_room_for(place, row.post), guild_id=place.guild)
        pings = await self._engine.use_data(lambda data: mentioned(data, row.game, row.post, utc_now()))
        await self.pace.wait()
        if place.forum and not place.thread:
            return await self._forum.create(place, row, files, allowed_mentions(row.post.pings))
        if row.post.edits and (edited := await self._edit(channel, row, files)):
            return edited
        message = await channel.send(
            row.post.content,
            files=files,
            allowed_mentions=allowed_mentions(pings),
            nonce=posts.nonce(place.tag, row.seq, row.part),
            view=components.make_view(row.post.buttons) if row.post.buttons else discord.utils.MISSING,
        )
        return message.id

    async def _edit(self, channel: discord.PartialMessageable, row: Delivery, files: Sequence[discord.File]) -> int:
        """Id of the message that this post completes, once it is edited; 0 if there is none (any more)."""
        earlier = await self._engine.use_outbox(lambda outbox: outbox.message(row.game, row.post.edits))
        if not earlier:
            return 0
        try:
            await channel.get_partial_message(int(earlier)).edit(
                content=row.post.content,
                attachments=files,
                allowed_mentions=allowed_mentions(row.post.pings),
                view=components.make_view(row.post.buttons) if row.post.buttons else None,
            )
        except discord.NotFound:
            for file in files:
                file.reset()
            return 0
        return int(earlier)

    async def _attachments(self, row: Delivery) -> list[tuple[str, bytes, str]]:
        """Name, bytes and alt text of what is attached."""
        attachments = list[tuple[str, bytes, str]]()
        names = iter(attachment_names(row))
        if row.post.picture is not None:
            at = row.post.picture
            async with self.one_at_a_time:
                scene = await self._engine.use_table(lambda table: table.picture(row.game, at=at))
            attachments += await self._details(row, scene) if row.post.details else []
            attachments.append((next(names), await self._engine.draw(scene), alt_text(scene.alt)))
        if row.post.replay:
            attachments.append((next(names), *await self._replay(row.game)))
        if row.post.attachment:
            attachments.append((next(names), row.post.attachment.encode(), ""))
        return attachments

    async def _replay(self, game: str) -> tuple[bytes, str]:
        """The whole game and its alt text.  Raises TooLate: a game without this picture lacks nothing."""
        if (found := await last_replay(self._engine, game)) is None:
            raise TooLate
        return found.data, alt_text(found.alt)

    async def _details(self, row: Delivery, scene: Scene) -> list[tuple[str, bytes, str]]:
        """Close-ups of a map, as many as may be attached with it."""
        scene = replace(scene, details=close_ups(scene))
        alts = [alt_text(detail.alt or detail.title) for detail in scene.details[:MOST_CLOSEUPS]]
        drawn = await self._engine.draw_closeups(scene, MOST_CLOSEUPS) if alts else []
        return [
            (part_name(row.game, row.post.picture or 0, n), data, alt)
            for n, (data, alt) in enumerate(zip(drawn, alts, strict=True), 1)
        ]

    async def _find_posted(self, place: Place, row: Delivery) -> int:
        """Id of the message if the post has already arrived, 0 if not: searches the bot's own messages since the last
        known post, from the first try on, and then the newest ones, because that moment may be wrong.

        Raises ClaimLost: the last known post may then be this one, made by another process.
        """
        await self._engine.use_data(lambda data: check_claim(data, row.game))
        last = discord.Object(int(await self._engine.use_outbox(lambda outbox: outbox.last_message(row.game)) or 0))
        moment = discord.utils.parse_time(row.tried) - timedelta(seconds=CLOCK_SKEW)
        tried = discord.Object(max(last.id, discord.utils.time_snowflake(moment)))
        if place.forum and not place.thread:
            return await self._forum.find(place, lambda content, attached: is_same_post(row, content, attached))
        channel = self._client.get_partial_messageable(_room_for(place, row.post), guild_id=place.guild)
        try:
            for after, oldest_first in ((tried, True), (last, False)):
                async for message in channel.history(limit=SEARCHED, after=after, oldest_first=oldest_first):
                    mine = self._client.user is not None and message.author.id == self._client.user.id
                    if mine and is_same_post(row, message.content, [a.filename for a in message.attachments]):
                        return message.id
        except discord.Forbidden:
            log.info("%s: may not read the history of its channel, so a post may come twice", row.game)
        return 0

    async def _thread(self, place: Place, message: int, name: str) -> int:
        """Id of the thread opened from the announcement, 0 if the bot may not open one.

        A thread has the id of its message.
        """
        for pause in PAUSES:
            try:
                made = await self._client.http.start_thread_with_message(
                    place.channel, message, name=name, auto_archive_duration=WEEK
                )
                return int(made["id"])
            except TEMPORARY as trouble:
                log.info("%s: its thread will be tried again: %r", place.game, trouble)
            except discord.HTTPException as refused:
                if refused.code == ALREADY_A_THREAD:
                    return message
                log.info("%s: no thread may be opened there (%s)", place.game, refused)
                return 0
            await asyncio.sleep(pause)
        return 0


def check_claim(data: EngineData, game: str) -> None:
    """Raises ClaimLost if this process does not post the game's news any longer."""
    if not data.claims.holds(game):
        raise ClaimLost


def is_same_post(row: Delivery, content: str, attached: Sequence[str]) -> bool:
    """Whether a message that Discord shows is this post."""
    details = f"{row.game}-{row.post.picture}-" if row.post.details else ""
    plain = [name for name in attached if not (details and name.startswith(details))]
    return content.split() == row.post.content.split() and plain == attachment_names(row)


def attachment_names(row: Delivery) -> list[str]:
    """File names of a post's attachments except close-ups; the game and the log entry in them make posts
    distinguishable.
    """
    picture = [map_name(row.game, row.post.picture)] if row.post.picture is not None else []
    replay = [f"{row.game}.gif"] if row.post.replay else []
    return picture + replay + ([f"{row.game}-{row.seq}.txt"] if row.post.attachment else [])


def _room_for(place: Place, post: Post) -> int:
    return place.channel if (post.announces and not place.forum) or post.above else place.room


def allowed_mentions(players: tuple[str, ...]) -> discord.AllowedMentions:
    called = [discord.Object(int(player)) for player in players if player.isdigit()]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=called)


def _refusal_sentence(place: Place, refused: discord.HTTPException) -> str:
    channel = f"<#{place.channel}>"
    if isinstance(refused, discord.NotFound):
        return "The channel of this game has been deleted."
    if place.forum and refused.code == NEEDS_A_TAG:
        return f"{channel} takes only posts with a tag, and it has none of mine: `/setup show` lists them."
    if isinstance(refused, discord.Forbidden):
        needed = "View Channel, Send Messages, Send Messages in Threads and Attach Files"
        return f"I am not allowed to post in {channel}. My role needs {needed} there."
    return f"Discord rejected a post for {channel} ({refused.text or refused.status})."
