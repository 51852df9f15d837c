"""Which commands Discord shows where: in every server, or in one server alone, and never twice in any."""

import asyncio
import logging
from typing import Any

import discord
from discord import app_commands

log = logging.getLogger("fieldpost")

PAUSES = (1, 2, 4, 8, 15, 30, 60)
"""Seconds before each new try to reach Discord."""


async def register_commands(tree: app_commands.CommandTree[Any], client: discord.Client, only: int | None) -> None:
    """Register the tree's commands in the server ``only``, or in every server; repeating it changes nothing.

    If Discord does not let this bot write to that one server, the commands go to every server.  What an earlier start
    has registered elsewhere is removed, since Discord would show those commands a second time.
    """
    guild = discord.Object(only) if only else None
    if guild:
        tree.copy_global_to(guild=guild)
        if await _sync(tree, guild):
            tree.clear_commands(guild=None)
            log.info("the commands are in server %s alone, as FIELDPOST_GUILD says", guild.id)
    await _sync(tree, None)
    await client.wait_until_ready()
    for other in client.guilds:
        if other.id != only:
            await _remove_leftovers(tree, other)


async def _sync(tree: app_commands.CommandTree[Any], guild: discord.Object | None) -> bool:
    """Whether Discord has taken the commands; while it cannot be reached, this tries again."""
    for pause in (*PAUSES, *[PAUSES[-1]] * 10_000):
        try:
            await tree.sync(guild=guild)
            return True
        except (discord.Forbidden, app_commands.CommandSyncFailure) as refused:
            log.error(
                "Discord does not accept the commands (%s). Was it invited with the scope applications.commands%s?",
                refused,
                f" to server {guild.id}" if guild else "",
            )
            return False
        except (discord.HTTPException, discord.RateLimited, OSError) as trouble:
            log.warning("the commands could not be registered yet: %s", trouble)
        await asyncio.sleep(pause)
    return False


async def _remove_leftovers(tree: app_commands.CommandTree[Any], guild: discord.Guild) -> None:
    """Remove the commands of an earlier FIELDPOST_GUILD; a failure is only logged, for the next start tries again."""
    try:
        if await tree.fetch_commands(guild=guild):
            tree.clear_commands(guild=guild)
            await tree.sync(guild=guild)
            log.info("removed the commands of an earlier FIELDPOST_GUILD from server %s", guild.id)
    except (discord.HTTPException, discord.RateLimited, OSError) as trouble:
        log.warning("commands of an earlier FIELDPOST_GUILD may still be in server %s: %s", guild.id, trouble)
