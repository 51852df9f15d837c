"""The context of a command: who sent it, in which channel, and which game and side they mean."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import discord

from bot.hosting import open_battle_sides, wording
from bot.hosting.deputies import sides_of
from bot.hosting.doors import Doors
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.postponement import asker
from engine.log.game_rows import ListedGame
from engine.lookups.requests import matching_names
from engine.table import Game, Refused

from ..messages import markup
from ..messages.address import Place, list_server_games, list_server_places, select_server_games, server_key
from ..messages.publisher import Publisher
from .form_priority import FormPriority


@dataclass(frozen=True)
class Services:
    """What every command needs: the engine thread, Discord's publisher, and all doors.

    ``telling``: the players who are being told what waits for them, lest two answers say it; ``forms``: the order forms
    that are being opened.
    """

    engine: EngineThread
    publisher: Publisher
    doors: Doors
    telling: set[str] = field(default_factory=set)
    forms: FormPriority = field(default_factory=FormPriority)

    def changed(self, game: str) -> None:
        """Something happened in the game: there is news to post, and perhaps a new deadline."""
        self.doors.changed(game)


@dataclass(frozen=True)
class Context:
    """One command of one person.

    ``nonce``: Discord's id of it, as engine/log/nonces.py has it; ``room``: the most bytes that an attachment may have
    there.  ``rights`` are the bot's; ``manages``: whether the person may manage the channel, ``hosts``: the whole
    server; ``name``: what the person is called there; ``roles``: the ids of their roles.
    """

    services: Services
    player: str
    guild: int
    channel: int
    parent: int
    nonce: str
    rights: discord.Permissions
    room: int
    manages: bool = False
    name: str = ""
    hosts: bool = False
    roles: frozenset[str] = frozenset()

    @property
    def server(self) -> str:
        """The key of the server's options, openings and scenarios; Refused in a private conversation."""
        if not self.guild:
            raise Refused("not-in-a-server", "This works only in a server, not in a private conversation.")
        return server_key(self.guild)

    async def game(self, key: str | None) -> Game:
        """The game that the person means.  Raises Refused."""
        return await self.services.engine.use_data(lambda data: find_game(data, self, key))

    async def game_and_side(self, key: str | None, side: str | None) -> tuple[Game, str]:
        """The game that the person means, and their side in it.  Raises Refused."""
        game = await self.game(key)
        return game, find_side(game, self.player, side)

    async def own_game_and_side(self, key: str | None, side: str | None) -> tuple[Game, str]:
        """As ``game_and_side``, but only a side that the person plays: a deputy gives orders alone.  Raises Refused."""
        game = await self.game(key)
        return game, find_own_side(game, self.player, side)

    async def game_and_viewer(self, key: str | None, side: str | None) -> tuple[Game, str]:
        """As ``game_and_side``, but "" (the public's view) for somebody without a seat."""
        game = await self.game(key)
        return game, find_side(game, self.player, side) if side or sides_of(game, self.player) else ""


def read_context(services: Services, interaction: discord.Interaction) -> Context:
    """The context of an interaction; from now on its task asks the engine in this person's name."""
    asker.set(str(interaction.user.id))
    channel = interaction.channel_id or 0
    parent = interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else channel
    return Context(
        services,
        str(interaction.user.id),
        interaction.guild_id or 0,
        channel,
        parent,
        f"discord:{interaction.id}",
        interaction.app_permissions,
        interaction.filesize_limit,
        interaction.permissions.manage_channels or interaction.permissions.administrator,
        interaction.user.display_name,
        interaction.permissions.manage_guild or interaction.permissions.administrator,
        frozenset(str(role.id) for role in getattr(interaction.user, "roles", ())),
    )


def server_places(data: EngineData, context: Context) -> tuple[Place, ...]:
    """The games of this server, oldest first; none in a private conversation."""
    return list_server_places(data.outbox, context.guild) if context.guild else ()


def server_games(data: EngineData, context: Context) -> tuple[str, ...]:
    """The ids of the games of this server, oldest first; none in a private conversation."""
    return list_server_games(data.outbox, context.guild) if context.guild else ()


def list_games(data: EngineData, context: Context) -> tuple[ListedGame, ...]:
    """What lists show of the games of this server, oldest first; none in a private conversation."""
    return data.table.list_selected(select_server_games(data.outbox, context.guild)) if context.guild else ()


def find_game(data: EngineData, context: Context, key: str | None) -> Game:
    """The game of this server with this id or name, which may be shortened.

    Without a key: the running game of the channel or thread.  A game of a scenario takes
    precedence over open battles in the same channel.
    """
    return _find_game_by_name(data, context, key.strip()) if key and key.strip() else _find_game_here(data, context)


def _find_game_by_name(data: EngineData, context: Context, key: str) -> Game:
    if key.lower() in server_games(data, context):
        return data.table.game(key.lower())
    games = list_games(data, context)
    ids = matching_names(key, {game.game: game.name for game in games})
    if len(ids) == 1:
        return data.table.game(ids[0])
    if ids:
        raise Refused("ambiguous-game", f"{markup.inline_code(key)} could be {_names(ids, games)}. Give the id.")
    sentence = f"There is no game {markup.inline_code(wording.clip(key, 60))} in this server."
    known = _names([game.game for game in games[-10:]], games)
    raise Refused(
        "no-such-game", f"{sentence} Games here: {known}." if games else f"{sentence} `/game new` starts one."
    )


