"""Games as posts of a forum channel: made with the first message, found again, and tagged with system and state."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal

import aiohttp
import discord

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.outbox import Delivery
from engine.systems import SYSTEMS
from engine.table import Game

from . import components
from .address import UNTAGGED, Place, write_address

log = logging.getLogger("fieldpost.publisher")

STATES: Final = ("Open", "Running", "Over")
"""The tags that say how far a game is."""
NEEDS_A_TAG = 40067
"""Discord's code: this forum channel takes only posts with a tag."""
LONGEST_NAME = 100
WEEK: Literal[10080] = 10080
"""Minutes of silence after which Discord folds a game's thread away (a new post unfolds it)."""
TRIED_SINCE = 50
"""Posts of a forum among which one that may have arrived is looked for."""


class ForumPosts:
    def __init__(self, client: discord.Client, engine: EngineThread) -> None:
        self._client, self._engine = client, engine

    async def create(
        self, place: Place, row: Delivery, files: Sequence[discord.File], mentions: discord.AllowedMentions
    ) -> int:
        """Id of the new post, which is that of its first message too.  Discord knows no nonce for these, so a post
        that was tried must be looked for first.
        """
        forum, game = await self._forum(place), await self._engine.use_table(lambda table: table.game(place.game))
        made = await forum.create_thread(
            name=wording.clip(game.name, LONGEST_NAME),
            auto_archive_duration=WEEK,
            content=row.post.content,
            files=files,
            allowed_mentions=mentions,
            view=components.make_view(row.post.buttons) if row.post.buttons else discord.utils.MISSING,
            applied_tags=fitting_tags(forum, game),
        )
        await self._engine.use_data(
            lambda data: _set_state(data, place._replace(thread=made.thread.id), state_of(game))
        )
        return made.thread.id

    async def find(self, place: Place, is_same: Callable[[str, Sequence[str]], bool]) -> int:
        """Id of a post whose first message is this one, 0 if none is found."""
        forum = await self._forum(place)
        mine = [
            thread
            for thread in await forum.guild.active_threads()
            if thread.parent_id == forum.id and self._client.user and thread.owner_id == self._client.user.id
        ]
        for thread in sorted(mine, key=lambda thread: thread.id, reverse=True)[:TRIED_SINCE]:
            try:
                first = await thread.fetch_message(thread.id)
            except (discord.NotFound, discord.Forbidden):
                continue
            if is_same(first.content, [attachment.filename for attachment in first.attachments]):
                return thread.id
        return 0

    async def tag(self, place: Place) -> None:
        """Give the game's post the tags of its state, if that has changed; a failure costs only the tags."""
        try:
            game = await self._engine.use_table(lambda table: table.game(place.game))
            if state_of(game) == (await self._engine.use_data(lambda data: _state(data, place))):
                return
            forum = await self._forum(place)
            await self._client.http.edit_channel(
                place.thread, applied_tags=[str(tag.id) for tag in fitting_tags(forum, game)]
            )
            await self._engine.use_data(lambda data: _set_state(data, place, state_of(game)))
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as trouble:
            log.info("%s: its post could not be tagged: %s", place.game, trouble)

    async def _forum(self, place: Place) -> discord.ForumChannel:
        """Raises HTTPException if it is gone."""
        channel = self._client.get_channel(place.channel) or await self._client.fetch_channel(place.channel)
        assert isinstance(channel, discord.ForumChannel), f"channel {place.channel} is no forum channel"
        return channel


def state_of(game: Game) -> str:
    """One of STATES."""
    return STATES[2] if game.over else STATES[1] if game.started else STATES[0]


def fitting_tags(forum: discord.ForumChannel, game: Game) -> list[discord.ForumTag]:
    """Those of the forum's tags that name the game's system or its state."""
    known = tags_by_name(forum)
    wanted = (SYSTEMS[game.system].TITLE, game.system, state_of(game))
    found = [known[name.casefold()] for name in wanted if name.casefold() in known]
    return list({tag.id: tag for tag in found}.values())


def missing_tags(forum: discord.ForumChannel) -> list[str]:
    """The tags that the forum would need for every system and state, and does not have."""
    known = tags_by_name(forum)
    systems = [
        system.TITLE for key, system in SYSTEMS.items() if not {system.TITLE.casefold(), key.casefold()} & known.keys()
    ]
    return [*systems, *(state for state in STATES if state.casefold() not in known)]


def forum_trouble(channel: int, forum: discord.ForumChannel | None) -> str:
    """Why no game can become a post of a forum channel, and what to do; "" if one can."""
    if forum is None:
        return (
            f"Games of this server are posts of the forum channel <#{channel}>, which is gone or hidden from me."
            " Show it to me, or choose another place with `/setup channels`."
        )
    if forum.guild.me is None:
        return ""
    rights = forum.permissions_for(forum.guild.me)
    needed = {
        "View Channel": rights.view_channel,
        "Send Messages": rights.send_messages,
        "Send Messages in Threads": rights.send_messages_in_threads,
        "Attach Files": rights.attach_files,
    }
    if lacking := [f"**{name}**" for name, granted in needed.items() if not granted]:
        return (
            f"Games of this server are posts of <#{channel}>, where my role lacks {wording.join_list(lacking)}. Grant"
            " that, or choose another place with `/setup channels`."
        )
    if forum.flags.require_tag and not {state.casefold() for state in STATES} & tags_by_name(forum).keys():
        return (
            f"<#{channel}> takes only posts with a tag, and has none of mine. Make the tags"
            f" {wording.join_list([f'**{state}**' for state in STATES])} there, or choose another place with"
            " `/setup channels`."
        )
    return ""


def tags_by_name(forum: discord.ForumChannel) -> Mapping[str, discord.ForumTag]:
    return {tag.name.strip().casefold(): tag for tag in forum.available_tags}


def _state(data: EngineData, place: Place) -> str:
    destination = data.outbox.destination(place.game)
    return destination.address.rpartition("/")[2] if destination else UNTAGGED


def _set_state(data: EngineData, place: Place, state: str) -> None:
    data.outbox.set_address(place.game, write_address(place.guild, place.channel, place.thread, state))
