"""The publisher: posts the news of every game in order and exactly once, whatever breaks on the way."""

import asyncio
import io
import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Literal

import aiohttp
import discord

from bot.hosting import open_battle_sides
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.outbox import Delivery, Outbox
from bot.hosting.post import Post
from bot.hosting.utc_now import utc_now
from engine.table import Refused
from maps.scene.scene import Scene

from . import components, posts
from .address import Place, find_place, read_place, write_address
from .challenge import ChallengePosts
from .markup import alt_text
from .pace import Pace

log = logging.getLogger("fieldpost.publisher")

PAUSES = (0.5, 1, 2, 4, 8, 15, 30, 60)
WEEK: Literal[10080] = 10080
"""Minutes of silence after which Discord folds a game's thread away (a new post unfolds it)."""
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
    """Discord will not take posts there; the text is a sentence for players."""


class Publisher:
    def __init__(self, client: discord.Client, engine: EngineThread) -> None:
        self._client, self._engine = client, engine
        self._rounds = dict[str, asyncio.Task[None]]()
        self._called, self._pace = set[str](), Pace()
        self._heavy = asyncio.Semaphore(1)
        """One game at a time is laid out or looked at, so that a thousand with news do not keep people waiting."""

    async def resume(self) -> None:
        """Resume posting in every game with news or posts that have not arrived."""
        for game in await self._engine.use_outbox(lambda outbox: outbox.waiting_games()):
            self.notify(game)

    def notify(self, game: str) -> None:
        """Post the news of the game soon."""
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
                text, delete_after=60, allowed_mentions=_allowed_mentions((player,))
            )
        except (*TEMPORARY, discord.HTTPException):
            log.info("could not say in channel %s: %s", channel, text)

    async def close(self) -> None:
        for task in (tasks := list(self._rounds.values())):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _publish_game(self, game: str) -> None:
        """Post everything new of one game; an error here stops no other game."""
        for pause in (*PAUSES, *[PAUSES[-1]] * 1000):
            try:
                while game in self._called:
                    self._called.discard(game)
                    async with self._heavy:
                        await self._engine.use_data(lambda data: _lay_out_news(data, game))
                    await self._send_all(game)
                return
            except CannotPost as barred:
                log.warning("%s: %s", game, barred)
                await self._block(game, str(barred))
                return
            except Refused as refused:
                log.warning("%s: cannot post for the moment: %s", game, refused)
            except Exception:
                log.exception("%s: could not be posted", game)
            self._called.add(game)
            await asyncio.sleep(pause)

    async def _block(self, game: str, trouble: str) -> None:
        await self._engine.use_outbox(lambda outbox: outbox.block(game, trouble))

    async def _send_all(self, game: str) -> None:
        while row := await self._engine.use_outbox(lambda outbox: outbox.next_delivery(game)):
            place = await self._engine.use_outbox(lambda outbox: find_place(outbox, game))
            if place is None or place.trouble:
                return
            await self._deliver(place, row)

    async def _deliver(self, place: Place, row: Delivery) -> None:
        message = await self._send_until_arrived(place, row)
        thread = await self._thread(place, message, row.post.thread) if row.post.thread and not place.thread else 0
        await self._engine.use_data(lambda data: _record_delivery(data, place, row, message, thread))

    async def _send_until_arrived(self, place: Place, row: Delivery) -> int:
        """Id of the message, after as many tries as it takes.  Raises CannotPost.

        A post that was tried is looked for before it is sent again: Discord soon forgets a nonce, and the machine's
        clock may have been changed since, so it cannot say how long ago the try was.
        """
        for pause in (*PAUSES, *[PAUSES[-1]] * 10_000):
            try:
                if row.tried and (found := await self._find_posted(place, row)):
                    return found
                row = await self._mark_tried(row)
                async with self._pace.turn(_room_for(place, row.post)):
                    return await asyncio.wait_for(self._send(place, row), SEND_TIMEOUT)
            except TEMPORARY as trouble:
                log.info("%s: post %s.%s will be tried again: %r", row.game, row.seq, row.part, trouble)
            except discord.HTTPException as refused:
                if refused.status not in (401, 429):
                    place = await self._fall_back_to_channel(place, refused)
            await asyncio.sleep(pause)
        raise CannotPost("Discord could not be reached for many hours.")

    async def _mark_tried(self, row: Delivery) -> Delivery:
        """The delivery with the moment of its first try, which is now if it had none."""
        if row.tried:
            return row
        tried = row._replace(tried=utc_now())
        await self._engine.use_outbox(lambda outbox: outbox.mark_tried(row, tried.tried))
        return tried

    async def _fall_back_to_channel(self, place: Place, refused: discord.HTTPException) -> Place:
        """The channel in place of a thread that is gone or closed.  Raises CannotPost if the channel itself is."""
        closed = isinstance(refused, discord.Forbidden | discord.NotFound) or refused.code == FOLDED_FOR_GOOD
        if not place.thread or not closed:
            raise CannotPost(_refusal_sentence(place, refused))
        log.warning("%s: its thread is closed to me (%s), so it continues in its channel", place.game, refused)
        place = place._replace(thread=0)
        await self._engine.use_outbox(lambda outbox: _set_thread(outbox, place))
        return place

    async def _send(self, place: Place, row: Delivery) -> int:
        files = [
            discord.File(io.BytesIO(data), name, description=alt or None)
            for name, data, alt in await self._attachments(row)
        ]
        channel = self._client.get_partial_messageable(_room_for(place, row.post), guild_id=place.guild)
        await self._pace.wait()
        message = await channel.send(
            row.post.content,
            files=files,
            allowed_mentions=_allowed_mentions(row.post.pings),
            nonce=posts.nonce(place.tag, row.seq, row.part),
            view=components.make_view(row.post.buttons) if row.post.buttons else discord.utils.MISSING,
        )
        return message.id

    async def _attachments(self, row: Delivery) -> list[tuple[str, bytes, str]]:
        """Name, bytes and alt text of what is attached."""
        attachments = list[tuple[str, bytes, str]]()
        names = iter(attachment_names(row))
        if row.post.picture is not None:
            at = row.post.picture
            async with self._heavy:
                scene = await self._engine.use_table(lambda table: table.picture(row.game, at=at))
            attachments.append((next(names), await self._engine.draw(scene), alt_text(scene.alt)))
            attachments += await self._details(row, scene) if row.post.details else []
        if row.post.attachment:
            attachments.append((next(names), row.post.attachment.encode(), ""))
        return attachments

    async def _details(self, row: Delivery, scene: Scene) -> list[tuple[str, bytes, str]]:
        """Close-ups of a map, as many as may be attached with it."""
        alts = [alt_text(detail.alt or detail.title) for detail in scene.details[:MOST_CLOSEUPS]]
        drawn = await self._engine.draw_closeups(scene, MOST_CLOSEUPS) if alts else []
        return [
            (f"{row.game}-{row.post.picture}-{n}.png", data, alt)
            for n, (data, alt) in enumerate(zip(drawn, alts, strict=True), 1)
        ]

    async def _find_posted(self, place: Place, row: Delivery) -> int:
        """Id of the message if the post has already arrived, 0 if not: searches the bot's own messages since the last
        known post, from the first try on, and then the newest ones, because that moment may be wrong.
        """
        last = discord.Object(int(await self._engine.use_outbox(lambda outbox: outbox.last_message(row.game)) or 0))
        moment = discord.utils.parse_time(row.tried) - timedelta(seconds=CLOCK_SKEW)
        tried = discord.Object(max(last.id, discord.utils.time_snowflake(moment)))
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


