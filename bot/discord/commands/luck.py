"""The command that shows how lucky a game, a season or a player is."""

import discord
from discord import app_commands

from bot.hosting import luck as hosting
from bot.hosting.utc_now import utc_now
from engine.luck.report import LuckReport, report_of_player, report_of_season
from engine.luck.tally import Luck
from engine.table import Refused
from maps.drawing.luck_chart import draw_luck_chart

from ..messages import markup
from . import options
from .context import Context, Services, server_games
from .options import Command, Slash
from .replies import Attachment, Reply, reply


def luck_command(services: Services) -> Command:
    @app_commands.command(
        name="luck", description="How even the dice are, and what they brought beside what was expected"
    )
    @options.describe(
        services,
        player="The luck of one player in all games of this server within a year",
        season="The luck of everybody in all games of this server within a year",
    )
    async def luck(
        slash: Slash, player: discord.User | None = None, season: bool = False, game: str | None = None
    ) -> None:
        name = player.display_name if player else ""
        await reply(
            services, slash, lambda context: show(context, game, str(player.id) if player else "", name, season)
        )

    (command,) = options.in_servers(luck)
    return command


async def show(context: Context, key: str | None, player: str, name: str, season: bool) -> Reply:
    """The luck of a player, of the games of this server, or of one game; from public rolls alone."""
    chosen = [word for word, given in (("player", player), ("season", season), ("game", key)) if given]
    if len(chosen) > 1:
        raise Refused("missing-argument", f"Give only one of `{'` and `'.join(chosen)}`, such as `/luck {chosen[0]}`.")
    if player:
        report = report_of_player(await _server_lucks(context), player, name)
    elif season:
        lucks = await _server_lucks(context)
        known = hosting.players(lucks)
        names = await context.services.engine.use_data(lambda data: {one: data.people.name(one) for one in known})
        report = report_of_season(lucks, names, "this server")
    else:
        game = await context.game(key)
        report = await context.services.engine.use_table(lambda table: table.luck_report(game.id))
    return await _reply(context, report)


async def _server_lucks(context: Context) -> list[Luck]:
    games = await context.services.engine.use_data(lambda data: server_games(data, context))
    return await hosting.gather_lucks(context.services.engine, games, utc_now())


async def _reply(context: Context, report: LuckReport) -> Reply:
    picture = await context.services.engine.run_drawing(lambda: draw_luck_chart(report.chart))
    text = "\n".join((report.title, *report.lines))
    return Reply(
        "\n".join((f"**{markup.escape(report.title)}**", *(markup.escape(line) for line in report.lines))),
        (Attachment("luck.png", picture, markup.alt_text(report.alt)),),
        full=text,
    )
