"""The slash commands: their names, options and descriptions, and whom each one asks."""
from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands

from engine.table import Refused

from . import games, looks, lore, offers, orders, speech
from .answers import Answer, reply
from .forms import write
from .offers import offering
from .requests import Office, Request

GAME = "Which game, by id or name; not needed where only one is played"
SIDE = "Which of your sides, if you play several; otherwise the one that is awaited"

Slash = discord.Interaction
Name = app_commands.Range[str, 1, 100]
Tree = app_commands.CommandTree[Any]


def furnish(tree: Tree, office: Office) -> None:
    """Put all commands into the tree."""
    playing = app_commands.Group(name="game", description="Open, join and look up games", guild_only=True)
    for add in (_new, _seats, _records):
        add(playing, office)
    writing = app_commands.Group(name="orders", description="Write and look at your orders; nothing runs until you commit", guild_only=True)
    for add in (_writing, _draft):
        add(writing, office)
    tree.add_command(playing)
    tree.add_command(writing)
    for commands in (_turns(office), _looks(office), _lore(office), _books(office), _dice(office)):
        for command in commands:
            tree.add_command(command)


def _new(group: app_commands.Group, office: Office) -> None:
    @group.command(name="new", description="Open a game in this channel")
    @app_commands.describe(scenario="What to play", name="What to call it; otherwise the scenario's name",
                           deadline="How long each phase may last, such as 24h or 3d; otherwise as long as it takes")
    @app_commands.autocomplete(scenario=offering(office, offers.shipped), deadline=offering(office, offers.deadlines))
    async def new(slash: Slash, scenario: app_commands.Range[str, 1, 100], name: app_commands.Range[str, 1, 100] | None = None,
                  deadline: app_commands.Range[str, 1, 40] | None = None) -> None:
        await reply(office, slash, lambda asked: games.new(asked, scenario, name, deadline))


