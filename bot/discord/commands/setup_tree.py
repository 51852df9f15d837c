"""The slash commands by which the managers of a server say how it is played there: /setup."""

from typing import Any

import discord
from discord import app_commands

from bot.hosting.date_words import LANGUAGES
from bot.hosting.server_options import EVERYBODY, MANAGERS

from . import autocomplete, setup
from .autocomplete import offer_choices
from .context import Services
from .options import Slash
from .replies import reply

WHO = {EVERYBODY: "everybody", MANAGERS: "members with Manage Server", "role": "members with a role"}
WHERE = {
    "everywhere": "every channel",
    "add": "this channel too (or only this one)",
    "remove": "this channel no longer",
    "forum": "posts of this forum channel",
}
Deadline = app_commands.Range[str, 1, 40]
Count = app_commands.Range[int, 1, 10_000]


class PlayableChannel(app_commands.Transformer):
    """A channel in which a game can be: as Discord describes it, so that one hidden from the bot can be named too."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum]

    async def transform(self, interaction: discord.Interaction, value: Any, /) -> setup.Channel:
        return setup.Channel(str(value.id), value.type is discord.ChannelType.forum)


Where = app_commands.Transform[setup.Channel, PlayableChannel]


def setup_group(services: Services) -> app_commands.Group:
    group = app_commands.Group(
        name="setup",
        description="How games are played in this server, for its managers",
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )
    for add in (_show, _opening, _channels, _deadlines, _dates_and_referees):
        add(group, services)
    return group


def _choices(words: dict[str, str]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=name, value=value) for value, name in words.items()]


def _show(group: app_commands.Group, services: Services) -> None:
    @group.command(name="show", description="Everything that can be set up, with its present value")
    async def show(slash: Slash) -> None:
        await reply(services, slash, setup.show)


def _opening(group: app_commands.Group, services: Services) -> None:
    @group.command(name="opening", description="Who may open games, and how many may run at once")
    @app_commands.choices(who=_choices(WHO))
    @app_commands.describe(
        who="Who may open games",
        role="The role that may open games",
        per_person="Running games that one person may have opened",
        per_server="Running games in the whole server",
    )
    async def opening(
        slash: Slash,
        who: app_commands.Choice[str] | None = None,
        role: discord.Role | None = None,
        per_person: Count | None = None,
        per_server: Count | None = None,
    ) -> None:
        chosen = who.value if who else None
        await reply(services, slash, lambda context: setup.opening(context, chosen, role, per_person, per_server))


def _channels(group: app_commands.Group, services: Services) -> None:
    @group.command(name="channels", description="Where games may be opened: in every channel, in some, or in a forum")
    @app_commands.choices(where=_choices(WHERE))
    @app_commands.describe(where="Which channels", channel="The channel that is added, removed, or the forum")
    async def channels(slash: Slash, where: app_commands.Choice[str], channel: Where | None = None) -> None:
        await reply(services, slash, lambda context: setup.channels(context, where.value, channel))


def _deadlines(group: app_commands.Group, services: Services) -> None:
    @group.command(name="deadlines", description="The usual deadline of new games, and the shortest allowed")
    @app_commands.rename(usual="default")
    @app_commands.autocomplete(usual=offer_choices(services, autocomplete.deadlines))
    @app_commands.describe(
        usual="Deadline of games that are opened without one, such as 24h; none for no deadline",
        shortest="The shortest deadline that a game may have, such as 5m or 1h",
    )
    async def deadlines(slash: Slash, usual: Deadline | None = None, shortest: Deadline | None = None) -> None:
        await reply(services, slash, lambda context: setup.deadlines(context, usual, shortest))


def _dates_and_referees(group: app_commands.Group, services: Services) -> None:
    @group.command(name="dates", description="The language of dates in words")
    @app_commands.choices(language=_choices({key: language.name for key, language in LANGUAGES.items()}))
    @app_commands.describe(language="Which language; Discord's own timestamps show in each reader's")
    async def dates(slash: Slash, language: app_commands.Choice[str]) -> None:
        await reply(services, slash, lambda context: setup.dates(context, language.value))

    @group.command(name="referees", description="The role whose members are referees")
    @app_commands.describe(role="Which role (leave it out for none)")
    async def referees(slash: Slash, role: discord.Role | None = None) -> None:
        await reply(services, slash, lambda context: setup.referees(context, role))
