"""The list of one person's games as a message: what waits for them, until when, with links to the calls for orders."""

from bot.correspondence.my_games import own_games
from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.outbox import Outbox
from bot.hosting.played_games import PlayedGame

from . import markup
from .address import Place, find_place

HEADING = "**Your games**"
NONE_YET = "You play in no game. `/game list` shows those of a server, and `/game join` takes a free seat."
KEPT = "-# I keep this list up to date. `/my games keep:False` ends that."
ROOM = 1_850
"""Characters of the list, at most: the rest is counted."""


def own_games_text(data: EngineData, player: str, now: str, *, kept: bool = False) -> str:
    """In one message.  ``kept``: it is the one that is kept up to date."""
    games = own_games(data, player, now)
    lines = [HEADING]
    lines += ["__Waiting for you__", *(_awaited(data, game) for game in games.awaited)] if games.awaited else []
    lines += ["__Waiting for others__", *(_waiting(data, game) for game in games.waiting)] if games.waiting else []
    foot = [KEPT] if kept else []
    if games.over:
        ended = [f"{_linked(data, game)}, {markup.escape(game.result)}" for game in games.over]
        foot.insert(0, f"Over since a week at most: {wording.clip(wording.join_list(ended), 600)}.")
    if len(lines) == 1:
        lines.append(NONE_YET)
    return "\n".join(_fitted(lines, games.more, sum(len(line) + 1 for line in foot)) + foot)


def _fitted(lines: list[str], more: int, foot: int) -> list[str]:
    """As many lines as one message holds, and how many games are left out."""
    kept = markup.first_lines(lines, ROOM - foot)
    more += sum(line.startswith("- ") for line in lines[len(kept) :])
    return [*kept, *([f"… and {more} more."] if more else [])]


def _awaited(data: EngineData, game: PlayedGame) -> str:
    sides = wording.join_list([f"**{markup.escape(side)}**" for side in game.awaited])
    until = f" · {markup.timestamp(game.due)} ({markup.timestamp(game.due, 'f')})" if game.due else " · no deadline"
    until = f" · **{game.standstill}**" if game.standstill else until
    return f"- {_linked(data, game)}: {markup.escape(game.phase)}, {sides}{until}"


def _waiting(data: EngineData, game: PlayedGame) -> str:
    mine = wording.join_list([markup.escape(side) for side in game.mine])
    if game.free:
        return f"- {_linked(data, game)}, {mine}: free are {wording.join_list([*map(markup.escape, game.free)])}"
    others = wording.join_list([*map(markup.escape, game.others)]) or "the dice"
    until = f" · {markup.timestamp(game.due)}" if game.due else ""
    until = f" · **{game.standstill}**" if game.standstill else until
    return f"- {_linked(data, game)}, {mine}: {markup.escape(game.phase)}, {others}{until}"


def _linked(data: EngineData, game: PlayedGame) -> str:
    return linked_game(data.outbox, game.game, game.name)


def linked_game(outbox: Outbox, game: str, name: str) -> str:
    """The game's name, with a link to its call for orders where it is played in Discord."""
    place = find_place(outbox, game)
    if place is None or place.trouble:
        return f"{markup.escape(wording.clip(name, 60))} ({markup.inline_code(game)})"
    call = outbox.call_message(game)
    return _link(name, f"{_address(place)}/{call}" if call else _address(place))


def linked_room(outbox: Outbox, game: str, name: str) -> str:
    """The game's name, with a link to the thread or channel in which it is played, before its call has arrived."""
    place = find_place(outbox, game)
    return _link(name, _address(place)) if place else markup.escape(wording.clip(name, 60))


def _address(place: Place) -> str:
    return f"https://discord.com/channels/{place.guild}/{place.room}"


def _link(name: str, address: str) -> str:
    shown = wording.clip(name, 60).replace("[", "(").replace("]", ")")
    return f"[{markup.escape(shown)}](<{address}>)"