def _seats(group: app_commands.Group, office: Office) -> None:
    @group.command(name="join", description="Take a seat; the game starts when all are taken")
    @_about(office, side="Which side; otherwise the first free one")
    async def join(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(office, slash, lambda asked: games.join(asked, game, side))

    @group.command(name="leave", description="Give your seat up, so that somebody else may take it")
    @_about(office, side=SIDE)
    async def leave(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(office, slash, lambda asked: games.leave(asked, game, side))

    @group.command(name="concede", description="Give up: the game is over at once (asks once more)")
    @_about(office, side=SIDE)
    async def concede(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(office, slash, lambda asked: games.concede(asked, game, side))


def _records(group: app_commands.Group, office: Office) -> None:
    @group.command(name="info", description="Who plays, what phase it is, who is awaited, until when")
    @_about(office)
    async def info(slash: Slash, game: str | None = None) -> None:
        await reply(office, slash, lambda asked: games.info(asked, game))

    @group.command(name="list", description="The games of this server")
    async def list_(slash: Slash) -> None:
        await reply(office, slash, games.list_)

    @group.command(name="export", description="The whole public log as a file that anybody can verify")
    @_about(office)
    async def export(slash: Slash, game: str | None = None) -> None:
        await reply(office, slash, lambda asked: games.export(asked, game))


def _writing(group: app_commands.Group, office: Office) -> None:
    @group.command(name="write", description="Open a form with your draft, to write orders one per line")
    @_about(office, side=SIDE)
    async def write_(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await write(office, slash, game, side)

    @group.command(name="line", description="Add one line of orders to your draft")
    @_about(office, text="One order, or several with ; between them", side=SIDE)
    async def line(slash: Slash, text: app_commands.Range[str, 1, 4000], side: str | None = None, game: str | None = None) -> None:
        await reply(office, slash, lambda asked: orders.line(asked, game, side, text))

    @line.autocomplete("text")
    async def ideas(slash: Slash, typed: str) -> list[app_commands.Choice[str]]:
        game, side = getattr(slash.namespace, "game", None), getattr(slash.namespace, "side", None)

        async def found(asked: Request, typed: str) -> list[offers.Offer]:
            return await office.clerk.sort(lambda desk: offers.orders(desk, asked, game, side, typed))
        return await offering(office, found)(slash, typed)

    @group.command(name="file", description="Send your orders as a text file, in place of your draft")
    @_about(office, attachment="A plain text file, one order per line", side=SIDE)
    async def file(slash: Slash, attachment: discord.Attachment, side: str | None = None, game: str | None = None) -> None:
        async def deed(asked: Request) -> Answer:
            return await orders.file(asked, game, side, await _read(attachment, orders.FILE_ROOM))
        await reply(office, slash, deed)


def _draft(group: app_commands.Group, office: Office) -> None:
    @group.command(name="show", description="Your draft, what stands in it, and the map with it drawn on top")
    @_about(office, side=SIDE)
    async def show(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(office, slash, lambda asked: orders.show(asked, game, side))

    @group.command(name="clear", description="Throw your draft away")
    @_about(office, side=SIDE)
    async def clear(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(office, slash, lambda asked: orders.clear(asked, game, side))


def _turns(office: Office) -> list[app_commands.Command[Any, Any, Any]]:
    @app_commands.command(name="commit", description="Run your draft: dice fall, everybody sees what came of it")
    @_about(office, side=SIDE)
    async def commit(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(office, slash, lambda asked: orders.commit(asked, game, side))

    @app_commands.command(name="done", description="Run your draft and end your part of the phase")
    @_about(office, side=SIDE)
    async def done(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(office, slash, lambda asked: orders.done(asked, game, side))

    return _in_servers(commit, done)


def _looks(office: Office) -> list[app_commands.Command[Any, Any, Any]]:
    @app_commands.command(name="map", description="The map as you may see it; on request with what a unit could do")
    @app_commands.autocomplete(unit=_units(office), target=_units(office))
    @_about(office, side=SIDE, unit="Draw where this unit could go", target="Draw instead whether the unit sees this one")
    async def map_(slash: Slash, unit: Name | None = None, target: Name | None = None, side: str | None = None,
                   game: str | None = None) -> None:
        await reply(office, slash, lambda asked: looks.map_(asked, game, side, unit, target))

    @app_commands.command(name="units", description="The map in words: where everything stands and how it is")
    @_about(office, side=SIDE)
    async def units(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(office, slash, lambda asked: looks.units(asked, game, side))

    @app_commands.command(name="log", description="What happened, with every die")
    @_about(office, turn="Which turn; otherwise all of them")
    async def log(slash: Slash, turn: app_commands.Range[int, 0, 9999] | None = None, game: str | None = None) -> None:
        await reply(office, slash, lambda asked: looks.log(asked, game, turn))

    return _in_servers(map_, units, log)


def _lore(office: Office) -> list[app_commands.Command[Any, Any, Any]]:
    @app_commands.command(name="card", description="A unit's card: its figures and what it can do")
    @app_commands.autocomplete(unit=_cards(office), system=offering(office, offers.systems))
    @_about(office, unit="Its id in the game played here, or the name of a type",
            system="Of which rules; otherwise those of the game played here")
    async def card(slash: Slash, unit: Name, system: app_commands.Range[str, 1, 40] | None = None, game: str | None = None) -> None:
        await reply(office, slash, lambda asked: lore.card(asked, game, unit, system))

    @app_commands.command(name="army", description="What an army list costs, and everything that is against it")
    @app_commands.rename(text="list")
    @app_commands.describe(text="Such as system: miniwars, points: 200, army: {knights: 2, bowmen: 1}",
                           attachment="The list as a text file")
    async def army(slash: Slash, text: app_commands.Range[str, 1, 4000] | None = None,
                   attachment: discord.Attachment | None = None) -> None:
        async def deed(asked: Request) -> Answer:
            return await lore.army(asked, text, await _read(attachment, lore.LIST_ROOM) if attachment else None)
        await reply(office, slash, deed)

    @app_commands.command(name="los", description="Whether one hex, place or unit sees another, with the line on the map")
    @app_commands.rename(start="from", end="to")
    @app_commands.autocomplete(start=_places(office), end=_places(office))
    @_about(office, side=SIDE, start="A hex such as 0507, a place, or a unit's id", end="Where to, in the same way")
    async def los(slash: Slash, start: Name, end: Name, side: str | None = None, game: str | None = None) -> None:
        await reply(office, slash, lambda asked: lore.los(asked, game, side, start, end))

    @app_commands.command(name="measure", description="How far and where one thing is from another, and whether it is seen")
    @app_commands.autocomplete(a=_places(office), b=_places(office))
    @_about(office, side=SIDE, a="A hex such as 0507, a place, a unit's id, or a point such as 12.5,8", b="Where to, in the same way")
    async def measure(slash: Slash, a: Name, b: Name, side: str | None = None, game: str | None = None) -> None:
        await reply(office, slash, lambda asked: lore.measure(asked, game, side, a, b))

    return [card, army, *_in_servers(los, measure)]


def _books(office: Office) -> list[app_commands.Command[Any, Any, Any]]:
    @app_commands.command(name="rules", description="Look something up in the rules")
    @app_commands.describe(system="Which rules", paragraph="A number such as 8 or 8.4, a heading, or a word; otherwise the contents")
    @app_commands.autocomplete(system=offering(office, offers.systems))
    async def rules(slash: Slash, system: app_commands.Range[str, 1, 40], paragraph: app_commands.Range[str, 1, 60] | None = None) -> None:
        await reply(office, slash, lambda asked: looks.rules(asked, system, paragraph))

    @rules.autocomplete("paragraph")
    async def paragraph(slash: Slash, typed: str) -> list[app_commands.Choice[str]]:
        system = str(getattr(slash.namespace, "system", "") or "")

        async def found(asked: Request, typed: str) -> list[offers.Offer]:
            return offers.passages(system)
        return await offering(office, found)(slash, typed)

    return [rules]


def _dice(office: Office) -> list[app_commands.Command[Any, Any, Any]]:
    @app_commands.command(name="roll", description="Roll dice, each one shown: 2d6+1, 4d6kh3, d20 adv, 3d6>=5")
    @app_commands.rename(text="expression")
    @app_commands.describe(text="What to roll, such as 2d6+1")
    async def roll(slash: Slash, text: app_commands.Range[str, 1, 200]) -> None:
        await reply(office, slash, lambda asked: looks.roll(asked, text))

    @app_commands.command(name="verify", description="Roll all dice of a game again and check its whole log")
    @_about(office, attachment="A log from /game export; otherwise the game's own")
    async def verify(slash: Slash, game: str | None = None, attachment: discord.Attachment | None = None) -> None:
        async def deed(asked: Request) -> Answer:
            if attachment is None:
                return await looks.verify(asked, game)
            return await looks.verify_log(asked, await _read(attachment, looks.LOG_ROOM), attachment.filename)
        await reply(office, slash, deed)

    return [roll, *_in_servers(verify)]


def _about(office: Office, **options: str) -> Callable[[Any], Any]:
    """Descriptions of a command's options, with what is offered for the game and the side."""
    offered = {"game": offering(office, offers.games)}

    def dress(command: Any) -> Any:
        named = {"side": _sides(office)} if "side" in options else {}
        return app_commands.autocomplete(**offered, **named)(app_commands.describe(game=GAME, **options)(command))

    return dress


def _sides(office: Office) -> offers.Autocomplete:
    async def offered(slash: Slash, typed: str) -> list[app_commands.Choice[str]]:
        game = getattr(slash.namespace, "game", None)
        return await offering(office, offers.sides(lambda asked: game))(slash, typed)
    return offered


def _units(office: Office) -> offers.Autocomplete:
    async def offered(slash: Slash, typed: str) -> list[app_commands.Choice[str]]:
        game = getattr(slash.namespace, "game", None)

        async def found(asked: Request, typed: str) -> list[offers.Offer]:
            return await offers.units(asked, game)
        return await offering(office, found)(slash, typed)
    return offered


def _places(office: Office) -> offers.Autocomplete:
    async def offered(slash: Slash, typed: str) -> list[app_commands.Choice[str]]:
        game = getattr(slash.namespace, "game", None)

        async def found(asked: Request, typed: str) -> list[offers.Offer]:
            return [*await offers.units(asked, game), *await offers.places(asked, game)]
        return await offering(office, found)(slash, typed)
    return offered


def _cards(office: Office) -> offers.Autocomplete:
    async def offered(slash: Slash, typed: str) -> list[app_commands.Choice[str]]:
        game, system = getattr(slash.namespace, "game", None), getattr(slash.namespace, "system", None)

        async def found(asked: Request, typed: str) -> list[offers.Offer]:
            return offers.cards(await lore.sheets(asked, game, system))
        return await offering(office, found)(slash, typed)
    return offered


def _in_servers(*commands: Any) -> list[app_commands.Command[Any, Any, Any]]:
    return [app_commands.guild_only(command) for command in commands]


async def _read(attachment: discord.Attachment, room: int) -> bytes:
    """What was attached.  Raises Refused if it is too large or Discord has lost it."""
    if attachment.size > room:
        said = f"{speech.code(attachment.filename)} has {attachment.size:,} bytes; at most {room:,} will do here. Is it the right file?"
        raise Refused("too-long", said)
    try:
        return await attachment.read()
    except (discord.HTTPException, OSError) as lost:
        raise Refused("lost-file", f"Discord did not give me {speech.code(attachment.filename)}. Attach it once more.") from lost