def is_same_post(row: Delivery, content: str, attached: Sequence[str]) -> bool:
    """Whether a message that Discord shows is this post."""
    details = f"{row.game}-{row.post.picture}-" if row.post.details else ""
    plain = [name for name in attached if not (details and name.startswith(details))]
    return content.split() == row.post.content.split() and plain == attachment_names(row)


def attachment_names(row: Delivery) -> list[str]:
    """File names of a post's attachments except close-ups; the game and the log entry in them make posts
    distinguishable.
    """
    picture = [f"{row.game}-{row.post.picture}.png"] if row.post.picture is not None else []
    return picture + ([f"{row.game}-{row.seq}.txt"] if row.post.attachment else [])


def _lay_out_news(data: EngineData, game: str) -> None:
    destination = data.outbox.destination(game)
    if destination and read_place(destination):
        now_on, news = data.table.game(game), data.table.news(game, after=destination.seen)
        if open_battle_sides.is_open_battle(now_on) and now_on.over and not destination.seen:
            news = news[-1:]  # fought to its end before anything was posted: one post tells it all
        called = now_on.phase.sides[0] if news and now_on.phase and now_on.phase.sides else ""
        examples = data.table.examples(game, called) if called and not open_battle_sides.is_open_battle(now_on) else ()
        invited = data.outbox.invited(game)
        layout = ChallengePosts(invited) if invited else posts
        data.outbox.add_news(layout, now_on, news, examples, open_battle_sides.deciding_sides(data.table, now_on))


def _record_delivery(data: EngineData, place: Place, row: Delivery, message: int, thread: int) -> None:
    with data.table.journal.transaction():
        data.outbox.mark_delivered(row, str(message))
        if thread:
            _set_thread(data.outbox, place._replace(thread=thread))


def _set_thread(outbox: Outbox, place: Place) -> None:
    outbox.set_address(place.game, write_address(place.guild, place.channel, place.thread))


def _room_for(place: Place, post: Post) -> int:
    return place.channel if post.announces else place.room


def _allowed_mentions(players: tuple[str, ...]) -> discord.AllowedMentions:
    called = [discord.Object(int(player)) for player in players if player.isdigit()]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=called)


def _refusal_sentence(place: Place, refused: discord.HTTPException) -> str:
    channel = f"<#{place.channel}>"
    if isinstance(refused, discord.NotFound):
        return "The channel of this game has been deleted."
    if isinstance(refused, discord.Forbidden):
        needed = "View Channel, Send Messages, Send Messages in Threads and Attach Files"
        return f"I am not allowed to post in {channel}. My role needs {needed} there."
    return f"Discord rejected a post for {channel} ({refused.text or refused.status})."
