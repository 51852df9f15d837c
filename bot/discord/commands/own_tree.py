"""The slash commands about oneself: /my games, /my lists, /my settings, /my calendar."""

from typing import get_args

import discord
from discord import app_commands

from bot.hosting.date_forms import FORMS
from bot.hosting.own_settings import MOST_DIGEST, Pings

from . import armies, options, own
from .autocomplete import offer_completions
from .context import Context, Services
from .options import Slash
from .orders import FILE_LIMIT, decode_file
from .remind import WORDS
from .replies import Reply, reply

Choice = app_commands.Choice[str]
Word = app_commands.Range[str, 1, 60]


def own_group(services: Services) -> app_commands.Group:
    group = app_commands.Group(
        name="my", description="Your games, settings and calendar, in all servers and at all doors"
    )
    _games(group, services)
    _lists(group, services)
    _settings(group, services)
    return group


def _games(group: app_commands.Group, services: Services) -> None:
    @group.command(name="games", description="What waits for you where, and until when")
    @app_commands.describe(keep="Send the list as a direct message, and keep it up to date (False ends that)")
    async def games(slash: Slash, keep: bool | None = None) -> None:
        await reply(services, slash, lambda context: own.games(context, keep))

    @group.command(name="calendar", description="Your deadlines as a file for a calendar")
    async def calendar(slash: Slash) -> None:
        await reply(services, slash, own.calendar)


def _lists(group: app_commands.Group, services: Services) -> None:
    @group.command(name="lists", description="Your saved army lists: show them, save one, delete one")
    @app_commands.describe(
        name="Which list (default: shows all)",
        army="What it holds, such as knights: 2, bowmen: 3",
        attachment="The list as a file instead",
        delete="Delete the list of this name",
    )
    @app_commands.autocomplete(name=offer_completions(services, armies.offers))
    async def lists(
        slash: Slash,
        name: Word | None = None,
        army: app_commands.Range[str, 1, 1500] | None = None,
        attachment: discord.Attachment | None = None,
        delete: bool = False,
    ) -> None:
        async def action(context: Context) -> Reply:
            text = decode_file(await options.read(attachment, FILE_LIMIT)) if attachment else army or ""
            return await armies.lists(context, name, text, delete=delete)

        await reply(services, slash, action)


def _settings(group: app_commands.Group, services: Services) -> None:
    @group.command(name="settings", description="Reminders, quiet hours, time zone, dates, pings; alone it shows yours")
    @app_commands.describe(
        reminders="Whether you are reminded before deadlines",
        before="How long before a deadline: 6h, 1d; auto: as the length of a phase has it",
        quiet="Hours in which nothing reminds you, in your time zone: 22:00-07:00; none",
        zone="Your time zone, such as Europe/Berlin",
        dates="How dates are written to you by mail and in forums",
        pings="How you are called in Discord",
        digest="Above so many running games, reminders of the same hour are one message",
    )
    @app_commands.choices(
        reminders=[app_commands.Choice(name=word, value=word) for word in WORDS],
        dates=[app_commands.Choice(name=form.title, value=key) for key, form in FORMS.items()],
        pings=[app_commands.Choice(name=word, value=word) for word in get_args(Pings)],
    )
    @app_commands.autocomplete(zone=offer_completions(services, own.zones))
    async def settings(
        slash: Slash,
        reminders: Choice | None = None,
        before: Word | None = None,
        quiet: Word | None = None,
        zone: Word | None = None,
        dates: Choice | None = None,
        pings: Choice | None = None,
        digest: app_commands.Range[int, 1, MOST_DIGEST] | None = None,
    ) -> None:
        chosen = {"reminders": reminders, "dates": dates, "pings": pings}
        said = {"zone": zone, "before": before, "quiet": quiet, "digest": str(digest) if digest else None}
        wanted = {name: choice.value for name, choice in chosen.items() if choice}
        wanted |= {name: word for name, word in said.items() if word}
        await reply(services, slash, lambda context: own.settings(context, wanted))
