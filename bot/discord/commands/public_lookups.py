"""Look-ups whose answer may be for everybody in the channel: then it is made from what everybody may know."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

from engine.table import Game, Refused

from .context import Context, Services
from .replies import Reply, reply, reply_to_channel

PUBLIC = "Show everybody here the answer, from what everybody may know (default: only you)"
NOTE = "\n-# From what everybody may know."
T = TypeVar("T")


async def game_and_viewer(context: Context, key: str | None, side: str | None, *, public: bool) -> tuple[Game, str]:
    """As ``Context.game_and_viewer``; the viewer of a public answer is the public, whoever asks.  Raises Refused."""
    if not public:
        return await context.game_and_viewer(key, side)
    if side:
        raise Refused(
            "missing-argument",
            "A public answer shows what everybody may know, so it takes no side: leave out `side`, or `public`.",
        )
    return await context.game(key), ""


async def answer(
    services: Services,
    slash: discord.Interaction,
    find: Callable[[Context], Awaitable[T]],
    show: Callable[[Context, T], Awaitable[Reply]],
    *,
    public: bool,
) -> None:
    """``find`` looks up and may refuse, which only the person who asked reads; ``show`` makes the reply of it."""
    if public:
        await reply_to_channel(services, slash, find, show)
        return

    async def find_and_show(context: Context) -> Reply:
        return await show(context, await find(context))

    await reply(services, slash, find_and_show)
