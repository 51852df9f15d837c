"""The slash commands: their names, options and descriptions, and whom each one asks."""

from typing import Any

import discord
from discord import app_commands

from . import autocomplete, games, lookups, open_battles, options, orders, views
from .autocomplete import offer_choices
from .context import Context, Services
from .presses import open_form
from .replies import Reply, reply

Slash = discord.Interaction
Name = app_commands.Range[str, 1, 100]
Words = app_commands.Range[str, 0, 1000]
Tree = app_commands.CommandTree[Any]


def add_commands(tree: Tree, services: Services) -> None:
    """Put all commands into the tree."""
    playing = app_commands.Group(name="game", description="Open, join and look up games", guild_only=True)
    for add in (_new, _seats, _records):
        add(playing, services)
    writing = app_commands.Group(
        name="orders", description="Write and review your orders; nothing runs until you commit", guild_only=True
    )
    for add in (_writing, _draft):
        add(writing, services)
    tree.add_command(playing)
    tree.add_command(writing)
    for commands in (
        _commit_and_done(services),
        _views(services),
        _lookups(services),
        _open_battles(services),
        _rules(services),
        _dice(services),
    ):
        for command in commands:
            tree.add_command(command)


def _new(group: app_commands.Group, services: Services) -> None:
    @group.command(name="new", description="Open a game in this channel")
    @app_commands.describe(
        scenario="What to play",
        name="The game's name (default: the scenario's name)",
        deadline="Time limit for each phase, such as 24h or 3d (default: none)",
    )
    @app_commands.autocomplete(
        scenario=offer_choices(services, autocomplete.scenarios),
        deadline=offer_choices(services, autocomplete.deadlines),
    )
    async def new(
        slash: Slash,
        scenario: app_commands.Range[str, 1, 100],
        name: app_commands.Range[str, 1, 100] | None = None,
        deadline: app_commands.Range[str, 1, 40] | None = None,
    ) -> None:
        await reply(services, slash, lambda context: games.new(context, scenario, name, deadline))


