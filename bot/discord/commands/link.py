"""/link: a code by which a mail address becomes this person's."""

from discord import app_commands

from bot.hosting.engine_thread import EngineData
from bot.hosting.utc_now import utc_now

from ..messages import markup
from .context import Context, Services
from .options import Command, Slash
from .replies import Reply, reply


def link_command(services: Services) -> Command:
    @app_commands.command(name="link", description="Play by mail too: get a code to send from your address")
    async def link_(slash: Slash) -> None:
        await reply(services, slash, link)

    return link_


async def link(context: Context) -> Reply:
    """A code for the person, good once and for two days."""

    def make(data: EngineData) -> str:
        data.people.remember_name(context.player, context.name)
        return data.people.new_code(context.player, utc_now())

    code = await context.services.engine.use_data(make)
    return Reply(
        "Send a mail to Fieldpost's address with this line:\n"
        f"{markup.code_block(f'link {code}')}\nWhat comes from there is yours from then on. The code works once, "
        "within two days; show it to nobody."
    )
