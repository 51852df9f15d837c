"""The slash commands for a server's own scenarios: /scenario."""

import discord
from discord import app_commands

from . import autocomplete, own_scenarios
from .autocomplete import offer_choices
from .context import Services
from .options import Name, Slash
from .replies import reply


def scenario_group(services: Services) -> app_commands.Group:
    group = app_commands.Group(name="scenario", description="This server's own scenarios", guild_only=True)

    @group.command(name="add", description="Check a scenario file and keep it for this server")
    @app_commands.describe(
        attachment="A scenario as a YAML file", name="A short name for it (default: from the scenario's title)"
    )
    async def add(slash: Slash, attachment: discord.Attachment, name: Name | None = None) -> None:
        await reply(services, slash, lambda context: own_scenarios.add(context, attachment, name))

    @group.command(name="list", description="This server's own scenarios")
    async def list_(slash: Slash) -> None:
        await reply(services, slash, own_scenarios.list_)

    @group.command(name="remove", description="Remove one of this server's scenarios; games that are open keep it")
    @app_commands.describe(name="Which scenario")
    @app_commands.autocomplete(name=offer_choices(services, autocomplete.own_scenarios))
    async def remove(slash: Slash, name: Name) -> None:
        await reply(services, slash, lambda context: own_scenarios.remove(context, name))

    return group
