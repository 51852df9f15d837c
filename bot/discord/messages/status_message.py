"""The status message of a game: posted once through the outbox, pinned, and kept up to date by edits."""

import asyncio
import logging
from collections.abc import Callable
from typing import NamedTuple

import discord

from bot.hosting import open_battle_sides
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.post import Post
from bot.hosting.utc_now import utc_now
from engine.table import Game

from .address import Place, find_place
from .pace import EditPace, Pace
from .sender import TEMPORARY, check_claim
from .status_text import Links, status_text

log = logging.getLogger("fieldpost.publisher")

TRIED_AGAIN = 30.0
"""Seconds until an edit that failed for want of a connection is tried again."""


class Due(NamedTuple):
    """What is to be done about a status message: show ``text``, which takes the log up to ``told`` into account, and
    pin it.
    """

    room: int
    message: int
    text: str
    told: int
    edit: bool
    pin: bool


def lay_out_status(data: EngineData, game: str) -> bool:
    """Whether a first status message was laid out, or a new one in another room; when all other posts have arrived.

    Open battles have none: each of their posts says everything.
    """
    check_claim(data, game)
    place, destination, found = find_place(data.outbox, game), data.outbox.destination(game), data.statuses.find(game)
    if not place or not destination or place.trouble or not destination.seen:
        return False
    if found and (not found.message or found.room == str(place.room)):
        return False
    now_on = data.table.game(game)
    if open_battle_sides.is_open_battle(now_on) or (now_on.over and not found):
        return False
    with data.table.journal.transaction():
        data.statuses.create(game, destination.seen)
        data.outbox.add_post(game, Post(_text(data, now_on, place), status=True))
    return True


def _text(data: EngineData, game: Game, place: Place) -> str:
    report = data.outbox.newest(game.id, lambda post: not (post.status or post.above or post.until))
    drawn = data.outbox.newest(game.id, lambda post: post.picture is not None)
    links = Links(*(found[1] if found and not found[0].announces else "" for found in (report, drawn)))
    return status_text(game, data.table.picture(game.id), place, links)


class StatusUpdater:
    """``notify``: looks at a game again later."""

    def __init__(self, client: discord.Client, engine: EngineThread, pace: Pace, notify: Callable[[str], None]) -> None:
        self._client, self._engine, self._pace, self._notify = client, engine, pace, notify
        self._edits = EditPace()

    async def update(self, game: str) -> None:
        """Edit and pin what is out of date, or see to it that this is done later; never an error of Discord."""
        due = await self._engine.use_data(lambda data: _due(data, game))
        if due is None:
            return
        loop = asyncio.get_running_loop()
        if due.edit and (wait := self._edits.reserve(due.room, game, loop.time())):
            loop.call_later(wait, self._notify, game)
            return
        try:
            async with self._pace.turn(due.room):
                await self._pace.wait()
                if due.edit:
                    await self._edit(game, due)
                if due.pin:
                    await self._pin(game, due)
        except (*TEMPORARY, discord.HTTPException) as trouble:
            log.info("%s: its status message is tried again: %r", game, trouble)
            loop.call_later(TRIED_AGAIN, self._notify, game)

    async def _edit(self, game: str, due: Due) -> None:
        message = self._client.get_partial_messageable(due.room).get_partial_message(due.message)
        try:
            await message.edit(content=due.text, allowed_mentions=discord.AllowedMentions.none())
        except discord.NotFound:
            log.info("%s: its status message is gone; there will be another", game)
            await self._engine.use_data(lambda data: data.statuses.forget(game))
            self._notify(game)
            return
        except discord.HTTPException as refused:
            if _is_temporary(refused):
                raise
            log.info("%s: its status message cannot be edited (%s)", game, refused)
        await self._engine.use_data(lambda data: data.statuses.set_shown(game, due.text, due.told))

    async def _pin(self, game: str, due: Due) -> None:
        try:
            await self._client.http.pin_message(due.room, due.message)
        except discord.HTTPException as refused:
            if _is_temporary(refused):
                raise
            log.info("%s: its status message is not pinned (%s)", game, refused)
            await self._engine.use_data(lambda data: _note_unpinned(data, game, due.room))
        else:
            await self._engine.use_data(lambda data: data.statuses.set_pinned(game, "yes"))


def _is_temporary(refused: discord.HTTPException) -> bool:
    return refused.status in (401, 429) or refused.status >= 500


def _due(data: EngineData, game: str) -> Due | None:
    """None if nothing is."""
    place, destination, found = find_place(data.outbox, game), data.outbox.destination(game), data.statuses.find(game)
    if not place or not destination or not found or not found.message or found.room != str(place.room):
        return None
    text, told = found.shown, destination.seen
    if found.told < told:
        text = _text(data, data.table.game(game), place)
        if text == found.shown:
            data.statuses.set_shown(game, text, told)
    pin = not found.pinned
    if text == found.shown and not pin:
        return None
    return Due(place.room, int(found.message), text, told, text != found.shown, pin)


def _note_unpinned(data: EngineData, game: str, room: int) -> None:
    """Nobody tries again; who opened the game is told why."""
    now_on = data.table.game(game)
    opener = data.openings.opener(now_on)
    with data.table.journal.transaction():
        data.statuses.set_pinned(game, "no")
        if opener:
            text = (
                f"The status message of {now_on.name} in <#{room}> is not pinned, because my role lacks the permission "
                "Pin Messages there. You can pin it yourself."
            )
            data.people.add_notice(opener, text, utc_now())
