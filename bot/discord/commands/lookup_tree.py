"""The slash commands that show or look something up, and those for rules and dice."""

from collections.abc import Awaitable

import discord
from discord import app_commands

from bot.correspondence.reports.formats import FORMATS

from . import autocomplete, lookups, options, views
from .autocomplete import offer_choices
from .context import Context, Services
from .luck import luck_command
from .options import Command, Name, Slash, Words, in_servers
from .public_lookups import PUBLIC, answer
from .replay import replay_command
from .replies import Reply, reply


def lookup_commands(services: Services) -> list[Command]:
    return [
        *_views(services),
        *_card_and_army(services),
        *_los_and_measure(services),
        _odds(services),
        luck_command(services),
        replay_command(services),
        *_rules(services),
        *_verify(services),
    ]


def _views(services: Services) -> list[Command]:
    @app_commands.command(name="map", description="Show the map as your side sees it; optionally with a unit's options")
    @app_commands.autocomplete(
        unit=options.units(services), target=options.units(services), theatre=options.theatres(services)
    )
    @options.describe(
        services,
        side=options.SIDE,
        unit="Show where this unit could move",
        target="Show instead whether the unit can see this one",
        theatre="Show only this part of a large map, larger",
        public=PUBLIC,
    )
    async def map_(
        slash: Slash,
        unit: Name | None = None,
        target: Name | None = None,
        theatre: Name | None = None,
        side: str | None = None,
        game: str | None = None,
        public: bool = False,
    ) -> None:
        def find(context: Context) -> Awaitable[views.AskedMap]:
            return views.find_map(context, game, side, unit, target, theatre, public=public)

        await answer(services, slash, find, views.show_map, public=public)

    @app_commands.command(name="units", description="The map in words: where each unit is and its condition")
    @options.describe(services, side=options.SIDE)
    async def units(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(services, slash, lambda context: views.units(context, game, side))

    @app_commands.command(name="log", description="Everything that happened, with every die roll")
    @options.describe(services, turn="Which turn (default: all)")
    async def log(slash: Slash, turn: app_commands.Range[int, 0, 9999] | None = None, game: str | None = None) -> None:
        await reply(services, slash, lambda context: views.log(context, game, turn))

    return in_servers(map_, units, log, _report(services))


def _report(services: Services) -> Command:
    @app_commands.command(name="report", description="The report of a turn as a text file, to be copied into a forum")
    @app_commands.rename(form="format")
    @app_commands.choices(form=[app_commands.Choice(name=word, value=word) for word in FORMATS])
    @options.describe(
        services,
        form="For which kind of forum (default: text)",
        turn="Which turn (default: the newest in which something happened)",
    )
    async def report(
        slash: Slash,
        form: app_commands.Choice[str] | None = None,
        turn: app_commands.Range[int, 0, 9999] | None = None,
        game: str | None = None,
    ) -> None:
        await reply(services, slash, lambda context: views.report(context, game, form.value if form else "text", turn))

    return report


def _card_and_army(services: Services) -> list[Command]:
    @app_commands.command(name="card", description="Show a unit's card: its values and abilities")
    @app_commands.autocomplete(unit=options.cards(services), system=offer_choices(services, autocomplete.systems))
    @options.describe(
        services,
        unit="The unit's id in the game played here, or the name of a unit type",
        system="Which rules, or a scenario for its own types too (default: those of the game played here)",
    )
    async def card(
        slash: Slash, unit: Name, system: app_commands.Range[str, 1, 40] | None = None, game: str | None = None
    ) -> None:
        await reply(services, slash, lambda context: lookups.card(context, game, unit, system))

    @app_commands.command(name="army", description="Price an army list and list every problem with it")
    @app_commands.rename(text="list")
    @app_commands.describe(
        text="For example: system: miniwars, points: 200, army: {knights: 2, bowmen: 1}",
        attachment="The list as a text file instead",
    )
    async def army(
        slash: Slash, text: app_commands.Range[str, 1, 4000] | None = None, attachment: discord.Attachment | None = None
    ) -> None:
        async def action(context: Context) -> Reply:
            return await lookups.army(
                context, text, await options.read(attachment, lookups.LIST_LIMIT) if attachment else None
            )

        await reply(services, slash, action)

    return [card, army]


def _los_and_measure(services: Services) -> list[Command]:
    @app_commands.command(
        name="los", description="Check line of sight between hexes, places or units, drawn on the map"
    )
    @app_commands.rename(start="from", end="to")
    @app_commands.autocomplete(start=options.places(services), end=options.places(services))
    @options.describe(
        services,
        side=options.SIDE,
        start="A place on this map, a unit's id, or the number of a hex",
        end="The other end, named in the same way",
        public=PUBLIC,
    )
    async def los(
        slash: Slash, start: Name, end: Name, side: str | None = None, game: str | None = None, public: bool = False
    ) -> None:
        def find(context: Context) -> Awaitable[lookups.AskedSight]:
            return lookups.find_sight(context, game, side, start, end, public=public)

        await answer(services, slash, find, lookups.show_sight, public=public)

    @app_commands.command(
        name="measure", description="Distance, direction and line of sight between two units, places or hexes"
    )
    @app_commands.autocomplete(a=options.places(services), b=options.places(services))
    @options.describe(
        services,
        side=options.SIDE,
        a="A place on this map, a unit's id, the number of a hex, or a point on a table",
        b="The other end, named in the same way",
    )
    async def measure(slash: Slash, a: Name, b: Name, side: str | None = None, game: str | None = None) -> None:
        await reply(services, slash, lambda context: lookups.measure(context, game, side, a, b))

    return in_servers(los, measure)


def _odds(services: Services) -> Command:
    @app_commands.command(
        name="odds", description="Odds of a battle: two armies you describe, or a pending battle in your game"
    )
    @app_commands.autocomplete(place=options.places(services))
    @options.describe(
        services,
        side=options.SIDE,
        battle="For example land: 6 inf 2 art vs 5 inf 1 tank (default: a battle in this game)",
        attacker="The attacker's standing orders, such as losses land: tank > infantry; keep land 1",
        defender="The defender's standing orders",
        place="Which battle of the game, by its area; not needed if there is only one",
        public=PUBLIC,
    )
    async def odds(
        slash: Slash,
        battle: app_commands.Range[str, 1, 1000] | None = None,
        attacker: Words | None = None,
        defender: Words | None = None,
        place: Name | None = None,
        side: str | None = None,
        game: str | None = None,
        public: bool = False,
    ) -> None:
        def find(context: Context) -> Awaitable[lookups.AskedOdds]:
            orders = attacker or "", defender or ""
            return lookups.find_battle(context, battle, orders, place, side, game, public=public)

        await answer(services, slash, find, lookups.show_odds, public=public)

    return odds


def _rules(services: Services) -> list[Command]:
    @app_commands.command(name="rules", description="Look up the rules")
    @app_commands.describe(
        system="Which rules",
        paragraph="A number such as 8 or 8.4, a heading, or a word (default: the contents)",
        card="Show the rules on one page instead: turn sequence, tables, orders",
    )
    @app_commands.autocomplete(system=offer_choices(services, autocomplete.systems))
    async def rules(
        slash: Slash,
        system: app_commands.Range[str, 1, 40],
        paragraph: app_commands.Range[str, 1, 60] | None = None,
        card: bool = False,
    ) -> None:
        await reply(services, slash, lambda context: views.rules(context, system, paragraph, card))

    @rules.autocomplete("paragraph")
    async def paragraph(slash: Slash, typed: str) -> list[app_commands.Choice[str]]:
        system = str(getattr(slash.namespace, "system", "") or "")

        async def found(context: Context, typed: str) -> list[autocomplete.Offer]:
            return autocomplete.passages(system)

        return await offer_choices(services, found)(slash, typed)

    return [rules]


def _verify(services: Services) -> list[Command]:
    @app_commands.command(
        name="verify", description="Check the log of a game, or of a channel's rolls, by rolling all dice again"
    )
    @options.describe(
        services,
        attachment="A log from /game export or /rolls (default: of the game here; game:rolls for the rolls here)",
        against="The small last line of posts, copied: whether the log is still the one that was posted then",
    )
    async def verify(
        slash: Slash,
        game: str | None = None,
        attachment: discord.Attachment | None = None,
        against: str | None = None,
    ) -> None:
        async def action(context: Context) -> Reply:
            if attachment is None:
                return await views.verify(context, game, against)
            log = await options.read(attachment, views.LOG_LIMIT)
            return await views.verify_log(context, log, attachment.filename, against)

        await reply(services, slash, action)

    return in_servers(verify)
