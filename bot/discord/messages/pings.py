"""How people want to be called in Discord: by a mention in the game's channel, by a direct message, or not at all."""

from collections.abc import Iterable

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.own_settings import Pings
from bot.hosting.post import Post
from engine.table import Game

from . import markup, posts
from .own_games import linked_room


def way_of_calling(data: EngineData, player: str, now: str) -> Pings:
    """As the person has chosen, but a mention in place of direct messages that are closed."""
    chosen = data.settings.find(player).pings
    return "mention" if chosen == "direct" and data.direct.closed(player, now) else chosen


def mentioned(data: EngineData, game: str, post: Post, now: str) -> tuple[str, ...]:
    """Those of a post's people whom it may notify; whom a reminder names was decided when it was made."""
    if post.until:
        return post.pings
    return tuple(player for player in post.pings if _is_mentioned(data, game, player, now))


def _is_mentioned(data: EngineData, game: str, player: str, now: str) -> bool:
    """Also somebody who wants direct messages, where there is none, as of an invitation or the end of a game."""
    match way_of_calling(data, player, now):
        case "mention":
            return True
        case "direct":
            return data.direct.find(player, _call_id(data.table.game(game))) is None
        case _:
            return False


def _call_id(game: Game) -> str:
    """The direct message that calls for orders of the phase."""
    return f"call.{game.id}.{game.phase_key if game.phase else 'over'}"


def _is_called_directly(data: EngineData, game: Game, player: str, now: str) -> bool:
    """As the person has chosen; where a mention would say who plays, a direct message takes its place."""
    chosen = way_of_calling(data, player, now)
    closed = game.anonymous and data.direct.closed(player, now)
    return chosen == "direct" or (chosen == "mention" and game.anonymous and not closed)


def call_directly(data: EngineData, game: Game, players: Iterable[str], now: str) -> None:
    """In the transaction that lays out a call for orders: the direct messages of those who want them."""
    phase = game.phase
    for player in dict.fromkeys(players):
        if phase is None or not player.isdecimal() or not _is_called_directly(data, game, player, now):
            continue
        sides = [game.sides[side].name for side in phase.sides if game.holder(side) == player]
        names = wording.join_list([f"**{markup.escape(side)}**" for side in sides])
        until = f" until {markup.timestamp(game.due)} ({markup.timestamp(game.due, 'f')})" if game.due else ""
        where = linked_room(data.outbox, game.id, game.name)
        text = f"{where} waits for you: {posts.phase_title(phase)}, {names}{until}."
        small = f"-# {markup.escape(game.name)} · log entry {game.length}"
        instead = Post(f"{markup.mention(player)} ({names}), your orders are awaited.\n{small}", pings=(player,))
        if game.anonymous:
            instead = Post(f"{names}: orders are awaited.\n{small}")
        data.direct.add(player, _call_id(game), text, game.due or "", game.id, instead)
