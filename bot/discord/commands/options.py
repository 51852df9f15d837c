"""Options that many slash commands share: descriptions, autocompletion, and uploaded files."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands

from engine.table import Refused

from ..messages import markup
from . import autocomplete, lookups
from .autocomplete import offer_choices
from .context import Context, Services

GAME = "Which game, by id or name; not needed if only one is played here"
SIDE = "Which of your sides, if you play several (default: the one whose turn it is)"

Slash = discord.Interaction
Command = app_commands.Command[Any, Any, Any]
Name = app_commands.Range[str, 1, 100]
Words = app_commands.Range[str, 0, 1000]


def describe(services: Services, **options: str) -> Callable[[Any], Any]:
    """A decorator that describes a command's options and completes the game and the side."""
    offered = {"game": offer_choices(services, autocomplete.games)}

    def decorate(command: Any) -> Any:
        named = {"side": sides(services)} if "side" in options else {}
        return app_commands.autocomplete(**offered, **named)(app_commands.describe(game=GAME, **options)(command))

    return decorate


def sides(services: Services) -> autocomplete.Autocomplete:
    async def offered(slash: Slash, typed: str) -> list[app_commands.Choice[str]]:
        game = getattr(slash.namespace, "game", None)
        return await offer_choices(services, autocomplete.sides(lambda context: game))(slash, typed)

    return offered


def units(services: Services) -> autocomplete.Autocomplete:
    return _of_game(services, autocomplete.units)


def places(services: Services) -> autocomplete.Autocomplete:
    async def found(context: Context, game: str | None) -> list[autocomplete.Offer]:
        return [*await autocomplete.units(context, game), *await autocomplete.places(context, game)]

    return _of_game(services, found)


def theatres(services: Services) -> autocomplete.Autocomplete:
    return _of_game(services, autocomplete.theatres)


def past_phases(services: Services) -> autocomplete.Autocomplete:
    return _of_game(services, autocomplete.past_phases)


def _of_game(
    services: Services, find: Callable[[Context, str | None], Awaitable[list[autocomplete.Offer]]]
) -> autocomplete.Autocomplete:
    """Offers what is found in the game that the command's ``game`` names, or without one in the game played here."""

    async def offered(slash: Slash, typed: str) -> list[app_commands.Choice[str]]:
        game = getattr(slash.namespace, "game", None)

        async def found(context: Context, typed: str) -> list[autocomplete.Offer]:
            return await find(context, game)

        return await offer_choices(services, found)(slash, typed)

    return offered


def cards(services: Services) -> autocomplete.Autocomplete:
    async def offered(slash: Slash, typed: str) -> list[app_commands.Choice[str]]:
        game, system = getattr(slash.namespace, "game", None), getattr(slash.namespace, "system", None)

        async def found(context: Context, typed: str) -> list[autocomplete.Offer]:
            return autocomplete.cards(await lookups.list_cards(context, game, system))

        return await offer_choices(services, found)(slash, typed)

    return offered


def in_servers(*commands: Any) -> list[Command]:
    return [app_commands.guild_only(command) for command in commands]


async def read(attachment: discord.Attachment, room: int) -> bytes:
    """The bytes of an uploaded file.  Raises Refused if it is too large or Discord has lost it."""
    if attachment.size > room:
        name = markup.inline_code(attachment.filename)
        raise Refused(
            "too-long", f"{name} is {attachment.size:,} bytes long; the limit is {room:,}. Is it the right file?"
        )
    try:
        return await attachment.read()
    except (discord.HTTPException, OSError) as lost:
        raise Refused(
            "lost-file", f"Discord could not deliver {markup.inline_code(attachment.filename)}. Attach it again."
        ) from lost