def _seats(group: app_commands.Group, services: Services) -> None:
    @group.command(name="join", description="Take a seat; the game starts when all seats are taken")
    @options.describe(services, side="Which side (default: the first free one)")
    async def join(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(services, slash, lambda context: games.join(context, game, side))

    @group.command(name="leave", description="Give up your seat so that another player can take it")
    @options.describe(services, side=options.SIDE)
    async def leave(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(services, slash, lambda context: games.leave(context, game, side))

    @group.command(name="concede", description="Concede the game; it ends at once (asks you to confirm)")
    @options.describe(services, side=options.SIDE)
    async def concede(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(services, slash, lambda context: games.concede(context, game, side))


def _records(group: app_commands.Group, services: Services) -> None:
    @group.command(name="info", description="Players, current phase, whose turn it is, and the deadline")
    @options.describe(services)
    async def info(slash: Slash, game: str | None = None) -> None:
        await reply(services, slash, lambda context: games.info(context, game))

    @group.command(name="list", description="The games of this server")
    async def list_(slash: Slash) -> None:
        await reply(services, slash, games.list_)

    @group.command(name="export", description="Download the public log, which anyone can verify")
    @options.describe(services)
    async def export(slash: Slash, game: str | None = None) -> None:
        await reply(services, slash, lambda context: games.export(context, game))


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

        return await offer_choices(services, found)(slash, typed)

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


def _commit_and_done(services: Services) -> list[app_commands.Command[Any, Any, Any]]:
    @app_commands.command(name="commit", description="Run your draft: the dice are rolled and everyone sees the result")
    @options.describe(services, side=options.SIDE)
    async def commit(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(services, slash, lambda context: orders.commit(context, game, side))

    @app_commands.command(name="done", description="Run your draft and end your part of the phase")
    @options.describe(services, side=options.SIDE)
    async def done(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(services, slash, lambda context: orders.done(context, game, side))

    return options.in_servers(commit, done)


def _views(services: Services) -> list[app_commands.Command[Any, Any, Any]]:
    @app_commands.command(name="map", description="Show the map as your side sees it; optionally with a unit's options")
    @app_commands.autocomplete(unit=options.units(services), target=options.units(services))
    @options.describe(
        services,
        side=options.SIDE,
        unit="Show where this unit could move",
        target="Show instead whether the unit can see this one",
    )
    async def map_(
        slash: Slash,
        unit: Name | None = None,
        target: Name | None = None,
        side: str | None = None,
        game: str | None = None,
    ) -> None:
        await reply(services, slash, lambda context: views.map_(context, game, side, unit, target))

    @app_commands.command(name="units", description="The map in words: where each unit is and its condition")
    @options.describe(services, side=options.SIDE)
    async def units(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(services, slash, lambda context: views.units(context, game, side))

    @app_commands.command(name="log", description="Everything that happened, with every die roll")
    @options.describe(services, turn="Which turn (default: all)")
    async def log(slash: Slash, turn: app_commands.Range[int, 0, 9999] | None = None, game: str | None = None) -> None:
        await reply(services, slash, lambda context: views.log(context, game, turn))

    return options.in_servers(map_, units, log)


def _lookups(services: Services) -> list[app_commands.Command[Any, Any, Any]]:
    @app_commands.command(name="card", description="Show a unit's card: its values and abilities")
    @app_commands.autocomplete(unit=options.cards(services), system=offer_choices(services, autocomplete.systems))
    @options.describe(
        services,
        unit="The unit's id in the game played here, or the name of a unit type",
        system="Which rules (default: those of the game played here)",
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

    @app_commands.command(
        name="los", description="Check line of sight between hexes, places or units, drawn on the map"
    )
    @app_commands.rename(start="from", end="to")
    @app_commands.autocomplete(start=options.places(services), end=options.places(services))
    @options.describe(
        services,
        side=options.SIDE,
        start="A hex such as 0507, a place, or a unit's id",
        end="The other end, named in the same way",
    )
    async def los(slash: Slash, start: Name, end: Name, side: str | None = None, game: str | None = None) -> None:
        await reply(services, slash, lambda context: lookups.los(context, game, side, start, end))

    @app_commands.command(
        name="measure", description="Distance, direction and line of sight between two units, places or hexes"
    )
    @app_commands.autocomplete(a=options.places(services), b=options.places(services))
    @options.describe(
        services,
        side=options.SIDE,
        a="A hex such as 0507, a place, a unit's id, or a point such as 12.5,8",
        b="The other end, named in the same way",
    )
    async def measure(slash: Slash, a: Name, b: Name, side: str | None = None, game: str | None = None) -> None:
        await reply(services, slash, lambda context: lookups.measure(context, game, side, a, b))

    return [card, army, *options.in_servers(los, measure)]


def _open_battles(services: Services) -> list[app_commands.Command[Any, Any, Any]]:
    @app_commands.command(
        name="battle", description="Fight a single battle in this channel: you attack, another player defends"
    )
    @app_commands.describe(
        battle="For example land: 6 inf 2 art 1 ftr vs 5 inf 1 tank; or naval: or amphibious:",
        opponent="The defending player (default: you play both sides)",
        straight="Fight to the end at once instead of round by round",
        deadline="Time limit for each round, such as 24h (default: none)",
    )
    @app_commands.autocomplete(deadline=offer_choices(services, autocomplete.deadlines))
    async def battle_(
        slash: Slash,
        battle: app_commands.Range[str, 1, 1000],
        opponent: discord.User | None = None,
        straight: bool = False,
        deadline: app_commands.Range[str, 1, 40] | None = None,
    ) -> None:
        player = opponent or slash.user
        who = open_battles.Opponent(str(player.id), player.bot)
        await reply(
            services,
            slash,
            lambda context: open_battles.new(context, battle, who, "all" if straight else "one", deadline),
        )

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
    )
    async def odds(
        slash: Slash,
        battle: app_commands.Range[str, 1, 1000] | None = None,
        attacker: Words | None = None,
        defender: Words | None = None,
        place: Name | None = None,
        side: str | None = None,
        game: str | None = None,
    ) -> None:
        await reply(
            services,
            slash,
            lambda context: lookups.odds(context, battle, (attacker or "", defender or ""), place, side, game),
        )

    return [*options.in_servers(battle_), odds]


def _rules(services: Services) -> list[app_commands.Command[Any, Any, Any]]:
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


def _dice(services: Services) -> list[app_commands.Command[Any, Any, Any]]:
    @app_commands.command(name="roll", description="Roll dice and show each one: 2d6+1, 4d6kh3, d20 adv, 3d6>=5")
    @app_commands.rename(text="expression")
    @app_commands.describe(text="The dice to roll, such as 2d6+1")
    async def roll(slash: Slash, text: app_commands.Range[str, 1, 200]) -> None:
        await reply(services, slash, lambda context: views.roll(context, text))

    @app_commands.command(name="verify", description="Check a game's log by rolling all its dice again")
    @options.describe(services, attachment="A log from /game export (default: the log of the game here)")
    async def verify(slash: Slash, game: str | None = None, attachment: discord.Attachment | None = None) -> None:
        async def action(context: Context) -> Reply:
            if attachment is None:
                return await views.verify(context, game)
            return await views.verify_log(context, await options.read(attachment, views.LOG_LIMIT), attachment.filename)

        await reply(services, slash, action)

    return [roll, *options.in_servers(verify)]
