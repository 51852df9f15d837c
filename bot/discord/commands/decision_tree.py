"""The slash commands by which players decide: /vote, /takeback, /deputy, /away, and some of /game."""

from typing import cast

import discord
from discord import app_commands

from engine.log.decisions import Motion

from . import decisions, options, referee, rematch
from .context import Context, Services
from .options import Command, Slash, in_servers
from .replies import Reply, reply

WHAT = {
    "draw": "end the game in a draw",
    "concede": "concede it to a side (value: the side)",
    "extend": "put the deadline off (value: 24h)",
    "pause": "pause the game",
    "resume": "let it go on",
    "replace": "give a seat to somebody else (value: the side)",
    "abandon": "give the game up without a result",
}
Length = app_commands.Range[str, 1, 40]
Reason = app_commands.Range[str, 1, 300]


def decision_commands(services: Services) -> list[Command | app_commands.Group]:
    return [_vote(services), *in_servers(_take_back(services), _deputy(services)), _away(services)]


def add_to_game(group: app_commands.Group, services: Services) -> None:
    @group.command(name="extend", description="Put the deadline off by yourself; each side may do so three times")
    @options.describe(services, length="By how much, such as 24h", reason="Why; everybody is told", side=options.SIDE)
    async def extend(
        slash: Slash, length: Length, reason: Reason = "", side: str | None = None, game: str | None = None
    ) -> None:
        await reply(services, slash, lambda context: decisions.extend(context, game, side, length, reason))

    @group.command(name="reserve", description="Keep a free seat for somebody; for whoever opened the game")
    @options.describe(services, side="Which seat to keep", player="For whom (default: for anybody again)")
    async def reserve(slash: Slash, side: str, player: discord.User | None = None, game: str | None = None) -> None:
        name, bot = (str(player.id), player.bot) if player else ("", False)
        await reply(services, slash, lambda context: referee.reserve(context, game, side, name, bot=bot))

    @group.command(name="rematch", description="Open the same game again with the sides changed")
    @options.describe(services)
    async def rematch_(slash: Slash, game: str | None = None) -> None:
        await reply(services, slash, lambda context: rematch.rematch(context, game))


def _vote(services: Services) -> app_commands.Group:
    group = app_commands.Group(name="vote", description="Decide together with the other players", guild_only=True)

    @group.command(name="propose", description="Propose something to the other players")
    @app_commands.choices(what=[app_commands.Choice(name=f"{word}: {says}", value=word) for word, says in WHAT.items()])
    @options.describe(services, what="What to propose", value="A length of time, or a side", side=options.SIDE)
    async def propose(
        slash: Slash,
        what: app_commands.Choice[str],
        value: app_commands.Range[str, 1, 100] = "",
        side: str | None = None,
        game: str | None = None,
    ) -> None:
        motion = cast(Motion, what.value)
        await reply(services, slash, lambda context: decisions.propose(context, game, side, motion, value))

    for word, yes in (("yes", True), ("no", False)):
        _add_answer(group, services, word, yes=yes)

    @group.command(name="show", description="What is voted on, and who has not voted")
    @options.describe(services)
    async def show(slash: Slash, game: str | None = None) -> None:
        await reply(services, slash, lambda context: decisions.motions(context, game))

    return group


def _add_answer(group: app_commands.Group, services: Services, word: str, *, yes: bool) -> None:
    @group.command(name=word, description=f"Vote {'for' if yes else 'against'} a proposal")
    @options.describe(services, number="Which proposal, if several are open", side=options.SIDE)
    async def answer(
        slash: Slash,
        number: app_commands.Range[int, 1] | None = None,
        side: str | None = None,
        game: str | None = None,
    ) -> None:
        await reply(services, slash, lambda context: decisions.vote(context, game, side, number, yes=yes))


def _take_back(services: Services) -> Command:
    @app_commands.command(name="takeback", description="Take your last commit back; the others are asked if need be")
    @options.describe(services, side=options.SIDE)
    async def take_back(slash: Slash, side: str | None = None, game: str | None = None) -> None:
        await reply(services, slash, lambda context: decisions.take_back(context, game, side))

    return take_back


def _deputy(services: Services) -> Command:
    @app_commands.command(name="deputy", description="Name somebody who may order for you until you do so again")
    @options.describe(services, player="Who (default: nobody any more)", side=options.SIDE)
    async def deputy(
        slash: Slash, player: discord.User | None = None, side: str | None = None, game: str | None = None
    ) -> None:
        async def action(context: Context) -> Reply:
            name, bot = (str(player.id), player.bot) if player else ("", False)
            return await decisions.depute(context, game, side, name, bot=bot)

        await reply(services, slash, action)

    return deputy


def _away(services: Services) -> Command:
    @app_commands.command(name="away", description="Deadlines wait for you while you are away, in all your games")
    @app_commands.describe(
        until="Until when: 2026-12-24 or 10d; back ends it", since="From when (default: now): 2026-12-20 or 3d"
    )
    async def away(slash: Slash, until: Length, since: Length = "") -> None:
        await reply(services, slash, lambda context: decisions.away(context, until, since))

    return away
