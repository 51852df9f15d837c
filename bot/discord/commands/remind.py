"""/remind: whether somebody is reminded before deadlines, in all their games; short for a setting of theirs."""

from discord import app_commands

from bot.correspondence.deadline_words import reminders_words
from bot.hosting.engine_thread import EngineData
from bot.hosting.own_settings import OwnSettings

from .context import Context, Services
from .options import Command, Slash
from .replies import Reply, reply

WORDS = ("on", "off")


def remind_command(services: Services) -> Command:
    @app_commands.command(name="remind", description="Turn reminders before deadlines on or off, in all your games")
    @app_commands.choices(reminders=[app_commands.Choice(name=word, value=word) for word in WORDS])
    @app_commands.describe(reminders="On or off (default: say which it is)")
    async def remind_(slash: Slash, reminders: app_commands.Choice[str] | None = None) -> None:
        await reply(services, slash, lambda context: remind(context, reminders.value if reminders else ""))

    return remind_


async def remind(context: Context, word: str) -> Reply:
    """``word``: "" changes nothing."""

    def turn(data: EngineData) -> OwnSettings:
        return data.choose(context.player, {"reminders": word}) if word else data.settings.find(context.player)

    return Reply(reminders_words(await context.services.engine.use_data(turn)))
