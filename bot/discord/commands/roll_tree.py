"""The slash commands that roll dice without a game: /roll, /reveal, /rolls and /macro."""

from discord import app_commands

from engine.dice.expression_tree import LENGTH

from . import autocomplete, macros, rolls
from .autocomplete import offer_choices
from .context import Services
from .options import Command, Slash
from .replies import reply, reply_to_channel

Expression = app_commands.Range[str, 1, LENGTH]
MacroName = app_commands.Range[str, 1, 100]
Number = app_commands.Range[int, 1, 1_000_000_000]


def roll_commands(services: Services) -> list[Command | app_commands.Group]:
    return [_roll(services), _reveal(services), _rolls(services), _macro(services)]


def _roll(services: Services) -> Command:
    @app_commands.command(
        name="roll", description="Roll dice, showing each one: 2d6+1, 4d6kh3, d20 adv, 8d6 hits 5+, 3d6 vs 2d6"
    )
    @app_commands.rename(text="expression", sealed="secret")
    @app_commands.describe(
        text="2d6+1, U1 charges: 2d6 vs 2d6+1, 6x 4d6kh3; write ; between rolls; or one of your macros",
        sealed="Only you see the result, until you /reveal it (default: everybody sees it)",
    )
    @app_commands.autocomplete(text=offer_choices(services, autocomplete.macros))
    async def roll(slash: Slash, text: Expression, sealed: bool = False) -> None:
        if sealed:
            await reply(services, slash, lambda context: rolls.roll_sealed(context, text))
        else:
            await reply_to_channel(services, slash, lambda context: rolls.checked_expression(context, text), rolls.roll)

    return roll


def _reveal(services: Services) -> Command:
    @app_commands.command(name="reveal", description="Show a sealed roll of yours to the channel")
    @app_commands.rename(number="roll")
    @app_commands.describe(number="The number of the roll (default: your last sealed one)")
    async def reveal(slash: Slash, number: Number | None = None) -> None:
        await reply_to_channel(services, slash, lambda context: rolls.find_sealed(context, number), rolls.reveal)

    return reveal


def _rolls(services: Services) -> Command:
    @app_commands.command(name="rolls", description="The last rolls of this channel, and its dice log as a file")
    @app_commands.describe(page="Which page, from the newest rolls on (default: 1)")
    async def rolls_(slash: Slash, page: Number = 1) -> None:
        await reply(services, slash, lambda context: rolls.list_rolls(context, page))

    return rolls_


def _macro(services: Services) -> app_commands.Group:
    group = app_commands.Group(name="macro", description="Names for expressions that you roll often")

    @group.command(name="save", description="Give an expression a name, so that /roll rolls it by its name")
    @app_commands.describe(name="A word or a few, such as attack", expression="What it rolls: 2d6+1")
    async def save(slash: Slash, name: MacroName, expression: Expression) -> None:
        await reply(services, slash, lambda context: macros.save(context, name, expression))

    @group.command(name="list", description="Your macros")
    async def list_(slash: Slash) -> None:
        await reply(services, slash, macros.list_)

    @group.command(name="delete", description="Forget a macro")
    @app_commands.describe(name="Which macro")
    @app_commands.autocomplete(name=offer_choices(services, autocomplete.macros))
    async def delete(slash: Slash, name: MacroName) -> None:
        await reply(services, slash, lambda context: macros.delete(context, name))

    return group
