"""/league list, export and calendar: which leagues there are, and what can be taken away of one."""

from discord import app_commands

from . import league_offers, league_views
from .autocomplete import offer_choices
from .context import Services
from .options import Name, Slash
from .replies import reply


def add_files(group: app_commands.Group, services: Services, which: str) -> None:
    """``which``: the description of the option that names a league."""
    offered = {"league": offer_choices(services, league_offers.leagues)}

    @group.command(name="list", description="The leagues of this server")
    async def list_(slash: Slash) -> None:
        await reply(services, slash, league_views.list_)

    @group.command(name="export", description="All tables as CSV and JSON, the log, and the rounds as a calendar")
    @app_commands.autocomplete(**offered)
    @app_commands.describe(league=which)
    async def export(slash: Slash, league: Name | None = None) -> None:
        await reply(services, slash, lambda context: league_views.export(context, league))

    @group.command(name="calendar", description="The ends of the rounds as a file for a calendar")
    @app_commands.autocomplete(**offered)
    @app_commands.describe(league=which)
    async def calendar(slash: Slash, league: Name | None = None) -> None:
        await reply(services, slash, lambda context: league_views.calendar(context, league))
