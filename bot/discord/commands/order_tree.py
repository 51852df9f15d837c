"""The slash commands for orders: /orders, /commit and /done."""

import discord
from discord import app_commands

from . import autocomplete, options, orders
from .autocomplete import offer_completions
from .context import Context, Services
from .options import Command, Slash, in_servers
from .presses import open_form
from .replies import Reply, reply


def orders_group(services: Services) -> app_commands.Group:
    group = app_commands.Group(
        name="orders", description="Write and review your orders; nothing runs until you commit", guild_only=True
    )
    for add in (_writing, _draft):
        add(group, services)
    return group


def _writing(group: app_commands.Group, services: Services) -> None:
    @group.command(name="write", description="Open a form with your draft; write one order per line")
    @options.describe(services, side=options.SIDE)
    async def write_(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await open_form(services, slash, game, side)

    @group.command(name="line", description="Add one line of orders to your draft")
    @options.describe(services, text="One order, or several separated by ;", side=options.SIDE)
    async def line(
        slash: Slash, text: app_commands.Range[str, 1, 4000], side: str | None = None, game: str | None = None
    ) -> None:
        await reply(services, slash, lambda context: orders.add_line(context, game, side, text))

    @line.autocomplete("text")
    async def ideas(slash: Slash, typed: str) -> list[app_commands.Choice[str]]:
        game, side = getattr(slash.namespace, "game", None), getattr(slash.namespace, "side", None)

        async def found(context: Context, typed: str) -> list[autocomplete.Offer]:
            return await services.engine.use_data(lambda data: autocomplete.orders(data, context, game, side, typed))

        return await offer_completions(services, found)(slash, typed)

    @group.command(name="file", description="Upload your orders as a text file; it replaces your draft")
    @options.describe(services, attachment="A plain text file, one order per line", side=options.SIDE)
    async def file(
        slash: Slash, attachment: discord.Attachment, side: str | None = None, game: str | None = None
    ) -> None:
        async def action(context: Context) -> Reply:
            return await orders.replace_draft_by_file(
                context, game, side, await options.read(attachment, orders.FILE_LIMIT)
            )

        await reply(services, slash, action)


def _draft(group: app_commands.Group, services: Services) -> None:
    @group.command(name="show", description="Show your draft, which orders are valid, and the draft drawn on the map")
    @options.describe(services, side=options.SIDE)
    async def show(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(services, slash, lambda context: orders.show(context, game, side))

    @group.command(name="clear", description="Delete your draft")
    @options.describe(services, side=options.SIDE)
    async def clear(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(services, slash, lambda context: orders.clear(context, game, side))


def commit_and_done(services: Services) -> list[Command]:
    @app_commands.command(name="commit", description="Run your draft: the dice are rolled and everyone sees the result")
    @options.describe(services, side=options.SIDE)
    async def commit(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(services, slash, lambda context: orders.commit(context, game, side))

    @app_commands.command(name="done", description="Run your draft and end your part of the phase")
    @options.describe(services, side=options.SIDE)
    async def done(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(services, slash, lambda context: orders.done(context, game, side))

    return in_servers(commit, done)
