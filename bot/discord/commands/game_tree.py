"""The slash commands that open, join and look up games: /game and /battle."""

import discord
from discord import app_commands

from bot.hosting.terms_words import Terms
from engine.game.press import PressTerm
from engine.toolkit.muster.judging import MOST_POINTS

from . import autocomplete, boards, games, info, open_battles, options, private_words, scenario_list
from .autocomplete import offer_choices
from .context import Services
from .decision_tree import add_to_game
from .options import Command, Slash
from .replies import reply


def game_group(services: Services) -> app_commands.Group:
    group = app_commands.Group(name="game", description="Open, join and look up games", guild_only=True)
    for add in (_new, _seats, add_to_game, _catalogue, _records):
        add(group, services)
    return group


def _new(group: app_commands.Group, services: Services) -> None:
    @group.command(name="new", description="Open a game in this channel")
    @app_commands.describe(
        scenario="What to play",
        board="Instead of a scenario: its board, for armies of your own",
        points="What each army on the board may cost (default: as the scenario's own)",
        name="The game's name (default: the scenario's name)",
        deadline="When phases end: 3d; Mon Wed Fri 20:00 Europe/Berlin; fast (default: never)",
        friendly="Commits without dice and secrets may be taken back without asking",
        anonymous="Nobody is told who plays until the game is over (default: everybody is)",
        press="How sides may write to each other with /press (default: private)",
    )
    @app_commands.autocomplete(
        scenario=offer_choices(services, autocomplete.scenarios),
        board=offer_choices(services, boards.offers),
        deadline=offer_choices(services, autocomplete.deadlines),
    )
    async def new(
        slash: Slash,
        scenario: app_commands.Range[str, 1, 100] | None = None,
        board: app_commands.Range[str, 1, 100] | None = None,
        points: app_commands.Range[int, 1, MOST_POINTS] | None = None,
        name: app_commands.Range[str, 1, 100] | None = None,
        deadline: app_commands.Range[str, 1, 200] | None = None,
        friendly: bool = False,
        anonymous: bool = False,
        press: PressTerm = "private",
    ) -> None:
        terms, wanted = Terms(anonymous, press, friendly), boards.Wanted(scenario or "", board or "", points)
        await reply(services, slash, lambda context: games.new(context, wanted, name, deadline, terms))


def _seats(group: app_commands.Group, services: Services) -> None:
    @group.command(name="join", description="Take a seat; the game starts when all seats are taken")
    @options.describe(services, side="Which side (default: the first free one)")
    async def join(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(services, slash, lambda context: games.join(context, game, side))

    @group.command(
        name="leave", description="Give up your seat so that another player can take it (a running game asks first)"
    )
    @options.describe(services, side=options.SIDE)
    async def leave(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(services, slash, lambda context: games.leave(context, game, side))

    @group.command(name="concede", description="Concede the game; it ends at once (asks you to confirm)")
    @options.describe(services, side=options.SIDE)
    async def concede(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(services, slash, lambda context: games.concede(context, game, side))


def _catalogue(group: app_commands.Group, services: Services) -> None:
    @group.command(name="scenarios", description="What can be played: all scenarios, or one with its map")
    @app_commands.describe(
        scenario="Which one (default: a list of all)", system="List only the scenarios with these rules"
    )
    @app_commands.autocomplete(
        scenario=offer_choices(services, autocomplete.shipped_scenarios),
        system=offer_choices(services, autocomplete.systems),
    )
    async def scenarios(
        slash: Slash,
        scenario: app_commands.Range[str, 1, 100] | None = None,
        system: app_commands.Range[str, 1, 40] | None = None,
    ) -> None:
        await reply(services, slash, lambda context: scenario_list.show(context, scenario, system))

    @group.command(name="boards", description="Boards for armies of your own, with size, points, era and length")
    async def boards_(slash: Slash) -> None:
        await reply(services, slash, boards.list_)


def _records(group: app_commands.Group, services: Services) -> None:
    @group.command(name="info", description="Players, current phase, whose turn it is, and the deadline")
    @options.describe(services)
    async def info_(slash: Slash, game: str | None = None) -> None:
        await reply(services, slash, lambda context: info.info(context, game))

    @group.command(
        name="kibitz", description="After the end: everybody's orders, the secret ones too, and recorded press"
    )
    @options.describe(services, turn="Which turn (default: all)")
    async def kibitz(
        slash: Slash, turn: app_commands.Range[int, 0, 9999] | None = None, game: str | None = None
    ) -> None:
        await reply(services, slash, lambda context: private_words.kibitz(context, game, turn))

    @group.command(name="list", description="The games of this server")
    async def list_(slash: Slash) -> None:
        await reply(services, slash, games.list_)

    @group.command(name="export", description="Download the public log, which anyone can verify")
    @options.describe(services)
    async def export(slash: Slash, game: str | None = None) -> None:
        await reply(services, slash, lambda context: games.export(context, game))


def battle_command(services: Services) -> Command:
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

    return app_commands.guild_only(battle_)
