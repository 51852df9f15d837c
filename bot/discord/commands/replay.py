"""The command that shows the moves of a turn, or of a whole game, as an animated map."""

from discord import app_commands

from bot.correspondence.reports.replays import draw_replay, plan_replay, replay_name

from ..messages import markup
from . import options
from .context import Context, Services
from .options import Command, Slash
from .replies import Attachment, Reply, reply


def replay_command(services: Services) -> Command:
    @app_commands.command(name="replay", description="The moves of a turn as an animated map, with its report")
    @options.describe(services, turn="Which turn (default: the newest; of a game that is over the whole game)")
    async def replay(
        slash: Slash, turn: app_commands.Range[int, 0, 9999] | None = None, game: str | None = None
    ) -> None:
        await reply(services, slash, lambda context: show(context, game, turn))

    (command,) = options.in_servers(replay)
    return command


async def show(context: Context, key: str | None, turn: int | None) -> Reply:
    """From what everybody may know."""
    game = await context.game(key)
    plan = await context.services.engine.use_table(lambda table: plan_replay(table, game.id, turn))
    drawn = await draw_replay(context.services.engine, context.player, plan)
    return Reply(
        "\n".join((f"**{markup.escape(plan.title)}**", *map(markup.escape, plan.lines))),
        (Attachment(replay_name(game.id, turn), drawn.picture, markup.alt_text(drawn.alt)),),
        full="\n".join((plan.title, *plan.lines)),
    )