def _find_game_here(data: EngineData, context: Context) -> Game:
    places = server_places(data, context)
    here = [p for p in places if p.room == context.channel] or [p for p in places if context.channel == p.channel]
    games = data.table.infos([place.game for place in here])
    running = [game for game in games if not game.over]
    running = [game for game in running if game.started or not open_battle_sides.is_open_battle(game)] or running
    pool = [game for game in running if not open_battle_sides.is_open_battle(game)] or running or list(games[-1:])
    if len(pool) > 1:
        pool = [game for game in pool if game.sides_of(context.player)] or pool
    match pool:
        case [game]:
            return data.table.game(game.id)
        case []:
            raise Refused(
                "no-such-game",
                "No game is played in this channel. Name one with the `game` option (`/game list` shows them), "
                "or start one with `/game new`.",
            )
        case _:
            names = _names([game.id for game in pool], games)
            raise Refused(
                "ambiguous-game",
                f"Several games are played here: {names}. Choose one with the `game` option.",
            )


def find_side(game: Game, player: str, wanted: str | None) -> str:
    """The side the person means: the one named, else one of theirs whose turn it is, else their first."""
    mine = list(sides_of(game, player))
    if wanted and wanted.strip():
        side = find_side_by_name(game, wanted)
        if side not in mine:
            raise Refused(
                "not-your-seat",
                f"That side is not yours: {_bold_side(game, side)} of {_bold_name(game)} is {_holder(game, side)}.",
            )
        return side
    if not mine:
        players = wording.join_list([markup.mention(player) for player in dict.fromkeys(game.seats.values())])
        rest = f"It is played by {players}." if all(game.seats.values()) else "`/game join` takes a free one."
        raise Refused("not-your-seat", f"You are not playing in {_bold_name(game)}. {rest}")
    return _awaited_first(game, mine)


def find_own_side(game: Game, player: str, wanted: str | None) -> str:
    """As ``find_side``, but refused to a deputy, who decides nothing."""
    mine = game.sides_of(player)
    side = find_side(game, player, wanted)
    if side in mine:
        return side
    if not mine or (wanted and wanted.strip()):
        raise Refused(
            "not-your-seat",
            f"This is for the player of {_bold_side(game, side)} alone: you are their deputy in {_bold_name(game)}, "
            "and a deputy only gives orders (`/orders write`, `/commit`, `/done`).",
        )
    return _awaited_first(game, mine)


def _awaited_first(game: Game, mine: Sequence[str]) -> str:
    waiting = game.phase.sides if game.phase else ()
    return next((side for side in waiting if side in mine), mine[0])


def find_side_by_name(game: Game, wanted: str) -> str:
    """The side with this key or name, which may be shortened as long as it stays unambiguous.  Raises Refused."""
    found = matching_names(wanted, {key: side.name for key, side in game.sides.items()})
    if len(found) != 1:
        sides = wording.join_list([f"{_bold_side(game, key)} ({markup.inline_code(key)})" for key in game.sides], "or")
        raise Refused(
            "no-such-side",
            f"{markup.inline_code(wording.clip(wanted, 60))} is not a side of {_bold_name(game)}. Its "
            f"sides are {sides}.",
        )
    return found[0]


def find_side_by_number(game: Game, number: str) -> str:
    """The side that a button names by its place in the scenario, from 0.  Raises Refused."""
    sides = list(game.sides)
    if number.isdecimal() and int(number) < len(sides):
        return sides[int(number)]
    raise Refused(
        "old-button", f"This button no longer works in {_bold_name(game)}; use a command instead, such as `/game join`."
    )


def require_started(game: Game) -> Game:
    """Raises Refused for a game that cannot take orders."""
    if game.over:
        raise Refused(
            "game-over",
            f"{_bold_name(game)} is over. `/map`, `/log` and `/game export` still show it; `/game new` starts another.",
        )
    if not game.started:
        free = wording.join_list([_bold_side(game, side) for side, holder in game.seats.items() if not holder])
        raise Refused(
            "not-started",
            f"{_bold_name(game)} has not started: nobody plays {free} yet (`/game join`). "
            "You can write orders as soon as all seats are taken."
            if free
            else f"{_bold_name(game)} begins as soon as its first dice have fallen. Then you can write orders.",
        )
    return game


def _holder(game: Game, side: str) -> str:
    holder = game.seats.get(side)
    return f"played by {markup.mention(holder)}" if holder else "still free (`/game join`)"


def _bold_side(game: Game, side: str) -> str:
    return f"**{markup.escape(wording.side_name(game.sides, side))}**"


def _bold_name(game: Game) -> str:
    return f"**{markup.escape(game.name)}**"


def _names(ids: Iterable[str], games: Iterable[ListedGame | Game]) -> str:
    """The names of these games, with their ids."""
    names = {game.id if isinstance(game, Game) else game.game: game.name for game in games}
    return wording.join_list([f"**{markup.escape(names[key])}** ({markup.inline_code(key)})" for key in ids])
