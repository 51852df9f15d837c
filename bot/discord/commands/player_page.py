"""/player: what a player has won and lost, their ratings, their luck, and how soon they reply."""

import discord
from discord import app_commands

from bot.correspondence.player_lookup import chart_files, gather_page
from bot.correspondence.player_page import page_lines

from ..messages import markup
from . import options
from .context import Context, Services, server_games
from .options import Command, Slash
from .replies import Attachment, Reply, reply


def player_command(services: Services) -> Command:
    @app_commands.command(name="player", description="A player's record, rating, luck, reply time and reliability")
    @app_commands.describe(player="Who (default: you)")
    async def player(slash: Slash, player: discord.User | None = None) -> None:
        who = player or slash.user
        await reply(services, slash, lambda context: show(context, str(who.id), who.display_name))

    (command,) = options.in_servers(player)
    return command


async def show(context: Context, player: str, name: str) -> Reply:
    """From the games of this server, and ratings from all leagues."""
    engine = context.services.engine
    games = await engine.use_data(lambda data: server_games(data, context))
    page = await gather_page(engine, games, player, name)
    charts = await chart_files(engine, page)
    files = tuple(Attachment(one.name, one.data, markup.alt_text(one.alt)) for one in charts)
    return Reply("\n".join((f"## {markup.escape(name)}", *map(markup.escape, page_lines(page)))), files)
